"""Linear algebra in one thread: thousands of small products gain nothing from more, and lose much on a busy machine.

The library reads this when NumPy is first imported, so it has no effect where that has happened already.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Doctests are looked for in every module, and a second module of the name `conftest` cannot be imported.
collect_ignore_glob = ["conftest.py", "*/conftest.py"]

"""One run in a folder at a time: two would ask every probe twice."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from cse.errors import RunError

if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def only_run_in(folder: Path) -> Iterator[None]:
    """Holds a folder for this process; the system lets go of it when the process ends, however it ends.

    Args:
        folder: A folder of logs, made if need be.

    Raises:
        RunError: Another process holds it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("ab") as file:
        try:
            _lock(file)
        except OSError as error:
            raise RunError(
                f"Another process writes to {str(folder.parent)!r} now; "
                "let it finish, or name another folder with --out."
            ) from error
        yield

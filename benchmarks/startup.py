"""Import and start of fresh processes: time on the clock and of the processor, median of ten each."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from benchmarks.harness import Result

_RUNS = 10
_CASES = {
    "python alone": [sys.executable, "-c", "pass"],
    "import cse": [sys.executable, "-c", "import cse"],
    "import cse, all types": [sys.executable, "-c", "import cse; cse.constraint('word_count', count=5)"],
    "verify": [sys.executable, "-c", "import cse; cse.verify('Tea.', [cse.constraint('word_count', count=1)])"],
    "cse --help": [str(Path(sys.executable).with_name("cse")), "--help"],
}


def run() -> Result:
    """Measures imports and the command's start."""
    times = {name: _median(command) for name, command in _CASES.items()}
    bare = times["python alone"]
    net = {name: taken[0] - bare[0] for name, taken in times.items()}
    return Result(
        f"import cse {1e3 * net['import cse']:.0f} ms beyond Python's own {1e3 * bare[0]:.0f} ms, with all types "
        f"{1e3 * net['import cse, all types']:.0f} ms; cse --help {1e3 * times['cse --help'][0]:.0f} ms in all",
        {name: {"seconds": wall, "cpu": cpu, "beyond_python": net[name]} for name, (wall, cpu) in times.items()},
        ("start", "ms in all", "ms of CPU", "ms beyond Python"),
        [
            (name, f"{1e3 * wall:.0f}", f"{1e3 * cpu:.0f}", f"{1e3 * net[name]:.0f}")
            for name, (wall, cpu) in times.items()
        ],
    )


def _median(command: list[str]) -> tuple[float, float]:
    """Returns the median of the seconds on the clock and of those of the processor."""
    wall, busy = [], []
    for _ in range(_RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        wall.append(time.perf_counter() - start)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        busy.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return median(wall), median(busy)

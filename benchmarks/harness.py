"""What every benchmark shares: timing, results as JSON, the description of the machine."""

from __future__ import annotations

import json
import os
import platform
import resource
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"

_SLICE = 0.001
"""Seconds that one timed loop takes at least, so that the clock's own cost does not count."""


@dataclass
class Result:
    """What a benchmark found.

    Attributes:
        line: The figures that matter, on one line.
        figures: All figures, as JSON has them.
        header: The column titles of a table, where there is one.
        rows: The rows of that table.
        notes: What a reader must know to judge the figures, as sentences.
    """

    line: str
    figures: dict[str, Any]
    header: Sequence[str] = ()
    rows: list[Sequence[str]] = field(default_factory=list)
    notes: Sequence[str] = ()


def best(function: Callable[[], object], repeats: int = 15) -> float:
    """Returns the seconds of one call: the least of many timings, since whatever else runs only ever adds."""
    return best_of_each([function], repeats)[0]


def best_of_each(functions: Sequence[Callable[[], object]], repeats: int = 15) -> list[float]:
    """Returns the seconds of one call of each, timed in turn, so that a slower spell of the machine meets all."""
    loops = [_enough_loops(function) for function in functions]
    rounds = [
        [_timed(function, count) / count for function, count in zip(functions, loops, strict=True)]
        for _ in range(repeats)
    ]
    return [min(times) for times in zip(*rounds, strict=True)]


def _enough_loops(function: Callable[[], object]) -> int:
    function()
    loops = 1
    while (taken := _timed(function, loops)) < _SLICE:
        loops = max(2 * loops, int(loops * _SLICE / max(taken, 1e-9)))
    return loops


def _timed(function: Callable[[], object], loops: int) -> float:
    start = time.perf_counter()
    for _ in range(loops):
        function()
    return time.perf_counter() - start


def peak_gb() -> float:
    """Returns the most memory that this process has held so far, in GB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def machine() -> dict[str, str]:
    """Describes the machine: processor, cores, memory, system, Python."""
    return {
        "processor": _processor(),
        "cores": f"{os.cpu_count()} cores",
        "memory": f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GiB",
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())


def write(name: str, result: Result) -> Path:
    """Writes a result with its date, machine and load into `results/NAME.json`."""
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}.json"
    about = {
        "name": name,
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": machine(),
        "load": os.getloadavg()[0],
    }
    temporary = path.with_suffix(".tmp")
    temporary.write_text(json.dumps(about | asdict(result), indent=1, ensure_ascii=False) + "\n", "utf-8")
    temporary.replace(path)
    return path

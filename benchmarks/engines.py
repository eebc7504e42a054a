"""What the benchmarks of engines share: one engine over shards, timed from its start to the manifest."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from cse.scale.pool import Engine
from cse.scale.score import score_shards
from cse.scale.work import Job


@dataclass(frozen=True)
class Timing:
    """Seconds that an engine took.

    Attributes:
        start: Until the first piece could be done: imports, processes, the suite.
        work: From then on.
        busy: Seconds of CPU of this process and all below it, which a busy machine stretches less.
        passed: Checks that passed, to compare engines by.
        checks: All checks.
    """

    start: float
    work: float
    busy: float
    passed: int
    checks: int

    @property
    def whole(self) -> float:
        """Seconds in all."""
        return self.start + self.work


def timed(source: Path, out: Path, engine: Callable[[Job], AbstractContextManager[Engine]]) -> Timing:
    """Scores shards of the suite `v1` with an engine."""
    begin = time.perf_counter()
    busy = _busy()
    marks: list[float] = []

    def watch(what: str, done: int, total: int) -> None:  # noqa: ARG001
        if what == "reading" and done == 1:
            marks.append(time.perf_counter())

    @contextmanager
    def counted(job: Job) -> Iterator[Engine]:
        nonlocal busy
        with engine(job) as each:
            yield each
            busy = _busy() - busy  # before the processes are gone

    outcome = score_shards(str(source), "v1", str(out), counted, watch)
    if not outcome.finished or outcome.malformed or outcome.failures:
        raise SystemExit(f"{out} is not finished, or holds rows that were not scored.")
    totals = outcome.totals()
    return Timing(marks[0] - begin, time.perf_counter() - marks[0], busy, totals["passed"], totals["checks"])


def _busy() -> float:
    """Adds up the seconds of CPU of this process and of all that it started, those that have ended included."""
    parents: dict[int, int] = {}
    spent: dict[int, float] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text("utf-8", "replace").rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        pid = int(path.parent.name)
        parents[pid] = int(fields[1])
        spent[pid] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    ours = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(spent.get(pid, 0.0) for pid in sorted(ours))

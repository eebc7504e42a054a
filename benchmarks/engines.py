"""What the benchmarks of engines share: one engine over shards, timed from its start to the manifest."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
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
        passed: Checks that passed, to compare engines by.
        checks: All checks.
    """

    start: float
    work: float
    passed: int
    checks: int

    @property
    def whole(self) -> float:
        """Seconds in all."""
        return self.start + self.work


def timed(source: Path, out: Path, engine: Callable[[Job], AbstractContextManager[Engine]]) -> Timing:
    """Scores shards of the suite `v1` with an engine."""
    begin = time.perf_counter()
    marks: list[float] = []

    def watch(what: str, done: int, total: int) -> None:  # noqa: ARG001
        if what == "reading" and done == 1:
            marks.append(time.perf_counter())

    outcome = score_shards(str(source), "v1", str(out), engine, watch)
    if not outcome.finished or outcome.malformed or outcome.failures:
        raise SystemExit(f"{out} is not finished, or holds rows that were not scored.")
    totals = outcome.totals()
    return Timing(marks[0] - begin, time.perf_counter() - marks[0], totals["passed"], totals["checks"])

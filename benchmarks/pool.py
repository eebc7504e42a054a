"""`cse score` over the paper's number of responses in 64 shards: a pool of two processes against one core.

Tables are made and written, so that a response costs more here than in `rescore`, which verifies alone.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.engines import timed
from benchmarks.harness import Result
from benchmarks.shards import write_shards
from cse.scale.pool import pool

_RESPONSES = 67_905


def run() -> Result:
    """Measures both."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_shards(folder / "in", _RESPONSES)
        one = timed(folder / "in", folder / "one", lambda job: pool(job, 1))
        two = timed(folder / "in", folder / "two", lambda job: pool(job, 2))
    if (one.checks, one.passed) != (two.checks, two.passed):
        raise SystemExit(f"Two processes found {two.passed} passes, one found {one.passed}.")
    return Result(
        f"{_RESPONSES:,} responses, {one.checks:,} checks in 64 shards: {one.whole:.1f} s on one core, "
        f"{two.whole:.1f} s with two processes ({one.whole / two.whole:.2f}x; {two.start:.1f} s of them to start), "
        f"{_RESPONSES / two.whole:,.0f} responses a second",
        {
            "responses": _RESPONSES,
            "checks": one.checks,
            "one_core_s": one.whole,
            "two_processes_s": two.whole,
            "two_processes_start_s": two.start,
        },
    )

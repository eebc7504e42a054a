"""Five million checks on a Ray cluster of this machine: two workers over one. Takes many minutes."""

from __future__ import annotations

import resource
import tempfile
from pathlib import Path

from benchmarks.engines import timed
from benchmarks.harness import Result
from benchmarks.shards import write_shards
from cse.scale.ray_engine import ray_engine

_RESPONSES = 950_000


def run() -> Result:
    """Measures both."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_shards(folder / "in", _RESPONSES, shards=200)
        two = timed(folder / "in", folder / "two", lambda job: ray_engine(job, workers=2))
        one = timed(folder / "in", folder / "one", lambda job: ray_engine(job, workers=1))
    if (one.checks, one.passed) != (two.checks, two.passed):
        raise SystemExit(f"Two workers found {two.passed} passes, one found {one.passed}.")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    return Result(
        f"{_RESPONSES:,} responses, {one.checks:,} checks in 200 shards: {one.whole:.0f} s with one worker, "
        f"{two.whole:.0f} s with two ({one.whole / two.whole:.2f}x); the driver's peak {memory:.2f} GB",
        {
            "responses": _RESPONSES,
            "checks": one.checks,
            "one_worker_s": one.whole,
            "two_workers_s": two.whole,
            "driver_peak_gb": memory,
        },
        notes=["What two processes reach on the same cores without Ray, the benchmark `pool` tells."],
    )

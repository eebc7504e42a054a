"""Ray against the pool of processes on the same two cores: what it costs to start, and from how many rows on it pays.

Counted are seconds of CPU, since other work on the machine stretches the clock's. Two sizes give the pool's fixed cost
and the cost of a row, which is the same function under Ray; Ray's fixed cost is what the smaller size took beyond its
rows. On one machine Ray cannot win; the break-even is that of two such machines under Ray against one under the pool.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from benchmarks.engines import Timing, timed
from benchmarks.harness import Result
from benchmarks.shards import write_shards
from cse.scale.pool import Engine, pool
from cse.scale.ray_engine import ray_engine
from cse.scale.work import Job

SIZES = (6_000, 30_000)
_CORES = 2


def run() -> Result:
    """Measures both engines at both sizes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for size in SIZES:
            write_shards(folder / f"in-{size}", size)
        by_pool = _times(folder, "pool", lambda job: pool(job, _CORES))
        by_ray = _times(folder, "ray", lambda job: ray_engine(job, workers=_CORES))
    row = (by_pool[1].busy - by_pool[0].busy) / (SIZES[1] - SIZES[0])
    pool_fixed, ray_fixed = (times[0].busy - row * SIZES[0] for times in (by_pool, by_ray))
    # Each second of the start is spread over a machine's cores, each row over those of one machine or of two.
    rows = ((ray_fixed - pool_fixed) / _CORES) / (row / _CORES - row / (2 * _CORES))
    return Result(
        f"CPU to start: pool {pool_fixed:.1f} s, Ray {ray_fixed:.1f} s; of 1,000 rows: {1000 * row:.2f} s; "
        f"Ray on two such machines beats the pool on one from {rows:,.0f} rows on",
        {
            "sizes": SIZES,
            "pool_s": [one.whole for one in by_pool],
            "ray_s": [one.whole for one in by_ray],
            "pool_cpu_s": [one.busy for one in by_pool],
            "ray_cpu_s": [one.busy for one in by_ray],
            "pool_fixed_cpu_s": pool_fixed,
            "ray_fixed_cpu_s": ray_fixed,
            "row_cpu_s": row,
            "break_even_rows": rows,
        },
    )


def _times(folder: Path, name: str, engine: Callable[[Job], AbstractContextManager[Engine]]) -> list[Timing]:
    return [timed(folder / f"in-{size}", folder / f"{name}-{size}", engine) for size in SIZES]

"""Ray against the pool of processes on the same two cores: what it costs to start, and from how many rows on it pays.

Two sizes give each engine's fixed cost and its cost a row. On one machine Ray cannot win; the break-even is that of two
such machines under Ray against one under the pool, from these costs: fixed + rows x cost / machines.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from benchmarks.engines import timed
from benchmarks.harness import Result
from benchmarks.shards import write_shards
from cse.scale.pool import Engine, pool
from cse.scale.ray_engine import ray_engine
from cse.scale.work import Job

SIZES = (6_000, 30_000)


def run() -> Result:
    """Measures both engines at both sizes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for size in SIZES:
            write_shards(folder / f"in-{size}", size)
        pool_fixed, pool_row, pool_times = _costs(folder, "pool", lambda job: pool(job, 2))
        ray_fixed, ray_row, ray_times = _costs(folder, "ray", lambda job: ray_engine(job, workers=2))
    gain = pool_row - ray_row / 2
    rows = (ray_fixed - pool_fixed) / gain if gain > 0 else None
    beyond = "never" if rows is None else f"from {max(0, rows):,.0f} rows on"
    return Result(
        f"two cores, fixed cost and cost of 1,000 rows: pool {pool_fixed:.1f} s and {1000 * pool_row:.2f} s, "
        f"Ray {ray_fixed:.1f} s and {1000 * ray_row:.2f} s; Ray on two such machines beats the pool on one {beyond}",
        {
            "sizes": SIZES,
            "pool_s": pool_times,
            "ray_s": ray_times,
            "pool_fixed_s": pool_fixed,
            "pool_row_s": pool_row,
            "ray_fixed_s": ray_fixed,
            "ray_row_s": ray_row,
            "break_even_rows": rows,
        },
    )


def _costs(
    folder: Path, name: str, engine: Callable[[Job], AbstractContextManager[Engine]]
) -> tuple[float, float, list[float]]:
    """Returns fixed seconds, seconds a row, and the seconds at each size."""
    times = [timed(folder / f"in-{size}", folder / f"{name}-{size}", engine).whole for size in SIZES]
    row = (times[1] - times[0]) / (SIZES[1] - SIZES[0])
    return times[0] - row * SIZES[0], row, times

"""Ray against the pool of processes on the same two cores: what it costs to start, and from how many rows on it pays.

Two sizes give each engine's fixed cost and its cost a row, in seconds of CPU, since other work on the machine stretches
the clock's. On one machine Ray cannot win; the break-even is that of two such machines under Ray against one under the
pool, where the start takes what the clock says and rows share the cores: start + rows x CPU / cores.
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

SIZES = (3_000, 15_000)
_CORES = 2


def run() -> Result:
    """Measures both engines at both sizes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for size in SIZES:
            write_shards(folder / f"in-{size}", size)
        by_pool = _times(folder, "pool", lambda job: pool(job, _CORES))
        by_ray = _times(folder, "ray", lambda job: ray_engine(job, workers=_CORES))
    pool_start, ray_start = (min(one.start for one in times) for times in (by_pool, by_ray))
    pool_row, ray_row = _row(by_pool), _row(by_ray)
    gain = pool_row / _CORES - ray_row / (2 * _CORES)
    rows = (ray_start - pool_start) / gain if gain > 0 else None
    beyond = "at no size" if rows is None else f"from {max(0, rows):,.0f} rows on"
    return Result(
        f"two cores, start and CPU of 1,000 rows: pool {pool_start:.1f} s and {1000 * pool_row:.2f} s, "
        f"Ray {ray_start:.1f} s and {1000 * ray_row:.2f} s; Ray on two such machines beats the pool on one {beyond}",
        {
            "sizes": SIZES,
            "pool_s": [one.whole for one in by_pool],
            "ray_s": [one.whole for one in by_ray],
            "pool_cpu_s": [one.busy for one in by_pool],
            "ray_cpu_s": [one.busy for one in by_ray],
            "pool_start_s": pool_start,
            "ray_start_s": ray_start,
            "pool_row_cpu_s": pool_row,
            "ray_row_cpu_s": ray_row,
            "break_even_rows": rows,
        },
    )


def _times(folder: Path, name: str, engine: Callable[[Job], AbstractContextManager[Engine]]) -> list[Timing]:
    return [timed(folder / f"in-{size}", folder / f"{name}-{size}", engine) for size in SIZES]


def _row(times: list[Timing]) -> float:
    """Returns seconds of CPU a row."""
    return (times[1].busy - times[0].busy) / (SIZES[1] - SIZES[0])

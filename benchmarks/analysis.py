"""Time and memory of `cse analyze` and `cse report` on simulated panels of a quarter, half and full size.

Each command runs in a process of its own. Target: at full size (15 models, 4,527 probes) and 2,000 draws the analysis
takes at most 60 s and 1.5 GB on 2 cores, and its time is linear in the number of checks.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

import polars as pl

from benchmarks.harness import Result

_COMMAND = "import typer; from cse.cli.{name} import {name}; typer.run({name})"
_SCALES = (0.25, 0.5, 1.0)
_DRAWS = "2000"


def run() -> Result:
    """Measures both commands at each size."""
    rows = [_at(scale) for scale in _SCALES]
    last = rows[-1]
    return Result(
        f"{last['checks']:,} checks, {_DRAWS} draws: analyze {last['analyze_s']:.0f} s "
        f"({last['analyze_cpu_s']:.0f} s of CPU), {last['analyze_gb']:.2f} GB; "
        f"report {last['report_s']:.0f} s, {last['report_gb']:.2f} GB",
        {"rows": rows},
        ("scale", "checks", "analyze s", "CPU s", "GB", "report s", "CPU s", "GB"),
        [
            (
                f"{row['scale']:.2f}",
                f"{row['checks']:,}",
                *(
                    text
                    for name in ("analyze", "report")
                    for text in (f"{row[f'{name}_s']:.1f}", f"{row[f'{name}_cpu_s']:.1f}", f"{row[f'{name}_gb']:.2f}")
                ),
            )
            for row in rows
        ],
    )


def _at(scale: float) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        _measure("simulate", folder, "--scale", str(scale))
        checks = pl.scan_parquet(Path(folder) / "checks.parquet").select(pl.len()).collect().item()
        row: dict[str, float] = {"scale": scale, "checks": checks}
        outputs = {"analyze": Path(folder) / "tables", "report": Path(folder) / "report.html"}
        for name, out in outputs.items():
            taken = _measure(name, folder, "--draws", _DRAWS, "--out", str(out))
            row |= dict(zip((f"{name}_s", f"{name}_cpu_s", f"{name}_gb"), taken, strict=True))
    return row


def _measure(name: str, *arguments: str) -> tuple[float, float, float]:
    """Runs a command in a process of its own; returns its seconds, its seconds of CPU and its peak memory in GB."""
    start = time.perf_counter()
    sink = os.open(os.devnull, os.O_WRONLY)
    command = [sys.executable, "-c", _COMMAND.format(name=name), *arguments]
    process = os.posix_spawn(sys.executable, command, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, sink, 1)])
    _, status, usage = os.wait4(process, 0)
    os.close(sink)
    if status:
        raise SystemExit(f"{name} {' '.join(arguments)} failed")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1e6

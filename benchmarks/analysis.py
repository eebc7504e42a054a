"""Time and memory of `cse analyze` on simulated panels of a quarter, half and full size.

    python benchmarks/analysis.py [--draws 2000]

Target: at full size (15 models, 4,527 probes) and 2,000 draws at most 60 s and 1.5 GB on 2 cores, and time linear in
the number of checks.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

import polars as pl

_COMMAND = "import typer; from cse.cli.{name} import {name}; typer.run({name})"
_SCALES = (0.25, 0.5, 1.0)


def measure(name: str, *arguments: str) -> tuple[float, float, float]:
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


def main() -> None:
    """Prints one line for each size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draws", type=int, default=2000)
    draws = str(parser.parse_args().draws)
    print(f"{draws} draws, {os.cpu_count()} cores")
    print(f"{'scale':>5} {'checks':>9} {'seconds':>8} {'CPU s':>6} {'peak GB':>8}")
    for scale in _SCALES:
        with tempfile.TemporaryDirectory() as folder:
            measure("simulate", folder, "--scale", str(scale))
            checks = pl.scan_parquet(Path(folder) / "checks.parquet").select(pl.len()).collect().item()
            seconds, busy, memory = measure("analyze", folder, "--draws", draws, "--out", str(Path(folder) / "tables"))
        print(f"{scale:5.2f} {checks:9,} {seconds:8.1f} {busy:6.1f} {memory:8.2f}", flush=True)


if __name__ == "__main__":
    main()

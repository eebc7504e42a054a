"""From logs to results: what `cse score` takes to make the tables of a run from its logs.

A thousand probes of v1 are asked once, of a mock model, as `cse run` does; the log is then written again under the
labels of many models, to the paper's 67,905 responses. Reading, verifying and writing the tables is timed in a process
of its own, with its peak of memory. Target: within five minutes, and below 1 GB.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.harness import Result, peak_gb

PROBES = 1000
FULL = 67_905
LOGS = -(-FULL // PROBES)
_WORK = "from benchmarks.logs import work; work({folder!r})"


def run() -> Result:
    """Makes the logs, and measures the first of them alone and all of them."""
    from cse.results.folder import write_info

    with tempfile.TemporaryDirectory() as folder:
        one, many = Path(folder) / "one", Path(folder) / "many"
        _write_logs(one, many)
        for run_folder in (one, many):
            write_info(run_folder, {"suite": {"name": "v1", "digest": ""}})
        rows = [_measure(run_folder) for run_folder in (one, many)]
    most = rows[-1]
    return Result(
        f"{most['responses']:,.0f} responses from {LOGS} logs in {most['cpu_seconds']:.0f} s of processor time "
        f"({most['seconds']:.0f} s on the clock), {1e3 * most['cpu_seconds'] / most['responses']:.2f} ms each; peak "
        f"{most['peak_gb']:.2f} GB, that of one log of {PROBES:,} {rows[0]['peak_gb']:.2f} GB",
        {"measured": rows},
        ("responses", "s on the clock", "s of CPU", "peak GB"),
        [
            (f"{row['responses']:,.0f}", f"{row['seconds']:.1f}", f"{row['cpu_seconds']:.1f}", f"{row['peak_gb']:.2f}")
            for row in rows
        ],
    )


def _write_logs(one: Path, many: Path) -> None:
    """Writes the log of a model into one folder, and those of many models into the other."""
    from inspect_ai.log import read_eval_log, write_eval_log

    from benchmarks.live import run_ours, spread_probes
    from cse.run.logs import LABEL, log_files

    run_ours(spread_probes(PROBES), one)
    log = read_eval_log(log_files(one)[0])
    for number in range(LOGS):
        log.eval.metadata = (log.eval.metadata or {}) | {LABEL: f"model {number}"}
        log.samples = (log.samples or [])[: FULL - number * PROBES]
        path = many / "logs" / f"model-{number}" / f"{number}_cse.eval"
        path.parent.mkdir(parents=True)
        write_eval_log(log, path)


def _measure(folder: Path) -> dict[str, float]:
    command = [sys.executable, "-c", _WORK.format(folder=str(folder))]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def work(folder: str) -> None:
    """Makes the tables of a run anew and prints what that took, imports left out."""
    from cse.run.folder import derive_tables

    start, busy = time.perf_counter(), time.process_time()
    tables = derive_tables(Path(folder))
    taken = {"seconds": time.perf_counter() - start, "cpu_seconds": time.process_time() - busy}
    print(json.dumps(taken | {"peak_gb": peak_gb(), "responses": tables.responses.height}))

"""The part of `cse score` that scores shards: progress, and what came of them."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import typer

from cse.errors import InvalidInput
from cse.results.folder import INFO_FILE
from cse.scale.files import is_address
from cse.scale.pool import Engine, pool
from cse.scale.ray_engine import BREAK_EVEN, ray_engine
from cse.scale.score import MALFORMED, Outcome, Watch
from cse.scale.score import score_shards as score_all
from cse.scale.work import Job

_INTERRUPTED = 130  # what shells expect of a command that Ctrl-C ended
_SHOWN = 5


def are_shards(source: str, probes: str | None) -> bool:
    """Tells a folder or a pattern of shards from a run's folder, a log and a file of responses."""
    path = Path(source)
    if path.is_dir():
        return probes is not None and not (path / INFO_FILE).exists()
    return is_address(source) or (re.search(r"[*?\[]", source) is not None and not path.exists())


@dataclass(frozen=True)
class Means:
    """What the work is done with.

    Attributes:
        engine: `pool` or `ray`.
        workers: How many processes, or cores of a cluster that is started; as many as there are by default.
        address: Where the Ray cluster is; one is started on this machine by default.
    """

    engine: str
    workers: int | None
    address: str | None

    def __call__(self, job: Job) -> AbstractContextManager[Engine]:
        """Starts the engine for a job."""
        return ray_engine(job, self.address, self.workers) if self.engine == "ray" else pool(job, self.workers)


def score_shards(source: str, probes: str, out: str, means: Means, *, as_json: bool) -> None:
    """Scores shards with progress, and prints what came of them and what to do next.

    Raises:
        InvalidInput: An address goes with the pool; or as `cse.scale.score.score_shards`.
    """
    if means.engine == "pool" and means.address:
        raise InvalidInput("--address names a Ray cluster; give --engine ray with it, or leave it away.")
    with _progress(quiet=as_json) as watch:
        outcome = score_all(source, probes, out, means, watch)
    if as_json:
        print(json.dumps(_as_json(out, outcome)))
    else:
        _show(out, outcome)
        if means.engine == "ray" and outcome.finished and not outcome.earlier and outcome.totals()["rows"] < BREAK_EVEN:
            print(f"Below {BREAK_EVEN:,} rows one machine without --engine ray takes no longer than two with it.")
    if not outcome.finished:
        raise typer.Exit(_INTERRUPTED)
    if outcome.malformed or outcome.failures or outcome.twice:
        raise typer.Exit(1)


def _as_json(out: str, outcome: Outcome) -> dict[str, object]:
    return {
        "folder": out,
        "pieces": outcome.pieces,
        "finished": len(outcome.records),
        "earlier": outcome.earlier,
        **outcome.totals(),
        "passed_over": outcome.passed_over,
        "twice": outcome.twice,
        "unscored_checks": outcome.failures,
    }


def _show(out: str, outcome: Outcome) -> None:
    totals = outcome.totals()
    there = totals["responses"] - totals["missing"]
    earlier = f", {outcome.earlier} of them before" if outcome.earlier else ""
    lines = [
        f"{len(outcome.records)} of {outcome.pieces} pieces scored{earlier}",
        f"{totals['responses']:,} responses, {totals['missing']:,} of them missing, and {totals['checks']:,} checks",
    ]
    if totals["checks"]:
        lines.append(
            f"mCSR {100 * totals['passed'] / max(1, totals['checks'] - totals['unscored']):.1f} %, "
            f"sCSR {100 * totals['whole'] / max(1, there):.1f} %"
        )
    lines += [f"malformed: {row['problem']}" for row in outcome.malformed[:_SHOWN]]
    if outcome.malformed:
        where = f"all are in {out}/{MALFORMED}" if outcome.finished else "all will be listed at the end"
        lines.append(f"{totals['malformed']:,} rows are malformed and were not scored; {where}.")
    lines += [
        f"unscored: the verifier of {failure['type']} failed on probe {failure['probe_id']}: {failure['error']}"
        for failure in outcome.failures[:_SHOWN]
    ]
    if totals["unscored"] > _SHOWN:
        lines.append(f"unscored: {totals['unscored'] - _SHOWN} further checks")
    if outcome.passed_over:
        lines.append(f"{outcome.passed_over} files are neither .parquet nor .jsonl and were passed over.")
    if outcome.twice:
        lines.append("repeated: " + ", ".join(f"{name} = {value!r}" for name, value in outcome.twice.items()))
        lines.append("A draw stands in more than one place; give each its own epoch, or none.")
    print("\n".join(_printable(line) for line in lines))
    if not outcome.finished:
        print("\nStopped before the end. The same command again goes on and repeats no finished piece.")
        return
    print(f"\nWritten to {out}")
    if not is_address(out):
        print(f"Next: cse analyze {shlex.quote(out)}")


def _printable(line: str) -> str:
    """Escapes what a response could do to a screen."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in line)


@contextmanager
def _progress(*, quiet: bool) -> Iterator[Watch]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description} pieces"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    hidden = quiet or not console.is_terminal
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True, disable=hidden) as progress:
        task = progress.add_task("finding", total=None)
        yield lambda what, done, total: progress.update(task, description=what, completed=done, total=total)

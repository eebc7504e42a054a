"""`cse score`: the tables of a run anew from its logs, or of responses that something else generated."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cse.cli.extras import needs
from cse.cli.options import EngineName
from cse.errors import InvalidInput

_LOG = ".eval"


def score(
    source: Annotated[
        str,
        typer.Argument(
            help="Folder of a run, a log of Inspect, or JSONL or Parquet of responses: a file, a folder, a pattern.",
            metavar="RUN|LOG|RESPONSES",
        ),
    ],
    probes: Annotated[
        str | None, typer.Option(help="Probe file or name of the suite that the responses answer.")
    ] = None,
    out: Annotated[str | None, typer.Option("--out", "-o", help="Folder to write the scored responses to.")] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="Processes for shards, one for each core by default.")
    ] = None,
    engine: Annotated[
        EngineName | None, typer.Option("--engine", help="What scores shards; ray with --address, pool without.")
    ] = None,
    address: Annotated[
        str | None, typer.Option("--address", help="A Ray cluster, e.g. auto; by default one on this machine.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Verify responses anew: those in a run's logs, or those in files, whatever generated them.

    Responses have one row each, with probe_id, response, and perhaps model and epoch. The shards of a folder or a
    pattern (or of one file, with --workers or --engine) are scored by a process for each core or by a Ray cluster, into
    partitions; stopped and started again, it goes on. Exit code 1 when a verifier failed, or rows of a shard are no
    responses.
    """
    engine = engine or (EngineName.ray if address else None)
    with needs("ray" if engine == EngineName.ray else "run", "cse score"):
        from cse.cli.score_shards import Means, are_shards, score_shards

    if are_shards(source, probes) or workers is not None or engine is not None:
        if probes is None or out is None:
            raise InvalidInput("Scoring shards needs --probes, a probe file or a suite, and --out, a folder.")
        score_shards(source, probes, out, Means(engine or EngineName.pool, workers, address), as_json=as_json)
        return
    with needs("run", "cse score"):
        from cse.cli.run_report import report
        from cse.run.folder import score_again, score_log
        from cse.run.plain import score_plain
        from cse.suites import load_suite
    path = Path(source)
    if path.is_dir() and (probes is not None or out is not None):
        raise InvalidInput("The folder of a run holds its probes and its tables; leave --probes and --out away.")
    if path.is_dir():
        folder, tables = path, score_again(path)
    elif not path.exists():
        raise InvalidInput(f"There is no file or folder {source!r}; name a run's folder, a log or a file of responses.")
    elif out is None or (probes is None and path.suffix != _LOG):
        raise InvalidInput("Scoring a file needs --probes, a probe file or a suite, and --out, a folder to write to.")
    else:
        folder = Path(out)
        tables = score_log(path, folder) if probes is None else score_plain(path, load_suite(probes), folder)
    report(folder, tables, as_json=as_json)
    if tables.failures:
        raise typer.Exit(1)

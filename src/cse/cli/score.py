"""`cse score`: the tables of a run anew from its logs, or of responses that something else generated."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cse.cli.extras import needs
from cse.errors import InvalidInput


def score(
    source: Annotated[
        Path,
        typer.Argument(help="Folder of a run, or JSONL or Parquet of probe_id and response.", metavar="RUN|RESPONSES"),
    ],
    probes: Annotated[
        str | None, typer.Option(help="Probe file or name of the suite that the responses answer.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Folder to write the scored responses to.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Verify responses anew: those in a run's logs, or those in a file, whatever generated them.

    A file has one row a response, with probe_id, response, and perhaps model and epoch. Exit code 1 when a verifier
    failed.
    """
    with needs("run", "cse score"):
        from cse.cli.run_report import report
        from cse.run.folder import derive_tables
        from cse.run.plain import score_plain
        from cse.suites import load_suite
    if source.is_dir():
        if probes is not None or out is not None:
            raise InvalidInput("The folder of a run holds its probes and its tables; leave --probes and --out away.")
        folder, tables = source, derive_tables(source)
    else:
        if probes is None or out is None:
            raise InvalidInput(
                "Scoring a file needs --probes, a probe file or a suite, and --out, a folder to write to."
            )
        folder, tables = out, score_plain(source, load_suite(probes), out)
    report(folder, tables, as_json=as_json)
    if tables.failures:
        raise typer.Exit(1)

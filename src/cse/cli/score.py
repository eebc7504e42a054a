"""`cse score`: the tables of a run anew from its logs, or of responses that something else generated."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cse.cli.extras import needs
from cse.errors import InvalidInput

_LOG = ".eval"


def score(
    source: Annotated[
        Path,
        typer.Argument(
            help="Folder of a run, a log of Inspect, or JSONL or Parquet of responses.", metavar="RUN|LOG|RESPONSES"
        ),
    ],
    probes: Annotated[
        str | None, typer.Option(help="Probe file or name of the suite that the responses answer.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Folder to write the scored responses to.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Verify responses anew: those in a run's logs, or those in a file, whatever generated them.

    A file of responses has one row a response, with probe_id, response, and perhaps model and epoch. Exit code 1 when
    a verifier failed.
    """
    with needs("run", "cse score"):
        from cse.cli.run_report import report
        from cse.run.folder import score_again, score_log
        from cse.run.plain import score_plain
        from cse.suites import load_suite
    if source.is_dir() and (probes is not None or out is not None):
        raise InvalidInput("The folder of a run holds its probes and its tables; leave --probes and --out away.")
    if source.is_dir():
        folder, tables = source, score_again(source)
    elif not source.exists():
        raise InvalidInput(
            f"There is no file or folder {str(source)!r}; name a run's folder, a log or a file of responses."
        )
    elif out is None or (probes is None and source.suffix != _LOG):
        raise InvalidInput("Scoring a file needs --probes, a probe file or a suite, and --out, a folder to write to.")
    else:
        folder = out
        tables = score_log(source, out) if probes is None else score_plain(source, load_suite(probes), out)
    report(folder, tables, as_json=as_json)
    if tables.failures:
        raise typer.Exit(1)

"""The command `cse` and how it ends: 0 fine, 1 the answer is no, 2 a mistake in what was given."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from cse import __version__
from cse.cli.analyze import analyze
from cse.cli.audit import audit
from cse.cli.budget import budget
from cse.cli.check import check
from cse.cli.compare import compare
from cse.cli.compose import compose
from cse.cli.constraints import constraints
from cse.cli.paper import paper
from cse.cli.report import report
from cse.cli.run import run
from cse.cli.score import score
from cse.cli.simulate import simulate
from cse.cli.suites import suites_app
from cse.cli.view import view
from cse.errors import CseError

app = typer.Typer(
    name="cse",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"cse {__version__}")
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[  # the callback has answered before
        bool, typer.Option("--version", help="Print the version and exit.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Constraint Saturation Evaluation: where do instructions collapse when many must hold at once?"""


app.command()(run)
app.command()(score)
app.command()(report)
app.command()(view)
app.command()(analyze)
app.command()(budget)
app.command()(audit)
app.command()(compare)
app.command()(check)
app.command()(constraints)
app.command()(compose)
app.add_typer(suites_app, name="suites")
app.command()(paper)
app.command()(simulate)


def main() -> None:
    """Runs the command line; a mistake in what was given ends in one sentence and exit code 2."""
    # Thousands of small products gain nothing from threads, and lose much on a busy machine; read when NumPy loads.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        app()
    except CseError as error:
        print(f"cse: {error}", file=sys.stderr)
        raise SystemExit(2) from None


if __name__ == "__main__":
    main()

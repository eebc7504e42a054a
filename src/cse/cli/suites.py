"""`cse suites`: the shipped suites, and whether their certificates hold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from cse.cli.suites_report import report
from cse.errors import InvalidInput

suites_app = typer.Typer(
    help="List the shipped suites, re-check their certificates, report how they are composed.",
    invoke_without_command=True,
)
suites_app.command()(report)


@suites_app.callback()
def suites(
    context: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help="Print the index as JSON.")] = False,
) -> None:
    """List the shipped suites."""
    if context.invoked_subcommand is not None:
        return
    from cse.suites.storage import read_index

    index = read_index()
    if as_json:
        print(json.dumps(index, indent=2))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in ("name", "probes", "k", "impossible", "reserve", "digest (SHA-256)"):
        table.add_column(column, justify="right" if column in ("probes", "k", "impossible", "reserve") else "left")
    for name, about in index.items():
        counts = (str(about[key]) for key in ("impossible", "reserve"))
        table.add_row(name, str(about["probes"]), "{}-{}".format(*about["k"]), *counts, about["digest"][:16])
    Console().print(table)
    print("\nNext: cse run --suite quick   or   cse suites verify v1")


@suites_app.command()
def verify(name: Annotated[str, typer.Argument(help="Name of a shipped suite.")] = "v1") -> None:
    """Check every certificate anew: each witness by the verifiers, each proof by the prover.

    Exit code 1 when one does not hold.
    """
    from cse.suites.loader import load_suite, suite_names
    from cse.suites.verify import recheck

    if name not in suite_names():
        raise InvalidInput(f"{name!r} is not a shipped suite; there are {', '.join(suite_names())}.")
    outcomes = list(recheck(load_suite(name)))
    for outcome in outcomes:
        if not outcome.holds:
            print(f"{outcome.probe.id}: {outcome.problem}.")
    for kind, impossible in (("witnesses", False), ("proofs", True)):
        of_kind = [outcome for outcome in outcomes if outcome.probe.impossible == impossible]
        if of_kind:
            print(f"{sum(outcome.holds for outcome in of_kind):,} of {len(of_kind):,} {kind} hold.")
    if not all(outcome.holds for outcome in outcomes):
        raise typer.Exit(1)


@suites_app.command(hidden=True)
def freeze(
    folder: Annotated[Path | None, typer.Option("--folder", help="Where to write, if not into the package.")] = None,
) -> None:
    """Compose the shipped suites anew (for maintainers: a new version gets a new name)."""
    from cse.cli.progress import level_progress
    from cse.cli.tables import print_tallies
    from cse.suites.freeze import freeze as freeze_suites
    from cse.suites.freeze import freeze_counts

    with level_progress(freeze_counts()) as advance:
        tallies = freeze_suites(folder, advance=advance)
    print_tallies(tallies)

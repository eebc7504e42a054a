"""`cse analyze`: every estimate from one or more runs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import cse
from cse.cli.extras import needs
from cse.cli.frames import print_frame, rows_of, screen, write_frames
from cse.stats.defaults import DRAWS, TARGET, TRAIN_TO

if TYPE_CHECKING:
    from cse.stats.analysis import Analysis


def analyze(
    runs: Annotated[list[Path], typer.Argument(help="Folders of runs, one or many models.", metavar="RUN...")],
    draws: Annotated[int, typer.Option(help="Bootstrap draws of the probes for the intervals.", min=100)] = DRAWS,
    seed: Annotated[int, typer.Option(help="Seed of the draws.", min=0)] = 0,
    train_to: Annotated[int, typer.Option(help="Largest k that the decay curves are fitted to.", min=2)] = TRAIN_TO,
    target: Annotated[float, typer.Option(help="Reliability for the budget, above 0 and below 1.")] = TARGET,
    as_json: Annotated[bool, typer.Option("--json", help="Print all tables as JSON.")] = False,
    out: Annotated[Path | None, typer.Option("--out", help="Folder for all tables as Parquet and CSV.")] = None,
) -> None:
    """Estimate everything that the paper reports, with intervals, from the folders of runs.

    Levels, decay, floors and budgets; the hierarchy of types; co-failure; synergy and difficulty; position; IRT; what
    is kept on impossible probes. Exit code 1 when a response passed a probe that was proved impossible: a bug.
    """
    with needs("analysis", "cse analyze"):
        import numpy as np
        from rich.console import Console

        from cse.cli.impossible import designs, told, with_texts
        from cse.cli.runs import load
        from cse.results.folder import write_info
        from cse.stats.analysis import analyse
    run = load(runs)
    with Console(stderr=True).status("analysing") as status:
        found = analyse(
            run.responses,
            run.checks,
            np.random.default_rng(seed),
            draws=draws,
            train_to=train_to,
            target=target,
            designs=designs(run.responses),
            progress=lambda part: status.update(f"analysing: {part}"),
        )
    passed = with_texts(found.tables.get("impossible_passed"), runs)
    if passed is not None:
        found.tables["impossible_passed"] = passed
    settings = {
        "runs": [str(folder) for folder in runs],
        "simulated": any(info.get("simulated") for info in run.info.values()),
        "draws": draws,
        "seed": seed,
        "train_to": train_to,
        "target": target,
        "version": cse.__version__,
        "statements": list(found.statements),
    }
    if out is not None:
        write_frames(found.tables, out)
        write_info(out, settings, name="analysis.json")
    if as_json:
        tables = {name: rows_of(table) for name, table in found.tables.items()}
        print(json.dumps(settings | {"tables": tables}, ensure_ascii=False))
    else:
        _show(found, simulated=bool(settings["simulated"]))
    if passed is not None and not passed.is_empty():
        for line in told(passed):
            print(line, file=sys.stderr)
        raise typer.Exit(1)


def _show(found: Analysis, *, simulated: bool) -> None:
    from rich.text import Text

    from cse.cli.analysis_views import VIEWS

    console = screen()
    for view in VIEWS:
        table = found.tables.get(view.table)
        if table is not None and not table.is_empty():
            print_frame(table, view.title, view.columns, most=view.most)
    if simulated:
        console.print("These are simulated respondents, not models.", style="bold")
    for statement in found.statements:
        console.print(Text(f"- {statement}"))

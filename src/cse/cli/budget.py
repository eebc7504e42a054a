"""`cse budget`: how many constraints a model carries at a target reliability."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from cse.cli.extras import needs
from cse.cli.frames import Shown, print_frame, rows_of, write_frames
from cse.errors import InvalidInput
from cse.stats.defaults import DRAWS, TARGET

_MEANING = {
    "scsr": "of responses keep all k constraints (sCSR)",
    "mcsr": "of single constraints are kept (mCSR)",
}


def budget(
    runs: Annotated[list[Path], typer.Argument(help="Folders of runs.", metavar="RUN...")],
    target: Annotated[float, typer.Option(help="Least reliability wanted, above 0 and below 1.")] = TARGET,
    draws: Annotated[int, typer.Option(help="Bootstrap draws for the intervals.", min=100)] = DRAWS,
    seed: Annotated[int, typer.Option(help="Seed of the draws.", min=0)] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the table as JSON.")] = False,
    out: Annotated[Path | None, typer.Option("--out", help="Folder for the table as Parquet and CSV.")] = None,
) -> None:
    """Tell the largest number of constraints that each model carries at a target reliability."""
    with needs("analysis", "cse budget"):
        import numpy as np
        import polars as pl

        from cse.cli.runs import load
        from cse.stats.bootstrap import draw_weights, sums_by_level
        from cse.stats.budget import budgets
        from cse.stats.cube import cube
        from cse.stats.decay import mcsr_curves, scsr_curves
    data = cube(load(runs).checks)
    if not data.models:
        raise InvalidInput("No check of a satisfiable probe was scored in these runs, so there is nothing to tell.")
    sums = sums_by_level(data, draw_weights(data, draws, np.random.default_rng(seed)))
    table = budgets({"scsr": scsr_curves(data, sums), "mcsr": mcsr_curves(data, sums)}, target)
    if out is not None:
        write_frames({"budget": table}, out)
    if as_json:
        print(json.dumps({"target": target, "draws": draws, "seed": seed, "budget": rows_of(table)}, indent=2))
        return
    columns = (
        Shown("model", "model"),
        Shown("k", "k [95 % interval]", "count"),
        Shown("k_of_fit", "k of the fitted curve", "fine"),
        Shown("statement", "in words"),
    )
    for measure, meaning in _MEANING.items():
        chosen = table.filter(pl.col("measure") == measure)
        print_frame(chosen, f"Largest k at which {target:.0%} {meaning}", columns)

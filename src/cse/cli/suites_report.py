"""`cse suites report`: how a suite is composed, and what a composer is up against."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import cse
from cse.cli.extras import needs

if TYPE_CHECKING:
    from cse.stats.composition_report import Composition
    from cse.suites.loader import Suite


def report(
    name: Annotated[str, typer.Argument(help="Name of a shipped suite, or the path of a probe file.")] = "v1",
    blind: Annotated[int, typer.Option(help="Blind draws at each k of the suite; 0 for none.", min=0)] = 1000,
    seed: Annotated[int, typer.Option(help="Seed of the blind draws and of permutation tests.", min=0)] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print all tables as JSON.")] = False,
    out: Annotated[Path | None, typer.Option("--out", help="Folder for all tables as Parquet and CSV.")] = None,
) -> None:
    """Report how a suite is composed: types, pairs, parameters and difficulty over k.

    Blind draws (k random types, each drawn as if alone) show how many sets no text can meet (paper: table 11).
    """
    with needs("analysis", "cse suites report"):
        from cse.cli.frames import rows_of, write_frames
        from cse.results.folder import write_info
    from cse.suites.loader import load_suite

    suite = load_suite(name)
    found = composition_of(suite, blind=blind, seed=seed, quiet=as_json)
    settings: dict[str, Any] = {
        "suite": suite.name,
        "digest": suite.digest,
        "blind": blind,
        "seed": seed,
        "version": cse.__version__,
        "statements": list(found.statements),
    }
    if out is not None:
        write_frames(found.tables, out)
        write_info(out, settings, name="composition.json")
    if as_json:
        tables = {table: rows_of(frame) for table, frame in found.tables.items()}
        print(json.dumps(settings | {"tables": tables}, ensure_ascii=False))
    else:
        _show(suite, found)


def composition_of(suite: Suite, *, blind: int, seed: int, quiet: bool = True) -> Composition:
    """Reports how a suite is composed, with blind draws at each k that it holds.

    Args:
        suite: The suite; its reserve is left out.
        blind: Blind draws at each k, 0 for none.
        seed: Seed of these draws and of permutation tests.
        quiet: Whether to show no progress.
    """
    import numpy as np

    from cse.cli.composition_frames import drawn_frame, draws_frame, slots_frame
    from cse.cli.progress import level_progress
    from cse.compose.blind import blind_draws
    from cse.stats.composition_report import composition

    slots, rng = slots_frame(suite.probes), np.random.default_rng(seed)
    if not blind:
        return composition(slots, rng)
    counts = dict.fromkeys(sorted({probe.k for probe in suite.probes}), blind)
    with level_progress(counts, quiet=quiet, work="drawing blindly") as advance:
        draws = blind_draws(counts, seed, advance=advance)
    return composition(slots, rng, draws_frame(draws), drawn_frame(draws))


def _show(suite: Suite, found: Composition) -> None:
    from rich.text import Text

    from cse.cli.composition_views import VIEWS
    from cse.cli.frames import print_frame, screen

    console = screen()
    console.print(Text(f"Suite {suite.name}, digest {suite.digest[:16]}\n", style="bold"))
    for view in VIEWS:
        table = found.tables.get(view.table)
        if table is not None and not table.is_empty():
            columns = [column for column in view.columns if column.name in table.columns]
            print_frame(table, view.title, columns, most=view.most)
    for statement in found.statements:
        console.print(Text(f"- {statement}"))

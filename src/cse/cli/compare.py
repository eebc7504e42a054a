"""`cse compare`: what a treatment changed, from two runs over the same probes or from the first texts of one."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import cse
from cse.cli.extras import needs
from cse.cli.frames import print_frame, rows_of, screen, write_frames
from cse.cli.settings import differences
from cse.errors import InvalidInput
from cse.stats.defaults import DRAWS, TRAIN_TO

if TYPE_CHECKING:
    import polars as pl

    from cse.results.folder import Run
    from cse.stats.compare import Compared

_UNREAD = ("request", "answer", "error", "seconds", "stop_reason")  # columns of passes that nothing reads
_FIRST = ("first text", "response")
_FIRST_TEXTS = "The base is the first text on the way to each response of the same run."


def compare(
    folders: Annotated[
        list[Path],
        typer.Argument(
            help="Folder of the run to compare with, then that of the run whose change is told. One alone is compared "
            "with its own first texts.",
            metavar="[BASE] TREATED",
        ),
    ],
    draws: Annotated[int, typer.Option(help="Bootstrap draws of the probes for the intervals.", min=100)] = DRAWS,
    seed: Annotated[int, typer.Option(help="Seed of the draws.", min=0)] = 0,
    train_to: Annotated[int, typer.Option(help="Largest k that the decay factor is fitted to.", min=2)] = TRAIN_TO,
    input_price: Annotated[
        float | None, typer.Option(help="Price of a million tokens of prompts, in any currency.", min=0)
    ] = None,
    output_price: Annotated[float | None, typer.Option(help="Price of a million tokens generated.", min=0)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print all tables as JSON.")] = False,
    out: Annotated[Path | None, typer.Option("--out", help="Folder for all tables as Parquet and CSV.")] = None,
    figures: Annotated[Path | None, typer.Option("--figures", help="Folder for a figure of each model.")] = None,
) -> None:
    """Tell what a treatment changed: two runs over the same probes, paired probe by probe.

    Models of the same name are paired; runs that hold one model each are compared whatever their names. One run alone,
    under an intervention that revises or draws again, is compared with the first texts of its own responses.
    """
    with needs("analysis", "cse compare"):
        import numpy as np
        from rich.console import Console

        from cse.results.folder import write_info
        from cse.stats.compare import compare as compare_runs
        from cse.stats.tokens import Prices
    asked = {"input": input_price, "output": output_price}
    given = {name: price for name, price in asked.items() if price is not None}
    for folder in (out, figures):
        if folder is not None and folder.exists() and not folder.is_dir():
            raise InvalidInput(f"{str(folder)!r} is a file; name a folder to write to.")
    if len(folders) > 2:
        raise InvalidInput(
            f"{len(folders)} folders were given; cse compare takes two runs, or one for its first texts."
        )
    (base, treated), passes = _sides(folders)
    infos = (*base.info.values(), *treated.info.values())
    _same_suite(*infos)
    with Console(stderr=True).status("comparing") as status:
        found = compare_runs(
            base,
            treated,
            np.random.default_rng(seed),
            passes=passes,
            prices=Prices(**given) if given else None,
            draws=draws,
            train_to=train_to,
            progress=lambda part: status.update(f"comparing: {part}"),
        )
    own = len(folders) == 1
    statements = [*found.statements, _FIRST_TEXTS if own else _differ(infos)]
    settings = {
        "base": str(folders[0]),
        "base_texts": "first" if own else "response",
        "treated": str(folders[-1]),
        "simulated": any(info.get("simulated") for info in infos),
        "draws": draws,
        "seed": seed,
        "train_to": train_to,
        "prices": asked,
        "version": cse.__version__,
        "statements": statements,
    }
    if out is not None:
        write_frames(found.tables, out)
        write_info(out, settings, name="comparison.json")
    drawn = [] if figures is None else _draw(found, _FIRST if own else _names(infos), figures)
    if as_json:
        tables = {name: rows_of(table) for name, table in found.tables.items()}
        print(json.dumps(settings | {"tables": tables}, ensure_ascii=False))
        return
    _show(found, statements, simulated=bool(settings["simulated"]))
    print(f"Wrote {len(found.tables)} tables to {out}." if out else "All tables as files: the same with --out FOLDER.")
    for path in drawn:
        print(f"Wrote {path}.")


def _same_suite(base: Mapping[str, Any], treated: Mapping[str, Any]) -> None:
    """Refuses runs of different suites, where both say what theirs is."""
    ours, theirs = (info.get("suite") for info in (base, treated))
    if not (isinstance(ours, Mapping) and isinstance(theirs, Mapping)):
        return
    if None not in (ours.get("digest"), theirs.get("digest")) and ours["digest"] != theirs["digest"]:
        raise InvalidInput(
            f"The two runs are of different suites, {ours.get('name')!r} and {theirs.get('name')!r} (their digests "
            "differ); compare runs over one suite."
        )


def _differ(infos: Sequence[Mapping[str, Any]]) -> str:
    apart = list(differences(*infos))
    return f"Recorded settings that differ: {'; '.join(apart)}." if apart else "All recorded settings are the same."


def _names(infos: Sequence[Mapping[str, Any]]) -> tuple[str, str]:
    """Calls the sides after their interventions where these differ."""
    from cse.stats.pairs import SIDES

    base, treated = (str((info.get("intervention") or {}).get("name", "")) for info in infos)
    return (base, treated) if base and treated and base != treated else SIDES


def _draw(found: Compared, names: tuple[str, str], folder: Path) -> list[Path]:
    from cse.cli.compare_figures import write_side_figures

    return write_side_figures(found.tables, names, folder)


def _sides(folders: Sequence[Path]) -> tuple[tuple[Run, Run], dict[str, pl.DataFrame]]:
    """Reads both runs and the tables of passes that there are; of one folder alone, its first texts are the base."""
    from cse.cli.runs import load
    from cse.results.folder import PASSES_FILE, read_passes
    from cse.stats.first_texts import first_texts
    from cse.stats.pairs import SIDES

    treated = load(folders[-1:])
    if len(folders) == 1:
        passes = read_passes(folders[0], without=_UNREAD)
        return (first_texts(treated, passes), treated), {"treated": passes}
    there = {
        side: read_passes(folder, without=_UNREAD)
        for side, folder in zip(SIDES, folders, strict=True)
        if (folder / PASSES_FILE).exists()
    }
    return (load(folders[:1]), treated), there


def _show(found: Compared, statements: Sequence[str], *, simulated: bool) -> None:
    from rich.text import Text

    from cse.cli.compare_views import VIEWS

    console = screen()
    for view, measures in VIEWS:
        table = found.tables.get(view.table)
        if table is not None and measures:
            table = table.filter(table["measure"].is_in(measures))
        if table is not None and not table.is_empty():
            print_frame(table, view.title, view.columns, most=view.most)
    print()
    if simulated:
        console.print("These are simulated respondents, not models.", style="bold")
    for statement in statements:
        console.print(Text(f"- {statement}"))

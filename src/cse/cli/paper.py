"""`cse paper`: what the paper's published figures reproduce of each other, side by side."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cse.cli.extras import needs
from cse.cli.frames import rows_of, screen, write_frames

if TYPE_CHECKING:
    import polars as pl
    from rich.console import Console

_MOST = 15  # a longer group is shown by the figures that differ most


def paper(
    everything: Annotated[
        bool, typer.Option("--all", help="Show every figure, not the largest differences alone.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print all figures and contradictions as JSON.")] = False,
    out: Annotated[Path | None, typer.Option("--out", help="Folder for the tables as Parquet and CSV.")] = None,
) -> None:
    """Compare the paper's figures with what follows from its own published tables.

    Exit code 1 when a difference exceeds what the rounding of the published figures allows. Where the paper contradicts
    itself is listed apart.
    """
    with needs("analysis", "cse paper"):
        from cse.stats.paper import comparisons, conflicts

        found, contradictions = comparisons(), conflicts()
    if out is not None:
        write_frames({"comparisons": found, "contradictions": contradictions}, out)
    if as_json:
        print(json.dumps({"comparisons": rows_of(found), "contradictions": rows_of(contradictions)}, indent=2))
    else:
        _show(found, contradictions, everything)
    if not found["holds"].all():
        raise typer.Exit(1)


def _show(found: pl.DataFrame, contradictions: pl.DataFrame, everything: bool) -> None:
    from cse.cli.marking import visible

    console = screen()
    shown = found if everything else shortened(found)
    _print_comparisons(console, shown)
    if shown.height < found.height:
        console.print(f"Long groups are cut to their largest differences ({shown.height} rows); --all shows every one.")
    console.print("\n[bold]Where the paper contradicts itself[/]\n")
    for row in contradictions.iter_rows(named=True):
        statement = f": {row['one']}; but {row['other']}.\n  {row['finding']}."
        console.print(f"[bold]{row['about']}[/]", visible(statement), sep="")
    kept = int(found["holds"].sum())
    style = "green" if kept == found.height else "red"
    console.print(f"\n{kept} of {found.height} figures hold within rounding.", style=style)


def _print_comparisons(console: Console, shown: pl.DataFrame) -> None:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    for head in ("published", "computed", "difference", "rounding allows", "holds"):
        table.add_column(head, justify="right", no_wrap=True)
    for (source, group), rows in shown.group_by("source", "group", maintain_order=True):
        table.add_row(f"[bold]{source}: {group}[/]")
        for row in rows.iter_rows(named=True):
            values = (
                f"{row['published']:g}",
                f"{row['computed']:.6g}",
                f"{round(row['difference'], 9):.2g}",
                f"{row['allowed']:.2g}",
            )
            table.add_row(f"  {row['item']}", *values, "yes" if row["holds"] else "[red]NO[/]")
    console.print(table)


def shortened(found: pl.DataFrame) -> pl.DataFrame:
    """Keeps short groups whole, of long ones the three largest differences, and everything that does not hold."""
    import polars as pl

    place = (pl.col("difference").abs() - pl.col("allowed")).rank("ordinal", descending=True).over("source", "group")
    size = pl.len().over("source", "group")
    return found.filter((size <= _MOST) | (place <= 3) | ~pl.col("holds"))

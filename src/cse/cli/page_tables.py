"""The tables of an analysis as a page or a paper shows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from cse.cli.analysis_views import VIEWS
from cse.cli.frames import Shown, View, cell, notes
from cse.report.tables import Cell, Head, PageTable

if TYPE_CHECKING:
    import polars as pl

_MOST = 100  # rows; more than that is read by a program


def page_tables(tables: Mapping[str, pl.DataFrame]) -> Iterator[PageTable]:
    """Makes the tables that `cse analyze` shows, those that have rows."""
    for view in VIEWS:
        frame = tables.get(view.table)
        if frame is not None and not frame.is_empty():
            yield _page_table(view, frame)


def _page_table(view: View, frame: pl.DataFrame) -> PageTable:
    shown = frame.head(_MOST)
    return PageTable(
        name=view.table,
        title=view.title,
        heads=[Head(column.name, column.head, column.format == "text") for column in view.columns],
        rows=[[_cell(row, column) for column in view.columns] for row in shown.iter_rows(named=True)],
        notes=notes(shown, view.columns[0].name),
        left_out=frame.height - shown.height,
    )


def _cell(row: Mapping[str, Any], column: Shown) -> Cell:
    low, high = row.get(f"{column.name}_low"), row.get(f"{column.name}_high")
    value = row[column.name]
    return Cell(cell(row, column), value, *((low, high) if None not in (low, high) else ()))

"""Tables of estimates on the screen, as JSON and as files."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import polars as pl
    from rich.console import Console
    from rich.table import Table

_SHORT = 9
_UNLIMITED = 1000
_PIPED_WIDTH = 140  # what is piped into a file or a pager has no screen to fit
Format = Literal["text", "count", "percent", "number", "fine"]


@dataclass(frozen=True)
class Shown:
    """One column on the screen.

    Attributes:
        name: The column of the table; its interval, where there is one, is shown with it.
        head: What stands above it.
        format: `percent` shows a share in percent with one decimal, `number` three decimals, `fine` as many as the
            value needs, `count` a whole number, `text` what stands there.
    """

    name: str
    head: str
    format: Format = "text"


@dataclass(frozen=True)
class View:
    """One table on the screen.

    Attributes:
        table: Its name in the analysis.
        title: What stands above it.
        columns: What is shown of it; the first column names the rows in notes.
        most: Rows shown at most.
    """

    table: str
    title: str
    columns: tuple[Shown, ...]
    most: int = 40


def print_frame(frame: pl.DataFrame, title: str, columns: Sequence[Shown], *, most: int = 50) -> None:
    """Prints a table with a title; notes follow it, and how many rows were left out.

    Args:
        frame: The table.
        title: What it is.
        columns: What to show, in this order.
        most: Rows to show at most.
    """
    from rich.text import Text

    console = screen()
    console.print(Text(f"\n{title}", style="bold"))
    shown = frame.head(most)
    table = _laid_out(shown, columns, " ")
    if console.measure(table, options=console.options.update(width=_UNLIMITED)).maximum > console.width:
        table = _laid_out(shown, columns, "\n")
    console.print(table)
    if frame.height > most:
        console.print(f"... and {frame.height - most} more rows (--out writes all)", style="dim")
    for note in notes(shown, columns[0].name):
        console.print(Text(f"  {note}", style="dim"))


def _laid_out(frame: pl.DataFrame, columns: Sequence[Shown], joint: str) -> Table:
    """Lays out a table; `joint` stands between a value and its interval, a line break where the screen is narrow."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, header_style="bold", pad_edge=False)
    cells = [[cell(row, column, joint) for column in columns] for row in frame.iter_rows(named=True)]
    for place, column in enumerate(columns):
        is_text = column.format == "text"
        # Where the screen is narrow, names and heads give way; numbers and short words never.
        width = max((len(line) for row in cells for line in row[place].split("\n")), default=0)
        justify: Literal["left", "right"] = "left" if is_text else "right"
        table.add_column(
            column.head, justify=justify, overflow="fold", min_width=min(width, _SHORT) if is_text else width
        )
    for row in cells:
        table.add_row(*(Text(value) for value in row))
    return table


def screen() -> Console:
    """Returns the console for results; where the output is piped it is wide enough for every table."""
    from rich.console import Console

    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = _PIPED_WIDTH
    return console


def cell(row: Mapping[str, Any], column: Shown, joint: str = " ") -> str:
    """Writes one value with its interval, or a dash where it does not exist.

    >>> cell({"r": 0.95, "r_low": 0.9, "r_high": 0.99}, Shown("r", "r", "percent"))
    '95.0 [90.0, 99.0]'
    >>> cell({"r": None}, Shown("r", "r", "number"))
    '-'
    """
    text = _written(row[column.name], column.format)
    low, high = row.get(f"{column.name}_low"), row.get(f"{column.name}_high")
    if low is None or high is None:
        return text
    return f"{text}{joint}[{_written(low, column.format)}, {_written(high, column.format)}]"


def _written(value: Any, form: Format) -> str:
    if value is None:
        return "-"
    if form == "percent":
        return f"{100 * value:.1f}"
    if form == "number":
        return f"{value:.3f}"
    if form == "fine":
        return f"{value:.4g}"
    if form == "count":
        return f"{value:,}"
    return "yes" if value is True else "no" if value is False else str(value)


def notes(frame: pl.DataFrame, name: str) -> list[str]:
    """Returns each note once, with the rows that it is about."""
    if "note" not in frame.columns or name not in frame.columns:
        return []
    about: dict[str, list[str]] = {}
    for row, note in frame.select(name, "note").iter_rows():
        if note:
            about.setdefault(note, []).append(str(row))
    return [f"{', '.join(rows)}: {note}" for note, rows in about.items()]


def rows_of(frame: pl.DataFrame) -> list[dict[str, Any]]:
    """Returns the rows as JSON values; what does not exist or is infinite is null."""
    return [{name: _plain(value) for name, value in row.items()} for row in frame.iter_rows(named=True)]


def _plain(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value


def write_frames(frames: Mapping[str, pl.DataFrame], folder: Path) -> None:
    """Writes every table as `NAME.parquet` and `NAME.csv`.

    Raises:
        InvalidInput: The folder is a file.
    """
    from cse.errors import InvalidInput
    from cse.results.tables import write_table

    if folder.exists() and not folder.is_dir():
        raise InvalidInput(f"{str(folder)!r} is a file; name a folder to write the tables to.")
    for name, frame in frames.items():
        for ending in ("parquet", "csv"):
            write_table(frame, folder / f"{name}.{ending}")

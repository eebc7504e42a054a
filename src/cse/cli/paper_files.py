"""Figures and tables as files for a paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cse.report.tables import PageTable, to_latex, to_markdown

if TYPE_CHECKING:
    import polars as pl

_PRINT = (".svg", ".pdf")


def write_paper_files(
    frames: Mapping[str, pl.DataFrame], tables: Sequence[PageTable], folder: Path, progress: Callable[[str], object]
) -> None:
    """Writes figures at full and at column width as SVG and PDF, at full width as PNG too, and the tables.

    Tables are written as LaTeX and Markdown as they are shown, as CSV and Parquet with all rows and digits.

    Args:
        frames: The tables of the analysis.
        tables: The tables as they are shown.
        folder: Where to write.
        progress: Called with what is being written.
    """
    from cse.cli.frames import write_frames
    from cse.figures import COLUMN, FULL, draw, save
    from cse.results.tables import replacing

    for suffix, width, endings in (("", FULL, (*_PRINT, ".png")), ("-column", COLUMN, _PRINT)):
        figures, _ = draw(frames, width=width)
        for figure in figures.values():
            progress(f"writing the figure {figure.name}{suffix}")
            for ending in endings:
                save(figure, folder / f"{figure.name}{suffix}{ending}")
    for table in tables:
        for ending, text in ((".tex", to_latex(table)), (".md", to_markdown(table))):
            with replacing(folder / f"{table.name}{ending}") as temporary:
                temporary.write_text(text, encoding="utf-8")
    write_frames({table.name: frames[table.name] for table in tables}, folder)

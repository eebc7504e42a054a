"""From estimates to charts: one function a figure, nothing computed on the way.

Every function takes tables of `cse.stats.analysis.analyse` (each parameter has its table's name) and returns a
`Figure`: an Altair chart, the finding as its title, and a description for people who cannot see it. Where the tables
hold nothing to show, it raises `NothingToShow`, which says why. `draw` does so for all that `FIGURES` lists.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping

import polars as pl

from cse.errors import NothingToShow
from cse.figures.ability import ability
from cse.figures.budget import budget
from cse.figures.cofailure import cofailure
from cse.figures.collapse import collapse
from cse.figures.compare import compare
from cse.figures.figure import Figure, save
from cse.figures.heatmap import heatmap
from cse.figures.position import position
from cse.figures.profiles import profiles
from cse.figures.sacrifice import sacrifice
from cse.figures.synergy import synergy
from cse.figures.theme import COLUMN, FULL

FIGURES: Mapping[str, Callable[..., Figure]] = {
    function.__name__: function
    for function in (collapse, budget, heatmap, profiles, cofailure, synergy, position, sacrifice, ability, compare)
}
"""Every figure in the order of a report; the first line of its docstring is its caption."""


def tables_of(figure: Callable[..., Figure]) -> tuple[str, ...]:
    """Returns the names of the tables that a figure is drawn from.

    >>> tables_of(sacrifice)
    ('impossible', 'sacrifice_pairs')
    """
    parameters = inspect.signature(figure).parameters.values()
    return tuple(parameter.name for parameter in parameters if parameter.kind is not parameter.KEYWORD_ONLY)


def draw(tables: Mapping[str, pl.DataFrame], *, width: int = FULL) -> tuple[dict[str, Figure], dict[str, str]]:
    """Draws every figure that the tables have something to show for.

    Args:
        tables: The tables of an analysis by name.
        width: Of each figure in pixels: `FULL`, or `COLUMN` for one column of two.

    Returns:
        The figures by name, and for each of the others one sentence that says why it is not there.
    """
    drawn: dict[str, Figure] = {}
    reasons: dict[str, str] = {}
    for name, function in FIGURES.items():
        needed = tables_of(function)
        missing = [table for table in needed if table not in tables]
        try:
            if missing:
                raise NothingToShow(name, f"the analysis has no table {missing[0]!r}")
            drawn[name] = function(*(tables[table] for table in needed), width=width)
        except NothingToShow as error:
            reasons[name] = str(error)
    return drawn, reasons


__all__ = ["COLUMN", "FIGURES", "FULL", "Figure", "NothingToShow", "draw", "save", "tables_of", *FIGURES]

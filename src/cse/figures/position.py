"""Does the place of a constraint in the prompt matter?."""

from __future__ import annotations

import polars as pl

from cse.figures.figure import Figure
from cse.figures.theme import FULL


def position(position_levels: pl.DataFrame, position_summary: pl.DataFrame, *, width: int = FULL) -> Figure:
    """Does the place of a constraint in the prompt matter?."""
    raise NotImplementedError

"""Each constraint type alone, what it loses with each further constraint, and its near misses."""

from __future__ import annotations

import polars as pl

from cse.figures.figure import Figure
from cse.figures.theme import FULL


def profiles(hierarchy_types: pl.DataFrame, *, width: int = FULL) -> Figure:
    """Each constraint type alone, what it loses with each further constraint, and its near misses."""
    raise NotImplementedError

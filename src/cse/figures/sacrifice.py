"""What is kept and what is given up where not all constraints can hold."""

from __future__ import annotations

import polars as pl

from cse.figures.figure import Figure
from cse.figures.theme import FULL


def sacrifice(impossible: pl.DataFrame, *, width: int = FULL) -> Figure:
    """What is kept and what is given up where not all constraints can hold."""
    raise NotImplementedError

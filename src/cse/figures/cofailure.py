"""Which constraint types fail together, ordered by the output feature that they read."""

from __future__ import annotations

import polars as pl

from cse.figures.figure import Figure
from cse.figures.theme import FULL


def cofailure(
    cofailure_pairs: pl.DataFrame, cofailure_summary: pl.DataFrame, cofailure_tests: pl.DataFrame, *, width: int = FULL
) -> Figure:
    """Which constraint types fail together, ordered by the output feature that they read."""
    raise NotImplementedError

"""The chance that all k constraints hold, and the largest k at the target reliability."""

from __future__ import annotations

import polars as pl

from cse.figures.figure import Figure
from cse.figures.theme import FULL


def budget(budget: pl.DataFrame, by_k: pl.DataFrame, by_model_and_k: pl.DataFrame, *, width: int = FULL) -> Figure:
    """The chance that all k constraints hold, and the largest k at the target reliability."""
    raise NotImplementedError

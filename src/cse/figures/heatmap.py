"""How often each constraint type holds in each model, by dimension."""

from __future__ import annotations

import polars as pl

from cse.figures.figure import Figure
from cse.figures.theme import FULL


def heatmap(by_type_and_model: pl.DataFrame, by_model: pl.DataFrame, *, width: int = FULL) -> Figure:
    """How often each constraint type holds in each model, by dimension."""
    raise NotImplementedError

"""Two models or runs side by side: curves, and each constraint type."""

from __future__ import annotations

import polars as pl

from cse.figures.figure import Figure
from cse.figures.theme import FULL


def compare(
    by_model: pl.DataFrame,
    by_model_and_k: pl.DataFrame,
    by_type_and_model: pl.DataFrame,
    *,
    models: tuple[str, str] | None = None,
    width: int = FULL,
) -> Figure:
    """Two models or runs side by side: curves, and each constraint type."""
    raise NotImplementedError

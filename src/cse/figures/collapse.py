"""mCSR and sCSR over k, with the fitted curve, each model's line, and the penalty between the two."""

from __future__ import annotations

import polars as pl

from cse.figures.figure import Figure
from cse.figures.theme import FULL


def collapse(
    by_k: pl.DataFrame,
    by_model_and_k: pl.DataFrame,
    predictions: pl.DataFrame,
    decay_mcsr: pl.DataFrame,
    *,
    width: int = FULL,
) -> Figure:
    """MCSR and sCSR over k, with the fitted curve, each model's line, and the penalty between the two."""
    raise NotImplementedError

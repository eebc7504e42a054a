"""Ability of the models and difficulty of the probes on one scale."""

from __future__ import annotations

import polars as pl

from cse.figures.figure import Figure
from cse.figures.theme import FULL


def ability(
    irt_abilities: pl.DataFrame, irt_items: pl.DataFrame, irt_summary: pl.DataFrame, *, width: int = FULL
) -> Figure:
    """Ability of the models and difficulty of the probes on one scale."""
    raise NotImplementedError

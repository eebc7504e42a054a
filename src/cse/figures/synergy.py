"""sCSR against what independent checks would give."""

from __future__ import annotations

import polars as pl

from cse.figures.figure import Figure
from cse.figures.theme import FULL


def synergy(synergy_levels: pl.DataFrame, synergy_terciles: pl.DataFrame, *, width: int = FULL) -> Figure:
    """SCSR against what independent checks would give."""
    raise NotImplementedError

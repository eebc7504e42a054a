"""A simulated panel, analysed once for all tests, and what every figure of it is."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from cse.figures import COLUMN, FULL, Figure, draw
from cse.stats.analysis import analyse
from cse.stats.simulate import simulate
from cse.stats.truth import published_truth


@pytest.fixture(scope="session")
def tables() -> dict[str, pl.DataFrame]:
    """The tables of three models over a tenth of the standard suite, checks of one output feature failing together."""
    panel = simulate(published_truth(models=3, scale=0.4, coupling=0.6), np.random.default_rng(5))
    return analyse(panel.responses, panel.checks, np.random.default_rng(6), draws=40).tables


@pytest.fixture(scope="session")
def drawn(tables: dict[str, pl.DataFrame]) -> dict[tuple[str, int], Figure]:
    """Every figure at both widths."""
    return {(name, width): figure for width in (FULL, COLUMN) for name, figure in draw(tables, width=width)[0].items()}

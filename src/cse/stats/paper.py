"""Everything of the paper that follows from its own published figures, side by side with what is computed from them."""

from __future__ import annotations

import polars as pl

from cse.stats.comparison import comparison_table
from cse.stats.paper_conflicts import conflict_table
from cse.stats.paper_decay import decay_comparisons
from cse.stats.paper_tables import figure5_comparisons, hierarchy_comparisons, ranking_comparisons, sum_comparisons


def comparisons() -> pl.DataFrame:
    """Returns every published figure that other published figures reproduce; columns as in `comparison_table`.

    >>> bool(comparisons()["holds"].all())
    True
    """
    parts = (
        decay_comparisons,
        ranking_comparisons,
        figure5_comparisons,
        hierarchy_comparisons,
        sum_comparisons,
    )
    return comparison_table(comparison for part in parts for comparison in part())


def conflicts() -> pl.DataFrame:
    """Returns where the paper disagrees with itself: `about`, `one`, `other`, `finding`."""
    return conflict_table()

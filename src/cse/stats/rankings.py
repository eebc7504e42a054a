"""Three rankings of the models and how they disagree (paper, section L, tables 9 and 10)."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import polars as pl
from scipy.stats import rankdata

from cse.stats.bootstrap import Sums, ratio
from cse.stats.cube import Cube, Floats, percentiles

METRICS = ("mcsr", "scsr", "geometric")


def rankings(cube: Cube, sums: Sums) -> pl.DataFrame:
    """Ranks the models by mCSR, by sCSR and by the geometric mean of both, best geometric mean first.

    Columns: `model`; for each of `METRICS` its value, its rank (1 is best, ties share the best rank) and the 95 %
    interval of the rank, `METRIC_rank_low` and `METRIC_rank_high`; `moved`, rank by mCSR less rank by sCSR. Models
    without a whole response are left out: they have no sCSR.
    """
    passed, responses = sums.all_passed, sums.responses
    if passed is None or responses is None:
        raise TypeError("sums by type know no responses; use sums_by_level")
    known = responses[0].sum(axis=1) > 0
    mcsr = ratio(sums.passes.sum(axis=2), sums.checks.sum(axis=2))[:, known]
    scsr = ratio(passed.sum(axis=2), responses.sum(axis=2))[:, known]
    values = dict(zip(METRICS, (mcsr, scsr, np.sqrt(mcsr * scsr)), strict=True))
    table = pl.DataFrame({"model": [name for name, there in zip(cube.models, known, strict=True) if there]})
    for metric, drawn in values.items():
        ranks = rank(drawn)
        low, high = percentiles(ranks[1:])
        table = table.with_columns(
            pl.Series(metric, drawn[0]),
            *(
                pl.Series(f"{metric}_rank{end}", column).fill_nan(None).cast(pl.Int64)
                for end, column in (("", ranks[0]), ("_low", np.floor(low)), ("_high", np.ceil(high)))
            ),
        )
    table = table.with_columns(moved=pl.col("mcsr_rank") - pl.col("scsr_rank"))
    return table.sort("geometric", "model", descending=[True, False])


def inversions(ranked: pl.DataFrame) -> pl.DataFrame:
    """Counts the pairs of models that two rankings put in opposite order.

    Columns: `first`, `second` (metrics), `pairs`, `inverted`, and `largest_move`, the most ranks that a model moves.
    """
    rows = []
    for first, second in combinations(METRICS, 2):
        a, b = ranked[first].to_numpy(), ranked[second].to_numpy()
        pairs = list(combinations(range(len(a)), 2))
        inverted = sum((a[i] - a[j]) * (b[i] - b[j]) < 0 for i, j in pairs)
        moves = (ranked[f"{first}_rank"] - ranked[f"{second}_rank"]).abs()
        rows.append((first, second, len(pairs), int(inverted), moves.max()))
    names = {
        "first": pl.String,
        "second": pl.String,
        "pairs": pl.Int64,
        "inverted": pl.Int64,
        "largest_move": pl.Int64,
    }
    return pl.DataFrame(rows, schema=names, orient="row")


def rank(values: Floats) -> Floats:
    """Ranks along the last axis, 1 for the largest; ties share the best rank.

    >>> rank(np.array([0.2, 0.5, 0.2])).tolist()
    [2.0, 1.0, 2.0]
    """
    return np.asarray(rankdata(-values, method="min", axis=-1), dtype=np.float64)

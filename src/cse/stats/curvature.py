"""Does a curve over k bend? A line against a parabola (paper, section O).

Both are fitted by least squares, each level of k one point. Superlinearity = 1 - SSE(parabola) / SSE(line), the share
of the line's squared error that the quadratic term removes. Curvature is that term's coefficient: positive where the
curve is convex (it falls ever more slowly), negative where it is concave.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import polars as pl
from numpy.typing import NDArray

from cse.stats.bootstrap import estimate_table
from cse.stats.cube import Floats

FEWEST_LEVELS = 4
"""A parabola goes through any three levels, so it takes one more to tell anything."""


def curvature(levels: NDArray[np.int64], curves: Mapping[str, Floats]) -> pl.DataFrame:
    """Returns how each curve bends.

    Args:
        levels: The values of k.
        curves: By name, (1 + draws) x levels.

    Returns:
        One row a `curve`: `levels` (their number), `superlinearity` and `curvature` with `_low` and `_high`, `note`.
    """
    bends = [superlinearity(levels.astype(np.float64), values) for values in curves.values()]
    estimates = {
        "superlinearity": np.stack([_centred(share) for share, _ in bends], axis=1),
        "curvature": np.stack([bend for _, bend in bends], axis=1),
    }
    known = np.array([np.isfinite(values[0]).sum() for values in curves.values()], dtype=np.int64)
    table = estimate_table(pl.DataFrame({"curve": list(curves), "levels": known}), estimates, known.astype(np.float64))
    why = (
        pl.when(pl.col("levels") < FEWEST_LEVELS)
        .then(pl.format("no curvature: there are {} levels of k, it takes {}", "levels", pl.lit(FEWEST_LEVELS)))
        .when(pl.col("superlinearity").is_null())
        .then(pl.lit("no superlinearity: the points lie on a straight line"))
    )
    return table.with_columns(why.otherwise("note").alias("note"))


def _centred(share: Floats) -> Floats:
    """Moves the draws of 1 - superlinearity, by a factor, so that the estimate is their geometric mean.

    Noise adds to both squared errors, and a draw adds its own noise to that of the table, so that draws of the share
    all lie below it where the curve is nearly a parabola.
    """
    left = np.log(np.maximum(1 - share, 1e-12))
    drawn = left[1:]
    known = np.isfinite(drawn)
    shift = left[0] - drawn[known].mean() if known.any() else 0.0
    return np.concatenate([share[:1], np.maximum(1 - np.exp(drawn + shift), 0)])


def superlinearity(levels: Floats, rates: Floats) -> tuple[Floats, Floats]:
    """Returns the superlinearity and the curvature of curves over k; NaN below four levels.

    Args:
        levels: The values of k.
        rates: (1 + draws) x levels; levels that are NaN in entry 0 are left out.

    >>> share, bend = superlinearity(np.arange(1.0, 7.0), np.arange(1.0, 7.0)[None] ** 2)
    >>> share.round(6).tolist(), bend.round(6).tolist()
    ([1.0], [1.0])
    """
    known = np.isfinite(rates[0])
    x, y = levels[known], rates[:, known].T
    if len(x) < FEWEST_LEVELS:
        nothing = np.full(len(rates), np.nan)
        return nothing, nothing.copy()
    errors, fits = [], []
    for degree in (1, 2):
        design = np.vander(x - x.mean(), degree + 1)
        fits.append(np.linalg.pinv(design) @ y)
        errors.append(((y - design @ fits[-1]) ** 2).sum(axis=0))
    straight = errors[0] <= 1e-12 * np.maximum((y**2).sum(axis=0), 1e-12)
    share = 1 - np.divide(errors[1], errors[0], out=np.full(len(rates), np.nan), where=~straight)
    return np.where(straight, np.nan, share), fits[1][0]

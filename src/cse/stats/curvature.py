"""Does a curve over k bend? A line against a parabola (paper, section O).

Both are fitted by least squares, each level of k one point. Superlinearity = 1 - SSE(parabola) / SSE(line), the share
of the line's squared error that the quadratic term removes. Curvature is that term's coefficient: positive where the
curve is convex (it falls ever more slowly), negative where it is concave.

The noise of the points adds to both squared errors, which makes a curve look less like a parabola than it is: of a
true 0.99 it can leave 0.97 at full size and 0.8 in a small run. Draws tell how much it adds, as they carry their own
noise on top of that of the points; `corrected` is superlinearity with that much taken from both errors.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import polars as pl
from numpy.typing import NDArray

from cse.stats.bootstrap import estimate_table
from cse.stats.cube import Floats
from cse.stats.notes import explain

FEWEST_LEVELS = 4
"""A parabola goes through any three levels, so it takes one more to tell anything."""
STRAIGHT = 1e-18
"""Points whose squared error, in shares, is no larger lie on a line but for rounding."""


def curvature(levels: NDArray[np.int64], curves: Mapping[str, Floats]) -> pl.DataFrame:
    """Returns how each curve bends.

    Args:
        levels: The values of k.
        curves: By name, (1 + draws) x levels.

    Returns:
        One row a `curve`: `levels` (their number), `superlinearity` (of the points as they are), `corrected` and
        `curvature` with `_low` and `_high`, `note`.
    """
    bends = [bend(levels.astype(np.float64), values) for values in curves.values()]
    shares = [corrected(line, parabola) for line, parabola, _ in bends]
    known = np.array([np.isfinite(values[0]).sum() for values in curves.values()], dtype=np.int64)
    index = pl.DataFrame({"curve": list(curves), "levels": known}).with_columns(
        pl.Series("superlinearity", [raw for raw, _ in shares], pl.Float64).fill_nan(None)
    )
    estimates = {
        "corrected": np.stack([share for _, share in shares], axis=1),
        "curvature": np.stack([coefficient for _, _, coefficient in bends], axis=1),
    }
    table = estimate_table(index, estimates, known.astype(np.float64))
    why = (
        pl.when(pl.col("levels") < FEWEST_LEVELS)
        .then(pl.format("no curvature: there are {} levels of k, it takes {}", "levels", pl.lit(FEWEST_LEVELS)))
        .when(pl.col("superlinearity").is_null())
        .then(pl.lit("no superlinearity: the points lie on a straight line"))
        .when(pl.col("corrected_low").is_null() & pl.col("curvature_low").is_not_null())
        .then(pl.lit("no interval for corrected: the points lie no farther from a straight line than noise puts them"))
    )
    return explain(table.with_columns(why.otherwise("note").alias("note")))


def bend(levels: Floats, rates: Floats) -> tuple[Floats, Floats, Floats]:
    """Fits a line and a parabola; NaN below four levels.

    Args:
        levels: The values of k.
        rates: (1 + draws) x levels; levels that are NaN in entry 0 are left out.

    Returns:
        The squared error of the line, that of the parabola, and the coefficient of the quadratic term.

    >>> line, parabola, coefficient = bend(np.arange(1.0, 7.0), np.arange(1.0, 7.0)[None] ** 2)
    >>> bool(line[0] > 1), parabola.round(6).tolist(), coefficient.round(6).tolist()
    (True, [0.0], [1.0])
    """
    known = np.isfinite(rates[0])
    x, y = levels[known], rates[:, known].T
    if len(x) < FEWEST_LEVELS:
        nothing = np.full(len(rates), np.nan)
        return nothing, nothing.copy(), nothing.copy()
    errors, fits = [], []
    for degree in (1, 2):
        design = np.vander(x - x.mean(), degree + 1)
        fits.append(np.linalg.pinv(design) @ y)
        errors.append(((y - design @ fits[-1]) ** 2).sum(axis=0))
    return errors[0], errors[1], fits[1][0]


def corrected(line: Floats, parabola: Floats) -> tuple[float, Floats]:
    """Returns superlinearity as the points have it, and with the noise taken out; NaN where they lie on a line.

    Args:
        line: Squared error of the line, 1 + draws.
        parabola: Squared error of the parabola.

    Returns:
        The plain share, and the corrected one with its draws, from 0 to 1.
    """
    if not line[0] > STRAIGHT:
        return np.nan, np.full(len(line), np.nan)
    left = []
    for error in (line, parabola):
        noise = max(float(error[1:].mean() - error[0]), 0.0) if len(error) > 1 else 0.0
        # a draw carries the noise twice, once from the points and once from itself
        left.append(np.maximum(error - noise * np.where(np.arange(len(error)) > 0, 2, 1), 0))
    share = 1 - np.divide(left[1], left[0], out=np.full(len(line), np.nan), where=left[0] > 0)
    return float(1 - parabola[0] / line[0]), np.clip(share, 0, 1)

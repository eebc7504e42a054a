"""What tells how fast a type loses: Spearman's rank correlation of slope with gap and with baseline (section 4)."""

from __future__ import annotations

import numpy as np
import polars as pl
from scipy import stats

from cse.stats.cube import Floats, percentiles
from cse.stats.retention import Profile

FEWEST_TYPES = 5
"""Fewer types than this carry no rank correlation."""


def predictors(
    types: pl.DataFrame, rng: np.random.Generator, draws: int = 2000, halves: Profile | None = None
) -> pl.DataFrame:
    """Correlates the slope of each type with its gap and with its baseline, by ranks.

    The types are the units, so the interval draws them again; the noise in each type's numbers is part of their spread.
    A slope of retention starts at the baseline and divides by it, so a baseline that is off by luck moves its own
    slope, and the two correlate where nothing was put in. With `halves` a third row takes the baseline from one half of
    the probes at k = 1, the slope from the other, and averages over both ways.

    Args:
        types: Frame with `slope`, `gap` and `baseline`, one row a type; rows without a slope are left out.
        rng: Source of the draws.
        draws: Number of bootstrap draws.
        halves: Measures of the same types, entry 1 from one half of the probes at k = 1, entry 2 from the other.

    Returns:
        The table `predictors` of `cse.stats.hierarchy.Hierarchy`.

    >>> table = pl.DataFrame({"slope": [-0.1, -0.2, -0.3, -0.4, -0.5], "gap": range(5), "baseline": range(5)})
    >>> predictors(table, np.random.default_rng(0), 100).row(0)[:3]
    ('gap', 5, -1.0)
    """
    known = types.filter(pl.col("slope").is_not_null())
    slope = known["slope"].to_numpy()[None]
    rows = [
        _correlation(name, known[name].to_numpy().astype(np.float64)[None], slope, rng, draws)
        for name in ("gap", "baseline")
    ]
    if halves is not None:
        both = np.isfinite(halves.slope[1:]).all(axis=0)
        baseline = halves.baseline[1:, both]
        rows.append(_correlation("baseline, other half", baseline, halves.slope[:0:-1, both], rng, draws))
    numbers = dict.fromkeys(("rho", "rho_low", "rho_high", "p"), pl.Float64)
    return pl.DataFrame(
        rows, schema={"predictor": pl.String, "types": pl.Int64, **numbers, "note": pl.String}, orient="row"
    )


def _correlation(
    name: str, x: Floats, y: Floats, rng: np.random.Generator, draws: int
) -> tuple[str, int, float | None, float | None, float | None, float | None, str | None]:
    """Correlates rows of x with rows of y over the types and averages over the rows."""
    size = x.shape[1]
    if size < FEWEST_TYPES:
        note = f"no correlation: {size} types have what it takes, {FEWEST_TYPES} are needed"
        return name, size, None, None, None, None, note
    picks = rng.integers(size, size=(draws, size))
    rho = float(rank_correlation(x, y).mean())
    if np.isnan(rho):
        return name, size, None, None, None, None, "no correlation: all types have the same value"
    low, high = percentiles(np.mean([rank_correlation(a[picks], b[picks]) for a, b in zip(x, y, strict=True)], axis=0))
    # t with size - 2 degrees of freedom, as scipy.stats.spearmanr has it
    p = 2 * stats.t.sf(abs(rho) * np.sqrt((size - 2) / max(1 - rho**2, 1e-12)), size - 2)
    why = None if np.isfinite(low) or not draws else "no interval: too few different values"
    return name, size, rho, *(None if np.isnan(end) else float(end) for end in (low, high)), float(p), why


def rank_correlation(x: Floats, y: Floats) -> Floats:
    """Returns Spearman's rank correlation along the last axis, ties at their mean rank; NaN where one is constant."""
    a, b = (stats.rankdata(values, axis=-1) for values in (x, y))
    a, b = a - a.mean(axis=-1, keepdims=True), b - b.mean(axis=-1, keepdims=True)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray((a * b).sum(axis=-1) / np.sqrt((a**2).sum(axis=-1) * (b**2).sum(axis=-1)))

"""The arithmetic of retention, on arrays: pass rates by k, what is left of them, and how fast they fall.

All arrays have the table itself as entry 0 of their first axis and the bootstrap draws after it, then the levels of k
where there are any, then the types or groups of types. A measure that does not exist is NaN here; `cse.stats.hierarchy`
says why.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cse.stats.cube import Cube, Floats, Weights

LATE = 8
"""From this k on a pass rate counts as late."""


@dataclass(frozen=True)
class TypeSums:
    """Sums over models and probes, (1 + draws) x levels x types.

    Attributes:
        levels: The values of k, ascending.
        checks: Number of checks.
        passes: Number of passes.
        scores: Sum of scores.
    """

    levels: Floats
    checks: Floats
    passes: Floats
    scores: Floats


def sums_by_type_and_level(data: Cube, weights: Weights) -> TypeSums:
    """Adds up checks, passes and scores by k and type: as they are, then with each draw's weights."""
    sums = np.zeros((3, 1 + len(weights), len(data.levels), data.types.height))
    for which, array in enumerate((data.checks, data.passes, data.scores)):
        counts = array.sum(axis=0)
        for row, level in enumerate(data.levels):
            at = np.flatnonzero(data.k == level)
            sums[which, 0, row] = counts[at].sum(axis=0)
            sums[which, 1:, row] = weights[:, at] @ counts[at].astype(np.float32)
    return TypeSums(data.levels.astype(np.float64), *sums)


@dataclass(frozen=True)
class Profile:
    """Measures of each type by the formulas of `cse.stats.hierarchy`, (1 + draws) x types.

    Attributes:
        baseline: p(1); NaN where k = 1 was not run.
        rates: p(k), with the levels as second axis.
        retention: p(k) / p(1), with the levels as second axis; NaN where nothing passed at k = 1, as is all else that
            divides by p(1).
        rate: Pass rate over all k.
        gap: Mean score minus pass rate.
        rate_slope: Slope of the line through p(k).
        slope: Slope of the line through the retention.
        half_life: Smallest k with a retention below one half; infinite where there is none.
        late_rate: Pass rate over all k from `LATE` on.
        late_retention: The late rate over p(1).
    """

    baseline: Floats
    rates: Floats
    retention: Floats
    rate: Floats
    gap: Floats
    rate_slope: Floats
    slope: Floats
    half_life: Floats
    late_rate: Floats
    late_retention: Floats


def profile(sums: TypeSums, by_checks: bool = False) -> Profile:
    """Derives the measures from sums.

    Args:
        sums: TypeSums by level and type.
        by_checks: Whether a level counts in the line by its number of checks; else each level is one point.
    """
    late = sums.levels >= LATE
    with np.errstate(invalid="ignore", divide="ignore"):
        rates = sums.passes / sums.checks
        at_one = sums.levels == 1
        baseline = sums.passes[:, at_one].sum(axis=1) / sums.checks[:, at_one].sum(axis=1)
        start = np.where(baseline > 0, baseline, np.nan)
        retention = rates / start[:, None]
        totals = sums.checks.sum(axis=1)
        rate = sums.passes.sum(axis=1) / totals
        late_rate = sums.passes[:, late].sum(axis=1) / sums.checks[:, late].sum(axis=1)
        rate_slope = line_slope(sums.levels, rates, sums.checks if by_checks else np.sign(sums.checks))
        below = np.where(retention < 0.5, sums.levels[:, None], np.inf).min(axis=1, initial=np.inf)
        return Profile(
            baseline=baseline,
            rates=rates,
            retention=retention,
            rate=rate,
            gap=sums.scores.sum(axis=1) / totals - rate,
            rate_slope=rate_slope,
            slope=rate_slope / start,
            half_life=np.where(np.isnan(start), np.nan, below),
            late_rate=late_rate,
            late_retention=late_rate / start,
        )


def line_slope(levels: Floats, rates: Floats, weights: Floats) -> Floats:
    """Returns the slope of the weighted least-squares line through rates over levels; NaN below two levels.

    Args:
        levels: The values of k.
        rates: (1 + draws) x levels x types; ignored where the weight is 0.
        weights: Weight of each point, of the same shape.

    >>> rates = np.array([0.9, 0.8, 0.7]).reshape(1, 3, 1)
    >>> line_slope(np.array([1.0, 2.0, 3.0]), rates, np.ones((1, 3, 1))).round(6).tolist()
    [[-0.1]]
    """
    x = levels[:, None]
    y = np.where(weights > 0, rates, 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = (weights * x).sum(axis=1, keepdims=True) / weights.sum(axis=1, keepdims=True)
        spread = (weights * (x - mean) ** 2).sum(axis=1)
        return np.where(spread > 0, (weights * (x - mean) * y).sum(axis=1) / spread, np.nan)


def grouped_slopes(sums: TypeSums, types: Profile, member: Floats) -> tuple[Floats, Floats]:
    """Returns the slopes of retention of groups of types, (1 + draws) x groups: by types, and pooled.

    By types: sum of n x slope of the rate over sum of n x p(1), with n the checks of a type; types without a slope or a
    baseline are left out. Pooled: the line through all checks of the group, over its rate at k = 1.

    Args:
        sums: TypeSums by level and type.
        types: The profile made from them.
        member: 1 where a type belongs to a group, groups x types.
    """
    defined = np.isfinite(types.slope)
    weight = np.where(defined, sums.checks.sum(axis=1), 0.0)
    fall = np.where(defined, types.rate_slope, 0.0) * weight
    start = np.where(defined, types.baseline, 0.0) * weight
    with np.errstate(invalid="ignore", divide="ignore"):
        by_types = (fall @ member.T) / (start @ member.T)
    pooled = TypeSums(sums.levels, *(array @ member.T for array in (sums.checks, sums.passes, sums.scores)))
    return by_types, profile(pooled, by_checks=True).slope

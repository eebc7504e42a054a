"""Do pairs of types that have something in common fail together more than others? (paper, section M)."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import stats

from cse.stats.cube import Floats, percentiles
from cse.stats.notes import explain
from cse.stats.phi import Array

Bools = NDArray[np.bool_]

GROUPINGS = ("dimension", "feature")
FEWEST_PAIRS = 3
"""Fewer pairs than this on either side are not compared."""


def mean_phi(phi: Floats, drawn: Array, chosen: Bools) -> tuple[float | None, float | None, float | None]:
    """Returns the mean phi of the chosen pairs with its interval; None where there is none.

    Args:
        phi: phi of each pair, NaN where it does not exist.
        drawn: The same in each draw of the probes, draws x pairs.
        chosen: Which pairs.
    """
    members = chosen & np.isfinite(phi)
    if not members.any():
        return None, None, None
    low, high = (None if np.isnan(end) else float(end) for end in percentiles(_mean_known(drawn[:, members])))
    return float(phi[members].mean()), low, high


def mean_size(phi: Floats) -> float | None:
    """Returns the mean |phi| of all pairs that have a phi, None where none has."""
    known = np.abs(phi[np.isfinite(phi)])
    return float(known.mean()) if len(known) else None


def compare_groups(pairs: pl.DataFrame, phi: Floats, drawn: Array, chance: Floats) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Compares pairs within and across dimensions, and within and across output features.

    Args:
        pairs: Frame with `dimension_a`, `dimension_b`, `feature_a` and `feature_b`, one row a pair.
        phi: phi of each pair, NaN where it does not exist.
        drawn: The same in each draw of the probes, draws x pairs.
        chance: The same once outcomes are dealt out again, shuffles x pairs.

    Returns:
        The tables `groups` and `tests` of `cse.stats.cofailure.CoFailure`.
    """
    groups, tests = [], []
    measured = np.isfinite(phi)
    for grouping in GROUPINGS:
        a, b = pairs[f"{grouping}_a"], pairs[f"{grouping}_b"]
        assigned = measured & (a.is_not_null() & b.is_not_null()).to_numpy()
        same = (a == b).fill_null(value=False).to_numpy()
        sides = {"within": assigned & same, "across": assigned & ~same}
        for name in a.drop_nulls().unique().sort():
            sides[name] = sides["within"] & (a == name).fill_null(value=False).to_numpy()
        for group, members in sides.items():
            numbers = *mean_phi(phi, drawn, members), mean_size(phi[members]), mean_size(chance[:, members])
            if members.any():
                groups.append((grouping, group, int(members.sum()), *numbers))
        unassigned = int((measured & ~assigned).sum())
        tests.append((grouping, unassigned, *_test(phi, drawn, sides["within"], sides["across"])))
    numbers_of_groups = ("phi", "phi_low", "phi_high", "abs_phi", "abs_phi_shuffled")
    keys = {"grouping": pl.String, "group": pl.String, "pairs": pl.Int64}
    table = pl.DataFrame(groups, schema=keys | dict.fromkeys(numbers_of_groups, pl.Float64), orient="row")
    numbers_of_tests = ("difference", "difference_low", "difference_high", "u", "p", "p_signed")
    keys = {"grouping": pl.String, "unassigned": pl.Int64}
    schema = keys | dict.fromkeys(numbers_of_tests, pl.Float64) | {"note": pl.String}
    return table, explain(pl.DataFrame(tests, schema=schema, orient="row"))


def _test(phi: Floats, drawn: Array, within: Bools, across: Bools) -> tuple[float | str | None, ...]:
    fewest = min(int(within.sum()), int(across.sum()))
    if fewest < FEWEST_PAIRS:
        reason = f"no comparison: {int(within.sum())} pairs within and {int(across.sum())} across have a phi"
        return None, None, None, None, None, None, f"{reason}, {FEWEST_PAIRS} of each are needed"
    sized = stats.mannwhitneyu(np.abs(phi[within]), np.abs(phi[across]))
    signed = stats.mannwhitneyu(phi[within], phi[across])
    difference = float(phi[within].mean() - phi[across].mean())
    low, high = percentiles(_mean_known(drawn[:, within]) - _mean_known(drawn[:, across]))
    ends = (None if np.isnan(end) else float(end) for end in (low, high))
    return difference, *ends, float(sized.statistic), float(sized.pvalue), float(signed.pvalue), None


def _mean_known(values: Array) -> Floats:
    """Means over the pairs that have a phi in a draw."""
    known = np.isfinite(values)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(known, values, 0).sum(axis=1) / known.sum(axis=1))

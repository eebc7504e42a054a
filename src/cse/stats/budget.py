"""How many constraints a model carries at a target reliability (paper, section 6, deployment implications).

Reliability is meant in two ways: that a response keeps all its k constraints (sCSR), or that each constraint is kept
(mCSR). The observed rates are first made non-increasing in k by isotonic least squares, because a rate that rises again
by chance is no reason to promise more; the budget is the largest measured k that still reaches the target.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import polars as pl
from numpy.typing import NDArray

from cse.errors import InvalidInput
from cse.stats.bootstrap import interval
from cse.stats.cube import Floats
from cse.stats.curves import fit_geometric
from cse.stats.decay import Curves

_ROUNDING = 1e-9  # 9 passes of 10 reach a target of 0.9, whatever binary fractions make of it
_COLUMNS = {
    "model": pl.String,
    "measure": pl.String,
    "target": pl.Float64,
    "k": pl.Int64,
    "k_low": pl.Int64,
    "k_high": pl.Int64,
    "k_of_fit": pl.Float64,
    "statement": pl.String,
}


def budgets(curves: Mapping[str, Curves], target: float) -> pl.DataFrame:
    """Returns the largest k at the target reliability for each curve and measure.

    Args:
        curves: By name of the measure (`scsr`, `mcsr`), its curves.
        target: Least rate wanted, above 0 and below 1.

    Returns:
        Columns: `model`, `measure`, `target`; `k`, the largest measured k up to which the rate is at least the target,
        0 where it is not even at the smallest one; `k_low`, the largest k up to which every rate's 95 % interval lies
        above the target; `k_high`, the largest k whose interval reaches it; `k_of_fit`, where the curve
        a * r ** (k - 1) fitted to all levels crosses the target, null where it never does; `statement`, for people.

    Raises:
        InvalidInput: The target is not between 0 and 1.
    """
    if not 0 < target < 1:
        raise InvalidInput(f"target = {target} is not valid; it must be above 0 and below 1, e.g. 0.9.")
    rows = []
    for measure, group in curves.items():
        for index, name in enumerate(group.names):
            known = ~np.isnan(group.rates[0, index])
            ks, rates = group.ks[known], group.rates[:, index, known]
            row: dict[str, object] = {"model": name, "measure": measure, "target": target}
            if not len(ks):
                rows.append(row | {"statement": "no response with all its checks scored"})
                continue
            k = _last(ks, non_increasing(rates[0]) >= target - _ROUNDING)
            row |= {"k": k, "k_of_fit": _crossing(ks, rates[0], target)}
            if len(rates) > 1:
                low, high = interval(rates, group.probes[index, known])
                sure, possible = low >= target - _ROUNDING, ~(high < target - _ROUNDING)
                row |= {"k_low": _last(ks, np.logical_and.accumulate(sure)), "k_high": _last(ks, possible)}
            rows.append(row | {"statement": _statement(k, [int(value) for value in ks], target)})
    return pl.DataFrame(rows, schema=_COLUMNS).sort("measure", "k", "model", descending=[True, True, False])


def _last(ks: NDArray[np.int64], holds: NDArray[np.bool_]) -> int:
    """Returns the largest k at which something holds, 0 where it never does."""
    return int(ks[holds].max(initial=0))


def non_increasing(rates: Floats) -> Floats:
    """Returns the non-increasing sequence nearest to each row, by least squares with equal weights.

    The value at i is the least, over starts j <= i, of the largest mean from j to any end l >= i (min-max formula).

    >>> non_increasing(np.array([0.9, 0.5, 0.7, 0.1])).round(6).tolist()
    [0.9, 0.6, 0.6, 0.1]
    """
    count = rates.shape[-1]
    total = np.concatenate([np.zeros((*rates.shape[:-1], 1)), np.cumsum(rates, axis=-1)], axis=-1)
    result = np.full(rates.shape, np.inf)
    for start in range(count):
        means = (total[..., start + 1 :] - total[..., start, None]) / np.arange(1, count - start + 1)
        best = np.maximum.accumulate(means[..., ::-1], axis=-1)[..., ::-1]
        result[..., start:] = np.minimum(result[..., start:], best)
    return result


def _crossing(ks: NDArray[np.int64], rates: Floats, target: float) -> float | None:
    """Returns the k at which the fitted geometric curve falls to the target, at least 0."""
    if len(ks) < 2 or not rates.any():
        return None
    fit = fit_geometric(ks.astype(np.float64), rates)
    a, r = float(fit.a), float(fit.r)
    if r >= 1:
        return 0.0 if a < target else None
    return max(0.0, 1 + float(np.log(target / a) / np.log(r)))


def _statement(k: int, ks: list[int], target: float) -> str:
    if k == ks[-1]:
        return f"at least {k}: no larger k was measured"
    following = ks[ks.index(k) + 1] if k else ks[0]
    if k == 0:
        return f"none: below {target:.0%} at k = {following} already" if following == 1 else f"fewer than {following}"
    return (
        f"{k}" if following == k + 1 else f"{k}, or up to {following - 1}: k = {k + 1} to {following - 1} not measured"
    )

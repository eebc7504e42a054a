"""The arithmetic of co-failure: phi of two constraint types within one model, conditioned on k.

phi is the correlation of two failures of one response. Everything fails more at high k, which alone would correlate any
two types; so deviations are taken from the means at the same k, over the responses that hold both types:

    phi = sum_k C_ab(k) / sqrt(sum_k C_aa(k) x sum_k C_bb(k)),
    C_ab(k) = sum of ab - (sum of a)(sum of b) / n

over the n responses of the model that hold a and b at that k. Under independence its expectation is zero, however
small the groups are.

Its draws are linear: to first order, a response with deviations x and y from the means at its k moves phi by

    x y / sqrt(V_a V_b) - phi / 2 (x^2 / V_a + y^2 / V_b),   V_a = sum_k C_aa(k),

times sqrt(n / (n - 1)), because deviations from a mean of n are that much too small. Drawing the groups themselves
again would leave many too small to have a correlation at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from cse.stats.cube import Floats, cube

Array = NDArray[np.floating[Any]]
Bools = NDArray[np.bool_]
Indices = NDArray[np.int64]


@dataclass(frozen=True)
class Failures:
    """Which types each response holds, and which of them failed in it.

    Attributes:
        types: Frame of `type`, `code`, `dimension`; the first axis.
        k: Number of constraints of each response's probe; the last axis.
        probe: Index of each response's probe among the probes in the order of their ids.
        holds: Whether a model's response holds a scored check of the type, types x models x responses.
        fails: Whether it failed there.
    """

    types: pl.DataFrame
    k: Indices
    probe: Indices
    holds: Bools
    fails: Bools


def failures(checks: pl.DataFrame, min_k: int) -> Failures:
    """Arranges the checks of probes with at least `min_k` constraints by response; each epoch is a response.

    A type that a probe holds twice fails where either fails.
    """
    unit = pl.format("{}\x1f{}", "probe_id", "epoch").alias("unit")
    deep = checks.with_columns(unit, pl.when(pl.col("k") >= min_k).then("passed").alias("passed"))
    there = deep.filter(~pl.col("impossible") & pl.col("passed").is_not_null())
    responses = there.select("unit", "probe_id").unique().sort("unit")
    data = cube(deep.with_columns(pl.col("unit").alias("probe_id")))
    return Failures(
        types=data.types,
        k=data.k,
        probe=responses["probe_id"].rank("dense").to_numpy().astype(np.int64) - 1,
        holds=np.ascontiguousarray((data.checks > 0).transpose(2, 0, 1)),
        fails=np.ascontiguousarray((data.passes < data.checks).transpose(2, 0, 1)),
    )


def shuffled(data: Failures, rng: np.random.Generator) -> Failures:
    """Deals the outcomes of each model, k and type out again among its responses, which leaves every rate as it is."""
    fails = np.zeros_like(data.fails)
    for level in np.unique(data.k):
        at = np.flatnonzero(data.k == level)
        holds = data.holds[:, :, at]
        # Both orders put the responses that hold the type first, one as they come, one at random.
        source = np.argsort(~holds, axis=2, kind="stable")
        target = np.argsort(np.where(holds, rng.random(holds.shape, dtype=np.float32), 2.0), axis=2)
        dealt = np.zeros_like(holds)
        np.put_along_axis(dealt, target, np.take_along_axis(data.fails[:, :, at], source, axis=2), axis=2)
        fails[:, :, at] = dealt
    return Failures(data.types, data.k, data.probe, data.holds, fails)


def phi_of_all(data: Failures) -> tuple[Floats, Floats]:
    """Returns phi (NaN where it does not exist) and the number of responses behind it, models x types x types."""
    size, models = data.holds.shape[:2]
    covariance, variance, count = (np.zeros((models, size, size)) for _ in range(3))
    for level in np.unique(data.k):
        at = np.flatnonzero(data.k == level)
        holds, fails = (
            np.ascontiguousarray(array[:, :, at].transpose(1, 0, 2), dtype=np.float32)
            for array in (data.holds, data.fails)
        )
        n = (holds @ holds.transpose(0, 2, 1)).astype(np.float64)
        a = (fails @ holds.transpose(0, 2, 1)).astype(np.float64)
        both = fails @ fails.transpose(0, 2, 1)
        covariance += both - a * a.transpose(0, 2, 1) / np.maximum(n, 1)
        variance += a - a**2 / np.maximum(n, 1)
        count += n
    return _quotient(covariance, variance, variance.transpose(0, 2, 1)), count


def pull_of_pair(data: Failures, a: int, b: int, models: Indices) -> tuple[Indices, Floats]:
    """Returns how much each response moves phi of one pair in some models, to first order.

    Args:
        data: Failures by response.
        a: Index of one type.
        b: Index of the other.
        models: Indices of models that have a phi for the pair.

    Returns:
        The responses that hold both types, and the pull of each, models x responses. A draw of the probes that has a
        response w times moves phi by the sum of (w - 1) x pull.
    """
    together = np.flatnonzero((data.holds[a] & data.holds[b]).any(axis=0))
    together = together[np.argsort(data.k[together], kind="stable")]
    _, start, size = np.unique(data.k[together], return_index=True, return_counts=True)
    block = np.ix_(models, together)
    both = (data.holds[a][block] & data.holds[b][block]).astype(np.float64)
    n = np.repeat(np.add.reduceat(both, start, axis=1), size, axis=1)
    x, y = (_deviations(data.fails[of][block], both, n, start, size) for of in (a, b))
    first, second = (np.sum(values**2, axis=1, keepdims=True) for values in (x, y))
    phi = np.sum(x * y, axis=1, keepdims=True) / np.sqrt(first * second)
    pull = x * y / np.sqrt(first * second) - phi / 2 * (x**2 / first + y**2 / second)
    return together, pull * np.sqrt(n / np.maximum(n - 1, 1))


def _deviations(fails: Bools, both: Floats, n: Floats, start: Indices, size: Indices) -> Floats:
    """Subtracts from each failure the mean at its k, over the responses that count."""
    counted = fails * both
    mean = np.repeat(np.add.reduceat(counted, start, axis=1), size, axis=1) / np.maximum(n, 1)
    return np.asarray((counted - mean) * both)


def _quotient(covariance: Floats, first: Floats, second: Floats) -> Floats:
    """Divides by the geometric mean of the variances; NaN where one type always or never fails."""
    # the sums are whole numbers over group sizes, so what is smaller than this is rounding
    varies = (first > 1e-4) & (second > 1e-4)
    return np.asarray(np.where(varies, covariance / np.sqrt(np.where(varies, first * second, 1)), np.nan))

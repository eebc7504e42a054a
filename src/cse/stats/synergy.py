"""Do all constraints hold together more often than their rates tell? (paper, section 4, figure 2, section O).

If the k constraints of a response passed or failed independently, the chance that all pass would be the product of
their marginal rates. Synergy is what is left: sCSR - mean over the responses of that product. There are two products:

- `expected` takes each model's rate of each type over all k (the paper's baseline). Rates fall with k, so this
  product is too low at low k and too high at high k even where checks are independent; its synergy at k = 1 is no
  more than the rate at k = 1 less the rate over all k;
- `expected_at_k` takes each model's rate of each type at the same k. Under independence its synergy is zero at every k,
  so this one tells whether constraints help or hinder each other.

How both bend over k is told by `cse.stats.curvature`, and what easy and hard probes do by `cse.stats.difficulty`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from cse.stats.bootstrap import estimate_table, ratio
from cse.stats.cube import Cube, Floats, Weights, cube, probe_weights
from cse.stats.curvature import curvature
from cse.stats.difficulty import TERCILES, Asked, asked, convergence, difficulty_by_k
from cse.stats.notes import explain

CHUNK = 200
"""Draws computed at a time, which bounds the memory."""
Reals = NDArray[np.floating[Any]]
SURE_FAILURE = -1e4
"""Stands for the logarithm of a rate of zero; the product is then zero."""


@dataclass(frozen=True)
class Synergy:
    """What `synergy` finds, as tables; `x_low` and `x_high` bound the 95 % interval of `x`.

    The intervals come from drawing the probes again within each k, marginal rates included. A number that does not
    exist is null, and `note` says why; a null `note` has nothing to say.

    Attributes:
        levels: One row a k: `k`, `probes`, `responses`, then with intervals `scsr`, `expected`, `synergy`,
            `expected_at_k`, `synergy_at_k`; `note`.
        terciles: The same for each `k` and `tercile` ("easy", "medium", "hard").
        curvature: One row for each `curve` ("synergy", "synergy_at_k", "penalty" = mCSR - sCSR, "mcsr", "scsr"):
            `levels`, `superlinearity`, `corrected` and `curvature` with intervals, `note`.
        difficulty: One row a k: `k`, `probes`, `constraints`, `difficulty` (mean over the constraints asked for).
        difficulty_test: One row, Kruskal and Wallis: `basis`, `h`, `df`, `p`, `epsilon_squared`, `constraints`, `note`.
        spreads: One row for each `variant` ("all types", "without immune types") and `k`: `easy`, `medium`, `hard`,
            `spread` with interval, `note`.
        convergence: One row a `variant`: `left_out`, `converged_at`, `note`.
    """

    levels: pl.DataFrame
    terciles: pl.DataFrame
    curvature: pl.DataFrame
    difficulty: pl.DataFrame
    difficulty_test: pl.DataFrame
    spreads: pl.DataFrame
    convergence: pl.DataFrame


def synergy(checks: pl.DataFrame, rng: np.random.Generator, draws: int = 2000, immune: Collection[str] = ()) -> Synergy:
    """Compares sCSR with what independent checks would give; see the module for the formulas.

    Args:
        checks: The table of checks; impossible and unscored ones are left out, and with an unscored check its response.
        rng: Source of the draws.
        draws: Number of bootstrap draws.
        immune: Names of the types without which terciles are compared once more, e.g. those that
            `cse.stats.hierarchy` finds immune.
    """
    data = cube(checks)
    probes = asked(checks, data)
    weights = probe_weights(data.k, draws, rng)
    sums = _sums(data, probes, weights)
    by_k, test = difficulty_by_k(probes)
    spreads, converged = convergence(checks, probes, weights, immune)
    return Synergy(
        levels=_levels(data, sums),
        terciles=_by_tercile(data, probes, sums),
        curvature=curvature(data.levels, _curves(sums)),
        difficulty=by_k,
        difficulty_test=test,
        spreads=spreads,
        convergence=converged,
    )


@dataclass(frozen=True)
class _Sums:
    """Sums over whole responses, (1 + draws) x levels x (terciles and none), and over checks, (1 + draws) x levels."""

    responses: Floats
    passed: Floats
    expected: Floats
    expected_at_k: Floats
    checks: Floats
    passes: Floats


def _sums(data: Cube, probes: Asked, weights: Weights) -> _Sums:
    size = 1 + len(weights), len(data.levels)
    responses, passed, expected, expected_at_k = np.zeros((4, *size, 1 + len(TERCILES)))
    checks, passes = np.zeros((2, *size))
    sums = _Sums(responses, passed, expected, expected_at_k, checks, passes)
    _add(sums, slice(0, 1), data, probes, np.ones((1, len(data.k))))
    for start in range(0, len(weights), CHUNK):
        chunk = weights[start : start + CHUNK]
        _add(sums, slice(1 + start, 1 + start + len(chunk)), data, probes, chunk)
    return sums


def _add(sums: _Sums, rows: slice, data: Cube, probes: Asked, weights: Reals) -> None:
    """Fills in the sums of some draws, in the precision of their weights (draws x probes)."""
    kind = weights.dtype
    places = [np.flatnonzero(data.k == level) for level in data.levels]
    counts = [
        [_weighted(array[:, at].astype(kind), weights[:, at]) for array in (data.passes, data.checks)] for at in places
    ]
    everywhere = _log_rates(*(np.sum([pair[which] for pair in counts], axis=0) for which in (0, 1)))
    for column, (at, (passes, checks)) in enumerate(zip(places, counts, strict=True)):
        responses, passed = data.responses[:, at].T.astype(kind), data.all_passed[:, at].T.astype(kind)
        holds, times = probes.holds[at].astype(kind), weights[:, at].T
        group = (probes.tercile[at] == np.arange(-1, len(TERCILES))[:, None]).astype(kind)
        sums.responses[rows, column] = (group @ (times * responses.sum(axis=1)[:, None])).T
        sums.passed[rows, column] = (group @ (times * passed.sum(axis=1)[:, None])).T
        for target, logs in ((sums.expected, everywhere), (sums.expected_at_k, _log_rates(passes, checks))):
            target[rows, column] = (group @ (times * _products(holds, logs, responses))).T
        sums.checks[rows, column], sums.passes[rows, column] = checks.sum(axis=(1, 2)), passes.sum(axis=(1, 2))


def _weighted(values: Reals, weights: Reals) -> Reals:
    """Sums models x probes x types over probes for each draw, draws x models x types."""
    models, probes, types = values.shape
    flat = np.ascontiguousarray(values.transpose(1, 0, 2)).reshape(probes, models * types)
    return np.asarray((weights @ flat).reshape(len(weights), models, types))


def _log_rates(passes: Reals, checks: Reals) -> Reals:
    """Returns the logarithm of pass rates; 0 where there is no check, so that such a type leaves a product as it is."""
    rates = np.divide(passes, checks, out=np.ones_like(passes), where=checks > 0)
    return np.log(rates, out=np.full_like(rates, SURE_FAILURE), where=rates > 0)


def _products(holds: Reals, logs: Reals, responses: Reals) -> Reals:
    """Sums over models the product of the rates of all types that a probe holds, times its whole responses.

    Args:
        holds: How often each probe holds each type, probes x types.
        logs: Logarithms of the rates, draws x models x types.
        responses: Whole responses, probes x models.

    Returns:
        Probes x draws.
    """
    draws, models, types = logs.shape
    products = np.exp(holds @ np.ascontiguousarray(logs.transpose(2, 0, 1)).reshape(types, draws * models))
    return np.asarray(np.einsum("pdm,pm->pd", products.reshape(len(holds), draws, models), responses))


def _estimates(responses: Floats, passed: Floats, expected: Floats, expected_at_k: Floats) -> dict[str, Floats]:
    scsr, overall, at_k = (ratio(values, responses) for values in (passed, expected, expected_at_k))
    return {
        "scsr": scsr,
        "expected": overall,
        "synergy": scsr - overall,
        "expected_at_k": at_k,
        "synergy_at_k": scsr - at_k,
    }


def _levels(data: Cube, sums: _Sums) -> pl.DataFrame:
    totals = [array.sum(axis=2) for array in (sums.responses, sums.passed, sums.expected, sums.expected_at_k)]
    probes = np.array([(data.k == level).sum() for level in data.levels], dtype=np.int64)
    counts = {"probes": probes, "responses": totals[0][0].astype(np.int64)}
    index = pl.DataFrame({"k": data.levels, **counts}, schema=dict.fromkeys(("k", *counts), pl.Int64))
    table = _finished(estimate_table(index, _estimates(*totals), probes.astype(np.float64)))
    alone = (pl.col("k") == 1) & pl.col("scsr").is_not_null()
    zero = [f"synergy_at_k{end}" for end in ("", "_low", "_high")]
    return explain(table.with_columns(pl.when(alone).then(0.0).otherwise(name).alias(name) for name in zero))


def _by_tercile(data: Cube, probes: Asked, sums: _Sums) -> pl.DataFrame:
    level, tercile = (axis.ravel() for axis in np.indices((len(data.levels), len(TERCILES))))
    parts = [array[:, level, 1 + tercile] for array in (sums.responses, sums.passed, sums.expected, sums.expected_at_k)]
    size = np.array(
        [((data.k == data.levels[k]) & (probes.tercile == t)).sum() for k, t in zip(level, tercile, strict=True)],
        dtype=np.int64,
    )
    index = pl.DataFrame(
        {
            "k": pl.Series(data.levels[level], dtype=pl.Int64),
            "tercile": pl.Series([TERCILES[which] for which in tercile], dtype=pl.String),
            "probes": pl.Series(size, dtype=pl.Int64),
            "responses": pl.Series(parts[0][0].astype(np.int64), dtype=pl.Int64),
        }
    )
    table = _finished(estimate_table(index, _estimates(*parts), size.astype(np.float64)))
    return explain(table.filter(pl.col("probes") > 0))


def _finished(table: pl.DataFrame) -> pl.DataFrame:
    """Widens the intervals where no response or every response passes, and says where there is no number.

    Such a sCSR does not vary between draws, though it is not certain; its exact interval takes the place of the draws.
    """
    sure = pl.col("scsr").is_in([0.0, 1.0])
    columns = []
    for name, expected in (("synergy", "expected"), ("synergy_at_k", "expected_at_k")):
        for end, other in (("low", "high"), ("high", "low")):
            wide = pl.col(f"scsr_{end}") - pl.coalesce(f"{expected}_{other}", expected)
            columns.append(pl.when(sure).then(wide).otherwise(f"{name}_{end}").alias(f"{name}_{end}"))
    why = pl.when(pl.col("scsr").is_null()).then(pl.lit("no sCSR: no response has all its checks scored"))
    bare = pl.when(sure).then(None).otherwise("note")
    return table.with_columns(*columns, why.otherwise(bare).alias("note"))


def _curves(sums: _Sums) -> dict[str, Floats]:
    """Returns the curves over k whose bend is told, (1 + draws) x levels each."""
    arrays = (sums.responses, sums.passed, sums.expected, sums.expected_at_k)
    values = _estimates(*(array.sum(axis=2) for array in arrays))
    mcsr = ratio(sums.passes, sums.checks)
    curves = {**values, "mcsr": mcsr, "penalty": mcsr - values["scsr"]}
    return {name: curves[name] for name in ("synergy", "synergy_at_k", "penalty", "mcsr", "scsr")}

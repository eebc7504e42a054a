"""Checks as arrays of counts by model, probe and type: what the estimators of the structure of failures share.

Every estimator that looks at types inside probes needs the same three things: which checks count, how often each type
was checked and passed in each probe, and what the same sums are when the probes are drawn again.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Weights = NDArray[np.float32]

LEVEL = 0.95
"""Coverage of every interval."""


def usable(checks: pl.DataFrame) -> pl.DataFrame:
    """Returns the checks that count: scored ones on satisfiable probes.

    A check that no text can pass, or that the verifier failed to judge, is neither a pass nor a failure.
    """
    return checks.filter(~pl.col("impossible") & pl.col("passed").is_not_null())


@dataclass(frozen=True)
class Cube:
    """Counts by model, probe and type; epochs of one probe are added up, because they share its luck.

    Attributes:
        models: Names, sorted.
        k: Number of constraints of each probe, in the order of their ids; the second axis of the arrays.
        types: Frame of `type`, `code`, `dimension`, sorted by code; the third axis. It lists every type that the table
            names, also one without a scored check on a satisfiable probe.
        checks: Scored checks, models x probes x types.
        passes: How many of them passed.
        scores: Sum of their scores.
        responses: Whole responses (every constraint scored), models x probes.
        all_passed: How many of them passed every constraint.
    """

    models: tuple[str, ...]
    k: NDArray[np.int64]
    types: pl.DataFrame
    checks: Floats
    passes: Floats
    scores: Floats
    responses: Floats
    all_passed: Floats

    @property
    def levels(self) -> NDArray[np.int64]:
        """The values of k that occur, ascending."""
        return np.unique(self.k)


def cube(checks: pl.DataFrame) -> Cube:
    """Counts a table of checks by model, probe and type.

    >>> from cse.results.columns import CHECKS
    >>> from cse.results.tables import schema
    >>> cube(pl.DataFrame(schema=schema(CHECKS))).checks.shape
    (0, 0, 0)
    """
    types = checks.select("type", "code", "dimension").unique("type").sort("code", "type")
    good = usable(checks)
    probes = good.select("probe_id", "k").unique("probe_id").sort("probe_id")
    models = good["model"].unique().sort()
    coded = good.select(
        _codes(good["model"], models),
        _codes(good["probe_id"], probes["probe_id"]),
        _codes(good["type"], types["type"]),
        "epoch",
        "k",
        "passed",
        "score",
    )
    shape = (len(models), len(probes), len(types))
    cell = (
        np.ravel_multi_index((coded["model"].to_numpy(), coded["probe_id"].to_numpy(), coded["type"].to_numpy()), shape)
        if len(coded)
        else np.zeros(0, dtype=np.int64)
    )
    whole = (
        coded.group_by("model", "probe_id", "epoch")
        .agg(pl.len().alias("scored"), pl.first("k"), pl.all("passed").alias("all"))
        .filter(pl.col("scored") == pl.col("k"))
    )
    response = whole["model"].to_numpy() * len(probes) + whole["probe_id"].to_numpy()
    return Cube(
        models=tuple(models),
        k=probes["k"].to_numpy(),
        types=types,
        checks=_sums(cell, None, shape),
        passes=_sums(cell, coded["passed"], shape),
        scores=_sums(cell, coded["score"], shape),
        responses=_sums(response, None, shape[:2]),
        all_passed=_sums(response, whole["all"], shape[:2]),
    )


def halves_at_one(data: Cube) -> NDArray[np.int64]:
    """Cuts the probes of k = 1 in two halves, type by type: 0 and 1 in turn, -1 for every other probe.

    What one half shows of a type is independent of what the other does.
    """
    holds = (data.checks > 0).any(axis=0)
    at_one = data.k == 1
    place = (np.cumsum(holds & at_one[:, None], axis=0) * holds).max(axis=1, initial=0)
    return np.where(at_one, place % 2, -1)


def _codes(values: pl.Series, known: pl.Series) -> pl.Series:
    """Replaces each name by its place among the known ones."""
    return values.cast(pl.Enum(known)).to_physical().cast(pl.Int64)


def _sums(cell: NDArray[np.int64], values: pl.Series | None, shape: tuple[int, ...]) -> Floats:
    weights = None if values is None else values.cast(pl.Float64).to_numpy()
    return np.bincount(cell, weights, minlength=int(np.prod(shape))).astype(np.float64).reshape(shape)


def probe_weights(k: NDArray[np.int64], draws: int, rng: np.random.Generator) -> Weights:
    """Draws the probes again with replacement, within each level of k, whose number of probes the design fixes.

    Args:
        k: Number of constraints of each probe.
        draws: How many times.
        rng: Source of the draws.

    Returns:
        How often each probe was drawn, draws x probes. A statistic of a draw is that of the table with these weights,
        so the models that answered a probe, and its checks, stay together.

    >>> weights = probe_weights(np.array([1, 1, 2]), 4, np.random.default_rng(0))
    >>> weights.sum(axis=1).tolist(), weights[:, 2].tolist()
    ([3.0, 3.0, 3.0, 3.0], [1.0, 1.0, 1.0, 1.0])
    """
    weights = np.zeros((draws, len(k)), dtype=np.float32)
    for level in np.unique(k):
        probes = np.flatnonzero(k == level)
        picks = rng.integers(len(probes), size=(draws, len(probes)))
        flat = picks + len(probes) * np.arange(draws)[:, None]
        counts = np.bincount(flat.ravel(), minlength=draws * len(probes))
        weights[:, probes] = counts.reshape(draws, len(probes))
    return weights


def percentiles(draws: NDArray[np.floating], undefined: float = 0.05) -> tuple[Floats, Floats]:
    """Returns the percentile interval over the first axis; NaN where there is none.

    Args:
        draws: The statistic in each draw, draws x anything; NaN where a draw has none.
        undefined: The share of draws without a value up to which the others still give an interval.
    """
    if not len(draws):
        nothing = np.full(draws.shape[1:], np.nan)
        return nothing, nothing.copy()
    bad = np.isnan(draws)
    tail = (1 - LEVEL) / 2
    with np.errstate(invalid="ignore"):
        if bad.any():
            filled = np.where(bad.mean(axis=0) > undefined, 0.0, draws)
            low, high = np.nanquantile(filled, [tail, 1 - tail], axis=0)
        else:
            low, high = np.quantile(draws, [tail, 1 - tail], axis=0)
    missing = bad.mean(axis=0) > undefined
    return np.where(missing, np.nan, low), np.where(missing, np.nan, high)

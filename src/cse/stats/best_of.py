"""Best of N: what further independent draws bring, and what they would if draws of one probe had nothing in common.

Each probe is answered N times; best-of-N passes it if any draw keeps all constraints (paper, section 5). Observed is
the share of probes with such a draw. Two expectations stand beside it, at each k:

    pooled    1 - (1 - p)^N, p being the rate of single draws over all probes of that k (the paper's "predicted")
    own       mean over the probes of 1 - (1 - c/N)^N, c of N being the probe's own draws that passed

The pooled one is the yardstick: it says what N draws would bring if it were chance alone, not the probe, that decides.
What falls short of it is what the probes' own fates take away, for the draws of one probe are independent as soon as
its own rate is known. So the own one can tell no shortfall: it is there to show how much of the gap the differences
between probes explain, and it lies a little below what is observed, because a curve that bends down, at an estimated
rate, is too low on average. Likewise `correlation`, that of two draws of one probe within a k, is 0 if the probe does
not matter and 1 if it decides.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from scipy.special import comb

from cse.stats.bootstrap import estimate_table, ratio
from cse.stats.cube import Floats, probe_weights

_CELL = ["model", "probe_id", "epoch"]


@dataclass(frozen=True)
class BestOf:
    """What `best_of` finds, as tables.

    Attributes:
        overall: One row a model: `model`, `draws` (N), `probes`, `left_out`; then with 95 % intervals `single` (rate of
            single draws), `best`, `lift` = best - single, `expected_pooled`, `lift_pooled`, `reached` = lift /
            lift_pooled, `expected_own`, `correlation`, `distinct` (different texts among the draws of a probe), `same`
            (share of probes whose draws all pass or all fail), `always` (all pass); `note`.
        by_k: The same for each `k`.
        curve: One row for each model and number of draws `of`, from 1 to N: `best`, the share of probes that a random
            choice of so many draws would pass (without bias, from all N), and `expected_pooled`.
    """

    overall: pl.DataFrame
    by_k: pl.DataFrame
    curve: pl.DataFrame


def best_of(passes: pl.DataFrame, rng: np.random.Generator, draws: int) -> BestOf | None:
    """Compares best-of-N with its expectations; None where no response was drawn more than once.

    Args:
        passes: The table of passes; those of the role `draw` count. A probe with fewer scored draws than its model's
            others (an error, a refusal, a failed verifier) is left out and counted in `left_out`.
        rng: Source of the bootstrap draws of probes, within each k.
        draws: How many of them.
    """
    cells = _cells(passes)
    overall, by_k, curve = [], [], []
    for (model,), mine in cells.group_by("model", maintain_order=True):
        count = int(mine["draws"].max())  # type: ignore[arg-type]
        if count < 2:
            continue
        whole = mine.filter(pl.col("draws") == count)
        probes = _probes(whole, count)
        ks = probes["k"].unique().sort().to_numpy()
        sums = _sums(probes, ks, probe_weights(probes["k"].to_numpy(), draws, rng))
        of_k = {row["k"]: row["count"] for row in probes["k"].value_counts().iter_rows(named=True)}
        left = mine.filter(pl.col("draws") < count)
        index = pl.DataFrame({"model": [model], "draws": [count]})
        sizes = {"probes": probes.height, "left_out": left.height}
        overall.append(_table(index.with_columns(**_literals(sizes)), sums, count, np.array([probes.height])))
        levels = index.join(pl.DataFrame({"k": ks}), how="cross").with_columns(
            probes=pl.col("k").replace_strict(of_k, return_dtype=pl.Int64)
        )
        by_k.append(_table(levels, sums, count, levels["probes"].to_numpy(), by_level=True))
        curve.append(_curve(str(model), sums, count, probes.height))
    if not overall:
        return None
    return BestOf(pl.concat(overall), pl.concat(by_k), pl.concat(curve))


def _literals(values: dict[str, int]) -> dict[str, pl.Expr]:
    return {name: pl.lit(value, dtype=pl.Int64) for name, value in values.items()}


def _cells(passes: pl.DataFrame) -> pl.DataFrame:
    """Counts the scored draws of each response, those that passed, and their different texts."""
    drawn = passes.filter(pl.col("role") == "draw", ~pl.col("impossible"))
    scored = pl.col("passed").is_not_null()
    return (
        drawn.group_by(_CELL)
        .agg(
            pl.first("k"),
            draws=scored.sum().cast(pl.Int64),
            passed=pl.col("passed").sum().cast(pl.Int64),
            distinct=pl.col("response").filter(scored).n_unique().cast(pl.Int64),
        )
        .sort(_CELL)
    )


def _probes(cells: pl.DataFrame, count: int) -> pl.DataFrame:
    """Adds up each probe's responses: how many, and what is summed of them."""
    passed = pl.col("passed")
    share = passed / count
    pairs = passed * (passed - 1) / (count * (count - 1))
    chosen = {  # a random choice of m of the N draws fails as a whole in C(N - c, m) of C(N, m) cases
        f"best_{m}": pl.lit(1.0) - pl.Series(comb(count - cells["passed"].to_numpy(), m) / comb(count, m))
        for m in range(1, count + 1)
    }
    summed = cells.with_columns(
        single=share,
        pairs=pairs,
        own=1 - (1 - share) ** count,
        same=((passed == 0) | (passed == count)).cast(pl.Float64),
        always=(passed == count).cast(pl.Float64),
        **chosen,
    )
    names = ("single", "pairs", "own", "same", "always", "distinct", *chosen)
    return (
        summed.group_by("probe_id")
        .agg(pl.first("k"), responses=pl.len(), **{n: pl.col(n).sum() for n in names})
        .sort("probe_id")
    )


def _sums(probes: pl.DataFrame, ks: np.ndarray, weights: np.ndarray) -> dict[str, Floats]:
    """Sums each column over the probes of each level, (1 + draws) x levels."""
    member = (probes["k"].to_numpy()[:, None] == ks).astype(np.float64)
    found = {}
    for name in probes.columns[2:]:
        by_level = probes[name].to_numpy().astype(np.float64)[:, None] * member
        found[name] = np.concatenate([by_level.sum(axis=0)[None], weights @ by_level])
    return found


def _pooled(sums: dict[str, Floats], count: int) -> Floats:
    """Returns, in responses, how many the pooled rate of their level would let pass in `count` draws."""
    return np.asarray(sums["responses"] * (1 - (1 - ratio(sums["single"], sums["responses"])) ** count))


def _table(
    index: pl.DataFrame, sums: dict[str, Floats], count: int, probes: np.ndarray, *, by_level: bool = False
) -> pl.DataFrame:
    single = ratio(sums["single"], sums["responses"])
    parts = sums | {
        "pooled": _pooled(sums, count),
        "covariance": sums["pairs"] - sums["responses"] * single**2,
        "variance": sums["responses"] * single * (1 - single),
    }
    if not by_level:
        parts = {name: values.sum(axis=1, keepdims=True) for name, values in parts.items()}
    responses = parts["responses"]
    of = {name: ratio(values, responses) for name, values in parts.items()}
    lift, expected = of[f"best_{count}"] - of["single"], of["pooled"] - of["single"]
    values = {
        "single": of["single"],
        "best": of[f"best_{count}"],
        "lift": lift,
        "expected_pooled": of["pooled"],
        "lift_pooled": expected,
        "reached": ratio(lift, expected),
        "expected_own": of["own"],
        "correlation": ratio(parts["covariance"], parts["variance"]),
        "distinct": of["distinct"],
        "same": of["same"],
        "always": of["always"],
    }
    table = estimate_table(index, values, probes.astype(np.float64))
    return table.with_columns(pl.selectors.float().fill_nan(None))


def _curve(model: str, sums: dict[str, Floats], count: int, probes: int) -> pl.DataFrame:
    total = sums["responses"].sum(axis=1)
    of = range(1, count + 1)
    best = np.stack([sums[f"best_{m}"].sum(axis=1) / total for m in of], axis=1)
    pooled = np.stack([_pooled(sums, m).sum(axis=1) / total for m in of], axis=1)
    index = pl.DataFrame({"model": [model] * count, "of": list(of)})
    return estimate_table(index, {"best": best, "expected_pooled": pooled}, np.full(count, float(probes)))

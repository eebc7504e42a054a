"""Do two raters agree on the same checks? The raw share, Cohen's kappa, and how many of the first's are disputed.

Kappa is (p - e) / (1 - e): p the share of checks on which both say the same, e the share that would be the same if each
kept its own rate of passes and they were independent. Shares have exact intervals over distinct probes, kappa one from
drawing probes again. The checks were sampled, near misses and passes alike, so none of this is a rate over a whole run.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import polars as pl

from cse.stats.bootstrap import interval
from cse.stats.coverage import clopper_pearson
from cse.stats.cube import Floats
from cse.stats.notes import explain

CHECK = ["model", "probe_id", "epoch", "position"]
RATERS = ("verifier", "judge", "person")
ALL = "all types"


def agreement(judgements: pl.DataFrame, rng: np.random.Generator, draws: int = 2000) -> pl.DataFrame:
    """Compares every two raters, over all types and for each.

    Args:
        judgements: One row for each check and rater: `CHECK`, `type`, `code`, `rater`, `passed` (null for no opinion).
        rng: Source of the draws.
        draws: Number of bootstrap draws of the probes.

    Returns:
        Columns `first`, `second` (raters), `type`, `code`, `n` (checks that both judged), `share` (same verdict) and
        `kappa`, each with interval, `failures` and `passes` (verdicts of the first), `failures_disputed` and
        `passes_disputed` (those on which the second says the other), `note`.
    """
    rows = []
    there = judgements.drop_nulls("passed")
    for first, second in combinations(RATERS, 2):
        pairs = _both(there, first, second)
        if pairs.height:
            rows.append(_compared(pairs, first, second, ALL, None, rng, draws))
        for (kind, code), group in pairs.sort("code").group_by("type", "code", maintain_order=True):
            rows.append(_compared(group, first, second, str(kind), str(code), rng, draws))
    numbers = ("share", "share_low", "share_high", "kappa", "kappa_low", "kappa_high")
    counts = ("failures", "failures_disputed", "passes", "passes_disputed")
    words: dict[str, type[pl.DataType]] = dict.fromkeys(("first", "second", "type", "code"), pl.String)
    schema = words | {"n": pl.Int64} | dict.fromkeys(numbers, pl.Float64)
    schema = schema | dict.fromkeys(counts, pl.Int64) | {"note": pl.String}
    return explain(pl.DataFrame(rows, schema=schema))


def disputes(judgements: pl.DataFrame) -> pl.DataFrame:
    """Returns the checks on which another rater differs from the verifier.

    Columns: `CHECK`, `type`, `code`, `rater`, `verifier` (its verdict), `remark` (the rater's).
    """
    there = judgements.drop_nulls("passed")
    verifier = there.filter(pl.col("rater") == "verifier").select(*CHECK, verifier="passed")
    others = there.filter(pl.col("rater") != "verifier").join(verifier, on=CHECK)
    return (
        others.filter(pl.col("passed") != pl.col("verifier"))
        .select(*CHECK, "type", "code", "rater", "verifier", "remark")
        .sort("code", *CHECK, "rater")
    )


def kappa(first: Floats, second: Floats, weights: Floats | None = None) -> float:
    """Returns Cohen's kappa of two raters' verdicts (1 for a pass, 0 for a failure); NaN where both never differ.

    >>> round(kappa(np.array([1.0, 1, 0, 0]), np.array([1.0, 0, 0, 0])), 3)
    0.5
    """
    weights = np.ones(len(first)) if weights is None else weights
    one, two = np.average(first, weights=weights), np.average(second, weights=weights)
    by_chance = one * two + (1 - one) * (1 - two)
    if by_chance >= 1:
        return float("nan")
    same = np.average(first == second, weights=weights)
    return float((same - by_chance) / (1 - by_chance))


def _both(there: pl.DataFrame, first: str, second: str) -> pl.DataFrame:
    one = there.filter(pl.col("rater") == first).select(*CHECK, "type", "code", one="passed")
    two = there.filter(pl.col("rater") == second).select(*CHECK, two="passed")
    return one.join(two, on=CHECK).sort(CHECK)


def _compared(
    pairs: pl.DataFrame, first: str, second: str, kind: str, code: str | None, rng: np.random.Generator, draws: int
) -> dict[str, object]:
    one, two = (pairs[name].cast(pl.Float64).to_numpy() for name in ("one", "two"))
    share = float((one == two).mean())
    probes = pairs["probe_id"].n_unique()
    (low,), (high,) = clopper_pearson(np.array([share]), np.array([float(probes)]))
    drawn = _drawn_kappas(pairs["probe_id"], one, two, rng, draws)
    (kappa_low,), (kappa_high,) = interval(drawn)
    return {
        "first": first,
        "second": second,
        "type": kind,
        "code": code,
        "n": pairs.height,
        "share": share,
        "share_low": float(low),
        "share_high": float(high),
        "kappa": _known(drawn[0, 0]),
        "kappa_low": _known(kappa_low),
        "kappa_high": _known(kappa_high),
        "failures": int((one == 0).sum()),
        "failures_disputed": int(((one == 0) & (two == 1)).sum()),
        "passes": int((one == 1).sum()),
        "passes_disputed": int(((one == 1) & (two == 0)).sum()),
        "note": None,
    }


def _drawn_kappas(probe_ids: pl.Series, one: Floats, two: Floats, rng: np.random.Generator, draws: int) -> Floats:
    """Returns kappa of the checks as they are, then of each draw of their probes, one column."""
    probes = probe_ids.rank("dense").to_numpy().astype(np.int64) - 1
    count = int(probes.max()) + 1
    found = np.empty((1 + draws, 1))
    found[0] = kappa(one, two)
    for draw in range(1, 1 + draws):
        weights = np.bincount(rng.integers(count, size=count), minlength=count)[probes].astype(float)
        found[draw] = kappa(one, two, weights)
    return found


def _known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)

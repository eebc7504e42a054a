"""Does the place of a constraint in the prompt matter? (paper, section N).

rho(k) is Spearman's rank correlation, over the checks of probes with k constraints, of passing with the place in the
prompt. All models answer the same probes, and a probe holds its types in one order only, so checks are no independent
observations: an easy type that happens to stand first looks like an effect in every model at once.
Intervals and `p` therefore come from drawing probes again (p: two-sided, of rho over the standard deviation of its
draws); `p_unclustered` takes every check as independent, as the paper does, and calls too many effects real.

Whether |rho| is large is judged against `chance`, the mean |rho| that draws of this spread give without any effect:
sqrt(2 / pi) times their standard deviation.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from scipy import stats

from cse.stats.bootstrap import interval
from cse.stats.cube import Floats, probe_weights, usable
from cse.stats.notes import explain


@dataclass(frozen=True)
class Position:
    """What `position` finds, as tables; `x_low` and `x_high` bound the 95 % interval of `x`.

    A number that does not exist is null, and `note` says why; a null `note` has nothing to say.

    Attributes:
        levels: One row a k: `k`, `probes`, `checks`, `first` and `last` (pass rates at the first and the last place),
            `rho` with interval, `r_squared`, `p`, `p_unclustered`, `chance`, `note`.
        summary: One row: `levels` (with a rho), `rho` (mean over them, with interval: a lasting drift towards the start
            or the end), `abs_rho` (mean size), `chance`, `positive`, `negative` (levels), `significant`,
            `significant_unclustered` (levels with p < 0.05), `note`.
    """

    levels: pl.DataFrame
    summary: pl.DataFrame


def position(checks: pl.DataFrame, rng: np.random.Generator, draws: int = 2000) -> Position:
    """Correlates passing with the place in the prompt, within each k; see the module for the formulas.

    Args:
        checks: The table of checks; impossible and unscored ones are left out.
        rng: Source of the draws.
        draws: Number of bootstrap draws.
    """
    levels, rhos = [], []
    for (k,), group in usable(checks).sort("k").group_by("k", maintain_order=True):
        rho = _correlation(group, rng, draws)
        rhos.append(rho)
        levels.append(_level(int(k), group, rho))
    numbers = ("first", "last", "rho", "rho_low", "rho_high", "r_squared", "p", "p_unclustered", "chance")
    counts = dict.fromkeys(("k", "probes", "checks"), pl.Int64)
    schema = counts | dict.fromkeys(numbers, pl.Float64) | {"note": pl.String}
    table = pl.DataFrame(levels, schema=schema, orient="row")
    known = [rho for rho in rhos if np.isfinite(rho[0])]
    summary = _summary(table, np.array(known).reshape(len(known), 1 + draws))
    return Position(levels=explain(table), summary=explain(summary))


def _correlation(group: pl.DataFrame, rng: np.random.Generator, draws: int) -> Floats:
    """Returns rho of one level in the table and in each draw; NaN where there is none.

    With ranks, rho is Pearson's correlation, and passing has two ranks only, so sums by probe are all it takes. The
    ranks of the places are those of the table in every draw.
    """
    ranked = group.select(
        "probe_id", pl.col("position").rank().alias("x"), pl.col("passed").cast(pl.Float64).alias("y")
    )
    x, y = pl.col("x"), pl.col("y")
    moments = (x.len().alias("n"), x.sum(), y.sum(), (x * y).sum().alias("xy"), (x * x).sum().alias("xx"))
    sums = ranked.group_by("probe_id").agg(*moments).sort("probe_id").drop("probe_id").to_numpy().astype(np.float64)
    weights = probe_weights(np.zeros(len(sums), dtype=np.int64), draws, rng)
    n, sum_x, sum_y, sum_xy, sum_xx = np.vstack([sums.sum(axis=0), weights @ sums]).T
    covariance = sum_xy - sum_x * sum_y / n
    variance = (sum_xx - sum_x**2 / n) * (sum_y - sum_y**2 / n)
    rho = np.full(len(n), np.nan)
    np.divide(covariance, np.sqrt(np.maximum(variance, 0)), out=rho, where=variance > 1e-9)
    return rho


Row = tuple[float | str | None, ...]


def _level(k: int, group: pl.DataFrame, rho: Floats) -> Row:
    rates = group.group_by("position").agg(pl.col("passed").mean()).sort("position")["passed"]
    ends = float(rates[0]), float(rates[-1])
    size = k, group["probe_id"].n_unique(), group.height
    if np.isnan(rho[0]):
        why = "the probes have one place only" if len(rates) == 1 else "every check has the same verdict"
        return *size, *ends, *[None] * 7, f"no correlation: {why}"
    value = float(rho[0])
    (low,), (high,) = interval(rho[:, None])
    if np.isnan(low):
        note = "no interval: the probes do not differ" if len(rho) > 1 else None
        return *size, *ends, value, None, None, value**2, None, _p_unclustered(value, group.height), None, note
    spread = float(np.nanstd(rho[1:]))
    p = float(2 * stats.norm.sf(abs(value) / spread))
    chance = float(np.sqrt(2 / np.pi) * spread)
    return *size, *ends, value, float(low), float(high), value**2, p, _p_unclustered(value, group.height), chance, None


def _p_unclustered(rho: float, n: int) -> float | None:
    """Returns the p-value of a rank correlation over n independent observations, by the t distribution."""
    if n < 3:
        return None
    return float(2 * stats.t.sf(abs(rho) * np.sqrt((n - 2) / max(1 - rho**2, 1e-12)), n - 2))


def _summary(levels: pl.DataFrame, rhos: Floats) -> pl.DataFrame:
    known = levels.drop_nulls("rho")
    mean, low, high, note = None, None, None, None
    if not known.height:
        note = "no correlation: no k has two places and both verdicts"
    else:
        drawn = rhos.mean(axis=0)
        mean = float(drawn[0])
        low, high = (None if np.isnan(end[0]) else float(end[0]) for end in interval(drawn[:, None]))
    row = {
        "levels": known.height,
        "rho": mean,
        "rho_low": low,
        "rho_high": high,
        "abs_rho": known["rho"].abs().mean(),
        "chance": known["chance"].mean(),
        "positive": int((known["rho"] > 0).sum()),
        "negative": int((known["rho"] < 0).sum()),
        "significant": int((known["p"] < 0.05).sum()),
        "significant_unclustered": int((known["p_unclustered"] < 0.05).sum()),
        "note": note,
    }
    numbers = dict.fromkeys(("rho", "rho_low", "rho_high", "abs_rho", "chance"), pl.Float64)
    return pl.DataFrame([row], schema_overrides=numbers | {"note": pl.String})

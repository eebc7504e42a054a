"""Where rules first break, as a share of the answer's length (paper, section 4 and table 6), from the audit's rows.

Impossible probes are left out. Medians come with the 95 % interval of drawing the probes again.
"""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from cse.stats.bootstrap import interval
from cse.stats.cube import Floats
from cse.stats.failures import stops
from cse.stats.notes import explain

OWN_TEXTS = ("attempt", "narration")
"""Modes in which the place of a violation says how a text went wrong."""

EARLY = 0.2
"""The first fifth of an answer, of which the paper tells the share of lipogram violations (its section 4)."""

IMMEDIATE, GRADUAL = 0.05, 0.10
"""Medians below the one, and from the other on, make the strategies of the paper's table 6; between them is mixed."""

FEWEST = 10
"""Failures below which a median names no strategy; the paper leaves a model with 8 out."""


def lipogram_profiles(violations: pl.DataFrame, rng: np.random.Generator, draws: int = 2000) -> pl.DataFrame:
    """Returns where each model's genuine lipogram failures begin (paper, table 6).

    Columns: `model`, then as `first_violations`, and `strategy`: "immediate" where the median lies below 0.05,
    "gradual" from 0.10 on, "mixed" between; null with fewer than ten failures.
    """
    genuine = violations.filter((pl.col("lipogram_class") == "genuine") & ~pl.col("impossible"))
    places = _places(genuine, ["model"], rng, draws).sort("model")
    enough = pl.col("placed") >= FEWEST
    named = pl.Series("strategy", [strategy(median) for median in places["first"]], dtype=pl.String)
    return places.with_columns(named).with_columns(
        strategy=pl.when(enough).then("strategy"),
        note=pl.when(enough).then("note").otherwise(pl.lit(f"no strategy: fewer than {FEWEST} failures")),
    )


def strategy(median: float | None) -> str | None:
    """Names the strategy of a median place.

    >>> strategy(0.01), strategy(0.07), strategy(0.439)
    ('immediate', 'mixed', 'gradual')
    """
    if median is None:
        return None
    return "immediate" if median < IMMEDIATE else "gradual" if median >= GRADUAL else "mixed"


def first_violations(violations: pl.DataFrame, rng: np.random.Generator, draws: int = 2000) -> pl.DataFrame:
    """Returns for each type where it first breaks in answers that attempt the text.

    Columns: `type`, `code`, `failures`, `placed` (those with a place), `first` (median share of the answer's length,
    with interval), `quarter` and `three_quarters` (quartiles), `early` (share of the placed ones in the first fifth),
    `truncated`, `unknown_stop`, `note`. Types without any place are left out.
    """
    attempted = violations.filter(pl.col("mode").is_in(OWN_TEXTS) & ~pl.col("impossible"))
    places = _places(attempted, ["type", "code"], rng, draws)
    return places.filter(pl.col("placed") > 0).sort("code")


def _places(rows: pl.DataFrame, by: list[str], rng: np.random.Generator, draws: int) -> pl.DataFrame:
    first = pl.col("first")
    table = (
        rows.group_by(by)
        .agg(
            *stops(),
            failures=pl.len().cast(pl.Int64),
            placed=first.count().cast(pl.Int64),
            first=first.median(),
            quarter=first.quantile(0.25, "linear"),
            three_quarters=first.quantile(0.75, "linear"),
            early=(first < EARLY).sum() / first.count(),
        )
        .sort(by)
    )
    lows, highs = [], []
    for row in table.select(by).iter_rows(named=True):
        own = rows.filter(*(pl.col(name) == value for name, value in row.items())).drop_nulls("first")
        low, high = _median_interval(own, rng, draws)
        lows.append(low)
        highs.append(high)
    ends = [pl.Series("first_low", lows, pl.Float64), pl.Series("first_high", highs, pl.Float64)]
    return explain(table.with_columns(*ends, note=pl.lit(None, pl.String)))


def _median_interval(rows: pl.DataFrame, rng: np.random.Generator, draws: int) -> tuple[float | None, float | None]:
    """Returns the percentile interval of the median of `first` over draws of the probes."""
    if not rows.height:
        return None, None
    ordered = rows.sort("first", "probe_id")
    values = ordered["first"].to_numpy()
    probes = ordered["probe_id"].rank("dense").to_numpy().astype(np.int64) - 1
    count = int(probes.max()) + 1
    medians = np.empty((1 + draws, 1))
    medians[0] = np.median(values)
    for draw in range(1, 1 + draws):
        weights = np.bincount(rng.integers(count, size=count), minlength=count)[probes]
        medians[draw] = _median(values, weights)
    (low,), (high,) = interval(medians)
    return (None, None) if np.isnan(low) else (float(low), float(high))


def _median(values: Floats, weights: NDArray[np.int64]) -> float:
    """Returns the median of sorted values that occur as often as their weights say."""
    reached = np.cumsum(weights)
    middle = [(reached[-1] - 1) // 2, reached[-1] // 2]
    return float(values[np.searchsorted(reached, middle, side="right")].mean())

"""The two regimes of sacrifice: does what survives on impossible probes follow the hierarchy (paper, section R.2)?

The hierarchy is that of the satisfiable probes: a type stands high if it loses little as constraints are added (its
slope of retention) or if it is passed often. Two measures tell whether impossible probes keep that order:

- `rho`, the rank correlation, over the types, of the share that survives with the place in the hierarchy: above 0 the
  order is preserved, below 0 inverted;
- `lower_kept`, of the probes on which one side alone is kept, the share on which it is the side that stands lower:
  above one half the order is inverted.

The paper finds it inverted where two constraints stand alone (binary choice) and preserved where more than two do
(triage); the verdict is by `lower_kept` in the first regime and by `rho` in the second.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from cse.stats.coverage import clopper_pearson
from cse.stats.cube import percentiles
from cse.stats.notes import NO_SPREAD
from cse.stats.predictors import FEWEST_TYPES, rank_correlation
from cse.stats.sacrifice import NOT_TOLD

BINARY, TRIAGE = "binary choice", "triage"
REFERENCES = ("slope", "rate")
_SCHEMA = {
    "regime": pl.String,
    "hierarchy": pl.String,
    "probes": pl.Int64,
    "checks": pl.Int64,
    "kept": pl.Float64,
    "types": pl.Int64,
    **{f"rho{end}": pl.Float64 for end in ("", "_low", "_high")},
    "decided": pl.Int64,
    **{f"lower_kept{end}": pl.Float64 for end in ("", "_low", "_high")},
    "verdict": pl.String,
    "note": pl.String,
}


def regimes(
    checks: pl.DataFrame, sided: pl.DataFrame, types: pl.DataFrame, rng: np.random.Generator, draws: int
) -> pl.DataFrame:
    """Compares what survives in each regime with the hierarchy of the satisfiable probes.

    Args:
        checks: The table of checks.
        sided: What `cse.stats.sacrifice.sides` returns.
        types: `type`, `slope` and `rate` of each type on satisfiable probes, null where unknown.
        rng: Source of the draws of types for the interval of `rho`.
        draws: How many of them.

    Returns:
        One row for each regime with probes and each `hierarchy`, "slope" or "rate": `regime`, `hierarchy`, `probes`,
        `checks`, `kept` (share of checks), `types` (in the correlation), `rho` with its interval, `decided` (probes,
        each in each model, on which one side is kept more often), `lower_kept` with its exact interval, `verdict`
        ("inverted", "preserved" or "not told apart"), `note`.
    """
    impossible = checks.filter(pl.col("impossible"), pl.col("passed").is_not_null())
    rows = []
    for regime, chosen in ((BINARY, pl.col("k") == 2), (TRIAGE, pl.col("k") > 2)):
        mine, pairs = impossible.filter(chosen), sided.filter(chosen)
        if mine.is_empty():
            continue
        survival = mine.group_by("type").agg(kept=pl.col("passed").mean()).join(types, on="type").sort("type")
        about = {
            "regime": regime,
            "probes": mine["probe_id"].n_unique(),
            "checks": mine.height,
            "kept": mine["passed"].mean(),
        }
        for hierarchy in REFERENCES:
            row = about | {"hierarchy": hierarchy} | _order(survival.drop_nulls(hierarchy), hierarchy, rng, draws)
            row |= _lower_kept(pairs, types.drop_nulls(hierarchy), hierarchy)
            rows.append(row | {"verdict": _verdict(row)})
    table = pl.DataFrame(rows, schema=_SCHEMA)
    lost = pl.col("rho").is_not_null() & pl.col("rho_low").is_null()
    return table.with_columns(note=pl.when(lost).then(pl.lit("no interval of rho: " + NO_SPREAD)).otherwise("note"))


def _order(survival: pl.DataFrame, hierarchy: str, rng: np.random.Generator, draws: int) -> dict[str, object]:
    size = survival.height
    if size < FEWEST_TYPES:
        return {"types": size, "note": f"no correlation: {size} types have what it takes, {FEWEST_TYPES} are needed"}
    x, y = survival["kept"].to_numpy(), survival[hierarchy].to_numpy()
    picks = rng.integers(size, size=(draws, size))
    rho = float(rank_correlation(x[None], y[None])[0])
    if np.isnan(rho):
        return {"types": size, "note": "no correlation: all types have the same value"}
    low, high = (None if np.isnan(end) else float(end) for end in percentiles(rank_correlation(x[picks], y[picks])))
    return {"types": size, "rho": rho, "rho_low": low, "rho_high": high}


def _lower_kept(pairs: pl.DataFrame, types: pl.DataFrame, hierarchy: str) -> dict[str, object]:
    """Counts, of the probes in each model on which one side is kept more often, those where it stands lower."""
    place = types.select("type", place=hierarchy)
    ranked = pairs.join(place, left_on="first", right_on="type").join(
        place, left_on="second", right_on="type", suffix="_second"
    )
    balance = ranked.group_by("model", "probe_id").agg(
        kept=pl.col("first_kept").mean() - pl.col("second_kept").mean(),
        higher=pl.first("place") - pl.first("place_second"),
    )
    decided = balance.filter(pl.col("kept") != 0, pl.col("higher") != 0)
    if decided.is_empty():
        return {"decided": 0}
    share = float((decided["kept"].sign() != decided["higher"].sign()).mean())  # type: ignore[arg-type]
    low, high = clopper_pearson(np.array([share]), np.array([float(decided.height)]))
    return {
        "decided": decided.height,
        "lower_kept": share,
        "lower_kept_low": float(low[0]),
        "lower_kept_high": float(high[0]),
    }


def _verdict(row: dict[str, object]) -> str:
    name, middle, below, above = (
        ("lower_kept", 0.5, "preserved", "inverted")
        if row["regime"] == BINARY
        else ("rho", 0.0, "inverted", "preserved")
    )
    low, high = row.get(f"{name}_low"), row.get(f"{name}_high")
    if isinstance(low, float) and low > middle:
        return above
    return below if isinstance(high, float) and high < middle else NOT_TOLD

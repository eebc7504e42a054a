"""Is it what is asked, or how much? Difficulty of probes by k, and whether easy and hard ones end alike (section 4).

- Intrinsic difficulty of a type: 1 - its pass rate at k = 1, all models together; where some type was not run at k = 1,
  1 - the pass rate over all k, for every type.
- Kruskal and Wallis test whether the difficulty of the constraints asked for differs between levels of k; each
  constraint of each probe is one value. The effect size is epsilon^2 = H / (n - 1).
- Terciles: within each k, probes ranked by the mean difficulty of their constraints, ties in the order of their ids.
  Those of k = 1 are cut in halves, and one half is ranked by the difficulty that the other shows; ranked by their own
  outcome, what passed by luck would count as easy.
- Convergence: the spread at k is sCSR of the easy tercile - sCSR of the hard one, and terciles have converged at the
  smallest k from which on the spread stays within 5 points. It is computed over all types, and once more without the
  immune ones: their checks are left out, so that a response must pass the others.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import stats

from cse.stats.bootstrap import estimate_table, ratio
from cse.stats.cube import Cube, Floats, Weights, cube, halves_at_one, usable
from cse.stats.notes import explain

TERCILES = ("easy", "medium", "hard")
TOLERANCE = 0.05
"""Terciles whose sCSR lies this close count as converged."""


@dataclass(frozen=True)
class Asked:
    """What the probes ask for.

    Attributes:
        probes: Ids, sorted, as in the cube.
        k: Number of constraints of each.
        holds: How often each probe holds each type, probes x types.
        difficulty: Intrinsic difficulty of each type; NaN for a type that no probe holds.
        basis: What the difficulty was taken from, "k = 1" or "all k".
        tercile: Index in `TERCILES` of each probe, -1 where there are fewer than three probes to rank it among.
    """

    probes: pl.Series
    k: NDArray[np.int64]
    holds: Floats
    difficulty: Floats
    basis: str
    tercile: NDArray[np.int64]


def asked(checks: pl.DataFrame, data: Cube) -> Asked:
    """Reads from the checks what each probe of their cube asks for, and how hard that is."""
    slots = usable(checks).select("probe_id", "position", "type").unique()
    probes = slots["probe_id"].unique().sort()
    row, column = (
        slots[name].cast(pl.Enum(known)).to_physical().to_numpy()
        for name, known in (("probe_id", probes), ("type", data.types["type"]))
    )
    holds = np.zeros((len(probes), data.types.height))
    np.add.at(holds, (row, column), 1)
    alone, everywhere = 1 - _rates(data, data.k == 1), 1 - _rates(data, data.k > 0)
    if (np.isnan(alone) & ~np.isnan(everywhere)).any():
        return Asked(probes, data.k, holds, everywhere, "all k", _terciles(data.k, _mean(holds, everywhere)))
    mean, half = _mean(holds, alone), halves_at_one(data)
    for one, other in ((0, 1), (1, 0)):
        shown = 1 - _rates(data, half == other)
        # a type with a single probe at k = 1 has no other half, and ranks in the middle
        shown = np.where(np.isnan(shown), np.nanmean(alone) if len(half) else np.nan, shown)
        mean[half == one] = _mean(holds, shown)[half == one]
    return Asked(probes, data.k, holds, alone, "k = 1", _terciles(np.where(half == 0, 0, data.k), mean))


def _rates(data: Cube, chosen: NDArray[np.bool_]) -> Floats:
    """Returns the pass rate of each type in the chosen probes."""
    return ratio(*(values[:, chosen].sum(axis=(0, 1)) for values in (data.passes, data.checks)))


def _mean(holds: Floats, difficulty: Floats) -> Floats:
    """Returns the mean difficulty of the constraints of each probe."""
    return np.asarray(holds @ np.nan_to_num(difficulty) / np.maximum(holds.sum(axis=1), 1))


def _terciles(group: NDArray[np.int64], mean: Floats) -> NDArray[np.int64]:
    """Cuts the probes of each group in three by rank."""
    tercile = np.full(len(group), -1, dtype=np.int64)
    for one in np.unique(group):
        at = np.flatnonzero(group == one)
        if len(at) >= len(TERCILES):
            # rounding, because sums in another order must not break ties
            order = np.argsort(mean[at].round(12), kind="stable")
            tercile[at[order]] = np.arange(len(at)) * len(TERCILES) // len(at)
    return tercile


def difficulty_by_k(probes: Asked) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Compares the intrinsic difficulty of what is asked between levels of k.

    Returns:
        A table with one row a k: `k`, `probes`, `constraints`, `difficulty` (mean), and a table of one row with the
        test: `basis` ("k = 1" or "all k"), `h`, `df`, `p`, `epsilon_squared`, `constraints`, `note`.
    """
    groups, rows = [], []
    for level in np.unique(probes.k):
        counts = probes.holds[probes.k == level].sum(axis=0).astype(np.int64)
        groups.append(np.repeat(probes.difficulty, counts))
        rows.append((int(level), int((probes.k == level).sum()), len(groups[-1]), float(groups[-1].mean())))
    schema = {"k": pl.Int64, "probes": pl.Int64, "constraints": pl.Int64, "difficulty": pl.Float64}
    by_k = pl.DataFrame(rows, schema=schema, orient="row")
    n = sum(len(group) for group in groups)
    h, p, note = None, None, None
    if len(groups) < 2:
        note = "no test: it takes two levels of k"
    elif len(np.unique(np.concatenate(groups))) < 2:
        note = "no test: all types are equally difficult"
    else:
        h, p = (float(number) for number in stats.kruskal(*groups))
    size = h / (n - 1) if h is not None else None
    numbers = {"h": h, "df": max(len(groups) - 1, 0), "p": p, "epsilon_squared": size, "constraints": n}
    kinds = dict.fromkeys(("h", "p", "epsilon_squared"), pl.Float64)
    row = {"basis": probes.basis, **numbers, "note": note}
    return by_k, pl.DataFrame([row], schema_overrides={**kinds, "note": pl.String})


def convergence(
    checks: pl.DataFrame, probes: Asked, weights: Weights, immune: Collection[str] = ()
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Follows the spread of sCSR between the easy and the hard tercile over k, with and without immune types.

    Args:
        checks: The table of checks.
        probes: What its probes ask for.
        weights: Draws of these probes.
        immune: Names of the types to leave out in the second variant; without any there is no second variant.

    Returns:
        A table of spreads: `variant` ("all types", "without immune types"), `k`, `easy`, `medium`, `hard` (sCSR),
        `spread`, `spread_low`, `spread_high`, `note`; and a table with one row a variant: `variant`, `left_out` (names
        of the types), `converged_at` (null where terciles never converge), `note`.
    """
    variants = {"all types": checks}
    if immune:
        kept = checks.filter(~pl.col("type").is_in(list(immune)))
        left = kept.select("probe_id", "position").unique().group_by("probe_id").len("left")
        fewer = kept.join(left, on="probe_id").with_columns(k=pl.col("left").cast(pl.Int64))
        variants["without immune types"] = fewer.drop("left")
    spreads, ends = [], []
    for variant, table in variants.items():
        spread = _spreads(table, probes, weights)
        spreads.append(spread.insert_column(0, pl.Series("variant", [variant] * spread.height, pl.String)))
        left_out = ", ".join(sorted(immune)) if table is not checks else ""
        ends.append((variant, left_out, *_converged_at(spread)))
    schema = {"variant": pl.String, "left_out": pl.String, "converged_at": pl.Int64, "note": pl.String}
    return pl.concat(spreads), pl.DataFrame(ends, schema=schema, orient="row")


def _spreads(table: pl.DataFrame, probes: Asked, weights: Weights) -> pl.DataFrame:
    """Compares terciles on the checks of a table, at the k and in the tercile that the whole probe has."""
    data = cube(table)
    place = probes.probes.search_sorted(usable(table)["probe_id"].unique().sort()).to_numpy()
    k, tercile = probes.k[place], probes.tercile[place]
    passed, there = (values.sum(axis=0) for values in (data.all_passed, data.responses))
    all_weights = np.vstack([np.ones((1, len(place)), dtype=np.float32), weights[:, place]])
    levels = np.unique(k[tercile >= 0])
    rates = np.full((len(TERCILES), len(all_weights), len(levels)), np.nan)
    for column, level in enumerate(levels):
        for which in range(len(TERCILES)):
            at = np.flatnonzero((k == level) & (tercile == which))
            rates[which, :, column] = ratio(all_weights[:, at] @ passed[at], all_weights[:, at] @ there[at])
    sizes = np.array([(tercile[k == level] >= 0).sum() for level in levels])
    index = pl.DataFrame({"k": levels, **{name: rates[which, 0] for which, name in enumerate(TERCILES)}})
    index = index.with_columns(pl.col(TERCILES).fill_nan(None))
    return explain(estimate_table(index, {"spread": rates[0] - rates[-1]}, sizes))


def _converged_at(spreads: pl.DataFrame) -> tuple[int | None, str | None]:
    known = spreads.drop_nulls("spread").sort("k")
    if not known.height:
        return None, "no spread: no k has three probes with whole responses"
    apart = known.filter(pl.col("spread").abs() > TOLERANCE)
    if not apart.height:
        return int(known["k"][0]), "the terciles are never apart"
    after = known.filter(pl.col("k") > apart["k"].max())
    if not after.height:
        return None, f"the terciles are still apart at k = {known['k'][-1]}"
    return int(after["k"][0]), None

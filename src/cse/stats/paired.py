"""Differences between two sets of responses to the same probes, with paired intervals (paper, section 5).

Input is a cube of two "models", the two sides, over the same probes. A bootstrap draw takes a probe with its responses
on both sides, so what a probe's difficulty adds to both is not in the interval of their difference.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from cse.stats.bootstrap import NO_SPREAD, Sums, interval, ratio
from cse.stats.cube import LEVEL, Cube, Floats
from cse.stats.curves import fit_geometric
from cse.stats.levels import HALF, half_life

_ESTIMATES = ("base", "treated", "change")
_TAIL = (1 - LEVEL) / 2
COLUMNS = {
    "measure": pl.String,
    "probes": pl.Int64,
    **{f"{name}{end}": pl.Float64 for name in _ESTIMATES for end in ("", "_low", "_high")},
    "note": pl.String,
}
"""Columns of a table of differences behind those that say what its rows are of."""


def changes(sums: Sums) -> pl.DataFrame:
    """Returns the change of each rate over all k.

    Args:
        sums: Sums by level of the two sides over the same probes, the base first.

    Returns:
        Columns: `measure` (`scsr`, `mcsr`, `score`); `probes`; `base`, `treated` and `change` = treated - base, each
        with its 95 % interval; `note`.
    """
    total = np.array([sums.probes[0].sum()])
    return pl.concat(
        paired_table(pl.DataFrame({"measure": [name]}), rate, total)
        for name, rate in _rates(sums, over_levels=True).items()
    )


def changes_by_k(data: Cube, sums: Sums) -> pl.DataFrame:
    """Returns the change of sCSR, mCSR and score at each k; columns as in `changes` with `k` first."""
    return pl.concat(
        paired_table(pl.DataFrame({"k": data.levels}).with_columns(measure=pl.lit(name)), rate, sums.probes[0])
        for name, rate in _rates(sums).items()
    )


def changes_by_type(data: Cube, sums: Sums) -> pl.DataFrame:
    """Returns the change of each type's mCSR, greatest gain first; columns as in `changes` after those of the type."""
    index = data.types.with_columns(measure=pl.lit("mcsr"))
    table = paired_table(index, ratio(sums.passes, sums.checks), sums.probes[0])
    return table.filter(pl.col("probes") > 0).sort("change", "code", descending=[True, False])


def paired_table(index: pl.DataFrame, rates: Floats, probes: Floats) -> pl.DataFrame:
    """Puts rates of both sides and their difference, with intervals, beside the columns that say what they are of.

    Where no draw differs from the others, a rate of 0 or 1 has its exact interval, and a difference of 0 the one that
    follows from no probe having changed: with 95 % confidence fewer than the share w = 1 - 0.025^(1/n) of all probes
    would, so the difference lies within -w and w.

    Args:
        index: One row a group.
        rates: (1 + draws) x 2 sides x groups.
        probes: Number of probes behind each group.
    """
    base, treated = rates[:, 0], rates[:, 1]
    change = treated - base
    ends = {
        "base": interval(base, probes),
        "treated": interval(treated, probes),
        "change": _around_zero(change, probes),
    }
    return _framed(index, probes, {"base": base[0], "treated": treated[0], "change": change[0]}, ends, len(rates) > 1)


def _around_zero(change: Floats, probes: Floats) -> tuple[Floats, Floats]:
    low, high = interval(change)
    width = 1 - _TAIL ** (1 / np.maximum(probes, 1))
    unchanged = np.isnan(low) & (change[0] == 0) & (len(change) > 1)
    return np.where(unchanged, -width, low), np.where(unchanged, width, high)


def _framed(
    index: pl.DataFrame,
    probes: Floats,
    values: dict[str, Floats],
    ends: dict[str, tuple[Floats, Floats]],
    with_intervals: bool,
) -> pl.DataFrame:
    columns = [pl.Series("probes", probes.astype(np.int64))]
    for name in _ESTIMATES:
        columns += [pl.Series(name, values[name])]
        columns += [pl.Series(f"{name}_{end}", ends[name][place]) for place, end in enumerate(("low", "high"))]
    unknown = np.isnan(ends["change"][0]) & ~np.isnan(values["change"]) & with_intervals
    notes = [f"no interval of the change: {NO_SPREAD}" if lost else None for lost in unknown]
    table = index.with_columns(*columns, pl.Series("note", notes, pl.String))
    return table.with_columns(pl.selectors.float().fill_nan(None))


def _rates(sums: Sums, *, over_levels: bool = False) -> dict[str, Floats]:
    """Returns each rate, (1 + draws) x 2 x levels, or x 1 over all levels."""
    if sums.all_passed is None or sums.responses is None:
        raise TypeError("sums by type know no responses; use sums_by_level")
    parts = {
        "scsr": (sums.all_passed, sums.responses),
        "mcsr": (sums.passes, sums.checks),
        "score": (sums.scores, sums.checks),
    }
    if over_levels:
        parts = {name: (a.sum(axis=2, keepdims=True), b.sum(axis=2, keepdims=True)) for name, (a, b) in parts.items()}
    return {name: ratio(*part) for name, part in parts.items()}


def decay_change(data: Cube, sums: Sums, train_to: int) -> pl.DataFrame:
    """Returns the change of the decay factor r of mCSR (section 4), or why there is none.

    Args:
        data: Responses of the two sides to the same probes.
        sums: Its sums by level.
        train_to: Largest k that the factor is fitted to.

    Returns:
        One row; columns as in `changes`, with the measure `r`.
    """
    train = data.levels <= train_to
    index = pl.DataFrame({"measure": ["r"]})
    rates = ratio(sums.passes, sums.checks)[:, :, train]
    probes = np.array([sums.probes[0, train].sum()])
    if train.sum() < 2 or not rates[0].any(axis=1).all():
        lost = np.full((1, 1), np.nan)
        why = f"fewer than two levels up to k = {train_to}" if train.sum() < 2 else "one side passed nothing"
        nothing = dict.fromkeys(_ESTIMATES, (lost[0], lost[0]))
        table = _framed(index, probes, dict.fromkeys(_ESTIMATES, lost[0]), nothing, False)
        return table.with_columns(note=pl.lit(f"no decay factor: {why}"))
    r = fit_geometric(data.levels[train].astype(np.float64), rates).r
    base, treated = r[:, :1], r[:, 1:]
    change = treated - base
    ends = {"base": interval(base), "treated": interval(treated), "change": interval(change)}
    return _framed(index, probes, {"base": base[0], "treated": treated[0], "change": change[0]}, ends, len(r) > 1)


def half_life_changes(data: Cube, sums: Sums) -> pl.DataFrame:
    """Returns the change of k*, the smallest k at which sCSR is below 50 %; one row.

    Columns: `base`, `treated` (null where sCSR never falls below 50 %), `base_text` and `treated_text` (for people,
    with intervals as in `half_life`); `change` with `change_low` and `change_high`; `change_text`; `note`. Where sCSR
    never falls below 50 %, k* counts as the whole number after the largest k, so that the change is a bound, as
    `change_text` says with "at least" or "at most". The interval holds the whole numbers between the percentiles.
    """
    table = half_life(data, sums)
    rates = _rates(sums)["scsr"]
    beyond = int(data.levels[-1]) + 1
    below = rates < HALF
    k_star = np.where(below.any(axis=2), data.levels[below.argmax(axis=2)], beyond)
    change = (k_star[:, 1] - k_star[:, 0]).astype(np.float64)
    low = high = None
    if len(change) > 1:
        ends = np.quantile(change[1:], [_TAIL, 1 - _TAIL])
        low, high = int(np.floor(ends[0])), int(np.ceil(ends[1]))
    never = [bool(k == beyond) for k in k_star[0]]
    row = {
        "base": table["k_star"][0],
        "base_text": table["k_star_text"][0],
        "treated": table["k_star"][1],
        "treated_text": table["k_star_text"][1],
        "change": int(change[0]),
        "change_low": low,
        "change_high": high,
        "change_text": _change_text(int(change[0]), low, high, never),
        "note": table["k_star_note"][0] or table["k_star_note"][1],
    }
    texts = ("base_text", "treated_text", "change_text", "note")
    return pl.DataFrame([row], schema={name: pl.String if name in texts else pl.Int64 for name in row})


def _change_text(change: int, low: int | None, high: int | None, never: list[bool]) -> str:
    if all(never):
        return "not seen: neither falls below 50 %"
    bound = "at most " if never[0] else "at least " if never[1] else ""
    ends = "" if low is None else f" [{low:+d}, {high:+d}]".replace("+0", "0")
    return f"{bound}{f'{change:+d}' if change else '0'}{ends}".replace("-", "−")

"""Is there a floor under the mCSR curve, and does it hold still? (paper, section F).

Three ways to find one: the floored exponential fitted to all levels, to all but one, and to the training range; and,
independently of any curve, the types that hardly decay (flat types, see `hierarchy`).
"""

from __future__ import annotations

import numpy as np
import polars as pl

from cse.stats.bootstrap import Sums, ratio
from cse.stats.cube import Cube, Floats
from cse.stats.curves import fit_floored, fit_geometric
from cse.stats.defaults import TRAIN_TO
from cse.stats.retention import LATE

SPLITS = (6, 7, 8, 9)
"""Largest k of the training range in each split."""


def left_out_floors(ks: Floats, rates: Floats) -> pl.DataFrame:
    """Fits the floor with each level left out in turn: `left_out` (k), `a`, `b`, `c`.

    Args:
        ks: The levels, at least four.
        rates: mCSR at these levels.
    """
    keep = ~np.eye(len(ks), dtype=bool)
    fits = [fit_floored(ks[row], rates[row]) for row in keep]
    columns = {name: [float(getattr(fit, name)) for fit in fits] for name in ("a", "b", "c")}
    return pl.DataFrame({"left_out": ks.astype(np.int64), **columns})


def split_errors(ks: Floats, rates: Floats, splits: tuple[int, ...] = SPLITS) -> pl.DataFrame:
    """Compares both curves on several splits: `train_to`, `held_out_levels`, `geometric_mae`, `floored_mae`.

    Args:
        ks: The levels.
        rates: mCSR at these levels.
        splits: Largest training k of each split; one without three training levels or any held-out one is left out.
    """
    rows = []
    for train_to in splits:
        train = ks <= train_to
        if train.sum() < 3 or train.all():
            continue
        fits = fit_geometric(ks[train], rates[train]), fit_floored(ks[train], rates[train])
        errors = [float(np.abs(fit.at(ks)[~train] - rates[~train]).mean()) for fit in fits]
        rows.append((train_to, int((~train).sum()), *errors))
    schema = {"train_to": pl.Int64, "held_out_levels": pl.Int64, "geometric_mae": pl.Float64, "floored_mae": pl.Float64}
    return pl.DataFrame(rows, schema=schema, orient="row")


def floor_estimates(
    ks: Floats, rates: Floats, types: pl.DataFrame, retention: pl.DataFrame, train_to: int = TRAIN_TO
) -> pl.DataFrame:
    """Returns the floor by each method: `method`, `c`, `sd`, `n`, `note`.

    `n` counts the levels that a fit used, the fits that a mean is over, or the flat types.

    Args:
        ks: The levels.
        rates: mCSR of all models together at these levels, see `aggregate_curve`.
        types: The types of `hierarchy`, of which the flat ones carry a floor.
        retention: Their rates by k, of `hierarchy` too.
        train_to: Largest k of the training range.
    """
    rows: list[tuple[str, float | None, float | None, int, str | None]] = []
    for method, used in (("all levels", ks > 0), (f"levels up to k = {train_to}", ks <= train_to)):
        c = float(fit_floored(ks[used], rates[used]).c) if used.sum() >= 3 else None
        rows.append((method, c, None, int(used.sum()), None if c is not None else "fewer than three levels of k"))
    if len(ks) >= 4:
        left_out = left_out_floors(ks, rates)["c"].to_numpy()
        rows.append(("each level left out", float(left_out.mean()), float(left_out.std(ddof=1)), len(ks), None))
    else:
        rows.append(("each level left out", None, None, len(ks), "fewer than four levels of k"))
    flat = types.filter("flat")
    late = retention.filter(pl.col("k") >= LATE).join(flat.select("type"), on="type", how="semi")
    weights = late["checks"].to_numpy()
    c = float(np.average(late["rate"].to_numpy(), weights=weights)) if weights.sum() else None
    rows.append((f"flat types at k >= {LATE}", c, None, flat.height, None if c is not None else "no type is flat"))
    schema = {"method": pl.String, "c": pl.Float64, "sd": pl.Float64, "n": pl.Int64, "note": pl.String}
    return pl.DataFrame(rows, schema=schema, orient="row")


def aggregate_curve(cube: Cube, sums: Sums) -> tuple[Floats, Floats]:
    """Returns the levels and the mCSR of all models together at each."""
    rates = ratio(sums.passes[0].sum(axis=0), sums.checks[0].sum(axis=0))
    known = ~np.isnan(rates)
    return cube.levels[known].astype(np.float64), rates[known]

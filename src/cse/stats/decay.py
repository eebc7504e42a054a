"""Decay over k: the geometric curve of mCSR, the floored exponential of sCSR, and where models leave them.

    mCSR(k) = a * r ** (k - 1)           (paper, section 4, figure 1, table 4)
    sCSR(k) = a * exp(-b * k) + c        (paper, section 4; for mCSR, section F)

Curves are fitted by least squares on the levels up to `train_to`, each level counting once; the levels above are held
out and their mean absolute error is reported. Errors and rates are shares, not percent.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from cse.stats.bootstrap import Sums, interval, ratio
from cse.stats.cube import Cube, Floats
from cse.stats.curves import Floored, Geometric, fit_floored, fit_geometric
from cse.stats.defaults import TRAIN_TO

ALL_MODELS = "(all models)"
SLOW, FAST = 0.93, 0.80
"""Archetypes: slow decay above the first factor, fast below the second, medium between (paper, table 4)."""


@dataclass(frozen=True)
class Curves:
    """Rates by level, one curve a model and, where there are several, a last one for all models together.

    Attributes:
        names: Names of the curves.
        ks: The levels.
        rates: (1 + draws) x curves x levels; NaN where a model was not asked.
        probes: Number of probes behind each rate, curves x levels.
    """

    names: tuple[str, ...]
    ks: NDArray[np.int64]
    rates: Floats
    probes: Floats


def mcsr_curves(cube: Cube, sums: Sums) -> Curves:
    """Returns mCSR by k."""
    return _curves(cube, sums, sums.passes, sums.checks)


def scsr_curves(cube: Cube, sums: Sums) -> Curves:
    """Returns sCSR by k."""
    if sums.all_passed is None or sums.responses is None:
        raise TypeError("sums by type know no responses; use sums_by_level")
    return _curves(cube, sums, sums.all_passed, sums.responses)


def _curves(cube: Cube, sums: Sums, passed: Floats, asked: Floats) -> Curves:
    if len(cube.models) == 1:
        return Curves(cube.models, cube.levels, ratio(passed, asked), sums.probes)
    both = [np.concatenate([values, values.sum(axis=1, keepdims=True)], axis=1) for values in (passed, asked)]
    probes = np.concatenate([sums.probes, sums.probes_of_any[None]])
    return Curves((*cube.models, ALL_MODELS), cube.levels, ratio(both[0], both[1]), probes)


def geometric_decay(curves: Curves, train_to: int = TRAIN_TO) -> pl.DataFrame:
    """Fits a * r ** (k - 1) to each curve.

    Columns: `model`, `a`, `r` with `_low` and `_high`, `train_levels` and `held_out_levels` (levels), `train_mae`,
    `held_out_mae`, `archetype` (slow, medium, fast), `note`: why there is no fit, or what it cannot tell.
    """
    rows = []
    for name, ks, rates in _each(curves):
        train = ks <= train_to
        row: dict[str, object] = {"model": name, **_counts(train)}
        row["note"] = _why_not(rates[0, train], least=2)
        if row["note"] is None:
            fit = fit_geometric(ks[train], rates[:, train])
            row |= _with_interval("a", fit.a) | _with_interval("r", fit.r)
            row |= _errors(fit, ks, rates[0], train)
            row["archetype"] = "slow" if fit.r[0] > SLOW else "fast" if fit.r[0] < FAST else "medium"
            row["note"] = (
                "two levels: the curve goes through both, its error tells nothing" if train.sum() == 2 else None
            )
        rows.append(row)
    return pl.DataFrame(rows, schema=_schema("a", "r", archetype=pl.String))


def floored_decay(curves: Curves, train_to: int = TRAIN_TO) -> pl.DataFrame:
    """Fits a * exp(-b * k) + c to each curve; columns as in `geometric_decay`, with `a`, `b`, `c`."""
    rows = []
    for name, ks, rates in _each(curves):
        train = ks <= train_to
        row: dict[str, object] = {"model": name, **_counts(train)}
        row["note"] = _why_not(rates[0, train], least=3)
        if row["note"] is None:
            fit = fit_floored(ks[train], rates[:, train])
            row |= _with_interval("a", fit.a) | _with_interval("b", fit.b) | _with_interval("c", fit.c)
            row |= _errors(fit, ks, rates[0], train)
            if row["c"] == 0 and row["c_low"] is None and len(rates) > 1:
                row |= {"c_low": 0.0, "c_high": 0.0, "note": "no draw has a floor above 0"}
            if train.sum() == 3:
                row["note"] = "three levels: the curve goes through all, its error tells nothing"
        rows.append(row)
    return pl.DataFrame(rows, schema=_schema("a", "b", "c"))


def predictions(curves: Curves, train_to: int = TRAIN_TO) -> pl.DataFrame:
    """Returns observed and fitted mCSR at each k (paper, section F).

    Columns: `model`, `k`, `role` (train or held out), `observed`, `predicted`, `excess` = observed - predicted with its
    95 % interval. Curves without a fit are left out.
    """
    frames = []
    for name, ks, rates in _each(curves):
        train = ks <= train_to
        if _why_not(rates[0, train], least=2) is not None:
            continue
        predicted = fit_geometric(ks[train], rates[:, train]).at(ks)
        excess = rates - predicted
        low, high = interval(excess)
        frame = {"k": ks.astype(np.int64), "observed": rates[0], "predicted": predicted[0], "excess": excess[0]}
        frames.append(
            pl.DataFrame(frame | {"excess_low": low, "excess_high": high}).select(
                pl.lit(name).alias("model"),
                "k",
                pl.when(pl.col("k") <= train_to).then(pl.lit("train")).otherwise(pl.lit("held out")).alias("role"),
                pl.exclude("k").fill_nan(None),
            )
        )
    return pl.concat(frames) if frames else pl.DataFrame(schema=_PREDICTIONS)


_PREDICTIONS = {
    "model": pl.String,
    "k": pl.Int64,
    "role": pl.String,
    **dict.fromkeys(("observed", "predicted", "excess", "excess_low", "excess_high"), pl.Float64),
}


def plateaus(predicted: pl.DataFrame) -> pl.DataFrame:
    """Says of each model whether it ends above its fitted curve: at its largest held-out k.

    Columns as in `predictions`, and `verdict`: above, below, or not told apart (the interval holds zero).
    """
    top = predicted.filter(pl.col("role") == "held out", pl.col("model") != ALL_MODELS)
    top = top.filter(pl.col("k") == pl.col("k").max().over("model"))
    verdict = pl.when(pl.col("excess_low") > 0).then(pl.lit("above")).when(pl.col("excess_high") < 0)
    return top.with_columns(
        verdict=verdict.then(pl.lit("below"))
        .when(pl.col("excess_low").is_null())
        .then(pl.lit("no interval"))
        .otherwise(pl.lit("not told apart"))
    ).sort("excess", descending=True)


def plateau_summary(plateau: pl.DataFrame) -> pl.DataFrame:
    """Counts the models of `plateaus`: how many end above or below their curve, by sign and beyond chance.

    Columns: `models`, `above` and `below` (by sign), `surely_above` and `surely_below` (by verdict), `excess_above`
    (mean excess of those above, null where there are none) and `excess` (mean of all).
    """
    excess, verdict = pl.col("excess"), pl.col("verdict")
    return plateau.select(
        models=pl.len().cast(pl.Int64),
        above=(excess > 0).sum().cast(pl.Int64),
        below=(excess < 0).sum().cast(pl.Int64),
        surely_above=(verdict == "above").sum().cast(pl.Int64),
        surely_below=(verdict == "below").sum().cast(pl.Int64),
        excess_above=excess.filter(excess > 0).mean(),
        excess=excess.mean(),
    )


def _each(curves: Curves) -> list[tuple[str, Floats, Floats]]:
    """Returns each curve's name, the levels at which it is known, and its rates there, without incomplete draws."""
    found = []
    for index, name in enumerate(curves.names):
        rates = curves.rates[:, index]
        known = ~np.isnan(rates[0])
        rates = rates[:, known]
        found.append((name, curves.ks[known].astype(np.float64), rates[~np.isnan(rates).any(axis=1)]))
    return found


def _why_not(rates: Floats, least: int) -> str | None:
    if len(rates) < least:
        return f"no fit: {len(rates)} levels of k in the training range, at least {least} are needed"
    return None if rates.any() else "no fit: nothing was passed in the training range"


def _with_interval(name: str, values: Floats) -> dict[str, object]:
    low, high = interval(values[:, None])
    ends = (float(values[0]), float(low[0]), float(high[0]))
    return {
        key: None if np.isnan(value) else value
        for key, value in zip((name, f"{name}_low", f"{name}_high"), ends, strict=True)
    }


def _counts(train: NDArray[np.bool_]) -> dict[str, int]:
    return {"train_levels": int(train.sum()), "held_out_levels": int((~train).sum())}


def _errors(fit: Geometric | Floored, ks: Floats, rates: Floats, train: NDArray[np.bool_]) -> dict[str, object]:
    error = np.abs(fit.at(ks)[0] - rates)
    held_out = float(error[~train].mean()) if (~train).any() else None
    return {"train_mae": float(error[train].mean()), "held_out_mae": held_out}


def _schema(*parameters: str, **further: type[pl.DataType]) -> dict[str, type[pl.DataType]]:
    estimates = [f"{name}{end}" for name in parameters for end in ("", "_low", "_high")]
    return {
        "model": pl.String,
        **dict.fromkeys(estimates, pl.Float64),
        "train_levels": pl.Int64,
        "held_out_levels": pl.Int64,
        "train_mae": pl.Float64,
        "held_out_mae": pl.Float64,
        **further,
        "note": pl.String,
    }

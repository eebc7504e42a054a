"""Levels: how much is satisfied, by model, k, type and dimension (paper, section 3.1, tables 1, 2 and 4, figure 5).

    mCSR = passed checks / checks                  (equation 2)
    sCSR = responses that pass all k / responses   (equation 1)
    score = mean continuous score of the checks
    gap = score - mCSR                             (equation 3)
    penalty = mCSR - sCSR
    k* = the smallest k at which sCSR < 50 %

Impossible probes and unscored checks count nowhere; a response with an unscored check counts in mCSR, not in sCSR.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from cse.stats.bootstrap import Sums, estimate_table, interval, ratio, sums_by_type
from cse.stats.coverage import clopper_pearson
from cse.stats.cube import Cube, Floats, Weights, cube

HALF = 0.5
"""The share of probes below which sCSR has collapsed: k* is where that first happens."""


def levels_overall(sums: Sums) -> pl.DataFrame:
    """Returns the levels of all models and k together, one row."""
    return _levels(pl.DataFrame({"models": [sums.checks.shape[1]]}), sums, over=(1, 2))


def levels_by_k(cube: Cube, sums: Sums) -> pl.DataFrame:
    """Returns the levels at each k, models together: column `k`, then estimates."""
    return _levels(pl.DataFrame({"k": cube.levels}), sums, over=(1,))


def levels_by_model(cube: Cube, sums: Sums) -> pl.DataFrame:
    """Returns the levels of each model, k together, with k*, best sCSR first (table 1)."""
    table = _levels(pl.DataFrame({"model": cube.models}, schema={"model": pl.String}), sums, over=(2,))
    return table.join(half_life(cube, sums), on="model").sort(
        "scsr", "model", descending=[True, False], nulls_last=True
    )


def levels_by_model_and_k(cube: Cube, sums: Sums) -> pl.DataFrame:
    """Returns the levels of each model at each k it was asked at (table 4)."""
    models, ks = (axis.ravel() for axis in np.meshgrid(np.arange(len(cube.models)), cube.levels, indexing="ij"))
    index = pl.DataFrame({"model": pl.Series(cube.models, dtype=pl.String).gather(models), "k": ks})
    return _levels(index, sums, over=()).filter(pl.col("checks") > 0)


def levels_by_type(cube: Cube, sums: Sums) -> pl.DataFrame:
    """Returns mCSR, score and gap of each type, models together (table 2)."""
    return _rates(cube.types, sums, over=(1,)).filter(pl.col("checks") > 0)


def levels_by_type_and_model(cube: Cube, sums: Sums) -> pl.DataFrame:
    """Returns mCSR, score and gap of each type in each model (figure 5)."""
    models, types = (axis.ravel() for axis in np.indices((len(cube.models), cube.types.height)))
    index = cube.types[types].with_columns(model=pl.Series(cube.models, dtype=pl.String).gather(models))
    table = _rates(index.select("model", *cube.types.columns), sums, over=())
    return table.filter(pl.col("checks") > 0)


def levels_by_dimension(cube: Cube, weights: Weights) -> pl.DataFrame:
    """Returns mCSR, score and gap of each dimension, models together."""
    names = cube.types["dimension"].unique().sort()
    return _rates(pl.DataFrame({"dimension": names}), sums_by_dimension(cube, weights), over=(1,)).filter(
        pl.col("checks") > 0
    )


def sums_by_dimension(cube: Cube, weights: Weights) -> Sums:
    """Sums a cube by model and dimension, dimensions in the order of their names."""
    names = cube.types["dimension"].unique().sort()
    member = np.stack([(cube.types["dimension"] == name).to_numpy() for name in names]).astype(float)
    return sums_by_type(
        Cube(
            models=cube.models,
            k=cube.k,
            types=pl.DataFrame({"dimension": names}),
            checks=cube.checks @ member.T,
            passes=cube.passes @ member.T,
            scores=cube.scores @ member.T,
            responses=cube.responses,
            all_passed=cube.all_passed,
        ),
        weights,
    )


def impossible_survival(checks: pl.DataFrame) -> pl.DataFrame:
    """Returns how often each type holds on impossible probes, most often first (table 12).

    The interval of `mcsr` is the exact one over the probes that hold the type, each in each model (`probes`).
    `probes_passed` counts the responses that passed all constraints of a probe that no text can satisfy: more than
    none means that a verifier or a proof of impossibility is wrong.
    """
    asked = cube(checks.filter("impossible").with_columns(impossible=pl.lit(False)))
    nothing = np.zeros((0, len(asked.k)), dtype=np.float32)
    table = levels_by_type(asked, sums_by_type(asked, nothing))
    passed = int(asked.all_passed.sum())
    held = checks.filter("impossible", pl.col("passed").is_not_null())
    units = held.group_by("type").agg(probes=pl.struct("model", "probe_id").n_unique().cast(pl.Int64))
    chosen = table.select("type", "code", "dimension", "checks", "mcsr", "score").join(units, on="type")
    low, high = clopper_pearson(chosen["mcsr"].to_numpy(), chosen["probes"].to_numpy().astype(float))
    return chosen.select(
        "type",
        "code",
        "dimension",
        "probes",
        "checks",
        "mcsr",
        pl.Series("mcsr_low", low),
        pl.Series("mcsr_high", high),
        "score",
        pl.lit(passed, dtype=pl.Int64).alias("probes_passed"),
    ).sort("mcsr", "code", descending=[True, False])


def half_life(cube: Cube, sums: Sums) -> pl.DataFrame:
    """Returns k* of each model with its interval.

    Columns: `model`; `k_star`, `k_star_low`, `k_star_high`, null where sCSR never falls below 50 %; `k_star_text`, for
    people, e.g. "7 [6, 8]" or "> 12"; `k_star_note`, which says what the number leaves open. The interval runs from the
    first k at which sCSR may be below 50 % (its lower end is) to the first at which it must be (its upper end is).
    """
    scsr = ratio(*_joint(sums))
    rows: list[tuple[int | str | None, ...]] = []
    for index, model in enumerate(cube.models):
        known = ~np.isnan(scsr[0, index])
        ks, drawn = cube.levels[known], scsr[:, index, known]
        if not len(ks):
            rows.append((model, None, None, None, None, "no response with all its checks scored"))
            continue
        low, high = interval(drawn, sums.probes[index, known])
        values = [
            first_below(ends, ks) for ends in (drawn[0], np.nan_to_num(low, nan=0.0), np.nan_to_num(high, nan=1.0))
        ]
        text, note = _half_life_text(values if len(drawn) > 1 else values[:1], [int(k) for k in ks])
        whole = [None if value is None or (len(drawn) == 1 and place) else value for place, value in enumerate(values)]
        rows.append((model, *whole, text, note))
    names = ("k_star", "k_star_low", "k_star_high")
    columns = {"model": pl.String, **dict.fromkeys(names, pl.Int64), "k_star_text": pl.String, "k_star_note": pl.String}
    return pl.DataFrame(rows, schema=columns, orient="row")


def first_below(rates: Floats, ks: Sequence[int] | np.ndarray, threshold: float = HALF) -> int | None:
    """Returns the smallest k whose rate is below the threshold, None where none is.

    >>> first_below(np.array([0.9, 0.4, 0.6]), [1, 2, 3])
    2
    """
    return next((int(k) for k, rate in zip(ks, rates, strict=True) if rate < threshold), None)


def _half_life_text(values: Sequence[int | None], measured: Sequence[int]) -> tuple[str, str | None]:
    k, *ends = (f"> {measured[-1]}" if value is None else str(value) for value in values)
    text = f"{k} [{', '.join(ends)}]" if ends else k
    first = values[0]
    if first is None:
        return text, None
    open_from = max((m for m in measured if m < first), default=0) + 1
    return text, f"k = {open_from} to {first - 1} not measured" if open_from < first else None


def _joint(sums: Sums) -> tuple[Floats, Floats]:
    if sums.all_passed is None or sums.responses is None:
        raise TypeError("sums by type know no responses; use sums_by_level")
    return sums.all_passed, sums.responses


def _levels(index: pl.DataFrame, sums: Sums, over: tuple[int, ...]) -> pl.DataFrame:
    """Makes a table of all estimates from sums by level, summed over these of the axes models (1) and levels (2)."""
    passed, responses = (value.sum(axis=over).reshape(len(value), -1) for value in _joint(sums))
    table = _rates(index, sums, over, scsr=ratio(passed, responses))
    position = table.columns.index("checks")
    return table.insert_column(position, pl.Series("responses", responses[0].astype(np.int64)))


def _rates(index: pl.DataFrame, sums: Sums, over: tuple[int, ...], scsr: Floats | None = None) -> pl.DataFrame:
    checks, passes, scores = (
        value.sum(axis=over).reshape(len(value), -1) for value in (sums.checks, sums.passes, sums.scores)
    )
    probes = sums.probes_of_any[None] if 1 in over else sums.probes
    probes = (probes.sum(axis=1) if 2 in over else probes).reshape(-1)
    mcsr, score = ratio(passes, checks), ratio(scores, checks)
    values = {"mcsr": mcsr, "score": score, "gap": score - mcsr}
    if scsr is not None:
        values |= {"scsr": scsr, "penalty": mcsr - scsr}
    counts = index.with_columns(probes=pl.Series(probes.astype(np.int64)), checks=pl.Series(checks[0].astype(np.int64)))
    return estimate_table(counts, values, probes)

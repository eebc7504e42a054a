"""Levels, decay and budgets recover the truth of simulated panels, within their own intervals, as often as they say.

One hundred panels of three models at a tenth of the standard size; `benchmarks/recovery.py` does the same at full size.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from functools import cache

import numpy as np
import polars as pl
import pytest

from cse.stats.bootstrap import draw_weights, sums_by_level, sums_by_type
from cse.stats.budget import budgets
from cse.stats.cube import cube
from cse.stats.curves import fit_floored
from cse.stats.decay import ALL_MODELS, floored_decay, geometric_decay, mcsr_curves, plateaus, predictions, scsr_curves
from cse.stats.expected import expected_by_model, expected_by_type, expected_mcsr, expected_scsr
from cse.stats.levels import first_below, half_life, levels_by_model, levels_by_model_and_k, levels_by_type_and_model
from cse.stats.simulate import simulate
from cse.stats.truth import ModelProfile, published_truth

PANELS = 100
MODELS = (
    ModelProfile(name="a", a=0.95, r=0.96),
    ModelProfile(name="b", a=0.8, r=0.85, refused=0.05),
    ModelProfile(name="c", a=0.6, r=0.95, error=0.02),
)
TRUTH = dataclasses.replace(published_truth(scale=0.1), models=MODELS)
KS = np.array(list(TRUTH.level_sizes))


@cache
def panels() -> tuple[dict[str, list[bool]], np.ndarray]:
    """For each estimate, whether its interval held the truth, panel by panel; and all r, panels x models."""
    hits: dict[str, list[bool]] = defaultdict(list)
    factors = []
    mcsr, scsr = expected_mcsr(TRUTH), expected_scsr(TRUTH)
    model_mcsr, model_scsr = expected_by_model(TRUTH)
    floors = fit_floored(KS[KS <= 8].astype(float), scsr[:, KS <= 8])

    def held(name: str, table: pl.DataFrame, column: str, truth: np.ndarray) -> None:
        low, high = table[f"{column}_low"].to_numpy(), table[f"{column}_high"].to_numpy()
        hits[name] += ((low <= truth + 1e-9) & (truth - 1e-9 <= high)).tolist()

    for seed in range(PANELS):
        checks = simulate(TRUTH, np.random.default_rng(seed)).checks
        data = cube(checks)
        weights = draw_weights(data, 200, np.random.default_rng(10_000 + seed))
        sums = sums_by_level(data, weights)
        by_model = levels_by_model(data, sums).sort("model")
        held("mCSR of a model", by_model, "mcsr", model_mcsr)
        held("sCSR of a model", by_model, "scsr", model_scsr)
        held("mCSR of a model at k", levels_by_model_and_k(data, sums), "mcsr", mcsr.ravel())
        types = levels_by_type_and_model(data, sums_by_type(data, weights)).sort("model", "code")
        order = np.argsort([profile.code for profile in TRUTH.types])
        held("mCSR of a type in a model", types, "mcsr", expected_by_type(TRUTH)[:, order].ravel())
        curves = mcsr_curves(data, sums)
        fits = geometric_decay(curves).filter(pl.col("model") != ALL_MODELS)
        factors.append(fits["r"].to_numpy())
        held("r", fits, "r", np.array([model.r for model in MODELS]))
        held("a", fits, "a", np.array([model.a for model in MODELS]))
        held("b of sCSR", floored_decay(scsr_curves(data, sums)).head(3), "b", floors.b)
        hits["no plateau"] += (plateaus(predictions(curves))["verdict"] == "not told apart").to_list()
        for index, row in enumerate(half_life(data, sums).iter_rows(named=True)):
            truth = first_below(scsr[index], KS) or np.inf
            hits["k*"].append((row["k_star_low"] or np.inf) <= truth <= (row["k_star_high"] or np.inf))
        table = budgets({"mcsr": curves}, 0.6).filter(pl.col("model") != ALL_MODELS).sort("model")
        for index, row in enumerate(table.iter_rows(named=True)):
            truth = KS[mcsr[index] >= 0.6].max(initial=0)
            hits["budget"].append(bool(row["k_low"] <= truth <= row["k_high"]))
    return dict(hits), np.array(factors)


@pytest.mark.parametrize(
    "name",
    [
        "mCSR of a model",
        "sCSR of a model",
        "mCSR of a model at k",
        "mCSR of a type in a model",
        "r",
        "a",
        "b of sCSR",
        "no plateau",
    ],
)
def test_95_percent_intervals_cover_about_95_percent(name: str):
    assert 0.90 <= np.mean(panels()[0][name]) <= 0.98


@pytest.mark.parametrize("name", ["k*", "budget"])
def test_intervals_of_whole_numbers_cover_at_least_95_percent(name: str):
    # An interval of whole numbers cannot be cut to exactly 95 %.
    assert np.mean(panels()[0][name]) >= 0.95


def test_the_decay_factors_are_not_off_in_one_direction():
    errors = panels()[1] - np.array([model.r for model in MODELS])
    standard = errors.std(axis=0, ddof=1) / np.sqrt(PANELS)
    assert (np.abs(errors.mean(axis=0)) < 3 * standard).all()


def test_a_model_that_does_not_decay_is_not_said_to():
    flat = dataclasses.replace(TRUTH, models=(ModelProfile(name="flat", a=0.6, r=1.0),))
    held = []
    for seed in range(40):
        data = cube(simulate(flat, np.random.default_rng(seed)).checks)
        sums = sums_by_level(data, draw_weights(data, 200, np.random.default_rng(seed)))
        row = geometric_decay(mcsr_curves(data, sums)).row(0, named=True)
        held.append(row["r_low"] <= 1 <= row["r_high"])
    assert np.mean(held) >= 0.85

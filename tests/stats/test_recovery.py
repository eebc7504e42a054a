"""Levels, decay and budgets recover the truth of simulated panels, within their own intervals, as often as they say.

One hundred panels of three models at a tenth of the standard size; `benchmarks/recovery.py` does the same at full size.
"""

from __future__ import annotations

import dataclasses
from functools import cache

import numpy as np
import pytest

from cse.stats.bootstrap import draw_weights, sums_by_level
from cse.stats.cube import cube
from cse.stats.decay import geometric_decay, mcsr_curves
from cse.stats.recovery import Recovery
from cse.stats.simulate import simulate
from cse.stats.truth import ModelProfile, published_truth

PANELS = 100
MODELS = (
    ModelProfile(name="a", a=0.95, r=0.96),
    ModelProfile(name="b", a=0.8, r=0.85, refused=0.05),
    ModelProfile(name="c", a=0.6, r=0.95, error=0.02),
)
TRUTH = dataclasses.replace(published_truth(scale=0.1), models=MODELS)


@cache
def recovered() -> Recovery:
    recovery = Recovery(TRUTH, draws=200)
    for seed in range(PANELS):
        recovery.panel(seed)
    return recovery


@pytest.mark.parametrize(
    "name",
    [
        "mCSR of a model",
        "sCSR of a model",
        "mCSR of a model at k",
        "sCSR of a model at k",
        "mCSR of a type in a model",
        "a of mCSR",
        "r of mCSR",
        "b of sCSR",
        "no plateau where there is none",
    ],
)
def test_95_percent_intervals_cover_about_95_percent(name: str):
    assert 0.90 <= np.mean(recovered().hits[name]) <= 0.98


@pytest.mark.parametrize("name", ["k*", "budget"])
def test_intervals_of_whole_numbers_cover_at_least_95_percent(name: str):
    # An interval of whole numbers cannot be cut to exactly 95 %.
    assert np.mean(recovered().hits[name]) >= 0.95


def test_the_decay_factors_are_not_off_in_one_direction():
    errors = np.array(recovered().factors) - np.array([model.r for model in MODELS])
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

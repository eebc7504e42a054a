"""Expected rates of a panel, against enumeration and against drawing it."""

from __future__ import annotations

import dataclasses
from itertools import combinations

import numpy as np
import polars as pl
import pytest

from cse.errors import InvalidInput
from cse.stats.expected import expected_by_model, expected_by_type, expected_mcsr, expected_scsr
from cse.stats.simulate import simulate
from cse.stats.truth import ModelProfile, Truth, TypeProfile, published_truth

TYPES = tuple(
    TypeProfile(code=f"T{i}", type=f"t{i}", dimension="d", feature="f", first_rate=rate, decay=0.9, partial=0.3)
    for i, rate in enumerate((0.9, 0.6, 0.5, 0.3, 0.8))
)
TRUTH = Truth(
    types=TYPES,
    models=(ModelProfile(name="m", a=0.7, r=0.9, tag_loss=0.3), ModelProfile(name="n", a=0.5, r=1.0)),
    level_sizes={1: 2000, 3: 2000},
    impossible=0,
    tag_effect=0.5,
)


def test_scsr_is_the_mean_over_all_sets_of_types():
    within = TRUTH.probabilities(with_tags=True)[0, :, 1]
    sets = list(combinations(within, 3))
    whole = np.mean([np.prod(chosen) for chosen in sets])
    halved = np.mean([np.prod(np.array(chosen) / 2) for chosen in sets])
    assert expected_scsr(TRUTH)[0, 1] == pytest.approx(0.7 * whole + 0.3 * halved)


def test_mcsr_is_the_curve_less_what_lost_tags_cost():
    assert expected_mcsr(TRUTH)[0] == pytest.approx(np.array([0.7, 0.7 * 0.81]) * (1 - 0.3 * 0.5))
    assert expected_mcsr(TRUTH)[1] == pytest.approx([0.5, 0.5])


def test_a_drawn_panel_is_near_what_is_expected():
    panel = simulate(TRUTH, np.random.default_rng(2))
    drawn = panel.responses.group_by("model").agg(pl.col("passed").mean()).sort("model")["passed"].to_numpy()
    checks = panel.checks.group_by("model").agg(pl.col("passed").mean()).sort("model")["passed"].to_numpy()
    mcsr, scsr = expected_by_model(TRUTH)
    assert drawn == pytest.approx(scsr, abs=0.025)  # four standard errors of 4,000 responses are 0.03
    assert checks == pytest.approx(mcsr, abs=0.02)
    by_type = panel.checks.group_by("model", "type").agg(pl.col("passed").mean()).sort("model", "type")["passed"]
    assert by_type.to_numpy().reshape(2, 5) == pytest.approx(expected_by_type(TRUTH), abs=0.045)


def test_what_has_no_closed_form_is_refused():
    with pytest.raises(InvalidInput, match="coupling = 0"):
        expected_scsr(published_truth(coupling=0.1))
    with pytest.raises(InvalidInput, match="position_effect = 0"):
        expected_mcsr(dataclasses.replace(TRUTH, position_effect=0.5))

"""Line against parabola."""

from __future__ import annotations

import numpy as np
import pytest

from cse.stats.curvature import bend, curvature

LEVELS = np.arange(1, 13)


def errors(rates: np.ndarray) -> list[float]:
    return [((rates - np.polyval(np.polyfit(LEVELS, rates, d), LEVELS)) ** 2).sum() for d in (1, 2)]


def test_superlinearity_is_the_share_of_the_lines_error_that_the_parabola_removes():
    rates = np.random.default_rng(0).random(12)
    line, parabola = errors(rates)
    row = curvature(LEVELS, {"scsr": rates[None]}).row(0, named=True)
    assert row["superlinearity"] == pytest.approx(1 - parabola / line)
    assert row["corrected"] == row["superlinearity"]  # without draws nothing is known of the noise
    assert row["curvature"] == pytest.approx(np.polyfit(LEVELS, rates, 2)[0])


def test_a_parabola_bends_and_a_line_does_not():
    curves = {"parabola": 1 - 0.005 * LEVELS[None] ** 2.0, "line": 1 - 0.05 * LEVELS[None]}
    table = curvature(LEVELS, curves)
    assert table["superlinearity"].to_list() == [pytest.approx(1.0), None]
    assert table["curvature"].to_list() == pytest.approx([-0.005, 0.0], abs=1e-12)
    assert table["note"][1] == "no superlinearity: the points lie on a straight line"
    assert table["note"][0].startswith("no interval of corrected, interval of curvature")  # there were no draws


@pytest.mark.parametrize("truth", [np.exp(-0.2 * LEVELS), 0.72 * 0.922 ** (LEVELS - 1)], ids=["steep", "gentle"])
def test_intervals_hold_the_truth_though_noise_hides_the_parabola(truth: np.ndarray):
    rng = np.random.default_rng(1)
    line, parabola = errors(truth)
    share, coefficient = 1 - parabola / line, np.polyfit(LEVELS, truth, 2)[0]
    rows = []
    for _ in range(200):
        measured = truth + rng.normal(0, 0.004, 12)
        draws = np.vstack([measured, measured + rng.normal(0, 0.004, (300, 12))])
        rows.append(curvature(LEVELS, {"mcsr": draws}).row(0, named=True))
    assert np.mean([row["corrected_low"] <= share <= row["corrected_high"] for row in rows]) >= 0.92
    assert 0.90 <= np.mean([row["curvature_low"] <= coefficient <= row["curvature_high"] for row in rows]) <= 0.98
    plain, corrected = (np.mean([row[name] for row in rows]) for name in ("superlinearity", "corrected"))
    assert abs(corrected - share) < abs(plain - share)


def test_a_line_measured_with_noise_is_said_to_be_one():
    rng = np.random.default_rng(2)
    straight = held = 0
    for _ in range(100):
        measured = 0.9 - 0.05 * LEVELS + rng.normal(0, 0.005, 12)
        row = curvature(LEVELS, {"mcsr": np.vstack([measured, measured + rng.normal(0, 0.005, (300, 12))])}).row(
            0, named=True
        )
        straight += "no farther from a straight line" in (row["note"] or "")
        held += row["curvature_low"] <= 0 <= row["curvature_high"]
    assert straight >= 95
    assert 90 <= held <= 98


def test_levels_without_a_value_are_left_out():
    rates = np.where(LEVELS == 5, np.nan, LEVELS**2.0)[None]
    assert bend(LEVELS.astype(float), rates)[2] == pytest.approx(1.0)


def test_three_levels_tell_nothing():
    table = curvature(np.array([1, 2, 5]), {"mcsr": np.array([[0.9, 0.7, 0.1]])})
    assert table["superlinearity"].to_list() == [None]
    assert table["note"].to_list() == ["no curvature: there are 3 levels of k, it takes 4"]

"""The two curve fits, against exact curves and against a general optimiser."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import least_squares

from cse.stats.curves import fit_floored, fit_geometric

KS = np.arange(1.0, 13.0)


@pytest.mark.parametrize(("a", "r"), [(0.72, 0.922), (0.5, 1.0), (0.3, 1.2), (0.9, 0.05)])
def test_an_exact_geometric_curve_is_found(a: float, r: float):
    fit = fit_geometric(KS, a * r ** (KS - 1))
    assert float(fit.a) == pytest.approx(a, rel=1e-6)
    assert float(fit.r) == pytest.approx(r, rel=1e-6)
    assert fit.at(KS) == pytest.approx(a * r ** (KS - 1), rel=1e-5)


@pytest.mark.parametrize(("a", "b", "c"), [(0.9, 0.4, 0.1), (0.78, 0.08, 0.0), (1.0, 1.5, 0.3)])
def test_an_exact_floored_curve_is_found(a: float, b: float, c: float):
    fit = fit_floored(KS, a * np.exp(-b * KS) + c)
    assert [float(fit.a), float(fit.b), float(fit.c)] == pytest.approx([a, b, c], abs=1e-5)


def test_noisy_curves_have_the_least_squares_that_a_general_optimiser_finds():
    rng = np.random.default_rng(3)
    rates = np.clip(0.8 * 0.85 ** (KS - 1) + rng.normal(0, 0.03, (20, 12)), 0, 1)
    fit = fit_geometric(KS, rates)
    floored = fit_floored(KS, rates)
    for row in range(20):
        y = rates[row]
        free = least_squares(lambda p, y=y: p[0] * p[1] ** (KS - 1) - y, [0.5, 0.9])
        assert ((fit.at(KS)[row] - y) ** 2).sum() == pytest.approx(2 * free.cost, rel=1e-6)
        starts = ([0.5, 0.1, 0.1], [0.9, 0.5, 0.01])
        bounds = ([0, 1e-4, 0], [np.inf, np.inf, np.inf])
        costs = [
            least_squares(lambda p, y=y: p[0] * np.exp(-p[1] * KS) + p[2] - y, start, bounds=bounds).cost
            for start in starts
        ]
        assert ((floored.at(KS)[row] - y) ** 2).sum() <= 2 * min(costs) * (1 + 1e-6)


def test_a_floor_is_never_negative():
    rates = np.linspace(0.9, 0.0, 12)  # a straight line to zero is best fitted with a floor far below it
    assert float(fit_floored(KS, rates).c) == 0.0


def test_a_rising_curve_has_no_height_above_its_floor():
    fit = fit_floored(KS, np.linspace(0.1, 0.9, 12))
    assert float(fit.a) == 0.0
    assert float(fit.c) == pytest.approx(0.5)


def test_a_curve_of_zeros_has_no_factor():
    fit = fit_geometric(KS, np.zeros((2, 12)))
    assert np.isnan(fit.r).all()
    assert (fit.a == 0).all()


def test_levels_with_gaps_and_without_k_1_are_fitted():
    ks = np.array([3.0, 5.0, 9.0])
    fit = fit_geometric(ks, 0.8 * 0.9 ** (ks - 1))
    assert [float(fit.a), float(fit.r)] == pytest.approx([0.8, 0.9], rel=1e-6)


def test_many_curves_keep_their_shape():
    rates = 0.5 * 0.9 ** (KS - 1) * np.ones((3, 4, 1))
    assert fit_geometric(KS, rates).r.shape == (3, 4)
    assert fit_floored(KS, rates).c.shape == (3, 4)
    assert fit_geometric(KS, rates).at(KS).shape == (3, 4, 12)

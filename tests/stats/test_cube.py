"""Counts by model, probe and type, and the drawing of probes."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from handmade import checks_of

from cse.stats.cube import cube, percentiles, probe_weights, usable

ANSWERS = {
    ("a", "p1"): (True, False),
    ("a", "p2"): (True,),
    ("b", "p1"): (True, True),
    ("b", "p2"): (None,),
}


def test_counts_are_those_of_the_table():
    data = cube(checks_of(ANSWERS))
    assert data.models == ("a", "b")
    assert data.k.tolist() == [2, 1]
    assert data.types["type"].to_list() == ["type_1", "type_2"]
    assert data.checks.tolist() == [[[1, 1], [1, 0]], [[1, 1], [0, 0]]]
    assert data.passes.tolist() == [[[1, 0], [1, 0]], [[1, 1], [0, 0]]]
    assert data.scores.tolist() == [[[1, 0.5], [1, 0]], [[1, 1], [0, 0]]]
    assert data.responses.tolist() == [[1, 1], [1, 0]]
    assert data.all_passed.tolist() == [[0, 1], [1, 0]]


def test_epochs_of_a_probe_are_added_up_and_each_is_a_response():
    both = pl.concat([checks_of(ANSWERS), checks_of(ANSWERS, epoch=2)])
    data = cube(both)
    assert data.checks[0, 0].tolist() == [2, 2]
    assert data.responses[0].tolist() == [2, 2]
    assert data.all_passed[1].tolist() == [2, 0]


def test_a_response_with_an_unscored_check_is_not_whole():
    data = cube(checks_of({("a", "p"): (True, None)}))
    assert data.checks.sum() == 1
    assert data.responses.sum() == 0


def test_impossible_probes_count_nowhere_but_their_types_are_listed():
    table = pl.concat([checks_of({("a", "p"): (True,)}), checks_of({("a", "q"): (True, True)}, impossible=True)])
    data = cube(table)
    assert data.checks.sum() == 1
    assert data.types["type"].to_list() == ["type_1", "type_2"]
    assert usable(table).height == 1


def test_every_draw_has_as_many_probes_of_each_k_as_the_table():
    k = np.array([3, 1, 3, 1, 3])
    weights = probe_weights(k, 50, np.random.default_rng(0))
    assert (weights[:, k == 3].sum(axis=1) == 3).all()
    assert (weights[:, k == 1].sum(axis=1) == 2).all()
    assert weights.std() > 0


def test_probes_are_drawn_with_equal_chances_and_with_replacement():
    weights = probe_weights(np.zeros(5, dtype=np.int64), 20_000, np.random.default_rng(1))
    # A count is binomial with n = 5 and p = 1/5: mean 1, variance 0.8; the standard error of the mean is 0.0063.
    assert weights.mean(axis=0) == pytest.approx(np.ones(5), abs=0.03)
    assert weights.var(axis=0) == pytest.approx(np.full(5, 0.8), abs=0.05)


def test_the_interval_holds_95_percent_of_the_draws():
    low, high = percentiles(np.arange(1001.0)[:, None])
    assert (low[0], high[0]) == pytest.approx((25.0, 975.0))


def test_a_statistic_that_too_many_draws_lack_has_no_interval():
    draws = np.column_stack([np.where(np.arange(100) < 4, np.nan, 1.0), np.where(np.arange(100) < 6, np.nan, 1.0)])
    low, high = percentiles(draws)
    assert (low[0], high[0]) == (1.0, 1.0)
    assert np.isnan([low[1], high[1]]).all()
    assert np.isnan(percentiles(np.zeros((0, 2)))).all()

"""Tokens and prices of a response and of a rescued probe, counted by hand."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from cse.errors import InvalidInput
from cse.stats.tokens import Prices, cost, token_use

OUTCOMES = pl.DataFrame(
    {
        "probe_id": ["a", "b", "c", "d", "e"],
        "k": [1, 1, 1, 1, 1],
        "base": [False, False, True, False, True],
        "treated": [True, True, True, False, False],
        "base_input": [10, 10, 10, 10, 10],
        "base_output": [100, 100, 100, 100, None],
        "treated_input": [20, 20, 20, 20, 20],
        "treated_output": [300, 200, 200, 300, 100],
    }
)


def rng() -> np.random.Generator:
    return np.random.default_rng(0)


def test_tokens_of_a_response_and_of_a_rescued_pair():
    row = token_use(OUTCOMES, 0, rng()).row(0, named=True)
    assert (row["pairs"], row["rescued"], row["broken"]) == (4, 2, 0)
    assert (row["base"], row["treated"], row["change"], row["ratio"]) == (100, 250, 150, 2.5)
    assert (row["per_rescued"], row["per_gained"]) == (300, 300)
    assert row["per_rescued_low"] is None


def test_a_broken_pair_raises_the_price_of_a_gained_one_and_more_of_them_leave_none():
    known = OUTCOMES.with_columns(pl.col("base_output").fill_null(100))
    row = token_use(known, 0, rng()).row(0, named=True)
    assert (row["rescued"], row["broken"], row["per_rescued"], row["per_gained"]) == (2, 1, 300, 600)
    lost = token_use(known.with_columns(treated=~pl.col("treated")), 0, rng()).row(0, named=True)
    assert (lost["rescued"], lost["broken"], lost["per_gained"]) == (1, 1, None)


def test_intervals_come_from_drawing_probes():
    many = pl.concat([OUTCOMES.drop_nulls().with_columns(pl.col("probe_id") + str(i)) for i in range(100)])
    row = token_use(many, 2000, rng()).row(0, named=True)
    # The difference is 200, 100, 100, 200: its standard deviation is 50, over 400 probes 2.5.
    assert (row["change_low"], row["change_high"]) == pytest.approx((150 - 1.96 * 2.5, 150 + 1.96 * 2.5), abs=0.5)
    assert row["per_rescued_low"] < 300 < row["per_rescued_high"]


def test_costs_take_both_prices_or_one():
    row = cost(OUTCOMES, Prices(input=1e5, output=1e6), 0, rng()).row(0, named=True)
    assert (row["pairs"], row["base"], row["treated"]) == (4, pytest.approx(101), pytest.approx(252))
    assert row["per_rescued"] == pytest.approx(4 * 151 / 2)
    only = cost(OUTCOMES, Prices(input=1e6), 0, rng()).row(0, named=True)
    assert (only["pairs"], only["base"], only["treated"]) == (5, 10, 20)
    with pytest.raises(InvalidInput, match=r"The output price -1\.0 is not valid"):
        Prices(output=-1.0)


def test_unknown_tokens_give_no_row():
    nothing = OUTCOMES.with_columns(pl.lit(None, pl.Int64).alias("treated_output"))
    assert token_use(nothing, 100, rng()).is_empty()
    assert token_use(nothing, 100, rng()).columns == token_use(OUTCOMES, 100, rng()).columns

"""What `cse paper` compares, with its figures worked out independently, and that a wrong figure would be noticed."""

from __future__ import annotations

from functools import cache

import numpy as np
import polars as pl
import pytest
from scipy.optimize import curve_fit

from cse.errors import UnknownName
from cse.stats.comparison import compare, comparison_table, exact, half_unit, spread
from cse.stats.paper import comparisons, conflicts
from cse.stats.paper_decay import KS, RATES, coverage_weights, together
from cse.stats.paper_tables import nearest_even_shares
from cse.stats.published import TABLES, published


@cache
def table() -> pl.DataFrame:
    return comparisons()


def of_group(group: str) -> pl.DataFrame:
    found = table().filter(pl.col("group") == group)
    assert found.height, group
    return found


def test_all_that_can_be_reproduced_holds():
    assert table().filter(~pl.col("holds")).rows() == []
    assert table().height > 300


def test_the_decay_factors_are_those_of_a_general_optimiser():
    found = of_group("decay factor r")
    assert found.height == 15
    for row, rates in zip(found.iter_rows(named=True), RATES, strict=True):
        (_, r), _ = curve_fit(lambda k, a, r: a * r ** (k - 1), KS[:8], rates[:8], p0=(80, 0.9), ftol=1e-13, xtol=1e-13)
        assert row["computed"] == pytest.approx(r, abs=1e-6)
        assert abs(row["difference"]) < 0.001


def test_the_aggregate_is_that_of_a_general_optimiser():
    (a, r), _ = curve_fit(
        lambda k, a, r: a * r ** (k - 1), KS[:8], together()[:8], p0=(80, 0.9), ftol=1e-13, xtol=1e-13
    )
    computed = dict(of_group("aggregate decay").select("item", "computed").iter_rows())
    assert computed["a, %"] == pytest.approx(a, abs=1e-4)
    assert computed["r"] == pytest.approx(r, abs=1e-7)
    error = np.abs(a * r ** (KS[8:] - 1) - together()[8:]).mean()
    assert computed["held-out error, points"] == pytest.approx(error, abs=1e-4)
    assert (round(a, 1), round(r, 3), round(error, 1)) == (72.0, 0.922, 0.2)


def test_the_floor_model_is_the_papers():
    computed = dict(of_group("floor model, all levels").select("item", "computed").iter_rows())
    assert [round(computed[name], 3) for name in ("a", "b", "c, %")] == [0.782, 0.082, 0.0]


def test_the_geometric_means_and_their_ranks():
    found = of_group("geometric mean, %")
    means = published("table10_geometric")
    assert found["item"].to_list() == means["model"].to_list()
    assert found["computed"].to_numpy() == pytest.approx(np.sqrt(means["mcsr"] * means["scsr"]).to_numpy())
    assert of_group("rank by geometric mean")["computed"].to_list() == list(range(1, 16))


def test_figure_5_agrees_with_tables_1_and_2():
    types = of_group("mean of a type, table 2, %")
    assert types.height == 36
    assert types.filter(pl.col("item") == "S1")["computed"].item() == pytest.approx(211 / 15)  # its row adds up to 211
    models = of_group("model over a mix of types within 10 % of even, table 1, %")
    assert models.height == 15
    assert models["allowed"].to_list() == pytest.approx([0.55] * 15)


def test_sums_of_tables_5_and_12():
    assert of_group("sum of a column")["computed"].to_list() == [4022, 210, 989, 46, 5267]
    assert of_group("checks, with those of L3")["computed"].item() == 55645
    # 28.2 % of 55,645 checks less the passes of the 35 rows, over 1,228 checks.
    assert of_group("rate of L3 that the overall 28.2 % implies, %")["computed"].item() == pytest.approx(24.6, abs=0.1)


def test_a_figure_that_is_off_by_more_than_rounding_does_not_hold():
    rates = RATES[0]
    mean = compare("s", "g", "i", 82.0, 1, lambda x: x.mean(axis=-1), rates, 0.05)
    assert mean.allowed == pytest.approx(0.1)
    assert mean.computed == pytest.approx(rates.mean())
    found = comparison_table([mean, exact("s", "g", "j", 3, 3), exact("s", "g", "k", 3, 4)])
    assert found["holds"].to_list() == [bool(abs(rates.mean() - 82.0) <= 0.1), True, False]
    assert found["difference"].to_list()[2] == 1


def test_rounding_of_the_inputs_adds_up():
    assert half_unit(0) == 0.5
    assert spread(lambda x: x[..., 0] - 2 * x[..., 1], np.array([1.0, 1.0]), np.array([0.5, 0.05])) == pytest.approx(
        0.6
    )


def test_shares_that_do_not_exist_are_even():
    rates = np.array([[10.0, 20.0], [20.0, 10.0]])
    assert nearest_even_shares(rates, np.array([15.0, 15.0]), 0.1) == pytest.approx([0.5, 0.5])
    assert nearest_even_shares(rates, np.array([14.6, 15.4]), 0.1) == pytest.approx([0.53, 0.47], abs=1e-6)
    assert nearest_even_shares(rates, np.array([11.0, 19.0]), 0.1) == pytest.approx([0.5, 0.5])
    assert nearest_even_shares(rates, np.array([50.0, 50.0]), 0.1) == pytest.approx([0.5, 0.5])


def test_conflicts_state_the_figures_that_follow():
    findings = dict(conflicts().select("about", "finding").iter_rows())
    assert "45.4 %" in findings["overall mCSR"]
    assert "42.8 %" in findings["overall mCSR"]
    assert findings["verifier faults"] == "they add up to 6,071"
    assert "1,228 checks" in findings["table 12"]
    assert "7 of 15" in findings["models that end above their curve"]
    assert conflicts().null_count().sum_horizontal().item() == 0


def test_the_overall_rate_is_the_one_over_all_checks():
    # Independent of the code: table 1 weighted by table 8, then with the impossible probes.
    one = published("table1_models").join(published("table8_api"), on="model")
    mean = (one["mcsr_pct"] * one["success"]).sum() / one["success"].sum()
    assert mean == pytest.approx(45.4, abs=0.05)
    assert (314108 * mean + 55645 * 28.2) / 369753 == pytest.approx(42.8, abs=0.05)
    assert coverage_weights().sum() == one["success"].sum()


@pytest.mark.parametrize("name", TABLES)
def test_every_published_table_is_shipped_and_complete(name: str):
    found = published(name)
    assert found.height > 0
    holes = {"figure6_profiles": {"gap_p_if_over_20"}}  # the figure prints gaps over 20 points alone
    assert {column for column in found.columns if found[column].null_count()} == holes.get(name, set())


def test_an_unknown_table_names_the_nearest():
    with pytest.raises(UnknownName, match="table1_models"):
        published("table1")

"""Best of N by hand, and on draws whose dependence is known."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from two_runs import passes_of

from cse.stats.best_of import BestOf, best_of
from cse.stats.scaffold import scaffold_compliance

HAND = {"a": [True, True], "b": [True, False], "c": [False, False], "d": [False, False]}


def found(passes: pl.DataFrame, draws: int = 0) -> BestOf:
    result = best_of(passes, np.random.default_rng(0), draws)
    assert result is not None
    return result


def test_two_draws_by_hand():
    row = found(passes_of(HAND)).overall.row(0, named=True)
    assert (row["model"], row["draws"], row["probes"], row["left_out"]) == ("m", 2, 4, 0)
    assert (row["single"], row["best"], row["lift"]) == (3 / 8, 2 / 4, 1 / 8)
    assert row["expected_pooled"] == pytest.approx(1 - (5 / 8) ** 2)
    assert row["lift_pooled"] == pytest.approx(1 - (5 / 8) ** 2 - 3 / 8)
    assert row["reached"] == pytest.approx((1 / 8) / (1 - (5 / 8) ** 2 - 3 / 8))
    assert row["expected_own"] == pytest.approx((1 + 3 / 4) / 4)
    assert (row["same"], row["always"]) == (3 / 4, 1 / 4)
    assert row["distinct"] == 5 / 4
    # Both draws pass in 1 of 4 probes: covariance 1/4 - (3/8)^2 over variance 3/8 * 5/8.
    assert row["correlation"] == pytest.approx((1 / 4 - 9 / 64) / (15 / 64))


def test_levels_are_pooled_apart():
    passes = pl.concat(
        [passes_of({"a": [True] * 3, "b": [True] * 3}), passes_of({"c": [False] * 3, "d": [True, False, False]}, k=2)]
    )
    result = found(passes)
    assert result.by_k.select("k", "probes", "single", "best").rows() == [
        (1, 2, 1.0, 1.0),
        (2, 2, pytest.approx(1 / 6), 0.5),
    ]
    row = result.overall.row(0, named=True)
    assert row["expected_pooled"] == pytest.approx((2 * 1 + 2 * (1 - (5 / 6) ** 3)) / 4)
    assert result.by_k["reached"].to_list() == [None, pytest.approx((1 / 3) / (1 - (5 / 6) ** 3 - 1 / 6))]


def test_the_curve_counts_all_choices_of_fewer_draws():
    curve = found(passes_of({"a": [True, False, False], "b": [False] * 3})).curve
    assert curve["of"].to_list() == [1, 2, 3]
    # Of the three choices of two draws of a, two hold the one that passes.
    assert curve["best"].to_list() == pytest.approx([1 / 6, 1 / 3, 1 / 2])
    assert curve["expected_pooled"].to_list() == pytest.approx([1 - (5 / 6) ** m for m in (1, 2, 3)])


def test_probes_with_a_draw_too_few_are_left_out_and_counted():
    row = found(passes_of(HAND | {"e": [True, None]})).overall.row(0, named=True)
    assert (row["probes"], row["left_out"], row["single"]) == (4, 1, 3 / 8)


def test_what_was_not_drawn_twice_is_no_best_of():
    assert best_of(passes_of({"a": [True]}), np.random.default_rng(0), 0) is None
    assert best_of(passes_of(HAND, role="revision"), np.random.default_rng(0), 0) is None
    assert best_of(passes_of(HAND, impossible=True), np.random.default_rng(0), 0) is None


def drawn(a: float, b: float, probes: int = 400, draws: int = 5) -> pl.DataFrame:
    """Draws of probes whose own rates are beta(a, b): two draws of one probe correlate by 1 / (a + b + 1)."""
    rng = np.random.default_rng(1)
    rates = rng.beta(a, b, probes)
    return passes_of({f"p{i:03}": [bool(x) for x in rng.random(draws) < rate] for i, rate in enumerate(rates)})


def test_draws_that_have_nothing_in_common_reach_what_pooling_predicts():
    row = found(drawn(3e5, 7e5), draws=500).overall.row(0, named=True)
    assert row["reached_low"] < 1 < row["reached_high"]
    assert row["correlation_low"] < 0 < row["correlation_high"]
    assert row["best"] == pytest.approx(1 - 0.7**5, abs=0.04)


def test_draws_that_the_probe_decides_fall_short_by_what_theory_says():
    a, b = 0.3, 0.7
    row = found(drawn(a, b), draws=500).overall.row(0, named=True)
    assert row["correlation_low"] < 1 / (a + b + 1) < row["correlation_high"]
    # All five fail with the chance E (1 - p)^5 = prod (b + i) / (a + b + i).
    none = np.prod([(b + i) / (a + b + i) for i in range(5)])
    assert row["best_low"] < 1 - none < row["best_high"]
    assert row["reached_high"] < 0.75
    assert row["expected_own"] < row["best"]
    assert row["best"] - row["expected_own"] < (row["expected_pooled"] - row["best"]) / 2


def test_scaffolds_that_were_written_are_counted():
    plans = pl.concat(
        [
            passes_of({"a": [True], "b": [True]}, role="plan", passed=None, response="First.", output_tokens=90),
            passes_of({"c": [True]}, role="plan", passed=None, response=" -- "),
            passes_of({"d": [None]}, role="plan", passed=None),
            passes_of({"a": [True]}, role="answer"),
        ]
    )
    table = scaffold_compliance(plans)
    assert table.select("model", "scaffold", "responses", "written", "compliance").rows() == [("m", "plan", 4, 2, 0.5)]
    assert table["tokens"].item() == 90
    # Wilson's interval of 2 of 4.
    assert table.select("compliance_low", "compliance_high").row(0) == pytest.approx((0.150, 0.850), abs=0.001)
    assert scaffold_compliance(passes_of(HAND)).is_empty()


def test_where_all_probes_agree_shares_have_their_exact_interval():
    row = found(passes_of({f"p{i}": [False] * 3 for i in range(10)}), draws=100).overall.row(0, named=True)
    for name in ("single", "best", "always"):
        assert (row[name], row[f"{name}_low"], row[f"{name}_high"]) == (0, 0, pytest.approx(1 - 0.025 ** (1 / 10)))
    assert (row["same"], row["same_low"]) == (1, pytest.approx(0.025 ** (1 / 10)))
    assert (row["reached"], row["correlation"]) == (None, None)
    assert "no interval for lift" in row["note"]

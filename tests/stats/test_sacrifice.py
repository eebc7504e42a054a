"""What is kept on impossible probes, counted by hand; what is proved impossible and passed all the same is named."""

from __future__ import annotations

import dataclasses
from math import comb

import numpy as np
import polars as pl
import pytest
from handmade import checks_of

from cse.stats.coverage import clopper_pearson
from cse.stats.regimes import regimes
from cse.stats.sacrifice import passed_impossible, sacrifice_by_k, sacrifice_pairs, sides
from cse.stats.simulate import simulate
from cse.stats.truth import published_truth

DESIGNS = pl.DataFrame(
    {
        "probe_id": ["x0", "x1", "x2", "y0"],
        "design": ["letters", "letters", "letters", "load"],
        "category": ["contradiction"] * 3 + ["load"],
        "first": ["type_2"] * 4,
        "second": ["type_1"] * 4,
    }
)
# Model a keeps the second side twice and none once; b the second, the first, none. y0 holds two innocent ones more.
ANSWERS = {
    ("a", "x0"): [True, False],
    ("a", "x1"): [True, False],
    ("a", "x2"): [False, False],
    ("b", "x0"): [True, False],
    ("b", "x1"): [False, True],
    ("b", "x2"): [False, False],
    ("a", "y0"): [True, False, True, True],
}


def impossible(answers: dict, **settings: int) -> pl.DataFrame:  # type: ignore[type-arg]
    return checks_of(answers, impossible=True, **settings)  # type: ignore[arg-type]


def test_each_design_tells_which_side_is_kept():
    table = sacrifice_pairs(sides(impossible(ANSWERS), DESIGNS))
    assert table["model"].to_list() == ["(all models)", "(all models)", "a", "a", "b"]
    row = table.filter(model="(all models)", design="letters").row(0, named=True)
    assert (row["first"], row["first_code"], row["second"], row["second_code"]) == ("type_2", "T2", "type_1", "T1")
    assert (row["probes"], row["responses"], row["both"]) == (6, 6, 0)
    assert (row["first_kept"], row["second_kept"], row["neither"]) == (1 / 6, 3 / 6, 2 / 6)
    # Clopper and Pearson's interval of 1 of 6, from tables.
    assert (row["first_kept_low"], row["first_kept_high"]) == pytest.approx((0.0042, 0.6412), abs=1e-4)
    # One probe ahead, three behind: p = 2 (1 + 4) / 16.
    assert (row["p"], row["kept"]) == (pytest.approx(0.625), "not told apart")


def test_a_side_that_is_kept_beyond_chance_is_named():
    answers = {("m", f"x{i}"): [True, False] for i in range(6)}
    row = sacrifice_pairs(sides(impossible(answers))).row(0, named=True)
    assert (row["model"], row["design"], row["category"]) == ("m", "type_1 / type_2", "pair")
    assert (row["first_kept"], row["kept"], row["p"]) == (1.0, "type_1", pytest.approx(2 / 2**6))
    assert row["first_kept_low"] == pytest.approx(0.025 ** (1 / 6))


def test_epochs_of_a_probe_are_averaged():
    one, other = {("m", "x0"): [True, False]}, {("m", "x0"): [False, False]}
    checks = pl.concat([impossible(one, epoch=1), impossible(other, epoch=2)])
    row = sacrifice_pairs(sides(checks)).row(0, named=True)
    assert (row["probes"], row["responses"], row["first_kept"], row["neither"]) == (1, 2, 0.5, 0.5)


def test_unscored_sides_and_other_probes_are_left_out():
    checks = pl.concat(
        [
            impossible({("m", "x0"): [True, None], ("m", "x1"): [True, False], ("m", "z"): [True, False, False]}),
            checks_of({("m", "p"): [True, False]}),
        ]
    )
    assert sides(checks)["probe_id"].to_list() == ["x1"]
    assert sacrifice_pairs(sides(checks.filter(~pl.col("impossible")))).is_empty()


def test_a_contradiction_is_followed_over_k():
    table = sacrifice_by_k(sides(impossible(ANSWERS), DESIGNS))
    rows = table.filter(model="(all models)").select("k", "probes", "first_kept", "second_kept").rows()
    assert rows == [(2, 6, 1 / 6, 3 / 6), (4, 1, 0.0, 1.0)]
    assert sacrifice_by_k(sides(impossible(ANSWERS))).is_empty()


def test_what_was_proved_impossible_and_passed_is_listed():
    checks = impossible(ANSWERS | {("b", "y0"): [True, True, False, True], ("c", "x1"): [True, True]})
    assert passed_impossible(checks, sides(checks, DESIGNS)).rows() == [
        ("b", "y0", 1, 4, "both sides"),
        ("c", "x1", 1, 2, "all constraints"),
    ]
    unscored = impossible({("m", "x0"): [True, None]})
    assert passed_impossible(unscored, sides(unscored)).is_empty()


@pytest.mark.parametrize(("passed", "count"), [(0, 3), (1, 3), (3, 3), (7, 20)])
def test_exact_intervals_leave_two_and_a_half_percent_on_either_side(passed, count):
    (low,), (high,) = clopper_pearson(np.array([passed / count]), np.array([float(count)]))

    def at_most(limit, rate):
        return sum(comb(count, i) * rate**i * (1 - rate) ** (count - i) for i in range(limit + 1))

    assert low == 0 if passed == 0 else at_most(passed - 1, low) == pytest.approx(0.975)
    assert high == 1 if passed == count else at_most(passed, high) == pytest.approx(0.025)


def types_of(slopes: list[float]) -> pl.DataFrame:
    names = [f"type_{i}" for i in range(1, len(slopes) + 1)]
    return pl.DataFrame({"type": names, "slope": slopes, "rate": slopes})


def found(checks: pl.DataFrame, types: pl.DataFrame) -> dict[str, object]:
    table = regimes(checks, sides(checks), types, np.random.default_rng(0), 200)
    assert table["hierarchy"].to_list() == ["slope", "rate"] * (table.height // 2)
    return table.row(0, named=True)


def test_binary_choice_that_keeps_the_lower_side_is_inverted():
    checks = impossible({("m", f"x{i}"): [i > 0, i == 0] for i in range(12)})
    row = found(checks, types_of([-0.2, -0.1]))
    assert (row["regime"], row["probes"], row["checks"], row["kept"]) == ("binary choice", 12, 24, 0.5)
    assert (row["decided"], row["lower_kept"]) == (12, pytest.approx(11 / 12))
    assert (row["verdict"], row["note"]) == ("inverted", "no correlation: 2 types have what it takes, 5 are needed")
    assert found(checks, types_of([-0.1, -0.2]))["verdict"] == "preserved"
    assert found(checks, types_of([-0.1, -0.1]))["decided"] == 0


def test_triage_that_drops_the_steepest_first_preserves_the_hierarchy():
    # The type at place j of 8 is kept on every probe from number j on: 12 times the first, 5 times the last.
    checks = impossible({("m", f"x{i:02}"): [i >= place for place in range(8)] for i in range(12)})
    row = found(checks, types_of([-0.01 * place for place in range(8)]))
    assert (row["regime"], row["types"], row["rho"], row["verdict"]) == ("triage", 8, pytest.approx(1.0), "preserved")
    upside_down = found(checks, types_of([0.01 * place for place in range(8)]))
    assert (upside_down["rho"], upside_down["verdict"]) == (pytest.approx(-1.0), "inverted")
    unknown = found(checks, types_of([-0.01] * 8))
    assert (unknown["rho"], unknown["verdict"]) == (None, "not told apart")


def test_simulated_respondents_triage_by_the_hierarchy():
    # Their types pass impossible probes at the rates of satisfiable ones, so that what is easy survives.
    truth = dataclasses.replace(published_truth(models=15, scale=0.01), impossible=200)
    checks = simulate(truth, np.random.default_rng(0)).checks
    known = truth.table().group_by("type").agg(rate=pl.col("probability").mean()).with_columns(slope=pl.col("rate"))
    table = regimes(checks, sides(checks), known, np.random.default_rng(0), 200)
    assert table["verdict"].to_list() == ["preserved"] * 4
    assert table.filter(regime="triage")["rho"].min() > 0.8  # type: ignore[operator]

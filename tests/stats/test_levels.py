"""Levels counted by hand, and what is said where there is little to count."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from handmade import Answers, checks_of

from cse.stats.bootstrap import Sums, draw_weights, sums_by_level, sums_by_type
from cse.stats.cube import Cube, cube
from cse.stats.levels import (
    half_life,
    impossible_survival,
    levels_by_dimension,
    levels_by_k,
    levels_by_model,
    levels_by_model_and_k,
    levels_by_type,
    levels_by_type_and_model,
    levels_overall,
)

# Model a passes 1 + 0 of 2 at k = 1 and 2 + 1 of 4 at k = 2; model b passes 2 of 2 and 0 + 1 of 4.
ANSWERS: Answers = {
    ("a", "p1"): [True],
    ("a", "p2"): [False],
    ("a", "p3"): [True, True],
    ("a", "p4"): [True, False],
    ("b", "p1"): [True],
    ("b", "p2"): [True],
    ("b", "p3"): [False, False],
    ("b", "p4"): [False, True],
}


def counted(answers: Answers, draws: int = 0, **settings: float) -> tuple[Cube, Sums]:
    data = cube(checks_of(answers, **settings))  # type: ignore[arg-type]
    return data, sums_by_level(data, draw_weights(data, draws, np.random.default_rng(0)))


def test_overall():
    row = levels_overall(counted(ANSWERS, partial=0.2)[1]).row(0, named=True)
    assert (row["models"], row["probes"], row["responses"], row["checks"]) == (2, 4, 8, 12)
    assert row["mcsr"] == pytest.approx(7 / 12)
    assert row["scsr"] == pytest.approx(4 / 8)
    assert row["score"] == pytest.approx((7 + 5 * 0.2) / 12)
    assert row["gap"] == pytest.approx(5 * 0.2 / 12)
    assert row["penalty"] == pytest.approx(7 / 12 - 4 / 8)


def test_by_k_and_by_model_and_k():
    data, sums = counted(ANSWERS)
    by_k = levels_by_k(data, sums)
    assert by_k["k"].to_list() == [1, 2]
    assert by_k["mcsr"].to_list() == pytest.approx([3 / 4, 4 / 8])
    assert by_k["scsr"].to_list() == pytest.approx([3 / 4, 1 / 4])
    assert by_k["probes"].to_list() == [2, 2]
    both = levels_by_model_and_k(data, sums)
    assert both.select("model", "k").rows() == [("a", 1), ("a", 2), ("b", 1), ("b", 2)]
    assert both["mcsr"].to_list() == pytest.approx([1 / 2, 3 / 4, 1.0, 1 / 4])
    assert both["scsr"].to_list() == pytest.approx([1 / 2, 1 / 2, 1.0, 0.0])
    assert both["checks"].to_list() == [2, 4, 2, 4]


def test_by_model_the_best_scsr_comes_first():
    answers = {**ANSWERS, ("c", "p1"): [True], ("c", "p3"): [True, True]}
    table = levels_by_model(*counted(answers))
    assert table["model"].to_list() == ["c", "a", "b"]
    assert table["scsr"].to_list() == pytest.approx([1.0, 0.5, 0.5])


def test_by_type_and_dimension():
    data = cube(checks_of(ANSWERS))
    sums = sums_by_type(data, draw_weights(data, 0, None))
    types = levels_by_type(data, sums)
    assert types["type"].to_list() == ["type_1", "type_2"]
    assert types["checks"].to_list() == [8, 4]
    assert types["mcsr"].to_list() == pytest.approx([5 / 8, 2 / 4])
    by_model = levels_by_type_and_model(data, sums)
    assert by_model.filter(pl.col("model") == "b")["mcsr"].to_list() == pytest.approx([2 / 4, 1 / 2])
    dimensions = levels_by_dimension(data, draw_weights(data, 0, None))
    assert dict(dimensions.select("dimension", "mcsr").iter_rows()) == pytest.approx({"even": 2 / 4, "odd": 5 / 8})


def test_an_unscored_check_counts_nowhere_and_its_response_not_in_scsr():
    row = levels_overall(counted({("a", "p1"): [True, None], ("a", "p2"): [True, True]})[1]).row(0, named=True)
    assert (row["checks"], row["responses"]) == (3, 1)
    assert (row["mcsr"], row["scsr"]) == (1.0, 1.0)


def test_impossible_probes_count_in_their_own_table_alone():
    impossible = checks_of({("a", "x1"): [True, False], ("a", "x2"): [True, False]}, impossible=True)
    checks = pl.concat([checks_of(ANSWERS), impossible])
    data = cube(checks)
    assert levels_overall(sums_by_level(data, draw_weights(data, 0, None)))["checks"].item() == 12
    table = impossible_survival(checks)
    assert table["type"].to_list() == ["type_1", "type_2"]
    assert table["mcsr"].to_list() == [1.0, 0.0]
    assert table["checks"].to_list() == [2, 2]
    assert table["probes_passed"].to_list() == [0, 0]
    assert impossible_survival(checks_of(ANSWERS)).is_empty()


def test_a_passed_impossible_probe_is_reported():
    table = impossible_survival(checks_of({("a", "x1"): [True, True]}, impossible=True))
    assert table["probes_passed"].to_list() == [1, 1]


def test_epochs_of_one_probe_add_up_to_one_probe():
    checks = pl.concat([checks_of(ANSWERS, epoch=1), checks_of(ANSWERS, epoch=2)])
    data = cube(checks)
    row = levels_overall(sums_by_level(data, draw_weights(data, 0, None))).row(0, named=True)
    assert (row["probes"], row["responses"], row["checks"]) == (4, 16, 24)


def probes_of(model: str, k: int, outcomes: list[bool]) -> dict[tuple[str, str], list[bool]]:
    """Probes of size k, of which each passes all or nothing."""
    return {(model, f"{model}-k{k}-{i}"): [passed] * k for i, passed in enumerate(outcomes)}


def test_half_life_is_the_smallest_k_below_one_half():
    answers = {
        **probes_of("a", 1, [True] * 4),
        **probes_of("a", 2, [True, True, False, False]),
        **probes_of("a", 3, [True, False, False, False]),
        **probes_of("a", 4, [True] * 4),
        **probes_of("b", 1, [True] * 4),
        **probes_of("b", 4, [True] * 4),
        **probes_of("c", 1, [True] * 4),
        **probes_of("c", 4, [False] * 4),
    }
    table = {row["model"]: row for row in half_life(*counted(answers)).iter_rows(named=True)}
    assert (table["a"]["k_star"], table["a"]["k_star_text"], table["a"]["k_star_note"]) == (3, "3", None)
    assert (table["b"]["k_star"], table["b"]["k_star_text"]) == (None, "> 4")
    assert (table["c"]["k_star"], table["c"]["k_star_note"]) == (4, "k = 2 to 3 not measured")


def test_half_life_says_how_sure_it_is():
    many = {**probes_of("a", 1, [True] * 200), **probes_of("a", 2, [True] * 60 + [False] * 140)}
    few = {**probes_of("a", 1, [True] * 3), **probes_of("a", 2, [False] * 2)}
    assert half_life(*counted(many, draws=200))["k_star_text"].item() == "2 [2, 2]"
    # Three probes that all passed leave a true sCSR below 50 % possible, two that failed one above.
    assert half_life(*counted(few, draws=200))["k_star_text"].item() == "2 [1, > 2]"


def test_a_model_without_a_whole_response_has_no_half_life():
    row = half_life(*counted({("a", "p1"): [True, None]})).row(0, named=True)
    assert row["k_star"] is None
    assert row["k_star_note"] == "no response with all its checks scored"


@pytest.mark.parametrize(("passed", "low", "high"), [(True, 0.025 ** (1 / 5), 1.0), (False, 0.0, 1 - 0.025 ** (1 / 5))])
def test_where_all_probes_agree_the_interval_is_the_exact_binomial_one(passed: bool, low: float, high: float):
    row = levels_overall(counted(probes_of("a", 2, [passed] * 5), draws=50)[1]).row(0, named=True)
    assert [row["mcsr_low"], row["mcsr_high"]] == pytest.approx([low, high])
    assert [row["scsr_low"], row["scsr_high"]] == pytest.approx([low, high])


def test_one_probe_gives_a_rate_and_says_why_it_has_no_interval():
    row = levels_overall(counted({("a", "p1"): [True, False]}, draws=50)[1]).row(0, named=True)
    assert (row["mcsr"], row["mcsr_low"], row["mcsr_high"]) == (0.5, None, None)
    assert row["note"].startswith("no interval for mcsr")


def test_without_draws_there_are_no_intervals_and_nothing_to_excuse():
    row = levels_overall(counted(ANSWERS)[1]).row(0, named=True)
    assert row["mcsr_low"] is None
    assert row["note"] is None


def test_the_interval_of_a_rate_follows_from_its_probes_not_its_checks():
    # 60 probes of 4 checks that pass or fail together: the standard error is that of 60 draws, not of 240.
    rng = np.random.default_rng(5)
    outcomes = [bool(value) for value in rng.random(60) < 0.5]
    row = levels_overall(counted(probes_of("a", 4, outcomes), draws=2000)[1]).row(0, named=True)
    share = np.mean(outcomes)
    expected = 1.96 * np.sqrt(share * (1 - share) / 60)
    assert (row["mcsr_high"] - row["mcsr_low"]) / 2 == pytest.approx(expected, rel=0.12)


def test_no_checks_give_empty_tables():
    data, sums = counted({}, draws=10)
    assert levels_by_k(data, sums).is_empty()
    assert levels_by_model(data, sums).is_empty()
    assert levels_overall(sums)["checks"].item() == 0
    assert levels_overall(sums)["mcsr"].item() is None

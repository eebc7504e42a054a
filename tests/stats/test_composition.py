"""Evenness of a suite, counted by hand."""

from __future__ import annotations

import polars as pl
import pytest
from slots import slots_of

from cse.stats.composition import (
    all_pairs,
    difficulty,
    levels,
    pair_counts,
    pairs_of,
    satisfiable,
    type_shares,
    type_summary,
)

PROBES = {
    "one": ["L1"],
    "two": ["L1", "L2"],
    "three": ["L3", "L1"],
    "never": ["L2", "L3"],
}
SLOTS = slots_of(PROBES, topics={"one": "tea"}, impossible=["never"])


def test_shares_are_relative_to_an_even_spread_over_the_types_that_occur():
    table = type_shares(SLOTS).select("k", "code", "probes", "even", "ratio", "is_even")
    assert table.rows() == [
        (1, "L1", 1, pytest.approx(1 / 3), pytest.approx(3.0), False),
        (1, "L2", 0, pytest.approx(1 / 3), 0.0, False),
        (1, "L3", 0, pytest.approx(1 / 3), 0.0, False),
        (2, "L1", 2, pytest.approx(4 / 3), pytest.approx(1.5), False),
        (2, "L2", 1, pytest.approx(4 / 3), pytest.approx(0.75), False),
        (2, "L3", 1, pytest.approx(4 / 3), pytest.approx(0.75), False),
    ]


def test_bounds_of_even_are_four_fifths_and_five_quarters():
    # Ten probes of each of four types but one more or less: 8, 12.5 (of 10) lie on the bounds.
    counts = {"L1": 8, "L2": 12, "L3": 12, "L4": 8}
    slots = slots_of({f"{code}{i}": [code] for code, count in counts.items() for i in range(count)})
    table = type_shares(slots)
    assert table["ratio"].to_list() == pytest.approx([0.8, 1.2, 1.2, 0.8])
    assert table["is_even"].all()


def test_pairs_are_counted_once_whatever_their_order_and_missing_ones_are_listed():
    assert pairs_of(SLOTS, "probe_id").rows() == [
        ("never", "L2", "L3"),
        ("three", "L1", "L3"),
        ("two", "L1", "L2"),
    ]
    assert all_pairs(SLOTS).rows() == [("L1", "L2"), ("L1", "L3"), ("L2", "L3")]
    assert pair_counts(SLOTS).rows() == [(2, "L1", "L2", 1), (2, "L1", "L3", 1), (2, "L2", "L3", 0)]


def test_levels_of_a_suite_counted_by_hand():
    first, second = levels(SLOTS).iter_rows(named=True)
    assert first == {
        "k": 1, "probes": 1, "impossible": 0, "types": 1, "share_least": 0.0, "share_most": pytest.approx(3.0),
        "pairs": 0, "pair_least": None, "pair_most": None, "pair_even": None, "type_sets": 1, "most_reused": 1,
        "topics": 1, "topic_least": 0, "topic_most": 1,
    }  # fmt: skip
    assert second == {
        "k": 2, "probes": 2, "impossible": 1, "types": 3, "share_least": pytest.approx(0.75),
        "share_most": pytest.approx(1.5), "pairs": 2, "pair_least": 1, "pair_most": 1, "pair_even": 1.0,
        "type_sets": 2, "most_reused": 1, "topics": 1, "topic_least": 0, "topic_most": 2,
    }  # fmt: skip


def test_a_set_of_types_is_the_same_in_any_order():
    slots = slots_of({"a": ["L1", "L2"], "b": ["L2", "L1"], "c": ["L1", "L3"]})
    row = levels(slots).row(0, named=True)
    assert (row["type_sets"], row["most_reused"]) == (2, 2)


def test_a_level_of_impossible_probes_alone_counts_nothing_else():
    row = levels(slots_of({"a": ["L1"], "b": ["L1", "L2"]}, impossible=["b"])).row(1, named=True)
    assert (row["probes"], row["impossible"], row["type_sets"], row["topics"]) == (0, 1, 0, 0)
    assert (row["share_least"], row["pair_most"], row["most_reused"]) == (None, None, None)
    assert satisfiable(slots_of({"b": ["L1", "L2"]}, impossible=["b"])).is_empty()


def test_a_summary_takes_the_extremes_over_k_and_the_blind_sets_at_high_k():
    shares = type_shares(SLOTS).with_columns(
        blind_sets=pl.when(pl.col("code") == "L1").then(1).otherwise(2), blind_even=pl.lit(4.0)
    )
    table = type_summary(shares, [2]).select("code", "probes", "least", "most", "blind_late")
    assert table.rows() == [
        ("L1", 3, pytest.approx(1.5), pytest.approx(3.0), 0.25),
        ("L2", 1, 0.0, pytest.approx(0.75), 0.5),
        ("L3", 1, 0.0, pytest.approx(0.75), 0.5),
    ]
    assert "blind_late" not in type_summary(type_shares(SLOTS), [2]).columns


def test_difficulty_is_tested_on_the_constraints_of_each_k():
    # At k = 1 twice S2 (100 % at k = 1, so difficulty 0), at k = 2 S4 (19 %) and S1 (39 %). Ranks 1.5, 1.5 | 4, 3:
    # H = 12 / 20 * (9 / 2 + 49 / 2) - 15 = 2.4, over 1 - 6 / 60 for the tie 2.6667; of chi-square with one degree of
    # freedom 0.1025 lies beyond.
    by_k, test = difficulty(slots_of({"a": ["S2"], "b": ["S2"], "c": ["S4", "S1"]}))
    assert by_k.rows() == [(1, 2, 2, pytest.approx(0.0)), (2, 1, 2, pytest.approx((0.81 + 0.61) / 2))]
    row = test.row(0, named=True)
    assert (row["basis"], row["df"], row["constraints"]) == ("the paper's k = 1", 1, 4)
    assert (row["h"], row["p"]) == (pytest.approx(2.6667, abs=1e-4), pytest.approx(0.1025, abs=1e-4))


def test_impossible_probes_do_not_count_as_difficult():
    slots = slots_of({"a": ["S2"], "b": ["S2", "S4"], "c": ["S4", "S1"]}, impossible=["c"])
    by_k, _ = difficulty(slots)
    assert by_k["difficulty"].to_list() == pytest.approx([0.0, 0.405])

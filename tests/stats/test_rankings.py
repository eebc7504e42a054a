"""Rankings and inversions, against the paper's tables and by hand."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from handmade import checks_of

from cse.stats.bootstrap import draw_weights, sums_by_level
from cse.stats.cube import cube
from cse.stats.published import published
from cse.stats.rankings import inversions, rank, rankings


def ranked(answers, draws: int = 0) -> pl.DataFrame:
    data = cube(checks_of(answers))
    return rankings(data, sums_by_level(data, draw_weights(data, draws, np.random.default_rng(0))))


# a passes many checks but few probes, b few checks but whole probes, c nothing.
ANSWERS = {
    **{("a", f"p{i}"): [True, True, True, i == 0] for i in range(4)},
    **{("b", f"p{i}"): [i < 2] * 4 for i in range(4)},
    **{("c", f"p{i}"): [False] * 4 for i in range(4)},
}


def test_three_rankings_by_hand():
    table = {row["model"]: row for row in ranked(ANSWERS).iter_rows(named=True)}
    assert [table[m]["mcsr"] for m in "abc"] == pytest.approx([13 / 16, 8 / 16, 0])
    assert [table[m]["scsr"] for m in "abc"] == pytest.approx([1 / 4, 2 / 4, 0])
    assert [table[m]["geometric"] for m in "abc"] == pytest.approx([np.sqrt(13 / 64), 0.5, 0])
    assert [(table[m]["mcsr_rank"], table[m]["scsr_rank"], table[m]["geometric_rank"]) for m in "abc"] == [
        (1, 2, 2),
        (2, 1, 1),
        (3, 3, 3),
    ]
    assert [table[m]["moved"] for m in "abc"] == [-1, 1, 0]


def test_inversions_by_hand():
    table = inversions(ranked(ANSWERS))
    assert table.rows() == [("mcsr", "scsr", 3, 1, 1), ("mcsr", "geometric", 3, 1, 1), ("scsr", "geometric", 3, 0, 0)]


def test_ranks_of_the_published_values_are_those_of_table_10():
    table = published("table10_geometric")
    assert rank(table["mcsr"].to_numpy()).tolist() == table["mcsr_rank"].to_list()
    assert rank(table["scsr"].to_numpy()).tolist() == table["scsr_rank"].to_list()


def test_the_interval_of_a_rank_spans_what_the_probes_leave_open():
    row = ranked(ANSWERS, draws=300).filter(pl.col("model") == "c").row(0, named=True)
    assert (row["scsr_rank"], row["scsr_rank_high"]) == (3, 3)
    row = ranked(ANSWERS, draws=300).filter(pl.col("model") == "a").row(0, named=True)
    assert (row["scsr_rank_low"], row["scsr_rank_high"]) == (1, 2)


def test_one_model_is_first_and_has_nobody_to_be_inverted_with():
    table = ranked({("a", "p1"): [True]})
    assert table["scsr_rank"].to_list() == [1]
    assert inversions(table)["pairs"].to_list() == [0, 0, 0]


def test_a_model_without_a_whole_response_is_not_ranked():
    assert ranked({("a", "p1"): [True], ("b", "p1"): [None, True]})["model"].to_list() == ["a"]

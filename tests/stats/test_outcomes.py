"""Rescued and broken probes, and McNemar's exact test."""

from __future__ import annotations

from math import comb

import polars as pl
import pytest

from cse.stats.outcomes import changed, outcome_counts, sign_test


def outcomes(*rows: tuple[str, int, int, bool, bool]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=["probe_id", "epoch", "k", "base", "treated"], orient="row")


ROWS = outcomes(
    ("a", 1, 1, True, True),
    ("b", 1, 1, False, True),
    ("c", 1, 2, True, False),
    ("d", 1, 2, False, False),
    ("e", 1, 2, False, True),
)


def test_outcomes_are_counted_over_all_and_by_k():
    row = outcome_counts(ROWS).row(0, named=True)
    assert [row[name] for name in ("pairs", "both", "rescued", "broken", "neither")] == [5, 1, 2, 1, 1]
    table = outcome_counts(ROWS, "k")
    assert table.select("k", "pairs", "rescued", "broken").rows() == [(1, 2, 1, 0), (2, 3, 1, 1)]


@pytest.mark.parametrize(("better", "worse"), [(0, 1), (5, 5), (12, 3), (3, 12), (40, 22)])
def test_the_test_is_the_binomial_one(better, worse):
    count, least = better + worse, min(better, worse)
    tail = sum(comb(count, i) for i in range(least + 1)) / 2**count
    assert sign_test(better, worse) == pytest.approx(min(1.0, 2 * tail))


def test_epochs_of_one_probe_count_once_in_the_test():
    rows = outcomes(*((probe, epoch, 1, False, True) for probe in "abcdef" for epoch in range(1, 6)))
    row = outcome_counts(rows).row(0, named=True)
    assert (row["rescued"], row["probes_better"]) == (30, 6)
    assert row["p"] == pytest.approx(2 / 2**6)
    even = outcome_counts(outcomes(("a", 1, 1, False, True), ("a", 2, 1, True, False))).row(0, named=True)
    assert (even["rescued"], even["broken"], even["probes_better"], even["probes_worse"], even["p"]) == (1, 1, 0, 0, 1)


def test_changed_probes_are_listed_broken_ones_first():
    assert changed(ROWS).rows() == [("broken", "c", 1, 2), ("rescued", "b", 1, 1), ("rescued", "e", 1, 2)]

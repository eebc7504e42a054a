"""Tests of parameters over k: statistics by hand, shifts that were put in, and none where there is none."""

from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest

from cse.stats.parameter_shifts import _corrected, ends, parameter_shifts


def slots_of(values: dict[int, list[object]], parameter: str = "count") -> pl.DataFrame:
    rows = [
        {"k": k, "code": "S1", "type": "word_count", "params": json.dumps({parameter: value})}
        for k, at_k in values.items()
        for value in at_k
    ]
    return pl.DataFrame(rows)


def only(slots: pl.DataFrame, **options: object) -> dict[str, object]:
    return parameter_shifts(slots, np.random.default_rng(0), **options).row(0, named=True)


def test_numbers_are_ranked_over_the_levels():
    # Ranks 1, 2 | 3, 4: H = 12 / 20 * (9 / 2 + 49 / 2) - 15 = 2.4. Ranks of k 1.5, 1.5, 3.5, 3.5: rho = 4 / sqrt(20).
    row = only(slots_of({1: [10, 20], 2: [30, 40]}))
    assert (row["compared"], row["test"], row["n"], row["df"]) == ("value", "Kruskal-Wallis", 4, 1)
    assert row["statistic"] == pytest.approx(2.4)
    assert row["p"] == pytest.approx(0.1213, abs=1e-4)  # chi-square of one degree beyond 2.4
    assert row["effect"] == pytest.approx(0.8)
    assert row["rho"] == pytest.approx(4 / 20**0.5)
    assert (row["low"], row["high"]) == (15.0, 35.0)


def test_texts_are_counted_and_shuffled():
    # Expected 1.5 in each cell: 4 * 0.25 / 1.5. No table of these margins has less, so every permutation gives as much.
    row = only(slots_of({1: ["a", "a", "b"], 2: ["a", "b", "b"]}))
    assert (row["compared"], row["test"], row["df"]) == ("text", "chi-square", 1)
    assert row["statistic"] == pytest.approx(2 / 3)
    assert row["effect"] == pytest.approx(1 / 3)
    assert row["p"] == 1.0
    assert row["rho_p"] is None


def test_the_p_of_texts_is_the_share_of_permutations():
    # Of the 20 ways to choose the texts at k = 1 two separate them: p = 0.1.
    row = only(slots_of({1: ["a", "a", "a"], 2: ["b", "b", "b"]}), permutations=4000)
    assert row["statistic"] == pytest.approx(6.0)
    assert row["p"] == pytest.approx(0.1, abs=0.02)
    assert row["text"] in ("a", "b")
    assert {row["low"], row["high"]} == {0.0, 1.0}


def test_the_text_that_changes_most_is_named_with_its_shares():
    row = only(slots_of({1: ["a", "b", "b", "c"], 2: ["a", "c", "c", "c"]}))
    # a stays at 1 / 4, b falls from 2 / 4 to 0, c rises from 1 / 4 to 3 / 4: b and c change alike, the first is taken.
    assert (row["text"], row["low"], row["high"]) == ("b", 0.5, 0.0)


def test_lists_are_compared_by_their_entries_and_many_texts_by_their_length():
    lists = only(slots_of({1: [["x"], ["y"]], 2: [["x", "y", "z"], []]}))
    assert (lists["compared"], lists["low"], lists["high"]) == ("entries", 1.0, 1.5)
    mappings = only(slots_of({1: [{"a": 1}], 2: [{"a": 1, "b": 2}]}))
    assert (mappings["compared"], mappings["high"]) == ("entries", 2.0)
    thirty = [f"{i:02}" for i in range(30)]
    assert only(slots_of({1: thirty, 2: thirty}))["compared"] == "text"
    row = only(slots_of({1: thirty, 2: [*thirty, "more"]}))
    assert (row["compared"], row["low"], row["high"]) == ("length", 2.0, (60 + 4) / 31)


def test_what_cannot_be_tested_says_why():
    same = only(slots_of({1: [3, 3], 2: [3]}))
    assert (same["test"], same["p"], same["shifts"]) == (None, None, None)
    assert same["note"] == "no test: it is always the same"
    assert only(slots_of({4: [3, 5]}))["note"] == "no test: it occurs at one k alone"
    assert parameter_shifts(slots_of({1: [1]}).clear(), np.random.default_rng(0)).is_empty()


def test_blind_draws_are_put_beside():
    row = only(slots_of({1: [1, 3], 2: [5, 7]}), blind=slots_of({1: [2, 4], 2: [9]}))
    assert (row["low"], row["high"], row["blind_low"], row["blind_high"]) == (2.0, 6.0, 3.0, 9.0)
    assert only(slots_of({1: [1], 2: [2]}))["blind_low"] is None


def test_the_correction_is_that_of_benjamini_and_hochberg():
    raw = [0.01, 0.04, 0.03, None]
    table = pl.DataFrame({"p": raw, "rho_p": [0.9, None, 0.2, None]}, schema={"p": pl.Float64, "rho_p": pl.Float64})
    found = _corrected(table)
    # Of three: 0.01 * 3 / 1; 0.03 * 3 / 2 = 0.045, not above 0.04 * 3 / 3. Of two: 0.2 * 2 / 1 and 0.9.
    assert found["p_adjusted"].to_list() == [pytest.approx(0.03), pytest.approx(0.04), pytest.approx(0.04), None]
    assert found["rho_p_adjusted"].to_list() == [pytest.approx(0.9), None, pytest.approx(0.4), None]
    assert found["shifts"].to_list() == [True, True, True, None]


def panel(rng: np.random.Generator, drift: float, parameters: int) -> pl.DataFrame:
    """Draws parameters from 0 to 19 that rise by `drift` for each k, 40 at each of 12 levels."""
    rows = []
    for k in range(1, 13):
        for values in rng.integers(0, 20, (40, parameters)) + round(drift * k):
            params = {f"p{i:02}": int(value) for i, value in enumerate(values)}
            rows.append({"k": k, "code": "S1", "type": "word_count", "params": json.dumps(params)})
    return pl.DataFrame(rows)


def test_a_drift_that_was_put_in_is_found_and_none_elsewhere():
    rng = np.random.default_rng(7)
    still = parameter_shifts(panel(rng, 0.0, 60), rng)
    assert still.height == 60
    assert still["shifts"].sum() <= 1
    moving = parameter_shifts(panel(rng, 0.5, 5), rng)
    assert moving["shifts"].all()
    # From k = 1 to 3 the mean rises by 0, 1 and 2, from 10 to 12 by 5, 6 and 6.
    assert (moving["high"] - moving["low"]).mean() == pytest.approx(17 / 3 - 1, abs=1.0)
    assert moving["rho"].min() > 0.15


def test_ends_are_quarters_of_the_levels():
    assert ends([]) == ((), ())
    assert ends([5]) == ((5,), (5,))
    assert ends([1, 2, 3, 4, 5, 6, 7, 8]) == ((1, 2), (7, 8))

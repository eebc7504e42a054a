"""Tables of failure modes, places and shortcuts from rows written by hand; the paper's own table 6 in its own words."""

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from cse.stats.failures import answer_signs, failure_modes, lipogram_classes
from cse.stats.first_violations import _median, first_violations, lipogram_profiles, strategy
from cse.stats.published import published
from cse.stats.shortcuts import shortcut_ranking, shortcuts_by_type


def keyed(n, **columns):
    """Returns n rows of one model with a probe each; a column is one value for all or a list."""
    row = {"model": "m", "probe_id": [f"p{i:03d}" for i in range(n)], "epoch": 1, "impossible": False, **columns}
    return pl.DataFrame({name: value if isinstance(value, list) else [value] * n for name, value in row.items()})


def test_modes_are_counted_with_exact_intervals():
    modes = ["attempt"] * 6 + ["refusal"] * 4
    answers = keyed(10, mode=modes, truncated=[True, None, *[False] * 8])
    table = failure_modes(answers)
    assert table["mode"].to_list() == ["attempt", "narration", "reasoning", "copied_prompt", "refusal"]
    assert table["answers"].to_list() == [6, 0, 0, 0, 4]
    assert table["of"].to_list() == [10] * 5
    refusal = table.row(4, named=True)
    # Clopper-Pearson of 4 in 10, from published tables.
    assert (round(refusal["share_low"], 3), round(refusal["share_high"], 3)) == (0.122, 0.738)
    assert table["truncated"].to_list() == [1, 0, 0, 0, 0]
    assert table["unknown_stop"].to_list() == [1, 0, 0, 0, 0]


def test_a_refusal_of_an_impossible_probe_is_counted_apart():
    answers = keyed(4, mode=["refusal", "refusal", "attempt", "attempt"], truncated=False)
    answers = answers.with_columns(impossible=pl.col("mode") == "refusal")
    refused = failure_modes(answers).filter(pl.col("mode") == "refusal")
    assert refused.select("impossible", "answers", "of").rows() == [(False, 0, 2), (True, 2, 2)]


def test_epochs_of_a_probe_make_the_interval_no_narrower():
    once = keyed(10, mode=["refusal"] * 4 + ["attempt"] * 6, truncated=False)
    thrice = pl.concat([once.with_columns(epoch=pl.lit(epoch)) for epoch in (1, 2, 3)])
    ends = ["mode", "share", "share_low", "share_high"]
    assert_frame_equal(failure_modes(thrice)[ends], failure_modes(once)[ends])


def test_signs_are_means_over_answers():
    answers = keyed(
        2,
        truncated=[True, False],
        outside_share=[0.5, 0.0],
        reasoning_share=[0.2, 0.4],
        narration_share=[0.0, 0.1],
        repeated_share=[0.0, 0.5],
        copied_prompt=[1.0, 0.0],
    )
    row = answer_signs(answers).row(0, named=True)
    assert row == {
        "model": "m",
        "answers": 2,
        "truncated": 1,
        "unknown_stop": 0,
        "outside": 0.25,
        "reasoning": pytest.approx(0.3),
        "narration": 0.05,
        "repeated": 0.25,
        "copied": 0.5,
    }


def violations(first, **columns):
    return keyed(len(first), first=first, truncated=False, mode="attempt", **columns)


def test_the_published_classes_add_up_as_the_table_counts_them():
    paper = published("table5_l1_failures")
    names = ("genuine", "meta", "refusal", "case")
    rows = [
        violations([0.1] * row[name], lipogram_class=name).with_columns(
            model=pl.lit(row["model"]), probe_id=pl.lit(name) + pl.col("probe_id")
        )
        for row in paper.iter_rows(named=True)
        for name in names
        if row[name]
    ]
    table = lipogram_classes(pl.concat(rows)).join(paper, on="model", suffix="_paper")
    assert table.height == 15
    for name in (*names, "total"):
        assert table[name].to_list() == table[f"{name}_paper"].to_list()


def test_the_published_medians_have_the_published_strategies():
    found = {
        row["model"]: strategy(row["median_first_violation"]) for row in published("table6_l1_strategies").to_dicts()
    }
    immediate = {"DeepSeek V4 Pro", "Claude 4.7 Opus", "Claude 4.6 Opus", "Kimi K2.6", "Claude 4.5 Sonnet"}
    assert {model for model, name in found.items() if name == "immediate"} == immediate
    assert {name for model, name in found.items() if model not in immediate} == {"gradual"}
    assert strategy(0.07) == "mixed"


def test_a_profile_is_a_median_with_quartiles_and_the_share_of_the_first_fifth():
    places = [0.0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.1, 0.3, 0.5, 0.7, 0.9]
    found = lipogram_profiles(violations(places, lipogram_class="genuine"), np.random.default_rng(0), 500)
    row = found.row(0, named=True)
    assert (row["failures"], row["placed"], row["first"]) == (11, 11, 0.05)
    assert (row["quarter"], row["three_quarters"]) == (0.025, 0.4)
    assert row["early"] == 7 / 11
    assert 0.0 <= row["first_low"] < 0.05 < row["first_high"] <= 0.9
    assert row["strategy"] == "mixed"
    few = lipogram_profiles(violations([0.1] * 9, lipogram_class="genuine"), np.random.default_rng(0), 100)
    assert few.row(0, named=True)["strategy"] is None
    assert few["note"][0] == "no strategy: fewer than 10 failures"


def test_places_count_attempts_alone_and_types_with_a_place():
    rows = pl.concat(
        [
            violations([0.2, 0.4, None], type="no_digits", code="N2"),
            violations([0.9], type="no_digits", code="N2").with_columns(mode=pl.lit("refusal")),
            violations([None, None], type="word_count", code="S1"),
        ],
        how="vertical_relaxed",
    )
    table = first_violations(rows, np.random.default_rng(0), 100)
    assert table["type"].to_list() == ["no_digits"]
    assert table.row(0, named=True)["first"] == pytest.approx(0.3)
    assert (table["failures"][0], table["placed"][0]) == (3, 2)


@pytest.mark.parametrize("weights", [[1, 1, 1, 1], [2, 0, 1, 1], [0, 0, 0, 3], [3, 1, 0, 0], [1, 2, 2, 0]])
def test_the_median_of_a_draw_is_that_of_its_values(weights):
    values = np.array([0.1, 0.2, 0.4, 0.8])
    assert _median(values, np.array(weights)) == pytest.approx(np.median(np.repeat(values, weights)))


def shortcut_rows():
    base = {"start": None, "end": None, "excerpt": None}
    return pl.DataFrame(
        [
            {"probe_id": "a", "shortcut": "word_list", "type": None, "passing": True, "found": True, **base},
            {"probe_id": "b", "shortcut": "word_list", "type": None, "passing": True, "found": False, **base},
            {"probe_id": "c", "shortcut": "word_list", "type": None, "passing": False, "found": True, **base},
            {"probe_id": "b", "shortcut": "minimal_sentences", "type": "alphabetical", "passing": True, "found": True}
            | {"start": 3, "end": 9, "excerpt": "x"},
            {"probe_id": "b", "shortcut": "minimal_sentences", "type": "unique_closers", "passing": True, "found": True}
            | {"start": 3, "end": 9, "excerpt": "x"},
        ],
        schema_overrides={"type": pl.String, "start": pl.Int64, "end": pl.Int64, "excerpt": pl.String},
    ).with_columns(model=pl.lit("m"), epoch=pl.lit(1))


def test_shortcuts_are_ranked_by_their_share_of_passing_answers():
    table = shortcut_ranking(shortcut_rows())
    shown = table.select("shortcut", "passing", "found", "share").rows()
    assert shown == [("minimal_sentences", 1, 1, 1.0), ("word_list", 2, 1, 0.5)]
    example = table.row(0, named=True)
    assert (example["probe_id"], example["start"], example["end"], example["excerpt"]) == ("b", 3, 9, "x")


def test_shortcuts_of_a_type_count_its_passing_checks():
    checks = pl.DataFrame(
        {
            "model": "m",
            "probe_id": ["a", "b", "b", "c"],
            "epoch": 1,
            "type": ["no_digits", "alphabetical", "unique_closers", "no_digits"],
            "code": ["N2", "O2", "F4", "N2"],
            "passed": [True, True, True, True],
        }
    )
    table = shortcuts_by_type(shortcut_rows(), checks)
    assert sorted(table.select("type", "shortcut", "passing", "found").rows()) == [
        ("alphabetical", "minimal_sentences", 1, 1),
        ("no_digits", "word_list", 2, 2),
        ("unique_closers", "minimal_sentences", 1, 1),
    ]

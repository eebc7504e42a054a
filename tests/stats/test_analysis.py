"""The whole analysis: what it holds, that it is reproducible, and that odd data end in a sentence, never in NaN."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from handmade import Answers, checks_of, responses_of
from polars.testing import assert_frame_equal

from cse.stats.analysis import NOT_DRAWN, Analysis, analyse
from cse.stats.simulate import simulate
from cse.stats.truth import published_truth

ODD: dict[str, tuple[Answers, str]] = {
    "one probe": ({("m", "p1"): [True, False]}, "Only k = 2 was run"),
    "one probe of one constraint": ({("m", "p1"): [True]}, "Fewer than 30 probes of m were answered"),
    "one k": ({("m", f"p{i}"): [i % 2 == 0, i % 3 == 0] for i in range(40)}, "Only k = 2 was run"),
    "no failures": (
        {("m", f"k{k}-{i}"): [True] * k for k in range(1, 13) for i in range(10)},
        "Every check of m passed",
    ),
    "only failures": (
        {("m", f"k{k}-{i}"): [False] * k for k in range(1, 13) for i in range(10)},
        "Every check of m failed",
    ),
    "gaps in k": (
        {("m", f"k{k}-{i}"): [(i + j) % 3 > 0 for j in range(k)] for k in (1, 4, 9) for i in range(30)},
        "k = 2, 3, 5, 6, 7, 8 was not run",
    ),
    "without k = 1": (
        {("m", f"k{k}-{i}"): [(i + j) % 3 > 0 for j in range(k)] for k in (5, 6) for i in range(30)},
        "k = 1 was not run",
    ),
    "nothing scored": ({("m", "p1"): [None, None]}, "No check of a satisfiable probe was scored"),
    "two models on different probes": (
        {(model, f"{model}{i}"): [i % 2 == 0] * 3 for model in "ab" for i in range(30)},
        "Only k = 3 was run",
    ),
}


def analysed(answers: Answers, draws: int = 100, seed: int = 0) -> Analysis:
    return analyse(responses_of(answers), checks_of(answers), np.random.default_rng(seed), draws=draws)


@pytest.mark.parametrize("name", ODD)
def test_odd_data_are_explained_and_hold_no_nan(name: str):
    answers, sentence = ODD[name]
    found = analysed(answers)
    assert any(sentence in statement for statement in found.statements), found.statements
    for table_name, table in found.tables.items():
        for column in table.select(pl.selectors.float()):
            assert not column.is_nan().any(), f"{table_name}.{column.name}"
            assert not column.is_infinite().any(), f"{table_name}.{column.name}"


def test_without_draws_the_same_estimates_have_no_intervals_and_say_why():
    panel = simulate(published_truth(models=3, scale=0.1), np.random.default_rng(2))
    with_draws, without = (
        analyse(panel.responses, panel.checks, np.random.default_rng(3), draws=draws).tables for draws in (20, 0)
    )
    assert list(without) == list(with_draws)
    for name in ("by_model_and_k", "hierarchy_types", "hierarchy_ratio", "decay_mcsr", "synergy_levels"):
        known = [column for column in without[name].columns if f"{column}_low" in without[name].columns]
        assert len(known) >= 2
        assert_frame_equal(without[name][known], with_draws[name][known], rel_tol=1e-9)
        ends = without[name].select(pl.selectors.matches("_(low|high)$") & pl.selectors.float())
        if name != "synergy_levels":  # synergy at k = 1 is zero by definition, and its interval too
            assert ends.null_count().sum_horizontal()[0] == ends.width * ends.height, name
    notes = {note for name in without for note in without[name].get_column("note", default=pl.Series(dtype=pl.String))}
    assert NOT_DRAWN in notes
    assert not any("too few" in note for note in notes if note and "interval" in note)


@pytest.mark.parametrize("name", ODD)
def test_a_rate_or_fit_that_is_missing_has_a_note(name: str):
    tables = analysed(ODD[name][0]).tables
    for table_name, column in (("overall", "mcsr_low"), ("decay_mcsr", "r"), ("decay_scsr", "b"), ("floor", "c")):
        if table_name in tables:
            missing = tables[table_name].filter(pl.col(column).is_null())
            assert missing["note"].null_count() == 0, table_name


def test_a_missing_model_is_named_and_counts_as_missing():
    answers = {("m", f"p{i}"): [True, i % 2 == 0] for i in range(40)}
    status = {("m", f"p{i}"): "refused" for i in range(10)}
    there = {key: value for key, value in answers.items() if key not in status}
    found = analyse(responses_of(answers, status), checks_of(there), np.random.default_rng(0), draws=100)
    assert "m left 25% of its probes unanswered; they count as missing" in " ".join(found.statements)
    assert found.tables["by_model"]["probes"].item() == 30


def test_a_passed_impossible_probe_and_unscored_checks_are_named():
    checks = pl.concat(
        [
            checks_of({("m", f"p{i}"): [True, None if i == 0 else False] for i in range(30)}),
            checks_of({("m", "x"): [True, True]}, impossible=True),
        ]
    )
    responses = responses_of({("m", f"p{i}"): [True, False] for i in range(30)})
    text = " ".join(analyse(responses, checks, np.random.default_rng(0), draws=100).statements)
    assert "1 checks are unscored" in text
    assert "1 responses passed a probe that no text can satisfy" in text


def test_the_same_state_gives_the_same_tables_whatever_the_order_of_the_rows():
    panel = simulate(published_truth(models=3, scale=0.03), np.random.default_rng(0))
    first = analyse(panel.responses, panel.checks, np.random.default_rng(1), draws=100)
    shuffled = panel.checks.sample(fraction=1, shuffle=True, seed=3)
    second = analyse(panel.responses.reverse(), shuffled, np.random.default_rng(1), draws=100)
    assert first.tables.keys() == second.tables.keys()
    for name, table in first.tables.items():
        assert_close(table, second.tables[name], name)


def assert_close(first: pl.DataFrame, second: pl.DataFrame, name: str) -> None:
    """Equal but for sums that were added up in another order."""
    for column in first.columns:
        if first[column].dtype == pl.Float64:
            assert first[column].to_list() == pytest.approx(second[column].to_list(), abs=1e-6, nan_ok=True), name
        else:
            assert first[column].to_list() == second[column].to_list(), f"{name}.{column}"


def test_every_part_tells_when_it_starts():
    told: list[str] = []
    answers, _ = ODD["gaps in k"]
    analyse(responses_of(answers), checks_of(answers), np.random.default_rng(0), draws=100, progress=told.append)
    assert told == ["hierarchy", "co-failure", "synergy", "position", "item response theory", "levels and decay"]

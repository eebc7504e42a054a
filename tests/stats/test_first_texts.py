"""The first texts of a run as a run of their own, counted by hand."""

from __future__ import annotations

import json

import polars as pl
import pytest
from two_runs import run_of

from cse.errors import InvalidInput
from cse.results.tables import passes_frame
from cse.stats.first_texts import first_texts
from cse.stats.pairs import pair_up

RUN = run_of(
    {("m", "a"): [True, True], ("m", "b"): [False, True], ("m", "c"): [True, True], ("m", "d"): [True, False]},
    {("m", "d"): "error"},
    input_tokens=[30, 30, 30, None],
    output_tokens=[50, 50, 50, None],
)


def one_pass(probe: str, index: int, role: str, scores: list[float | None] | None, **more: object) -> dict[str, object]:
    scored = scores is not None
    return {
        "model": "m",
        "probe_id": probe,
        "epoch": 1,
        "k": 2,
        "impossible": False,
        "pass_index": index,
        "role": role,
        "chosen": False,
        "status": "ok",
        "input_tokens": 10 * index,
        "output_tokens": 20 + index,
        "scores": json.dumps(scores) if scored else None,
        "passed": None if scores is None or None in scores else all(score == 1 for score in scores),
    } | more


PASSES = passes_frame(
    [
        one_pass("a", 2, "revision", [1, 1]),  # the order of the rows does not matter
        one_pass("a", 1, "answer", [1, 0.25]),
        one_pass("b", 1, "plan", None),
        one_pass("b", 2, "answer", [0.5, 1]),  # a plan is no text
        one_pass("c", 1, "draw", None, status="refused"),
        one_pass("c", 2, "draw", [1, 1]),
    ]
)


def test_the_first_text_of_each_response_stands_with_its_own_scores_and_tokens():
    found = first_texts(RUN, PASSES)
    rows = found.responses.sort("probe_id").to_dicts()
    assert [(row["probe_id"], row["status"], row["passed"]) for row in rows] == [
        ("a", "ok", False),
        ("b", "ok", False),
        ("c", "refused", None),
        ("d", "error", None),
    ]
    assert [row["output_tokens"] for row in rows] == [21, 22, 21, None]
    checks = found.checks.sort("probe_id", "position")
    assert checks.select("probe_id", "position", "type", "passed", "score").rows() == [
        ("a", 1, "type_1", True, 1.0),
        ("a", 2, "type_2", False, 0.25),
        ("b", 1, "type_1", False, 0.5),
        ("b", 2, "type_2", True, 1.0),
    ]


def test_it_pairs_with_the_run_it_comes_from():
    (pairs,) = pair_up(first_texts(RUN, PASSES), RUN)
    assert pairs.outcomes.select("probe_id", "base", "treated").rows() == [("a", False, True), ("b", False, False)]
    assert pairs.outcomes.select("base_output", "treated_output").rows() == [(21, 50), (22, 50)]
    assert pairs.missing.select("base", "treated", "pairs").sort("base").rows() == [
        ("error", "error", 1),
        ("refused", "ok", 1),
    ]


def test_an_unscored_check_of_a_first_text_stays_unscored():
    open_check = [one_pass("a", 1, "answer", [None, 1]), one_pass("a", 2, "revision", [1, 1])]
    found = first_texts(RUN, passes_frame([*open_check, one_pass("b", 1, "answer", [1, 1])]))
    of_a = found.checks.filter(pl.col("probe_id") == "a")
    assert of_a.select("passed", "score").rows() == [(None, None), (True, 1.0)]
    (pairs,) = pair_up(found, RUN)
    assert ("unscored", "ok") in pairs.missing.select("base", "treated").rows()
    assert pairs.outcomes["probe_id"].to_list() == ["b"]


@pytest.mark.parametrize(
    ("passes", "message"),
    [
        (PASSES.filter(pl.col("probe_id") == "b"), "Every response of the run is its first text"),
        (PASSES.with_columns(scores=pl.lit(None, pl.String)), "The table of passes holds no scores"),
    ],
)
def test_runs_without_first_texts_are_refused(passes: pl.DataFrame, message: str):
    with pytest.raises(InvalidInput, match=message):
        first_texts(RUN, passes)

"""Passes: what the verifiers say of each, which one is the response, and the rows that come of them."""

import json

import pytest

from cse.compose.probe import Probe
from cse.constraints.base import Topic
from cse.constraints.registry import constraint
from cse.constraints.structural.word_count import WordCount
from cse.run.passes import Pass, chosen_index, judge
from cse.run.responses import Response, tables_of

CONSTRAINTS = (constraint("S1", count=3), constraint("L1", letter="z"), constraint("N2"))
PROBE = Probe("p", 0, Topic("tea", ("tea",)), CONSTRAINTS)
NONE_OF_THREE = "A zoo of 7 lions."  # five words, a z, a digit
ONE_OF_THREE = "A zoo of many lions."  # five words, a z
TWO_OF_THREE = "Tea is very hot."  # four words
THREE_OF_THREE = "Tea is hot."
REFUSED = Pass("draw", "refused", error="no")


def draws(*texts):
    return [REFUSED if text is None else Pass("draw", "ok", text) for text in texts]


def test_a_text_is_judged_as_the_scorer_judges_it():
    found = judge("Sure! <answer>Tea is very hot.</answer>", CONSTRAINTS)
    assert [verdict.passed for verdict in found.verdicts] == [False, True, True]
    assert (found.held, found.passed, found.answer.text) == (2, False, "Tea is very hot.")
    assert judge(THREE_OF_THREE, CONSTRAINTS).passed is True


@pytest.mark.parametrize(
    ("passes", "chosen"),
    [
        (draws(NONE_OF_THREE, TWO_OF_THREE, ONE_OF_THREE), 1),
        (draws(ONE_OF_THREE, TWO_OF_THREE, "Tea was very hot."), 1),  # of equals the earliest
        (draws(None, NONE_OF_THREE), 1),  # nothing passed is still better than nothing there
        (draws(None, None), 1),
        ([Pass("answer", "ok", THREE_OF_THREE), Pass("revision", "ok", NONE_OF_THREE)], 1),  # the last, not the best
        ([Pass("answer", "ok", THREE_OF_THREE), Pass("revision", "empty")], 0),
        ([Pass("plan", "ok", "First a zoo."), Pass("answer", "ok", NONE_OF_THREE)], 1),
        ([Pass("plan", "ok", "First a zoo."), Pass("answer", "empty")], 1),
        ([Pass("plan", "refused")], 0),
    ],
)
def test_which_pass_is_the_response(passes, chosen):
    assert chosen_index(passes, CONSTRAINTS) == chosen


def test_rows_of_passes():
    passes = (
        Pass("plan", "ok", "Three words.", input_tokens=9, output_tokens=4, seconds=0.5),
        Pass("answer", "ok", f"<answer>{TWO_OF_THREE}</answer>", "Now write.", None, "stop", 10, 6, 1.5),
        Pass("revision", "empty", None, "Please revise.", "no text", "max_tokens", 20, 256),
    )
    tables = tables_of([Response("m", PROBE, 2, "ok", passes[1].text, passes=passes, chosen=1)])
    rows = tables.passes.to_dicts()
    assert [(row["pass_index"], row["role"], row["chosen"]) for row in rows] == [
        (1, "plan", False),
        (2, "answer", True),
        (3, "revision", False),
    ]
    assert {(row["model"], row["probe_id"], row["epoch"], row["k"]) for row in rows} == {("m", "p", 2, 3)}
    assert [row["checks_passed"] for row in rows] == [None, 2, None], "a plan is not scored"
    assert [row["passed"] for row in rows] == [None, False, None]
    assert json.loads(rows[1]["scores"]) == [pytest.approx(1 - 1 / 3), 1, 1]
    assert (rows[1]["request"], rows[1]["response"], rows[1]["answer"]) == ("Now write.", passes[1].text, TWO_OF_THREE)
    assert (rows[2]["status"], rows[2]["error"], rows[2]["output_tokens"]) == ("empty", "no text", 256)
    assert tables.checks["passed"].to_list() == [False, True, True], "the checks are those of the response"


def test_a_response_without_passes_is_its_only_pass():
    there = Response("m", PROBE, 1, "ok", THREE_OF_THREE, stop_reason="stop", input_tokens=3, output_tokens=7)
    failed = Response("m", PROBE, 2, "error", error="busy")
    refused = Response("m", PROBE, 3, "refused", error="no")
    found = tables_of([there, failed, refused]).passes
    assert found["epoch"].to_list() == [1, 3], "a call that failed leaves no pass"
    first, second = found.to_dicts()
    assert (first["role"], first["chosen"], first["passed"], first["checks_passed"]) == ("answer", True, True, 3)
    assert (first["output_tokens"], first["request"]) == (7, None)
    assert (second["status"], second["error"], second["passed"]) == ("refused", "no", None)


def test_a_verifier_that_raises_leaves_the_pass_open(monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(WordCount, "judge", broken)
    (row,) = tables_of([Response("m", PROBE, 1, "ok", THREE_OF_THREE)]).passes.to_dicts()
    assert (row["checks_passed"], row["passed"], row["scores"]) == (2, None, "[null,1.0,1.0]")

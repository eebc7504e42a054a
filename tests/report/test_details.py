"""What is shown of one probe."""

import pytest
from rows import tables

from cse.report.details import ProbeText, details, split

TEXTS = {"p": ProbeText("Write.", "Tea.", None)}


def test_a_response_keeps_all_its_facts_and_checks_in_the_order_of_the_prompt():
    responses, checks = tables(
        {"model": "a", "probe": "p", "k": 2, "checks": [("word_count", False, [[0, 3]]), ("lipogram", True, [])]}
    )
    found = details(responses, checks.reverse(), TEXTS)["p"]
    assert (found["prompt"], found["witness"], found["proof"], found["topic"]) == ("Write.", "Tea.", None, "tea")
    (answer,) = found["answers"]
    assert answer["before"] + answer["answer"] + answer["after"] == responses["response"][0]
    assert answer["answer"] == "Tea is hot."
    assert [check["code"] for check in answer["checks"]] == ["S1", "L1"]
    assert answer["checks"][0]["spans"] == [[0, 3]]
    assert "spans" not in answer["checks"][1]


def test_missing_responses_and_unscored_checks_say_so():
    responses, checks = tables(
        {"model": "a", "probe": "p", "k": 1, "status": "refused", "error": "filtered"},
        {"model": "b", "probe": "p", "k": 1, "checks": [("lipogram", None, [])]},
    )
    missing, unscored = details(responses, checks, {})["p"]["answers"]
    assert (missing["status"], missing["error"], missing["checks"]) == ("refused", "filtered", [])
    assert "answer" not in missing
    assert "passed" not in unscored["checks"][0]


def test_a_probe_that_no_suite_knows_has_no_prompt():
    assert "prompt" not in details(*tables({"model": "a", "probe": "p", "k": 1}), {})["p"]


def test_long_texts_are_cut_and_their_length_is_told():
    responses, checks = tables(
        {"model": "a", "probe": "p", "k": 1, "text": "x" * 90 + "<answer>" + "y" * 50 + "</answer>", "answer": "y" * 50}
    )
    (answer,) = details(responses, checks, {}, cut=40)["p"]["answers"]
    assert (answer["before"], answer["answer"], answer["after"]) == ("x" * 40, "y" * 40, "</answer>")
    assert answer["cut"] == {"before": 98, "answer": 50}


@pytest.mark.parametrize(
    ("response", "answer", "before"),
    [
        ("no tags", "no tags", ""),
        ("<think>Tea.</think>Tea.", "Tea.", "<think>Tea.</think>"),
        ("<answer>draft</answer> no: <answer>Tea.</answer>", "Tea.", "<answer>draft</answer> no: <answer>"),
        ("Tea. < Answer >\nTea.\n</answer> Tea.", "Tea.", "Tea. < Answer >\n"),
        ("I put Tea. into <answer>Tea.", "Tea.", "I put Tea. into <answer>"),
        ("<answer></answer>", "", "<answer>"),
    ],
)
def test_the_answer_is_found_where_it_was_taken_from(response: str, answer: str, before: str):
    parts = split(response, answer)
    assert parts["before"] == before
    assert parts["before"] + parts["answer"] + parts["after"] == response

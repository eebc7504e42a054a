"""Every labelled case comes out as its label says."""

import json
from pathlib import Path

import pytest

from cse.constraints.registry import constraint
from cse.text.answer import extract
from cse.text.document import Document

CASES = [json.loads(line) for line in Path(__file__).with_name("edge_cases.jsonl").read_text("utf-8").splitlines()]


def outcome(case):
    if case["type"] == "extract":
        answer = extract(case["text"])
        return {"answer": answer.text, "status": answer.status}
    document = Document(case["text"])
    if case["type"] in ("sentences", "tokens", "paragraphs"):
        return len(getattr(document, case["type"]))
    return constraint(case["type"], **case["params"]).verify(document).passed


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case_comes_out_as_labelled(case):
    assert outcome(case) == case["expect"], case["why"]


def test_all_cases_are_there():
    assert len(CASES) == 169

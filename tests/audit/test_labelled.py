"""The rules against labelled texts: balanced, split before any rule was written, and the figures that the docs show."""

import re
from collections import Counter
from pathlib import Path

import pytest
from labelled import class_of, mode_of, prompts, rows, scores

from cse.audit.lipograms import CLASSES
from cse.audit.modes import MODES
from cse.constraints.registry import constraint
from cse.text.answer import extract
from cse.text.document import Document

PAGE = Path(__file__).parents[2] / "docs" / "failures.md"


def found(split):
    """Returns the scores by class of both label sets on one split."""
    known = prompts()
    modes = [(row["class"], mode_of(row, known)) for row in rows("answers", split)]
    lipograms = [(row["class"], class_of(row)) for row in rows("lipograms", split)]
    return {"answers": scores(modes, MODES), "failed lipograms": scores(lipograms, CLASSES)}


@pytest.mark.parametrize(("name", "classes", "each"), [("answers", MODES, 20), ("lipograms", CLASSES, 10)])
def test_classes_are_balanced_and_of_several_kinds(name, classes, each):
    for split in ("develop", "held_out"):
        chosen = rows(name, split)
        assert Counter(row["class"] for row in chosen) == dict.fromkeys(classes, each)
        for label in classes:
            assert len({row["kind"] for row in chosen if row["class"] == label}) >= 8
    whole = rows(name)
    assert len({row["id"] for row in whole}) == len(whole) == 2 * each * len(classes)
    assert len({row["response"] for row in whole}) == len(whole), "no text stands twice"


def test_every_labelled_lipogram_fails_and_a_case_never_holds_the_small_letter():
    for row in rows("lipograms"):
        answer = extract(row["response"]).text
        assert not constraint("lipogram", letter=row["letter"]).verify(Document(answer)).passed, row["id"]
        assert row["class"] != "case" or row["letter"] not in answer, row["id"]


def test_the_docs_show_the_figures_of_the_held_out_texts():
    page = PAGE.read_text("utf-8")
    shown = {
        (match[1], match[2]): (int(match[3]), match[4], match[5])
        for match in re.finditer(r"^\| ([a-z ]+) \| `(\w+)` \| (\d+) \| ([\d.]+) \| ([\d.]+) \|$", page, re.MULTILINE)
    }
    held_out = found("held_out")
    assert shown == {
        (name, label): (n, f"{100 * precision:.1f}", f"{100 * recall:.1f}")
        for name, table in held_out.items()
        for label, (n, precision, recall) in table.items()
    }
    for table in held_out.values():
        assert all(min(precision, recall) >= 0.8 for _, precision, recall in table.values())


def test_the_rules_agree_with_the_texts_that_they_were_written_for():
    for table in found("develop").values():
        assert all(precision == recall == 1.0 for _, precision, recall in table.values())

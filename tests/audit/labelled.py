"""The labelled texts, and what the rules make of them."""

import json
from pathlib import Path

from cse.audit.lipograms import classify
from cse.audit.modes import read_answer
from cse.constraints.registry import constraint, constraint_from_dict
from cse.text.answer import extract
from cse.text.document import Document

HERE = Path(__file__).parent


def rows(name, split=None):
    """Reads `labelled_answers` or `labelled_lipograms`, whole or one split."""
    lines = (HERE / f"labelled_{name}.jsonl").read_text("utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    return [row for row in found if split in (None, row["split"])]


def prompts():
    """Reads the prompts that the answers answer, with their constraints."""
    found = json.loads((HERE / "labelled_prompts.json").read_text("utf-8"))
    return {
        key: (value["prompt"], [constraint_from_dict(one) for one in value["constraints"]])
        for key, value in found.items()
    }


def mode_of(row, known):
    """Returns the mode of a labelled answer, read as the command reads it."""
    prompt, constraints = known[row["prompt"]]
    document = Document(extract(row["response"]).text)
    return read_answer(document, constraints, row["response"], prompt).mode


def scores(pairs, classes):
    """Counts by class from pairs of (label, found): n, precision, recall."""
    table = {}
    for name in classes:
        hits = sum(label == found == name for label, found in pairs)
        labelled = sum(label == name for label, _ in pairs)
        named = sum(found == name for _, found in pairs)
        table[name] = (labelled, hits / named if named else 0.0, hits / labelled)
    return table


def class_of(row):
    """Returns the class of a labelled failed lipogram."""
    lipogram = constraint("lipogram", letter=row["letter"])
    document = Document(extract(row["response"]).text)
    spans = lipogram.verify(document).spans
    reading = read_answer(document, [lipogram], row["response"], lipogram.instruction())
    return classify(document.answer, row["letter"], spans, reading).lipogram_class

"""From the tables of a run to the audit's rows: truncation, what stands outside the answer, places, what is missing."""

import json

import pytest

from cse.audit.lipograms import CLASSES
from cse.audit.modes import MODES
from cse.audit.rows import audit_run
from cse.compose.probe import Probe
from cse.compose.topics import topics
from cse.constraints.registry import constraint
from cse.errors import InvalidInput
from cse.results.folder import Run
from cse.run.responses import Response, tables_of
from cse.stats import failures

TEA = next(topic for topic in topics() if topic.name == "the history of tea")


def audited(text, *constraints, stop_reason=None, status="ok"):
    probe = Probe("p", 1, TEA, constraints)
    tables = tables_of([Response("m", probe, 1, status, text, stop_reason=stop_reason)])
    return audit_run(Run(tables.responses, tables.checks, {}))


@pytest.mark.parametrize(
    ("reason", "truncated"), [("max_tokens", True), ("model_length", True), ("stop", False), (None, None)]
)
def test_the_token_limit_is_told_apart_in_every_table(reason, truncated):
    found = audited(
        "Tea is hot and", constraint("no_digits"), constraint("sentence_count", count=3), stop_reason=reason
    )
    assert found.answers["truncated"].to_list() == [truncated]
    assert found.violations["truncated"].to_list() == [truncated]


def test_what_stands_outside_the_answer_is_measured():
    row = audited("<think>Hm, hot.</think>\n<answer>Tea is hot.</answer>", constraint("no_digits")).answers
    assert row["outside_share"][0] == pytest.approx(1 - len("Tea is hot.") / 52)
    assert audited("Tea is hot.", constraint("no_digits")).answers["outside_share"][0] == 0.0


def test_the_place_is_that_of_the_first_span_and_totals_have_none():
    text = "We saw 3 cups and 12 pots."
    found = audited(text, constraint("no_digits"), constraint("word_count", count=3)).violations
    assert dict(found.select("type", "first").rows()) == {"no_digits": text.index("3") / len(text), "word_count": None}


def test_a_copied_prompt_is_known_from_the_tables_alone():
    probe = Probe("p", 1, TEA, (constraint("no_digits"),))
    row = audited(probe.prompt(), constraint("no_digits")).answers.row(0, named=True)
    assert (row["mode"], row["copied_prompt"]) == ("copied_prompt", 1.0)


def test_shortcuts_are_looked_for_where_something_passed():
    found = audited("Hot тea.", constraint("no_digits"), constraint("sentence_count", count=2)).shortcuts
    disguised = next(one for one in found.to_dicts() if one["shortcut"] == "look_alikes")
    assert (disguised["found"], disguised["passing"], disguised["excerpt"]) == (True, False, "тea.")
    assert audited("4 Hot тea.", constraint("no_digits")).shortcuts.height == 0


def test_remarks_are_stored_as_ranges_of_the_answer():
    text = "Tea is hot. Note: I used no digits."
    stored = json.loads(audited(text, constraint("no_digits")).answers["remarks"][0])
    assert [text[start:end] for start, end in stored] == ["Note: I used no digits."]


def test_nothing_to_read_is_said():
    with pytest.raises(InvalidInput, match="hold no answers"):
        audited(None, constraint("no_digits"), status="refused")


def test_the_statistics_know_the_same_modes_and_classes():
    assert failures.MODES == MODES
    assert failures.LIPOGRAM_CLASSES == CLASSES

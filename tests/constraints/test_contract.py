"""The contract that every constraint type keeps, run over the whole registry."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cse.constraints.base import Constraint, Given, Topic, Verdict
from cse.constraints.claims import NO_CLAIMS
from cse.constraints.registry import DIMENSIONS, constraint, constraint_from_dict, find_type, types
from cse.errors import InvalidParameter
from cse.text.document import Document

# Code, name and parameters as the design's table of the 36 types has them.
TABLE = """
S1 word_count count | S2 sentence_count count | S3 paragraph_structure paragraphs min_sentences
S4 character_count count | S5 line_count count | S6 palindromic_lengths sentences
L1 lipogram letter | L2 mandatory_words words | L3 sentence_initial letter | L4 acrostic word
L5 forbidden_word word | L6 vowel_ratio low high
W1 unique_words | W2 word_length_range low high | W3 min_sentence_words count | W4 unique_bigrams
W5 consonant_clusters count
R1 scene_graph objects relations | R2 transitive_order items comparisons | R3 logic_grid people attributes clues
R4 sentence_bridge
F1 markdown_table columns rows | F2 bullet_list count | F3 code_blocks count | F4 unique_closers
M1 terminal_acrostic word | M2 self_count count | M3 word_divisibility divisor
N1 integer_sum count total | N2 no_digits | N3 distinct_numbers count | N4 equations count
O1 monotonic_lengths direction | O2 alphabetical | O3 alternating_lengths short_max long_min | O4 relaxed_growth count
"""
ROWS = {
    code: (name, params) for code, name, *params in (row.split() for row in re.split(r"\||\n", TABLE) if row.strip())
}

TOPIC = Topic("the history of tea", ("leaf", "cup", "water", "garden", "trade", "kettle", "harvest", "ship"))

# What the design's column "drawn from" says of the parameters; common English letters by rank, from any usual count.
DRAWN_FROM: dict[str, Callable[[dict[str, Any]], bool]] = {
    "S1": lambda p: 40 <= p["count"] <= 60,
    "S2": lambda p: 4 <= p["count"] <= 8,
    "S3": lambda p: 2 <= p["paragraphs"] <= 4 and 1 <= p["min_sentences"] <= 2,
    "S4": lambda p: 200 <= p["count"] <= 400,
    "S5": lambda p: 6 <= p["count"] <= 14,
    "S6": lambda p: p["sentences"] in (5, 7),
    "L1": lambda p: p["letter"] in "ainosrhldcumfw",
    "L2": lambda p: 2 <= len(set(p["words"])) == len(p["words"]) <= 4 and set(p["words"]) <= set(TOPIC.words),
    "L3": lambda p: p["letter"] in "abcdefghilmnoprstuw",
    "L4": lambda p: 4 <= len(p["word"]) <= 6 and p["word"].isascii() and p["word"].isalpha(),
    "L5": lambda p: p["word"] in TOPIC.words,
    "L6": lambda p: 0.5 <= p["low"] < p["high"] <= 0.8 and p["low"] <= 0.70 and p["high"] >= 0.60,
    "W2": lambda p: (p["low"], p["high"]) in ((1, 8), (1, 9), (2, 10)),
    "W3": lambda p: 4 <= p["count"] <= 8,
    "W5": lambda p: 1 <= p["count"] <= 2,
    "R1": lambda p: 2 <= len(p["objects"]) <= 4 and len(p["relations"]) >= 1,
    "R2": lambda p: 4 <= len(p["items"]) <= 6 and len(p["comparisons"]) >= len(p["items"]) - 1,
    "R3": lambda p: len(p["people"]) == 3 and 2 <= len(p["attributes"]) <= 3 and len(p["clues"]) >= 1,
    "F1": lambda p: 2 <= p["columns"] <= 4 and 2 <= p["rows"] <= 4,
    "F2": lambda p: 3 <= p["count"] <= 6,
    "F3": lambda p: 1 <= p["count"] <= 3,
    "M1": lambda p: len(p["word"]) == 5,
    "M2": lambda p: 30 <= p["count"] <= 70,
    "M3": lambda p: 3 <= p["divisor"] <= 9,
    "N1": lambda p: 3 <= p["count"] <= 8,
    "N3": lambda p: 3 <= p["count"] <= 6,
    "N4": lambda p: 2 <= p["count"] <= 4,
    "O1": lambda p: p["direction"] in ("increasing", "decreasing"),
    "O3": lambda p: 6 <= p["short_max"] <= 8 and 10 <= p["long_min"] <= 14,
    "O4": lambda p: 3 <= p["count"] <= 4,
}
WITHOUT_PARAMETERS = {"W1", "W4", "R4", "F4", "N2", "O2"}

WORDLESS = [
    *("", "   ", "\n\n", "...", "?! — !!", "---", "```\n```", "\u200b\ufeff", "😀🚀", "| |\n|---|\n| |", "- -\n* *"),
    "{}",
]  # fmt: skip

NONSENSE = [None, -1, 0, 1.5, float("nan"), 10**40, True, "", "\n", "é", [], {}, [[]], {"a": None}, b"x"]

# Pieces that the views of a document read, and that break careless readers.
FRAGMENTS = [
    *("Tea is hot. ", "It cools", "\n\n", "\n", " ", "! ", "Dr. ", "e.g. ", "...", "… and ", '"Stop!" he ', "7 "),
    *("\r\n", "\r", "\u00a0", "\u200b", "\ufeff", "\u2028", "\x00", "\x0b", "\x0c", "\x1c", "\x85", "\u202e", "\ud800"),
    *("e\u0301", "\u0300", "İ", "ß", "ﬁ", "٣", "７", "²", "½", "\u212a", "ſ", "’", "\U0001f9d1\u200d\U0001f680"),
    *("_", "*", "**", "# ", "`", "```\n", "~~~\n", "```json\n", "|", "| a | b |\n|---|---|\n| 1 | 2 |\n", "- "),
    *("* x\n", "1. Oslo\n2. Rome\n", '{"objects": [], "relations": []}', '{"a": {"b": [1, {"c": "}"}]}}', '{"a": NaN}'),
    *("{", "}", "[[[[", '"', "\\u0041", "\\u00", "2 + 3 = 5", "= ", " + ", "-", "−", "1,000", "3.14", "10:30", "50%"),
    *("9" * 400, "-" + "1" * 5000, "1e999", "This text contains exactly 6 words", "this text contains exactly "),
    *(" words", "(1) ", "A. ", "<answer>", "</answer>", "<think>"),
]  # fmt: skip


@pytest.fixture(params=list(types().values()), ids=list(types()))
def cls(request: pytest.FixtureRequest) -> type[Constraint]:
    found: type[Constraint] = request.param
    return found


def draw(cls: type[Constraint], seed: int) -> Constraint:
    return cls.draw(random.Random(seed), Given(TOPIC, NO_CLAIMS))


def of_examples(cls: type[Constraint]) -> Iterator[Constraint]:
    return (constraint(cls.name, **example.params) for example in cls.examples)


def some(cls: type[Constraint]) -> list[Constraint]:
    """The constraints of the examples and some drawn ones."""
    return [*of_examples(cls), *(draw(cls, seed) for seed in range(20))]


def check_verdict(verdict: Verdict, answer: str) -> None:
    assert isinstance(verdict.score, float)
    assert 0.0 <= verdict.score <= 1.0
    assert verdict.passed is (verdict.score == 1.0)
    assert verdict.expected
    assert verdict.observed
    assert all(0 <= start <= end <= len(answer) for start, end in verdict.spans)
    assert not (verdict.passed and verdict.spans)


def test_the_registry_holds_the_types_of_the_design() -> None:
    assert len(ROWS) == 36
    found = {cls.code: (name, [f.name for f in dataclasses.fields(cls)]) for name, cls in types().items()}
    assert found == ROWS
    assert sorted(DRAWN_FROM.keys() | WITHOUT_PARAMETERS) == sorted(ROWS)


def test_names_lead_to_the_type(cls: type[Constraint]) -> None:
    assert cls.dimension in DIMENSIONS
    assert find_type(cls.name) is find_type(cls.code) is find_type(cls.code.lower()) is cls
    assert 1 <= len(cls.title.split()) <= 3
    assert [other.title for other in types().values()].count(cls.title) == 1


def test_the_file_begins_with_code_and_name(cls: type[Constraint]) -> None:
    doc = sys.modules[cls.__module__].__doc__ or ""
    assert doc.startswith(f"{cls.code} {cls.name}: ")


def test_examples_come_out_as_they_say(cls: type[Constraint]) -> None:
    assert {example.passed for example in cls.examples} == {True, False}
    for example in cls.examples:
        verdict = constraint(cls.name, **example.params).verify(Document(example.text))
        assert verdict.passed == example.passed, (example, verdict)
        check_verdict(verdict, example.text)
        assert example.why.endswith(".")


@pytest.mark.parametrize("answer", WORDLESS)
def test_an_answer_without_letter_or_digit_passes_nothing(cls: type[Constraint], answer: str) -> None:
    for item in some(cls):
        verdict = item.verify(Document(answer))
        assert (verdict.passed, verdict.score) == (False, 0.0), item


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_text_gets_a_verdict(cls: type[Constraint], data: st.DataObject) -> None:
    own = st.sampled_from([example.text for example in cls.examples])
    pieces = st.lists(st.one_of(st.sampled_from(FRAGMENTS), own, st.text(max_size=20)), max_size=12)
    answer = data.draw(st.one_of(st.text(), pieces.map("".join)))
    item = data.draw(st.sampled_from(list(of_examples(cls))) | st.integers(0, 10**9).map(lambda seed: draw(cls, seed)))
    verdict = item.verify(Document(answer))
    check_verdict(verdict, answer)
    assert item.verify(Document(answer)) == verdict


def test_what_is_observed_stays_short(cls: type[Constraint]) -> None:
    """Also where the answer is long, so that a table of verdicts can be read."""
    answers = ["tea" * 5000 + ".", "Tea is hot. " * 2000, "1 tea\n" * 3000, "- " + "x" * 9000, "9" * 4000 + " tea."]
    for answer, item in ((answer, item) for answer in answers for item in of_examples(cls)):
        verdict = item.verify(Document(answer))
        assert len(verdict.observed) <= 300, verdict.observed


def test_a_constraint_is_an_immutable_hashable_value(cls: type[Constraint]) -> None:
    for item in some(cls):
        again = constraint_from_dict(item.to_dict())
        assert again == item
        assert hash(again) == hash(item)
        for field in dataclasses.fields(cls):
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(item, field.name, None)


def test_the_round_trip_through_json_is_exact(cls: type[Constraint]) -> None:
    for item in some(cls):
        written = json.dumps(item.to_dict())
        again = constraint_from_dict(json.loads(written))
        assert again == item
        assert json.dumps(again.to_dict()) == written


def test_draws_stay_in_the_range_of_the_design(cls: type[Constraint]) -> None:
    for seed in range(300):
        assert cls.code in WITHOUT_PARAMETERS or DRAWN_FROM[cls.code](draw(cls, seed).params()), draw(cls, seed)


def test_draws_stay_in_range_whatever_is_drawn_before() -> None:
    for seed in range(300):
        rng = random.Random(seed)
        claims = NO_CLAIMS
        for cls in rng.sample(list(types().values()), 12):
            drawn = cls.draw(rng, Given(TOPIC, claims))
            assert cls.code in WITHOUT_PARAMETERS or DRAWN_FROM[cls.code](drawn.params()), (drawn, claims)
            claims = claims & drawn.claims()


def test_draws_vary(cls: type[Constraint]) -> None:
    assert len({draw(cls, seed) for seed in range(200)}) > 1 or cls.code in WITHOUT_PARAMETERS


def test_the_same_seed_draws_the_same_in_any_process() -> None:
    script = (
        "import random, json\n"
        "from cse.constraints.base import Given, Topic\n"
        "from cse.constraints.claims import NO_CLAIMS\n"
        "from cse.constraints.registry import types\n"
        f"given = Given(Topic({TOPIC.name!r}, {TOPIC.words!r}), NO_CLAIMS)\n"
        "drawn = [cls.draw(random.Random(seed), given) for cls in types().values() for seed in range(20)]\n"
        "print(json.dumps([[item.to_dict(), item.instruction(), repr(item.claims())] for item in drawn]))\n"
    )
    here = [draw(cls, seed) for cls in types().values() for seed in range(20)]
    expected = json.dumps([[item.to_dict(), item.instruction(), repr(item.claims())] for item in here])
    for hash_seed in ("0", "1234"):
        env = os.environ | {"PYTHONHASHSEED": hash_seed}
        run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=env)
        assert run.stdout.strip() == expected


COUNTED = "word|sentence|paragraph|character|line|column|row|item|block|integer|equation|object|letter"
FAULTS = {
    "Markdown": r"\*\*|__|`|^\s*#|^\s*[*+>] ",
    "a brace left over": r"\{[a-z_.]*\}|self\.|\bNone\b|\bTrue\b|\bFalse\b",
    "white space": r" {2,}|\s$|^\s|\t| [,;.:!?](?!\w)",
    "a plural after one": rf"(?<![\d.])\b1 (?:\w+ )?(?:{COUNTED})s\b",
    "a singular after many": rf"\b(?:[2-9]|\d\d+) (?:{COUNTED})\b(?!-)",
    "a cue": r"(?i)\b(?:important|difficult|hard|easy|easiest|careful|carefully|above all|finally)\b",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_instruction_is_clean_text(cls: type[Constraint], fault: str) -> None:
    for item in some(cls):
        text = item.instruction()
        assert not re.search(FAULTS[fault], text, re.MULTILINE), text


def test_the_instruction_is_made_of_sentences(cls: type[Constraint]) -> None:
    for item in some(cls):
        assert re.fullmatch(r"[A-Z].*[.!?}\]]", item.instruction(), re.DOTALL), item.instruction()


def test_nonsense_is_refused_as_an_invalid_parameter(cls: type[Constraint]) -> None:
    params = next(of_examples(cls)).params()
    for name in params:
        with pytest.raises(InvalidParameter, match=f"{cls.name}: "):
            constraint(cls.name, **{**params, name: object()})
        for value in NONSENSE:
            with contextlib.suppress(InvalidParameter):
                item = constraint(cls.name, **{**params, name: value})
                check_verdict(item.verify(Document("Tea is hot. It cools.")), "Tea is hot. It cools.")


def test_an_unknown_parameter_is_refused(cls: type[Constraint]) -> None:
    with pytest.raises(InvalidParameter, match="colour = 'red' is not valid"):
        constraint(cls.name, **{**next(of_examples(cls)).params(), "colour": "red"})

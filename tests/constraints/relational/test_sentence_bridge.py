"""R4: each sentence starts with the word that ended the one before."""

import random

import pytest

import cse.constraints.registry as registry
from cse.constraints.base import Given, Topic
from cse.constraints.claims import NO_CLAIMS, at_least
from cse.text.document import Document


def verify(text: str):
    return registry.constraint("sentence_bridge").verify(Document(text))


@pytest.mark.parametrize(
    "text",
    [
        "We love rain. Rain brings mud. Mud sticks.",
        "We love RAIN! rain brings mud?",
        '"We love (rain)." Rain, they say, is good.',
        "We go to the caf\u00e9. Cafe life is good.",
        "We love rain.\n\n- mud\n- snow\n\nRain brings mud.",
        "# Rain\n\nWe love rain.\n\n```\nx. y.\n```\n\n**Rain** brings mud.",
        "We bought well-known tea-cups. Tea-cups break.",
        "We have 42. 42 is enough.",
    ],
)
def test_bridged_sentences_pass(text: str) -> None:
    assert verify(text).passed


@pytest.mark.parametrize(
    "text",
    [
        "We love rain. It brings mud.",
        "We love rain. Rainy days are best.",
        "We love rain. The rain brings mud.",
        "We love rain. Rain brings mud. Rain stops.",
        "We love rains. Rain brings mud.",
        "We love tea-cups. Cups break.",
        "\\u0301. \\u0302.",  # accents without a letter: different words, as they are written
    ],
)
def test_an_unbridged_pair_fails(text: str) -> None:
    assert not verify(text).passed


@pytest.mark.parametrize("text", ["Only one sentence here.", "- rain\n- rain", '{"rain": "rain"}'])
def test_fewer_than_two_sentences_fail_and_say_so(text: str) -> None:
    found = verify(text)
    assert (found.score, found.expected) == (0.0, "at least 2 sentences")


def test_score_is_the_share_of_bridged_pairs() -> None:
    assert verify("I love rain. Rain is wet. Snow is cold. Cold bites.").score == pytest.approx(2 / 3)


def test_spans_show_the_two_words_that_differ() -> None:
    text = "We love **rain**. \u201cIt\u201d brings mud. Mud sticks."
    assert [text[start:end] for start, end in verify(text).spans] == ["rain**.", "\u201cIt\u201d"]


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("We love rain ! \u2014 It brings mud.", ["rain", "It"]),
        ('We sent rain {"a": 1}. {"b": 2} It brings mud.', ["rain", "It"]),
        ("We lo\u200bve ra\u200bin.\r\nI\u200bt brings mud.", ["ra\u200bin.", "I\u200bt"]),
        ("We say a\\u0301. \\u0301 stays.", ["a\\u0301.", "\\u0301"]),  # an accent alone is read as it is written
    ],
)
def test_spans_show_words_and_neither_lone_marks_nor_json(text: str, marked: list[str]) -> None:
    assert [text[start:end] for start, end in verify(text).spans] == marked


def test_it_takes_no_parameters_and_claims_the_bridge() -> None:
    constraint = registry.constraint("R4")
    assert registry.find_type("R4").draw(random.Random(1), Given(Topic("tea", ()), NO_CLAIMS)) == constraint
    assert (constraint.claims().sentences, constraint.claims().bridged) == (at_least(2), True)

"""F4: all sentences end in different words."""

import random

import pytest

import cse.constraints.registry as registry
from cse.constraints.base import Given, Topic
from cse.constraints.claims import NO_CLAIMS, at_least
from cse.errors import InvalidParameter
from cse.text.document import Document


def verify(text: str):
    return registry.constraint("unique_closers").verify(Document(text))


@pytest.mark.parametrize(
    "text",
    [
        "It ends here. All is calm.",
        "Home we ran. Home they stayed.",
        "We ran home. They have homes.",
        "We saw it. We saw it's.",  # an apostrophe makes another word
        "We ran home.\n\n- home\n- home\n\nThey left.",
        "We ran home.\n\n```\nhome.\n```\n\nThey left.",
        "# Home\n\nWe ran home. They left.",
        "Room 4. Room 5.",
    ],
)
def test_different_last_words_pass(text: str) -> None:
    assert verify(text).passed


@pytest.mark.parametrize(
    "text",
    [
        "We ran home. They stayed home!",
        "We ran home. They stayed HOME?",
        'We ran home. They said "home."',
        "We ran (home). They stayed **home**.",
        "We met at the caf\u00e9. They left the cafe.",
        "We ran home\n\nThey stayed home",
        "Go. Went. Go.",
    ],
)
def test_a_repeated_last_word_fails(text: str) -> None:
    assert not verify(text).passed


@pytest.mark.parametrize("text", ["We ran home.", "- one\n- two", "# Heading only"])
def test_fewer_than_two_sentences_fail_and_say_so(text: str) -> None:
    found = verify(text)
    assert (found.score, found.expected) == (0.0, "at least 2 sentences")


def test_score_is_the_share_whose_last_word_is_new() -> None:
    assert verify("A tea. B tea. C cup. D tea.").score == pytest.approx(2 / 4)


def test_spans_show_the_words_that_return() -> None:
    text = "We ran **home**. They stayed *home*! I left."
    assert [text[start:end] for start, end in verify(text).spans] == ["home*!"]


@pytest.mark.parametrize("end", [" !", " \u2014 .", ' {"a": "home}"}.', ' {"a": 1}'])
def test_spans_show_the_word_and_neither_lone_marks_nor_json(end: str) -> None:
    text = f"We ran home{end}\n\nThey stayed home{end}"
    start = text.rindex("stayed ") + len("stayed ")
    assert verify(text).spans == ((start, start + len("home")),)


def test_it_takes_no_parameters_and_draws_itself() -> None:
    cls = registry.find_type("F4")
    assert cls.draw(random.Random(1), Given(Topic("tea", ()), NO_CLAIMS)) == registry.constraint("F4")
    with pytest.raises(InvalidParameter, match="count"):
        registry.constraint("F4", count=2)


def test_claims_two_sentences_with_different_ends() -> None:
    claims = registry.constraint("F4").claims()
    assert (claims.sentences, claims.distinct_last_words) == (at_least(2), True)

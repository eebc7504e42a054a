"""L2: every listed word stands whole."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cse.constraints.base import Given, Topic, Verdict
from cse.constraints.claims import Claims, Range
from cse.constraints.lexical.mandatory_words import MandatoryWords
from cse.errors import InvalidParameter
from cse.text.document import Document

WORDS = ("leaf", "cup", "water", "kettle", "tea", "5am")


def verify(answer: str, *words: str) -> Verdict:
    return MandatoryWords(words=words).verify(Document(answer))


def given(*words: str, **claims: Any) -> Given:
    return Given(Topic("tea", words or WORDS), Claims(**claims))


@pytest.mark.parametrize(
    ("answer", "words", "passed"),
    [
        ("The art of the Moon.", ("moon", "art"), True),
        ("The art of night.", ("art", "moon"), False),
        ("We start.", ("art",), False),
        ("Arts differ.", ("art",), False),
        ("The art's moon-lit.", ("art", "moon"), True),
        ("my_art", ("art",), False),
        ("We start, then art.", ("art",), True),
        ("She writes C++ at night.", ("C++",), True),
        ("She writes C++11.", ("C++",), False),
        ("A cafe.", ("café",), True),
        ("A \\u0063at.", ("cat",), True),
        ("Don’t go.", ("don't",), True),
        ("Don't go.", ("don’t",), True),
        ("**K**ettle", ("kettle",), True),
        ("```\nkettle\n```\nSee", ("kettle",), True),
        ('{"kettle": 1}', ("kettle",), True),
    ],
)
def test_each_word_stands_whole(answer: str, words: tuple[str, ...], passed: bool) -> None:
    assert verify(answer, *words).passed == passed


def test_score_is_the_share_of_words_present() -> None:
    found = verify("Leaf and cup.", "leaf", "tea", "cup")
    assert found.score == pytest.approx(2 / 3)
    assert not found.passed
    assert found.observed == "tea missing"
    assert verify("None.", "leaf", "tea").score == 0.0
    assert verify("None.", "leaf", "tea", "cup").observed == "leaf, tea and cup missing"


@pytest.mark.parametrize("words", [(), [], "tea", ("tea", ""), ("tea", 5), ("tea", " cup"), ("tea", "Tea"), None])
def test_words_are_different_texts(words: Any) -> None:
    with pytest.raises(InvalidParameter, match="mandatory_words: words = "):
        MandatoryWords(words=words)


def test_a_list_becomes_immutable() -> None:
    item = MandatoryWords(words=["tea", "cup"])  # type: ignore[arg-type]
    assert item.words == ("tea", "cup")
    assert hash(item) == hash(MandatoryWords(words=("tea", "cup")))


def draws(given: Given) -> list[tuple[str, ...]]:
    rng = random.Random(1)
    return [MandatoryWords.draw(rng, given).words for _ in range(200)]


def test_draw_takes_two_to_four_different_words_of_the_topic() -> None:
    found = draws(given())
    assert {len(words) for words in found} == {2, 3, 4}
    assert {word for words in found for word in words} == set(WORDS)
    assert all(len(set(words)) == len(words) for words in found)


@pytest.mark.parametrize(
    ("claims", "excluded"),
    [
        ({"banned_letters": "u"}, {"cup"}),
        ({"banned_words": ("Tea", "cups")}, {"tea"}),
        ({"word_length": Range(1, 5)}, {"kettle"}),
        ({"no_digits": True}, {"5am"}),
    ],
)
def test_draw_avoids_what_is_excluded(claims: dict[str, Any], excluded: set[str]) -> None:
    assert {word for words in draws(given(**claims)) for word in words} == set(WORDS) - excluded


def test_draw_takes_what_there_is() -> None:
    assert {len(words) for words in draws(given("leaf", "cup", "tea", banned_letters="l"))} == {2}
    assert set(draws(given("leaf", "cup", banned_letters="l"))) == {("leaf", "cup"), ("cup", "leaf")}


def test_instruction_lists_the_words() -> None:
    assert MandatoryWords(words=("tea",)).instruction().startswith('Use the word "tea" at least once ')
    assert MandatoryWords(words=("tea", "C++")).instruction().startswith('Use each of the words "tea" and "C++" at ')
    assert 'the words "a", "b" and "c" at' in MandatoryWords(words=("a", "b", "c")).instruction()


def test_claims() -> None:
    assert MandatoryWords(words=("tea", "cup")).claims() == Claims(required_words=("tea", "cup"))

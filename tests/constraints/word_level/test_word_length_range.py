"""W2: lengths of words."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cse.constraints.base import Given, Topic, Verdict
from cse.constraints.claims import Claims, Range
from cse.constraints.word_level.word_length_range import WordLengthRange
from cse.errors import InvalidParameter
from cse.text.document import Document


def verify(answer: str, low: int, high: int) -> Verdict:
    return WordLengthRange(low=low, high=high).verify(Document(answer))


def given(**claims: Any) -> Given:
    return Given(Topic("tea", ("leaf", "cup")), Claims(**claims))


@pytest.mark.parametrize(
    ("answer", "low", "high", "passed"),
    [
        ("Hi there, friend!", 2, 6, True),
        ("Hi there, friend!", 3, 6, False),
        ("Hi there, friend!", 2, 5, False),
        ("A well-made box.", 1, 8, False),
        ("A well-made box.", 1, 9, True),
        ('"(don\'t)" - **café**', 4, 5, True),
        ("Don’t", 5, 5, True),
        ("cafe\u0301", 4, 4, True),
        ("\\u0063at", 3, 3, True),
        ("42 cups", 2, 4, True),
        ("1. Oslo\n2. Rome", 2, 9, True),
        ("1. Oslo is far.", 2, 9, False),
        ('See: {"a": "characteristics"}', 2, 9, True),
        ("See:\n\n```\na = characteristics\n```", 2, 9, True),
        ("| a |\n|---|\n| tea |", 2, 9, False),
        ("- a\n- tea", 2, 9, False),
        ("11+20=31 holds", 1, 8, True),
        ("```\nprint(1)\n```", 1, 8, False),
    ],
)
def test_what_belongs_to_a_word(answer: str, low: int, high: int, passed: bool) -> None:
    assert verify(answer, low, high).passed == passed


def test_no_word_fails_and_says_so() -> None:
    found = verify('{"a": 1}', 1, 9)
    assert (found.score, found.observed) == (0.0, "0 words, too few to judge")


def test_a_pass_tells_the_shortest_and_the_longest() -> None:
    assert verify("I see one elephant.", 1, 9).observed == "1 to 8"


def test_score_is_the_share_of_words_within() -> None:
    found = verify("I see **one** elephant.", 2, 5)
    assert found.score == pytest.approx(2 / 4)
    assert found.observed == "2 of 4 words outside"


def test_spans_are_the_words_outside() -> None:
    answer = 'I see **one** "elephant".'
    assert [answer[a:b] for a, b in verify(answer, 2, 5).spans] == ["I", "elephant"]


@pytest.mark.parametrize(
    ("low", "high", "parameter"), [(0, 8, "low"), (1.5, 8, "low"), (3, 2, "high"), (3, None, "high"), (True, 8, "low")]
)
def test_bounds_are_whole_numbers_in_order(low: Any, high: Any, parameter: str) -> None:
    with pytest.raises(InvalidParameter, match=f"word_length_range: {parameter} = "):
        WordLengthRange(low=low, high=high)


def drawn(**claims: Any) -> set[tuple[int, int]]:
    rng = random.Random(1)
    items = [WordLengthRange.draw(rng, given(**claims)) for _ in range(100)]
    return {(item.low, item.high) for item in items}


@pytest.mark.parametrize(
    ("claims", "ranges"),
    [
        ({}, {(1, 8), (1, 9), (2, 10)}),
        ({"required_words": ("tea", "algorithm")}, {(1, 9), (2, 10)}),
        ({"required_words": ("a",)}, {(1, 8), (1, 9)}),
        ({"required_phrases": ("a characters' set",)}, {(1, 8), (1, 9), (2, 10)}),  # nothing fits, so any
        ({"orders": (("Singapore", "Oslo"),)}, {(1, 9), (2, 10)}),
        ({"orders": (("a Reykjavik", "Oslo"),)}, {(1, 9)}),
    ],
)
def test_draw_agrees_with_the_words_that_must_stand(claims: dict[str, Any], ranges: set[tuple[int, int]]) -> None:
    assert drawn(**claims) == ranges


def test_instruction_writes_the_range() -> None:
    assert "that are 2 to 10 characters long." in WordLengthRange(low=2, high=10).instruction()
    assert "that are exactly 1 character long." in WordLengthRange(low=1, high=1).instruction()


def test_claims() -> None:
    assert WordLengthRange(low=2, high=10).claims() == Claims(word_length=Range(2, 10))

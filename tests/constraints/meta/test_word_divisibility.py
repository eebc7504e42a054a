"""M3: the total of words is a positive multiple."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cse.constraints.base import Given, Topic, Verdict
from cse.constraints.claims import Claims, Range, at_least, exactly
from cse.constraints.meta.word_divisibility import WordDivisibility
from cse.errors import InvalidParameter
from cse.text.document import Document


def verify(answer: str, divisor: int) -> Verdict:
    return WordDivisibility(divisor=divisor).verify(Document(answer))


def given(**claims: Any) -> Given:
    return Given(Topic("tea", ("leaf", "cup")), Claims(**claims))


@pytest.mark.parametrize("divisor", [2, 3, 7, 9])
def test_multiples_pass_and_nothing_else(divisor: int) -> None:
    for words in range(1, 31):
        assert verify("tea " * words, divisor).passed == (words in range(divisor, 31, divisor))


@pytest.mark.parametrize(
    ("words", "score"),
    [(7, 1.0), (14, 1.0), (13, 6 / 7), (15, 6 / 7), (17, 4 / 7), (18, 4 / 7), (1, 1 / 7), (3, 3 / 7), (6, 6 / 7)],
)
def test_score_falls_with_the_distance_to_the_nearest_multiple(words: int, score: float) -> None:
    assert verify("tea " * words, 7).score == pytest.approx(score)


@pytest.mark.parametrize("answer", ["", "   ", "... - !"])
def test_no_words_are_no_multiple(answer: str) -> None:
    assert not verify(answer, 3).passed


def test_a_lone_dash_is_a_word() -> None:
    assert verify("One two three four - five", 6).passed


def test_span_is_what_stands_beyond_the_last_multiple() -> None:
    answer = "One two three **four** five"
    ((start, end),) = verify(answer, 3).spans
    assert answer[start:end].strip("*") == "four** five"


@pytest.mark.parametrize("divisor", [1, 0, -3, 3.0, "3", None, True])
def test_divisor_is_a_whole_number_of_at_least_two(divisor: Any) -> None:
    with pytest.raises(InvalidParameter, match="word_divisibility: divisor = "):
        WordDivisibility(divisor=divisor)


def drawn(**claims: Any) -> set[int]:
    rng = random.Random(13)
    return {WordDivisibility.draw(rng, given(**claims)).divisor for _ in range(200)}


def test_draw_agrees_with_what_is_claimed() -> None:
    assert drawn() == {3, 4, 5, 6, 7, 8, 9}
    assert drawn(tokens=exactly(56)) == {4, 7, 8}
    assert drawn(tokens=Range(40, 43), token_divisor=7) == {3, 6, 7}
    assert drawn(tokens=exactly(47)) == {3, 4, 5, 6, 7, 8, 9}


def test_instruction_tells_the_divisor() -> None:
    assert "divisible by 8." in WordDivisibility(divisor=8).instruction()


def test_claims() -> None:
    assert WordDivisibility(divisor=8).claims() == Claims(tokens=at_least(8), token_divisor=8)

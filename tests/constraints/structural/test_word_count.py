"""S1: words are white-space separated tokens of the whole cleaned text."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cse.constraints.base import Given, Topic, Verdict
from cse.constraints.claims import Claims, Range, exactly
from cse.constraints.structural.word_count import WordCount
from cse.errors import InvalidParameter
from cse.text.document import Document


def verify(answer: str, count: int) -> Verdict:
    return WordCount(count=count).verify(Document(answer))


def given(**claims: Any) -> Given:
    return Given(Topic("tea", ("leaf", "cup")), Claims(**claims))


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("Tea is hot.", 3),
        ("A state-of-the-art pot, isn't it?", 5),
        ("Stop - then go", 4),
        ("Above\n\n---\n\nBelow", 3),
        ("one\u00a0two\u2003three", 3),
        ("wa\u200bter fl\u2060ows", 2),
        ("\ufeffone two", 2),
        ("# Tea time", 2),
        ("**Hot tea** and _cold tea_", 5),
        ("| a | b |\n|---|---|\n| c | d |", 11),
        ("See:\n```python\nboil(water)\n```", 4),
        ('{"a": 1, "b": 2}', 4),
        ("1. Boil\n2. Pour", 4),
        ("one\r\ntwo\rthree", 3),
    ],
)
def test_words_are_tokens(answer: str, words: int) -> None:
    assert verify(answer, words).passed
    assert not verify(answer, words + 1).passed
    assert verify(answer, words + 1).observed == ("1 word" if words == 1 else f"{words} words")


@pytest.mark.parametrize(("words", "score"), [(50, 1.0), (49, 0.98), (51, 0.98), (25, 0.5), (100, 0.0), (150, 0.0)])
def test_score_is_the_nearness_to_the_count(words: int, score: float) -> None:
    assert verify(" ".join(["tea"] * words), 50).score == pytest.approx(score)


def test_span_covers_the_surplus_words_as_the_model_wrote_them() -> None:
    answer = "Hot **green** tea *is* good."
    ((start, end),) = verify(answer, 3).spans
    assert answer[start:end].strip("* ") == "is* good."
    assert verify(answer, 6).spans == ()


@pytest.mark.parametrize("count", [0, -3, 2.0, "5", None, True])
def test_count_is_a_whole_number_of_at_least_one(count: Any) -> None:
    with pytest.raises(InvalidParameter, match="word_count: count = "):
        WordCount(count=count)


def test_draw_agrees_with_what_is_claimed() -> None:
    rng = random.Random(1)
    demands = given(tokens=Range(30, 55), token_divisor=7, sentences=Range(6), sentence_tokens=7)
    assert {WordCount.draw(rng, demands).count for _ in range(50)} == {42, 49}
    assert 40 <= WordCount.draw(rng, given(tokens=exactly(33))).count <= 60


def test_instruction_is_singular_for_one() -> None:
    assert "exactly 1 word long" in WordCount(count=1).instruction()
    assert "exactly 2 words long" in WordCount(count=2).instruction()


def test_claims() -> None:
    assert WordCount(count=44).claims() == Claims(tokens=exactly(44))

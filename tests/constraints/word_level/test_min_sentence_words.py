"""W3: no sentence is too short."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cse.constraints.base import Given, Topic, Verdict
from cse.constraints.claims import Alternation, Claims, at_least, exactly
from cse.constraints.word_level.min_sentence_words import MinSentenceWords
from cse.errors import InvalidParameter
from cse.text.document import Document


def verify(answer: str, count: int) -> Verdict:
    return MinSentenceWords(count=count).verify(Document(answer))


def given(**claims: Any) -> Given:
    return Given(Topic("tea", ("leaf", "cup")), Claims(**claims))


@pytest.mark.parametrize(
    ("answer", "shortest"),
    [
        ("Dr. Moss ran six full laps today.", 7),
        ("I waited... then I left the old house.", 8),
        ("Tea grows on hills. It needs rain.", 3),
        ("Tea - good tea - helps.", 6),
        ("Well-made tea isn't bad.", 4),
        ("Tea grows.Rain falls. We drink it.", 3),
        ("Tea grows here\nand there.", 5),
        ("Tea grows here\n\nand there too now.", 3),
        ("Tea grows here.\n\n- Good.\n- Bad.", 3),
        ('We send {"to": "Ed"} at noon.', 4),
        ("**Tea grows** here.", 3),
    ],
)
def test_the_boundary_is_the_shortest_sentence(answer: str, shortest: int) -> None:
    assert verify(answer, shortest).passed
    assert not verify(answer, shortest + 1).passed


def test_score_is_the_share_of_sentences() -> None:
    found = verify("Tea is hot. It cools. We drink it.", 3)
    assert found.score == pytest.approx(2 / 3)
    assert not found.passed
    assert found.observed == "2 words in the shortest of 3 sentences"


def test_no_sentence_fails_and_says_so() -> None:
    found = verify("- tea is hot", 1)
    assert (found.score, found.observed) == (0.0, "0 sentences, too few to judge")


def test_spans_are_the_short_sentences() -> None:
    answer = "Tea is hot. It **cools**. We drink it."
    assert [answer[a:b] for a, b in verify(answer, 3).spans] == ["It **cools**."]


@pytest.mark.parametrize("count", [0, -3, 1.5, "4", None, True])
def test_count_is_a_whole_number_of_at_least_one(count: Any) -> None:
    with pytest.raises(InvalidParameter, match="min_sentence_words: count = "):
        MinSentenceWords(count=count)


@pytest.mark.parametrize(
    ("claims", "counts"),
    [
        ({}, {4, 5, 6, 7, 8}),
        ({"alternations": (Alternation(6, 12),)}, {4, 5, 6}),
        ({"sentences": exactly(7), "tokens": exactly(40)}, {4, 5}),
        ({"sentences": at_least(8), "tokens": exactly(40)}, {4, 5}),
        ({"tokens": exactly(6)}, {4, 5, 6}),
        ({"sentences": exactly(30), "tokens": exactly(40)}, {4, 5, 6, 7, 8}),
    ],
)
def test_draw_agrees_with_sentences_and_words(claims: dict[str, Any], counts: set[int]) -> None:
    rng = random.Random(1)
    assert {MinSentenceWords.draw(rng, given(**claims)).count for _ in range(200)} == counts


def test_instruction_is_singular_for_one() -> None:
    assert MinSentenceWords(count=1).instruction().startswith("Give every sentence at least 1 word. ")
    assert MinSentenceWords(count=6).instruction().startswith("Give every sentence at least 6 words. ")


def test_claims() -> None:
    assert MinSentenceWords(count=6).claims() == Claims(sentences=at_least(1), sentence_tokens=6)

"""W1: no word twice."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given as any_of
from hypothesis import strategies as st

from cse.constraints.base import Given, Topic, Verdict
from cse.constraints.claims import NO_CLAIMS, Claims
from cse.constraints.word_level.unique_words import UniqueWords
from cse.text.document import Document


def verify(answer: str) -> Verdict:
    return UniqueWords().verify(Document(answer))


@pytest.mark.parametrize(
    ("answer", "passed"),
    [
        ("It's odd how its core spins.", True),
        ("Time flies, time waits.", False),
        ("one - two - three", True),
        ("A well-made box, well made.", True),
        ("A café, one cafe.", False),
        ("**Tea** beats (tea).", False),
        ("Tea \\u0074ea", False),
        ("Don’t say don't.", False),
        ("42 cups, 42.", False),
        ("1. Oslo\n2. Rome 1", True),
        ("- red apple\n- green apple", False),
        ("| tea | cup |\n|---|---|\n| tea | pot |", False),
        ("# Tea\n\nTea is hot.", False),
        ('We send it:\n\n{"we": "send", "it": "send"}', True),
        ("Run this:\n\n```\nrun run run\n```", True),
        ("Run `run`.", False),
        ("Tea.", True),
        ("```\nprint(1)\n```", False),
        ('{"we": 1}', False),
    ],
)
def test_which_words_are_the_same(answer: str, passed: bool) -> None:
    assert verify(answer).passed == passed


def test_no_word_fails_and_says_so() -> None:
    found = verify("```\nprint(1)\n```")
    assert (found.score, found.observed) == (0.0, "0 words, too few to judge")


@any_of(st.lists(st.sampled_from(["tea", "Tea,", "cup", "pot", "(pot)", "leaf", "rain"]), min_size=1, max_size=12))
def test_score_is_the_share_of_words_that_repeat_none(words: list[str]) -> None:
    counts = Counter(word.strip("(),").lower() for word in words)
    found = verify(" ".join(words))
    assert found.score == pytest.approx(len(counts) / len(words))
    assert found.passed == (max(counts.values()) == 1)
    assert len(found.spans) == sum(count - 1 for count in counts.values())


def test_spans_are_the_later_occurrences() -> None:
    answer = "**Tea** or tea, cup (TEA)."
    assert [answer[a:b] for a, b in verify(answer).spans] == ["tea", "TEA"]


def test_draw_instruction_and_claims() -> None:
    item = UniqueWords.draw(random.Random(1), Given(Topic("tea", ("leaf",)), NO_CLAIMS))
    assert item == UniqueWords()
    assert item.instruction().startswith("Use no word twice ")
    assert item.claims() == Claims(distinct_words=True)

"""W4: no pair of neighbouring words twice."""

from __future__ import annotations

import random

import pytest
from hypothesis import given as any_of
from hypothesis import strategies as st

from cse.constraints.base import Given, Topic, Verdict
from cse.constraints.claims import NO_CLAIMS, Claims
from cse.constraints.word_level.unique_bigrams import UniqueBigrams
from cse.text.document import Document


def verify(answer: str) -> Verdict:
    return UniqueBigrams().verify(Document(answer))


@pytest.mark.parametrize(
    ("answer", "passed"),
    [
        ("Red birds sing while blue birds rest.", True),
        ("The dog ran and the dog slept.", False),
        ("The dog ran, and (THE **dog**) slept.", False),
        ("We saw rain. It fell. Later rain it was.", False),
        ("We saw rain.\n\nIt fell. Later rain it was.", False),
        ("The dog - the dog", False),
        ("The café ran. The cafe slept.", False),
        ("Rain fell, fell rain", True),
        ("Rain rain", True),
        ("Rain rain rain", False),
        ("The dog ran.\n\n```\nthe dog\n```", True),
        ('The dog ran: {"the dog": "the dog"}', True),
        ("The\n\n```\ncat\n```\n\ndog ran. The dog slept.", False),
        ("- the dog\n- the cat\n- the dog", False),
        ("1. the dog\n2. the cat", True),
        ("Heavy rain", True),
        ("Rain", False),
        ("```\nthe dog\n```", False),
    ],
)
def test_which_pairs_are_the_same(answer: str, passed: bool) -> None:
    assert verify(answer).passed == passed


def test_too_few_words_fail_and_say_so() -> None:
    assert verify("Rain.").observed == "1 word, too few to judge"
    assert verify("Rain.").score == 0.0
    assert verify("```\nthe dog\n```").observed == "0 words, too few to judge"


@any_of(st.lists(st.sampled_from("abc"), min_size=2, max_size=12))
def test_score_is_the_share_of_pairs_that_repeat_none(words: list[str]) -> None:
    pairs = [words[i] + words[i + 1] for i in range(len(words) - 1)]
    new = [pair for i, pair in enumerate(pairs) if pair not in pairs[:i]]
    found = verify(" ".join(words))
    assert found.score == pytest.approx(len(new) / len(pairs))
    assert found.passed == (len(new) == len(pairs))
    assert len(found.spans) == len(pairs) - len(new)


def test_spans_are_the_later_pairs() -> None:
    answer = "The dog ran; the **dog** slept."
    assert [answer[a:b] for a, b in verify(answer).spans] == ["the **dog"]


def test_draw_instruction_and_claims() -> None:
    item = UniqueBigrams.draw(random.Random(1), Given(Topic("tea", ("leaf",)), NO_CLAIMS))
    assert item == UniqueBigrams()
    assert "no pair of neighbouring words" in item.instruction()
    assert item.claims() == Claims(distinct_bigrams=True)

"""S6: so many sentences, mirrored in length, never copied."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cse.constraints.base import Given, Topic, Verdict
from cse.constraints.claims import Claims, Range, exactly
from cse.constraints.structural.palindromic_lengths import PalindromicLengths
from cse.errors import InvalidParameter
from cse.text.document import Document


def verify(answer: str, sentences: int) -> Verdict:
    return PalindromicLengths(sentences=sentences).verify(Document(answer))


def given(**claims: Any) -> Given:
    return Given(Topic("tea", ("leaf", "cup")), Claims(**claims))


def text_of(*lengths: int) -> str:
    """Sentences of these lengths, no two with the same words."""
    return " ".join(" ".join([f"S{i}"] + ["tea"] * (n - 1)) + "." for i, n in enumerate(lengths))


@pytest.mark.parametrize(
    ("lengths", "score"),
    [
        ((2, 3, 4, 3, 2), 1.0),
        ((4, 4, 4, 4, 4), 1.0),
        ((2, 3, 9, 3, 2), 1.0),
        ((2, 3, 4, 3, 1), (1 + 1 / 2) / 2),
        ((2, 5, 4, 3, 1), (1 + 0) / 2),
        ((2, 3, 3, 2), (4 / 5 + 1) / 2),
        ((2, 3, 4, 4, 3, 2), (4 / 5 + 1) / 2),
        ((2,), (1 / 5 + 0) / 2),
        ((1,) * 11, (0 + 1) / 2),
    ],
)
def test_score_is_the_mean_of_count_and_mirrored_pairs(lengths: tuple[int, ...], score: float) -> None:
    found = verify(text_of(*lengths), 5)
    assert found.score == pytest.approx(score)
    assert found.passed == (score == 1.0)


@pytest.mark.parametrize(
    ("first", "last", "passed"),
    [
        ("Tea is hot.", "Tea is cold.", True),
        ("Tea is hot.", "Is tea hot?", True),
        ("Tea is hot.", "Tea is hot.", False),
        ("Tea is hot.", '"TEA, is *hot*!"', False),
        ("Café is hot.", "cafe is hot.", False),
        ("Tea - hot.", "Tea, so hot.", True),
    ],
)
def test_a_mirrored_pair_is_not_the_same_sentence(first: str, last: str, passed: bool) -> None:
    assert verify(f"{first} We wait a bit. {last}", 3).passed == passed


def test_copied_sentences_fail_though_their_lengths_mirror() -> None:
    """The paper's audit found texts whose second half copies the first."""
    copied = "Birds sing. Rain falls now. Snow melts. Rain falls now. Birds sing."
    assert verify(copied, 5).score == pytest.approx(0.5)
    unmirrored = "Birds sing. Birds sing. Snow melts. Rain falls. Wind blows."
    assert verify(unmirrored, 5).passed


def test_an_even_number_has_no_middle() -> None:
    assert verify(text_of(2, 3, 3, 2), 4).passed
    assert not verify(text_of(2, 3, 4, 2), 4).passed
    assert verify(text_of(4, 4), 2).passed


def test_spans_are_both_of_a_broken_pair_and_the_surplus() -> None:
    answer = "One. Two tea. Three **teas** now. Four."
    assert [answer[a:b] for a, b in verify(answer, 4).spans] == ["Two tea.", "Three **teas** now."]
    answer = "One. Two tea. Three."
    assert [answer[a:b] for a, b in verify(answer, 2).spans] == ["Three."]


@pytest.mark.parametrize("sentences", [1, 0, 5.0, "5", None, True])
def test_sentences_is_a_whole_number_of_at_least_two(sentences: Any) -> None:
    with pytest.raises(InvalidParameter, match="palindromic_lengths: sentences = "):
        PalindromicLengths(sentences=sentences)


def drawn(**claims: Any) -> set[int]:
    rng = random.Random(6)
    return {PalindromicLengths.draw(rng, given(**claims)).sentences for _ in range(50)}


def test_draw_agrees_with_what_is_claimed() -> None:
    assert drawn() == {5, 7}
    assert drawn(sentences=exactly(5)) == {5}
    assert drawn(sentences=Range(6, 8)) == {7}
    assert drawn(tokens=exactly(50), sentence_tokens=8) == {5}
    assert drawn(growth=4) == {7}
    assert drawn(sentences=exactly(6)) == {5, 7}


def test_claims() -> None:
    assert PalindromicLengths(sentences=7).claims() == Claims(sentences=exactly(7), length_orders=("palindrome",))

"""O1: lengths rise or fall strictly over at least three sentences."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cse.constraints.base import Given, Topic, Verdict
from cse.constraints.claims import Claims, at_least
from cse.constraints.ordering.monotonic_lengths import MonotonicLengths
from cse.errors import InvalidParameter
from cse.text.document import Document


def verify(answer: str, direction: str) -> Verdict:
    return MonotonicLengths(direction=direction).verify(Document(answer))


def given(**claims: Any) -> Given:
    return Given(Topic("tea", ("leaf", "cup")), Claims(**claims))


def text_of(*lengths: int) -> str:
    return " ".join(" ".join(["tea"] * n) + "." for n in lengths)


@pytest.mark.parametrize(
    ("lengths", "rising", "falling"),
    [
        ((1, 2, 3), 1.0, 0.0),
        ((3, 2, 1), 0.0, 1.0),
        ((1, 5, 9, 20), 1.0, 0.0),
        ((1, 2, 2), 0.5, 0.0),
        ((1, 2, 1), 0.5, 0.5),
        ((1, 2, 3, 4, 4), 0.75, 0.0),
        ((1, 2), 0.0, 0.0),
        ((7,), 0.0, 0.0),
    ],
)
def test_score_is_the_share_of_neighbours_in_order(lengths: tuple[int, ...], rising: float, falling: float) -> None:
    for direction, score in (("increasing", rising), ("decreasing", falling)):
        found = verify(text_of(*lengths), direction)
        assert found.score == pytest.approx(score)
        assert found.passed == (score == 1.0)


def test_two_sentences_are_too_few_and_it_says_so() -> None:
    """The paper's audit found two sentences that met two opposite orders."""
    assert verify("Stop. Stop here.", "increasing").observed == "2 sentences, too few to judge"
    assert verify("- tea\n- coffee", "increasing").observed == "0 sentences, too few to judge"


def test_lists_and_abbreviations_make_no_sentences() -> None:
    assert verify("Go. Go now.\n\n- One. Two. Three.\n\nMeet Dr. Lee soon.", "increasing").passed


def test_spans_are_the_sentences_that_break_the_order() -> None:
    answer = "One. One two three. One *more* time. One two three four. One."
    assert [answer[a:b] for a, b in verify(answer, "increasing").spans] == ["One *more* time.", "One."]
    assert verify(answer, "increasing").observed == "sentence 3 has 3 words after 3"


@pytest.mark.parametrize("direction", ["up", "", "Increasing", None, 1, ["increasing"]])
def test_direction_is_one_of_two(direction: Any) -> None:
    with pytest.raises(InvalidParameter, match="monotonic_lengths: direction = "):
        MonotonicLengths(direction=direction)


def drawn(**claims: Any) -> set[str]:
    rng = random.Random(7)
    return {MonotonicLengths.draw(rng, given(**claims)).direction for _ in range(50)}


def test_draw_agrees_with_what_is_claimed() -> None:
    assert drawn() == {"increasing", "decreasing"}
    assert drawn(growth=3) == {"increasing"}
    assert drawn(length_orders=("decreasing",)) == {"decreasing"}


def test_instruction_tells_the_direction() -> None:
    assert "each with more words than the one before" in MonotonicLengths(direction="increasing").instruction()
    assert "each with fewer words than the one before" in MonotonicLengths(direction="decreasing").instruction()


def test_claims() -> None:
    claims = MonotonicLengths(direction="decreasing").claims()
    assert claims == Claims(sentences=at_least(3), length_orders=("decreasing",))

"""O3: short and long sentences in turn."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cse.constraints.base import Given, Topic, Verdict
from cse.constraints.claims import Alternation, Claims, at_least, exactly
from cse.constraints.ordering.alternating_lengths import AlternatingLengths
from cse.errors import InvalidParameter
from cse.text.document import Document


def verify(answer: str, short_max: int, long_min: int) -> Verdict:
    return AlternatingLengths(short_max=short_max, long_min=long_min).verify(Document(answer))


def given(**claims: Any) -> Given:
    return Given(Topic("tea", ("leaf", "cup")), Claims(**claims))


def text_of(*lengths: int) -> str:
    return " ".join(" ".join(["tea"] * n) + "." for n in lengths)


@pytest.mark.parametrize(
    ("lengths", "score"),
    [
        ((3, 5, 3), 1.0),
        ((1, 9, 2, 5), 1.0),
        ((4, 5, 3), 2 / 3),
        ((3, 4, 3), 2 / 3),
        ((5, 3, 5), 0.0),
        ((3, 5, 3, 4), 3 / 4),
        ((3, 5), 0.0),
        ((3,), 0.0),
    ],
)
def test_score_is_the_share_of_sentences_that_keep_their_length(lengths: tuple[int, ...], score: float) -> None:
    found = verify(text_of(*lengths), 3, 5)
    assert found.score == pytest.approx(score)
    assert found.passed == (score == 1.0)


def test_two_sentences_are_too_few_and_it_says_so() -> None:
    assert verify(text_of(3, 5), 3, 5).observed == "2 sentences, too few to judge"


def test_spans_are_the_sentences_of_the_wrong_length() -> None:
    answer = "One. So *two* teas. Three. Four teas for us."
    found = verify(answer, 1, 4)
    assert [answer[a:b] for a, b in found.spans] == ["So *two* teas."]
    assert found.observed == "sentence 2 has 3 words"


@pytest.mark.parametrize(("short_max", "long_min"), [(0, 5), (5, 5), (5, 4), (3.0, 5), (3, "5"), (None, 5)])
def test_long_is_longer_than_short(short_max: Any, long_min: Any) -> None:
    with pytest.raises(InvalidParameter, match="alternating_lengths: "):
        AlternatingLengths(short_max=short_max, long_min=long_min)


def drawn(**claims: Any) -> set[tuple[int, int]]:
    rng = random.Random(8)
    constraints = [AlternatingLengths.draw(rng, given(**claims)) for _ in range(300)]
    return {(constraint.short_max, constraint.long_min) for constraint in constraints}


def test_draw_agrees_with_what_is_claimed() -> None:
    everything = {(short, long) for short in (6, 7, 8) for long in (10, 11, 12, 13, 14)}
    assert drawn() == everything
    assert {short for short, _ in drawn(sentence_tokens=8)} == {8}
    # six sentences: three of one word at least, three of long_min; 3 + 3 * 12 = 39, 3 + 3 * 13 = 42
    assert {long for _, long in drawn(sentences=exactly(6), tokens=exactly(40))} == {10, 11, 12}
    assert drawn(sentences=exactly(8), tokens=exactly(40)) == everything


def test_instruction_is_grammatical() -> None:
    assert "at most 1 word each" in AlternatingLengths(short_max=1, long_min=2).instruction()
    assert "at least 12 words each" in AlternatingLengths(short_max=6, long_min=12).instruction()


def test_claims() -> None:
    claims = AlternatingLengths(short_max=6, long_min=12).claims()
    assert claims == Claims(sentences=at_least(3), alternations=(Alternation(6, 12),))

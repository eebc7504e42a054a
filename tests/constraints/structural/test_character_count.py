"""S4: code points of the cleaned text."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cse.constraints.base import Given, Topic, Verdict
from cse.constraints.claims import Claims, at_most, exactly
from cse.constraints.structural.character_count import CharacterCount
from cse.errors import InvalidParameter
from cse.text.document import Document


def verify(answer: str, count: int) -> Verdict:
    return CharacterCount(count=count).verify(Document(answer))


def given(**claims: Any) -> Given:
    return Given(Topic("tea", ("leaf", "cup")), Claims(**claims))


@pytest.mark.parametrize(
    ("answer", "characters"),
    [
        ("abc", 3),
        ("  abc \n", 3),
        ("a b\nc", 5),
        ("a\r\nb", 3),
        ("**abc** _de_", 6),
        ("2*3*4 and 5 * 3", 15),
        ("snake_case", 10),
        ("# abc", 3),
        ("cafe\u0301", 4),
        ("a\U0001f600b", 3),
        ("\ufeffa\u200bb", 2),
        ("it\u2019s", 4),
        ("a\u00a0b", 3),
    ],
)
def test_characters_are_code_points_of_the_cleaned_text(answer: str, characters: int) -> None:
    assert verify(answer, characters).passed, verify(answer, characters).observed
    assert not verify(answer, characters - 1).passed


@pytest.mark.parametrize(("characters", "score"), [(200, 1.0), (199, 0.995), (201, 0.995), (100, 0.5), (400, 0.0)])
def test_score_is_the_nearness_to_the_count(characters: int, score: float) -> None:
    assert verify("a" * characters, 200).score == pytest.approx(score)


def test_span_is_what_stands_beyond_the_count() -> None:
    answer = "**abc** def"
    ((start, end),) = verify(answer, 4).spans
    assert answer[start:end] == "def"
    assert verify(answer, 9).spans == ()


@pytest.mark.parametrize("count", [0, -1, 20.0, "20", None, True])
def test_count_is_a_whole_number_of_at_least_one(count: Any) -> None:
    with pytest.raises(InvalidParameter, match="character_count: count = "):
        CharacterCount(count=count)


def drawn(**claims: Any) -> set[int]:
    rng = random.Random(4)
    return {CharacterCount.draw(rng, given(**claims)).count for _ in range(2000)}


def test_draw_agrees_with_what_is_claimed() -> None:
    assert (min(drawn()), max(drawn())) == (200, 400)
    assert max(drawn(tokens=exactly(40))) == 320
    assert min(drawn(tokens=exactly(60))) == 240
    assert min(drawn(json=("x" * 299,))) == 300
    assert drawn(characters=exactly(321)) == {321}
    assert drawn(tokens=at_most(10)) <= set(range(200, 401))


def test_instruction_is_singular_for_one() -> None:
    assert CharacterCount(count=1).instruction().startswith("Make your answer exactly 1 character long. ")
    assert CharacterCount(count=250).instruction().startswith("Make your answer exactly 250 characters long. ")


def test_claims() -> None:
    assert CharacterCount(count=250).claims() == Claims(characters=exactly(250))

"""S5: non-empty lines of every kind."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cse.constraints.base import Given, Topic, Verdict
from cse.constraints.claims import Claims, TableShape, at_least, exactly
from cse.constraints.structural.line_count import LineCount
from cse.errors import InvalidParameter
from cse.text.document import Document


def verify(answer: str, count: int) -> Verdict:
    return LineCount(count=count).verify(Document(answer))


def given(**claims: Any) -> Given:
    return Given(Topic("tea", ("leaf", "cup")), Claims(**claims))


@pytest.mark.parametrize(
    ("answer", "lines"),
    [
        ("one\n\n\ntwo\nthree", 3),
        ("one\rtwo\r\n\r\nthree", 3),
        ("\n\none\n\n", 1),
        ("one\n \t\u00a0\ntwo", 2),
        ("one. two. three.", 1),
        ("# top\n- a\n- b\n```\ncode\n\n```", 6),
        ("| a | b |\n|---|---|\n| c | d |", 3),
        ("one\n---\ntwo", 3),
        ("one\n\u200b\ntwo", 2),
    ],
)
def test_what_a_line_is(answer: str, lines: int) -> None:
    assert verify(answer, lines).passed, verify(answer, lines).observed
    assert not verify(answer, lines + 1).passed


@pytest.mark.parametrize(("lines", "score"), [(8, 1.0), (7, 0.875), (9, 0.875), (2, 0.25), (16, 0.0), (20, 0.0)])
def test_score_is_the_nearness_to_the_count(lines: int, score: float) -> None:
    assert verify("tea\n" * lines, 8).score == pytest.approx(score)


def test_spans_are_the_surplus_lines() -> None:
    answer = "one\n\n**two**\r\nthree"
    assert [answer[a:b].strip("*") for a, b in verify(answer, 1).spans] == ["two", "three"]


@pytest.mark.parametrize("count", [0, 6.0, "6", None, True])
def test_count_is_a_whole_number_of_at_least_one(count: Any) -> None:
    with pytest.raises(InvalidParameter, match="line_count: count = "):
        LineCount(count=count)


def drawn(**claims: Any) -> set[int]:
    rng = random.Random(5)
    return {LineCount.draw(rng, given(**claims)).count for _ in range(200)}


def test_draw_leaves_room_for_what_is_claimed() -> None:
    assert drawn() == set(range(6, 15))
    # 2 paragraphs, 2 fences of 3 lines, a table of 3 rows with its header and separator: 2 + 6 + 5
    blocks = {"paragraphs": exactly(2), "fences": exactly(2), "tables": (TableShape(2, 3),)}
    assert drawn(**blocks) == {13, 14}
    assert drawn(bullets=exactly(6), lines=at_least(12)) == {12, 13, 14}
    assert drawn(lines=exactly(3)) == set(range(6, 15))


def test_instruction_is_singular_for_one() -> None:
    assert LineCount(count=1).instruction().startswith("Write your answer on exactly 1 line. ")
    assert LineCount(count=9).instruction().startswith("Write your answer on exactly 9 lines. ")


def test_claims() -> None:
    assert LineCount(count=9).claims() == Claims(lines=exactly(9))

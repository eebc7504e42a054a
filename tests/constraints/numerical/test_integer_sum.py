"""N1: so many integers, so large a sum."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cse.constraints.base import Given, Topic, Verdict
from cse.constraints.claims import Claims, Range, at_least, exactly
from cse.constraints.numerical.integer_sum import IntegerSum
from cse.errors import InvalidParameter
from cse.text.document import Document


def verify(answer: str, count: int, total: int) -> Verdict:
    return IntegerSum(count=count, total=total).verify(Document(answer))


def given(**claims: Any) -> Given:
    return Given(Topic("tea", ("leaf", "cup")), Claims(**claims))


@pytest.mark.parametrize(
    ("answer", "integers"),
    [
        ("It fell to -5 and rose to 8.", [-5, 8]),
        ("It fell to −5 (and −1).", [-5, -1]),
        ("Pi is 3.14 and we saw 7 birds.", [7]),
        ("They sold 1,000 cups and 25 mugs.", [1000, 25]),
        ("Rooms 4–6 and 3-5", [4, 6, 3, 5]),
        ("1. Buy 4 eggs\n2. Add 6 nuts", [4, 6]),
        ("1. We picked 12 plums.", [1, 12]),
        ("COVID-19 kept us in from 10:30.", [19, 10, 30]),
        ("The 1st B2B deal took .5 tries over 10km with 7 friends.", [7]),
        ("It costs $5, or 50% of 1/2.", [5, 50, 1, 2]),
        ("```\nx = 3\n```\nand | 4 |", [3, 4]),
        ('{"low":-4,"high":5}', [-4, 5]),
        ("**4** cups", [4]),
        ("2 + 3 = 5", [2, 3, 5]),
        ("٣ cups", [3]),
    ],
)
def test_which_integers_count(answer: str, integers: list[int]) -> None:
    count, total = len(integers), sum(integers)
    assert verify(answer, count, total).passed
    assert not verify(answer, count + 1, total).passed
    assert not verify(answer, count, total + 1).passed


@pytest.mark.parametrize(
    ("answer", "count", "total", "score"),
    [
        ("4 and 6", 2, 10, 1.0),
        ("4 and 7", 2, 10, (1 + 0.9) / 2),
        ("4, 5 and 1", 2, 10, (0.5 + 1) / 2),
        ("4 and 26", 2, 10, (1 + 0) / 2),
        ("-4 and -7", 2, -10, (1 + 0.9) / 2),
        ("1 and -1", 2, 0, 1.0),
        ("1 and -2", 2, 0, (1 + 0) / 2),
        ("none", 2, 0, (0 + 1) / 2),
        ("none", 2, 10, 0.0),
    ],
)
def test_score_is_the_mean_of_count_and_sum(answer: str, count: int, total: int, score: float) -> None:
    found = verify(answer, count, total)
    assert found.score == pytest.approx(score)
    assert found.passed == (score == 1.0)


def test_a_sum_that_misses_a_great_total_by_one_fails() -> None:
    found = verify("999999999999 cups", 1, 10**12)
    assert not found.passed
    assert found.score < 1.0


@pytest.mark.parametrize("digits", [17, 400, 3999, 4001])
def test_integers_of_any_size_are_judged(digits: int) -> None:
    found = verify("9" * digits + " and " + "9" * digits, 2, 10)
    assert found.score == 0.5
    assert len(found.observed) < 60


def test_spans_are_all_integers() -> None:
    answer = "We had **4** cups and -6, not 3.5."
    assert [answer[a:b] for a, b in verify(answer, 2, 10).spans] == ["4", "-6"]


@pytest.mark.parametrize(
    ("count", "total", "parameter"),
    [(0, 5, "count"), (2.0, 5, "count"), (2, 5.5, "total"), (2, None, "total"), (2, 10**12 + 1, "total")],
)
def test_parameters_are_whole_numbers(count: Any, total: Any, parameter: str) -> None:
    with pytest.raises(InvalidParameter, match=f"integer_sum: {parameter} = "):
        IntegerSum(count=count, total=total)


def draws(**claims: Any) -> list[IntegerSum]:
    rng = random.Random(1)
    return [IntegerSum.draw(rng, given(**claims)) for _ in range(300)]


@pytest.mark.parametrize(
    ("claims", "counts"),
    [
        ({}, {3, 4, 5, 6, 7, 8}),
        ({"integers": at_least(6)}, {6, 7, 8}),
        ({"integers": Range(2, 4)}, {3, 4}),
        ({"equations": exactly(2)}, {6, 7, 8}),
        ({"distinct_integers": exactly(5)}, {5, 6, 7, 8}),
        ({"equations": exactly(4)}, {3, 4, 5, 6, 7, 8}),
    ],
)
def test_draw_takes_as_many_integers_as_are_claimed(claims: dict[str, Any], counts: set[int]) -> None:
    items = draws(**claims)
    assert {item.count for item in items} == counts
    assert all(120 <= item.total <= 240 for item in items)


def test_a_drawn_total_is_even_where_equations_take_all_integers() -> None:
    items = draws(equations=exactly(2), integers=at_least(6))
    assert all(item.total % 2 == 0 for item in items if item.count == 6)
    assert any(item.total % 2 for item in items if item.count > 6)


def test_every_drawn_total_can_be_reached_by_different_integers_of_two_digits() -> None:
    for item in draws():
        least, most = sum(range(10, 10 + item.count)), sum(range(100 - item.count, 100))
        assert least <= item.total <= most


def test_instruction_is_singular_for_one() -> None:
    assert IntegerSum(count=3, total=40).instruction().startswith("Use exactly 3 integers, written in digits, that add")
    assert IntegerSum(count=1, total=40).instruction().startswith("Use exactly 1 integer, written in digits: 40. ")


def test_claims() -> None:
    assert IntegerSum(count=3, total=40).claims() == Claims(integers=exactly(3), integer_totals=(40,))

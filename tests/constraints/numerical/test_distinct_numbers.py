"""N3: so many different integers."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cse.constraints.base import Given, Topic, Verdict
from cse.constraints.claims import Claims, Range, at_least, exactly
from cse.constraints.numerical.distinct_numbers import DistinctNumbers
from cse.errors import InvalidParameter
from cse.text.document import Document


def verify(answer: str, count: int) -> Verdict:
    return DistinctNumbers(count=count).verify(Document(answer))


def given(**claims: Any) -> Given:
    return Given(Topic("tea", ("leaf", "cup")), Claims(**claims))


@pytest.mark.parametrize(
    ("answer", "different"),
    [
        ("1,000 and 1000 match, but 7 differs.", 2),
        ("5 cats chased 5 dogs.", 1),
        ("007 is 7, and ٧ too.", 1),
        ("From -5 to 5, then 0 and -0.", 3),
        ("The 1st B2B deal took 3.14 or .5 tries over 10km with 7 friends.", 1),
        ("1. Buy 4 eggs\n2. Add 6 nuts", 2),
        ("2 + 2 = 4", 2),
        ("```\nx = 1\n```\n10:30", 3),
    ],
)
def test_which_integers_are_different(answer: str, different: int) -> None:
    assert verify(answer, different).passed
    assert not verify(answer, different + 1).passed
    assert different == 1 or not verify(answer, different - 1).passed


@pytest.mark.parametrize(("different", "score"), [(4, 1.0), (3, 0.75), (5, 0.75), (0, 0.0), (8, 0.0), (9, 0.0)])
def test_score_is_the_nearness_to_the_count(different: int, score: float) -> None:
    assert verify("tea " + " ".join(map(str, range(different))), 4).score == pytest.approx(score)


def test_expected_is_singular_for_one() -> None:
    assert verify("7 or 8", 1).expected == "1 different integer"
    assert verify("7 or 8", 2).expected == "2 different integers"


def test_spans_are_the_surplus_or_the_repeated_integers() -> None:
    answer = "5 cats, **4** dogs, 5 hens and 3 or 4 owls"
    assert [answer[a:b] for a, b in verify(answer, 2).spans] == ["3"]
    assert [answer[a:b] for a, b in verify(answer, 4).spans] == ["5", "4"]


@pytest.mark.parametrize("count", [0, 1.5, "3", None, True])
def test_count_is_a_whole_number_of_at_least_one(count: Any) -> None:
    with pytest.raises(InvalidParameter, match="distinct_numbers: count = "):
        DistinctNumbers(count=count)


@pytest.mark.parametrize(
    ("claims", "counts"),
    [
        ({}, {3, 4, 5, 6}),
        ({"integers": exactly(4)}, {3, 4}),
        ({"integers": at_least(9)}, {3, 4, 5, 6}),
        ({"distinct_integers": Range(5)}, {5, 6}),
        ({"integers": exactly(2)}, {3, 4, 5, 6}),
    ],
)
def test_draw_agrees_with_the_integers_claimed(claims: dict[str, Any], counts: set[int]) -> None:
    rng = random.Random(1)
    assert {DistinctNumbers.draw(rng, given(**claims)).count for _ in range(200)} == counts


def test_instruction_is_singular_for_one() -> None:
    assert DistinctNumbers(count=1).instruction().startswith("Use exactly 1 integer and no other, ")
    assert (
        DistinctNumbers(count=4)
        .instruction()
        .startswith("Use exactly 4 different integers, written in digits; each may ")
    )


def test_claims() -> None:
    assert DistinctNumbers(count=4).claims() == Claims(distinct_integers=exactly(4), integers=at_least(4))

"""L6: vowels to other letters, compared exactly."""

from __future__ import annotations

import random
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given as any_of
from hypothesis import strategies as st

from cse.constraints.base import Given, Topic, Verdict
from cse.constraints.claims import Claims
from cse.constraints.lexical.vowel_ratio import VowelRatio
from cse.errors import InvalidParameter
from cse.text.document import Document


def verify(answer: str, low: float, high: float) -> Verdict:
    return VowelRatio(low=low, high=high).verify(Document(answer))


def given(**claims: Any) -> Given:
    return Given(Topic("tea", ("leaf", "cup")), Claims(**claims))


@pytest.mark.parametrize(
    ("answer", "vowels", "others"),
    [
        ("blue drum", 3, 5),
        ("BLUE DRUM, 42!", 3, 5),
        ("Sky, why fly?", 0, 9),
        ("café über ÎLE", 6, 5),
        ("cafe\u0301", 2, 2),
        ("Stra\u00dfe", 2, 5),
        ("Øre", 1, 2),
        ("мир", 0, 3),
        ("```\nab\n```", 1, 1),
        ('{"ab": "ab"}', 2, 2),
        ("| ab |\n|---|\n| ab |", 2, 2),
        ("\\u0061b", 1, 1),  # two letters as written: an escape is read in word rules alone
        ("x² km½ ٣", 0, 3),
        ("**a**b — “a”", 2, 1),
    ],
)
def test_which_letters_count(answer: str, vowels: int, others: int) -> None:
    found = verify(answer, 0, 1000)
    assert found.passed
    assert f"({vowels} vowel{'s' if vowels != 1 else ''} to {others} other letter{'s' if others != 1 else ''})" in (
        found.observed
    )


@pytest.mark.parametrize(
    ("vowels", "others", "low", "high", "passed"),
    [
        (3, 5, 0.6, 0.7, True),
        (7, 10, 0.6, 0.7, True),
        (599, 1000, 0.6, 0.7, False),
        (701, 1000, 0.6, 0.7, False),
        (11, 20, 0.55, 0.65, True),
        (13, 20, 0.55, 0.65, True),
        (29, 50, 0.58, 0.58, True),
        (57, 100, 0.57, 0.57, True),  # in floats 0.57 * 100 is not 57
        (1, 3, 0.3333, 0.3334, True),
        (0, 5, 0, 0, True),
        (1, 5, 0, 0, False),
        (2, 1, 2, 2, True),
        (5, 0, 0, 1000, False),
    ],
)
def test_bounds_are_inclusive_and_exact(vowels: int, others: int, low: float, high: float, passed: bool) -> None:
    assert verify("a" * vowels + " " + "b" * others, low, high).passed == passed


@any_of(st.integers(0, 300), st.integers(1, 300), st.integers(0, 2000), st.integers(0, 500))
def test_the_comparison_agrees_with_decimal_numbers(vowels: int, others: int, low: int, width: int) -> None:
    found = verify("e" * vowels + "t" * others, low / 1000, (low + width) / 1000)
    within = Decimal(low) / 1000 * others <= vowels <= Decimal(low + width) / 1000 * others
    assert found.passed == within
    assert found.score == 1.0 if within else found.score < 1.0


@pytest.mark.parametrize(
    ("vowels", "others", "score"),
    [(3, 10, 0.5), (0, 10, 0.0), (84, 100, 0.8), (14, 10, 0.0), (30, 10, 0.0), (65, 100, 1.0)],
)
def test_score_falls_linearly_outside(vowels: int, others: int, score: float) -> None:
    assert verify("o" * vowels + "n" * others, 0.6, 0.7).score == pytest.approx(score)


def test_a_band_of_zero_gives_no_partial_score() -> None:
    assert verify("Sky, oh why", 0, 0).score == 0.0


def test_a_ratio_just_outside_scores_below_one() -> None:
    found = verify("a" * 3 + "b" * 10, 0.30000000000000004, 0.5)
    assert not found.passed
    assert found.score < 1.0


def test_without_other_letters_there_is_no_ratio() -> None:
    assert verify("42", 0, 1).observed == "0 vowels to 0 other letters, no ratio"
    assert verify("aeiou", 0, 1000).score == 0.0


@pytest.mark.parametrize(
    ("low", "high", "parameter"),
    [
        (-0.1, 1, "low"),
        ("0.6", 1, "low"),
        (float("nan"), 1, "low"),
        (True, 1, "low"),
        (0.7, 0.6, "high"),
        (0.6, float("inf"), "high"),
        (0.6, 10**400, "high"),
        (0.6, None, "high"),
    ],
)
def test_bounds_are_numbers_in_order(low: Any, high: Any, parameter: str) -> None:
    with pytest.raises(InvalidParameter, match=f"vowel_ratio: {parameter} = "):
        VowelRatio(low=low, high=high)


def drawn(**claims: Any) -> set[tuple[float, float]]:
    rng = random.Random(1)
    items = [VowelRatio.draw(rng, given(**claims)) for _ in range(100)]
    return {(item.low, item.high) for item in items}


def test_draw_takes_one_of_three_bands_that_overlaps() -> None:
    assert drawn() == {(0.55, 0.65), (0.6, 0.7), (0.65, 0.75)}
    assert drawn(vowel_ratios=((0.7, 0.9),)) == {(0.6, 0.7), (0.65, 0.75)}
    assert drawn(vowel_ratios=((0.65, 0.9), (0.5, 0.6))) == {(0.55, 0.65), (0.6, 0.7)}
    assert drawn(vowel_ratios=((0.4, 0.55),)) == {(0.55, 0.65)}
    assert drawn(vowel_ratios=((0.75, 0.9),)) == {(0.65, 0.75)}
    assert drawn(vowel_ratios=((0.1, 0.2),)) == drawn()


def test_instruction_writes_the_bounds() -> None:
    assert "at least 0.60 and at most 0.70." in VowelRatio(low=0.6, high=0.7).instruction()
    assert "exactly 0.625." in VowelRatio(low=0.625, high=0.625).instruction()
    assert "at least 0.00 and at most 1.00." in VowelRatio(low=0, high=1).instruction()


def test_claims() -> None:
    assert VowelRatio(low=0.6, high=0.7).claims() == Claims(vowel_ratios=((0.6, 0.7),))

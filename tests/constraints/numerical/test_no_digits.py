"""N2: no decimal digit of any script."""

from __future__ import annotations

import random
import sys
import unicodedata

import pytest

from cse.constraints.base import Given, Topic, Verdict
from cse.constraints.claims import NO_CLAIMS, Claims
from cse.constraints.numerical.no_digits import NoDigits
from cse.text.document import Document


def verify(answer: str) -> Verdict:
    return NoDigits().verify(Document(answer))


@pytest.mark.parametrize(
    ("answer", "passed"),
    [
        ("Two cups of tea.", True),
        ("The 2nd try worked.", False),
        ("Room ７ is free.", False),
        ("We need ٣ cups.", False),
        ("The area is x² here.", True),
        ("Half is ½, four is Ⅳ, one is ①.", True),
        ("1. tea\n2. cups", False),
        ("Run:\n\n```\nx = 1\n```", False),
        ('{"a": 1}', False),
        ("A \\u0063at", False),
        ("COVID-19", False),
        ("tea5", False),
    ],
)
def test_which_characters_are_digits(answer: str, passed: bool) -> None:
    assert verify(answer).passed == passed


def test_exactly_the_decimal_digits_of_unicode_count() -> None:
    characters = [chr(code) for code in range(sys.maxunicode + 1)]
    decimal = [c for c in characters if unicodedata.category(c) == "Nd"]
    other_numbers = [c for c in characters if unicodedata.category(c) in ("No", "Nl")]
    assert len(decimal) > 500
    assert not any(verify(f"tea {c}").passed for c in decimal)
    assert verify("tea " + " ".join(other_numbers)).passed


def test_score_is_the_share_of_tokens_without_a_digit() -> None:
    found = verify("We had 12 cups, 3 or 4.")
    assert found.score == pytest.approx(4 / 7)
    assert found.observed == "digits in 3 of 7 words"


def test_spans_are_the_runs_of_digits() -> None:
    answer = "We had **12** cups at 10:30."
    assert [answer[a:b] for a, b in verify(answer).spans] == ["12", "10", "30"]


def test_draw_instruction_and_claims() -> None:
    item = NoDigits.draw(random.Random(1), Given(Topic("tea", ("leaf",)), NO_CLAIMS))
    assert item == NoDigits()
    assert item.instruction().startswith("Do not use any digit anywhere ")
    assert item.claims() == Claims(no_digits=True)

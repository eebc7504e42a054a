"""L1: a letter is absent, case and accents aside."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cse.constraints.base import Given, Topic, Verdict
from cse.constraints.claims import Claims
from cse.constraints.lexical.lipogram import Lipogram
from cse.errors import InvalidParameter
from cse.text.document import Document


def verify(answer: str, letter: str) -> Verdict:
    return Lipogram(letter=letter).verify(Document(answer))


def given(**claims: Any) -> Given:
    return Given(Topic("tea", ("leaf", "cup")), Claims(**claims))


@pytest.mark.parametrize(
    ("answer", "letter", "passed"),
    [
        ("The sun warms a hill.", "c", True),
        ("The sun warms a cliff.", "c", False),
        ("The sun warms a hill, C.", "c", False),
        ("A calm façade.", "c", False),
        ("A calm cafe\u0301.", "e", False),
        ("A \\u0063at naps.", "c", False),
        ("A \\u0064og naps.", "c", True),
        ("A \\u0064og naps.", "u", True),
        ("Look:\n\n```\nprint(1)\n```", "p", False),
        ('{"cup": 1}', "c", False),
        ("| a |\n|---|\n| cup |", "c", False),
        ("4 5 6", "c", True),
    ],
)
def test_the_whole_text_is_read_without_case_and_accents(answer: str, letter: str, passed: bool) -> None:
    assert verify(answer, letter).passed == passed


def test_score_is_the_share_of_other_letters() -> None:
    assert verify("Ice, 4 cc!", "c").score == pytest.approx(2 / 5)
    assert verify("cCç", "c").score == 0.0
    assert verify("x" * 999_999 + "c", "c").score == pytest.approx(0.999999)
    assert not verify("x" * 999_999 + "c", "c").passed


def test_spans_are_the_letters_as_written() -> None:
    answer = "**C**alm façade, \\u0063at"
    assert [answer[a:b] for a, b in verify(answer, "c").spans] == ["C", "ç", "\\u0063"]


@pytest.mark.parametrize("letter", ["", "ab", "é", "7", None, 3])
def test_letter_is_one_of_a_to_z(letter: Any) -> None:
    with pytest.raises(InvalidParameter, match="lipogram: letter = "):
        Lipogram(letter=letter)


def test_a_capital_becomes_small() -> None:
    assert Lipogram(letter="C") == Lipogram(letter="c")


def drawn(**claims: Any) -> set[str]:
    rng = random.Random(1)
    return {Lipogram.draw(rng, given(**claims)).letter for _ in range(300)}


def test_draw_takes_ranks_five_to_fifteen() -> None:
    assert drawn() == set("inshrdlcumw")


@pytest.mark.parametrize(
    ("claims", "needed"),
    [
        ({"required_words": ("Würde", "hill")}, "wurdehil"),
        ({"required_phrases": ("This text contains exactly 40 words",)}, "thisexconaylwrd"),
        ({"first_letters": ("snow",)}, "snow"),
        ({"last_letters": ("mind",)}, "mind"),
        ({"first_letter": "S"}, "s"),
        ({"json": ('{"objects":[]}',)}, "objects"),
        ({"orders": (("Oslo", "Rome"),)}, "oslrme"),
    ],
)
def test_draw_avoids_the_letters_that_other_constraints_need(claims: dict[str, Any], needed: str) -> None:
    assert drawn(**claims) == set("inshrdlcumw") - set(needed)


def test_draw_takes_any_letter_where_all_are_needed() -> None:
    assert drawn(required_words=("inshrdlcumw",)) == set("inshrdlcumw")


def test_instruction_and_claims() -> None:
    assert 'the letter "c" anywhere' in Lipogram(letter="C").instruction()
    assert Lipogram(letter="C").claims() == Claims(banned_letters="c")

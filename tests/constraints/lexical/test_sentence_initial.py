"""L3: every sentence starts with the letter."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cse.constraints.base import Given, Topic, Verdict
from cse.constraints.claims import Claims, at_least
from cse.constraints.lexical.sentence_initial import SentenceInitial
from cse.errors import InvalidParameter
from cse.text.document import Document


def verify(answer: str, letter: str) -> Verdict:
    return SentenceInitial(letter=letter).verify(Document(answer))


def given(**claims: Any) -> Given:
    return Given(Topic("tea", ("leaf", "cup")), Claims(**claims))


@pytest.mark.parametrize(
    ("answer", "passed"),
    [
        ("Stars shine. Some fade.", True),
        ("stars shine", True),
        ("Stars shine. They fade.", False),
        ("**S**tars shine. _Some_ fade.", True),
        ('"Stop!" he said. (Sue stayed.) — So it ends.', True),
        ("'Six' it said.", True),
        ("Šime sings.", True),
        ("\\u0053tars shine.", True),
        ("7 stars shine.", False),
        ("Stars shine.Others fade. So it ends.", True),
        ("# A heading\n\nStars shine.", True),
        ("- apples\n- pears\n\nStars shine.", True),
        ("Stars shine\n\nOthers fade", False),
        ("Stars shine. Dr. Soto sings.", False),
        ("Stars, e.g. Vega. Some fade.", True),
        ("- Stars\n- Suns", False),
        ("```\nstars\n```", False),
    ],
)
def test_first_words_of_sentences(answer: str, passed: bool) -> None:
    assert verify(answer, "s").passed == passed


def test_score_is_the_share_of_sentences() -> None:
    assert verify("Stars shine. They fade. So do we.", "s").score == pytest.approx(2 / 3)
    assert verify("They fade.", "s").score == 0.0


def test_no_sentence_fails_and_says_so() -> None:
    found = verify("- stars", "s")
    assert (found.score, found.observed) == (0.0, "0 sentences, too few to judge")


def test_spans_are_the_other_sentences() -> None:
    answer = "Stars shine. They **all** fade. So do we."
    assert [answer[a:b] for a, b in verify(answer, "s").spans] == ["They **all** fade."]


@pytest.mark.parametrize("letter", ["", "st", "ß", "1", None])
def test_letter_is_one_of_a_to_z(letter: Any) -> None:
    with pytest.raises(InvalidParameter, match="sentence_initial: letter = "):
        SentenceInitial(letter=letter)


def drawn(**claims: Any) -> set[str]:
    rng = random.Random(1)
    return {SentenceInitial.draw(rng, given(**claims)).letter for _ in range(300)}


def test_draw_takes_common_initials_that_agree() -> None:
    assert drawn() == set("taosiwcbphfm")
    assert drawn(banned_letters="shx") == set("taoiwcbpfm")
    assert drawn(first_letter="h") == {"h"}
    assert drawn(first_letters=("A",)) == {"a"}
    assert drawn(first_letters=("snow",)) == set("taosiwcbphfm")


def test_instruction_and_claims() -> None:
    assert 'begins with the letter "s".' in SentenceInitial(letter="S").instruction()
    assert SentenceInitial(letter="S").claims() == Claims(sentences=at_least(1), first_letter="s")

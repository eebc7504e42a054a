"""L5: a word is absent as a whole word."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from hypothesis import given as any_of
from hypothesis import strategies as st

from cse.constraints.base import Given, Topic, Verdict
from cse.constraints.claims import Claims, Range
from cse.constraints.lexical.forbidden_word import ForbiddenWord, find_whole_word
from cse.errors import InvalidParameter
from cse.text.document import Document

WORDS = ("leaf", "cup", "water", "kettle", "tea")


def verify(answer: str, word: str) -> Verdict:
    return ForbiddenWord(word=word).verify(Document(answer))


def given(**claims: Any) -> Given:
    return Given(Topic("tea", WORDS), Claims(**claims))


@pytest.mark.parametrize(
    ("answer", "word", "absent"),
    [
        ("The party may start.", "art", True),
        ("ART is long.", "art", False),
        ("Art is long.", "ART", False),
        ("_Art_ is long.", "art", False),
        ("**Ar**t is long.", "art", False),
        ("state-of-the-art", "art", False),
        ("The art's end", "art", False),
        ("The art’s end", "art's", False),
        ("art_1, art1, 1art, my_art", "art", True),
        ("(art)", "art", False),
        ("artart art", "art", False),
        ("A calm café.", "cafe", False),
        ("A calm cafe.", "Café", False),
        ("A \\u0063at sat.", "cat", False),
        ("C++", "c++", False),
        ("C++20", "c++", True),
        ("C+++", "c++", False),
        ("Use a.b here", "a.b", False),
        ("Use axb here", "a.b", True),
        ("Go to New\n York now", "new york", False),
        ("Renew York", "new york", True),
        ("```\nart = 1\n```\nBye", "art", False),
        ('{"art": 1}', "art", False),
        ("1. art\n2. moon", "art", False),
        ("42 cups", "42", False),
        ("42nd cup", "42", True),
        ("aaa aa", "aa", False),
    ],
)
def test_a_whole_word_touches_no_letter_digit_or_underscore(answer: str, word: str, absent: bool) -> None:
    assert verify(answer, word).passed == absent


@any_of(st.text("aab_ 1+-é", max_size=40), st.text("ab+", min_size=1, max_size=3))
def test_the_search_agrees_with_a_pattern(text: str, word: str) -> None:
    folded = text.replace("é", "e")
    overlapping = re.compile(rf"(?=(?<!\w){re.escape(word)}(?!\w))")
    assert [start for start, _ in find_whole_word(word, folded)] == [m.start() for m in overlapping.finditer(folded)]


def test_score_is_the_share_of_other_tokens() -> None:
    assert verify("Art is so long, art!", "art").score == pytest.approx(3 / 5)
    assert verify("art-art-art", "art").score == 0.0


def test_spans_are_the_places_of_the_word() -> None:
    answer = "**Art** starts: my \\u0061rt."
    assert [answer[a:b] for a, b in verify(answer, "art").spans] == ["Art", "\\u0061rt"]


@pytest.mark.parametrize("word", ["", " ", " art", "art\n", "\u200b", None, 5, ["art"]])
def test_word_is_a_text_without_outer_white_space(word: Any) -> None:
    with pytest.raises(InvalidParameter, match="forbidden_word: word = "):
        ForbiddenWord(word=word)


def drawn(**claims: Any) -> set[str]:
    rng = random.Random(1)
    return {ForbiddenWord.draw(rng, given(**claims)).word for _ in range(200)}


def test_draw_takes_a_word_of_the_topic() -> None:
    assert drawn() == set(WORDS)


@pytest.mark.parametrize(
    ("claims", "excluded"),
    [
        ({"required_words": ("Leaf", "cups")}, {"leaf"}),
        ({"required_phrases": ("a cup of water",)}, {"cup", "water"}),
        ({"json": ('{"drink":"tea","teapot":1}',)}, {"tea"}),
        ({"orders": (("green tea", "Kettle"),)}, {"tea", "kettle"}),
        ({"banned_letters": "u"}, {"cup"}),  # it is absent anyway
        ({"word_length": Range(1, 5)}, {"kettle"}),
    ],
)
def test_draw_avoids_what_is_required_and_what_is_excluded_anyway(claims: dict[str, Any], excluded: set[str]) -> None:
    assert drawn(**claims) == set(WORDS) - excluded


def test_draw_takes_any_word_where_all_are_required() -> None:
    assert drawn(required_words=WORDS) == set(WORDS)


def test_instruction_and_claims() -> None:
    assert 'the word "C++" anywhere' in ForbiddenWord(word="C++").instruction()
    assert ForbiddenWord(word="C++").claims() == Claims(banned_words=("C++",))

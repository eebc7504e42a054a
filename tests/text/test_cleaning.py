"""Cleaning and the way back to the answer as the model wrote it."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cse.text.cleaning import clean
from cse.text.document import Document

CASES = {
    "line ends": ("a\r\nb\rc\nd", "a\nb\nc\nd"),
    "zero-width characters": ("\ufeffwa\u200bt\u200der\u2060", "water"),
    "composition": ("cafe\u0301 \u1100\u1161", "caf\u00e9 \uac00"),
    "curly apostrophes": ("don\u2019t \u2018no\u2019", "don't 'no'"),
    "bold, italic, both": ("**a** *b* ***c*** __d__ _e_", "a b c d e"),
    "bold initial": ("**S**olar", "Solar"),
    "nested emphasis": ("**a *b* c**", "a b c"),
    "after an opening bracket": ("(*a*)", "(a)"),
    "products stay": ("2*3*4 and 5 * 3", "2*3*4 and 5 * 3"),
    "snake case stays": ("snake_case_name", "snake_case_name"),
    "underscores end at a word's edge": ("_a_b", "_a_b"),
    "a footnote star stays": ("Price* is low", "Price* is low"),
    "no pair across lines": ("*a\nb*", "*a\nb*"),
    "inline code is left alone": ("`*a*` *b*", "`*a*` b"),
    "double backticks are inline code too": ("``a ` *b*`` *c*", "``a ` *b*`` c"),
    "a star bullet stays": ("* one\n* two", "* one\n* two"),
    "a rule stays": ("a\n\n***\n\nb", "a\n\n***\n\nb"),
    "fences are left alone": ("```\n# *a*\n```\n*b*", "```\n# *a*\n```\nb"),
    "headings of six levels": ("# a\n###### b\n####### c", "a\nb\n####### c"),
    "a hash without a space is no heading": ("#a\n#", "#a\n#"),
    "an indented hash is no heading": ("x\n # a", "x\n # a"),
    "bold heading": ("## **Why tea?**", "Why tea?"),
    "outer white space": ("\n\n  a  \n", "a"),
    "blanks left by cleaning go too": ("\u200b \n# \n\ntext", "text"),
}


@pytest.mark.parametrize(("answer", "text"), CASES.values(), ids=CASES)
def test_clean(answer, text):
    assert clean(answer).text == text


@pytest.mark.parametrize(
    ("answer", "piece", "raw"),
    [
        ("**Solar** power", "Solar", "Solar"),
        ("\ufeff# Why tea?\r\n\r\nIt *wakes* us.", "wakes", "wakes"),
        ("A cafe\u0301 here", "caf\u00e9", "cafe\u0301"),
        ("A \u201ccafe\u0301\u201d here", "caf\u00e9", "cafe\u0301"),
        ("\u0430\u0431\u0438\u0306\u0432", "\u0439", "\u0438\u0306"),
        ("one\r\ntwo", "\n", "\r\n"),
        ("wa\u200bter", "water", "wa\u200bter"),
        ("don\u2019t go", "don't", "don\u2019t"),
        ("  plain", "plain", "plain"),
    ],
)
def test_spans_lead_back_to_the_answer(answer, piece, raw):
    document = Document(answer)
    at = document.text.index(piece)
    start, end = document.span(at, at + len(piece))
    assert answer[start:end] == raw


MESSY = st.text(st.sampled_from("ab e\u0301\u1100\u1161*_`#\n\r\u200b\u2019-. "), max_size=60)


@given(st.one_of(st.text(), MESSY))
def test_every_character_leads_back_in_order(answer):
    document = Document(answer)
    last = 0
    for at, char in enumerate(document.text):
        start, end = document.span(at, at + 1)
        assert last <= start < end <= len(answer)
        if start + 1 == end and answer[start] not in "\r\u2018\u2019\u02bc":
            assert unicodedata.normalize("NFC", answer[start]) == char
        last = start


@given(st.one_of(st.text(), MESSY))
def test_outer_white_space_does_not_matter(answer):
    assert clean(f" \n{answer}\n ").text == clean(answer.strip()).text

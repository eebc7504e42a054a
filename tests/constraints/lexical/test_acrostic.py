"""L4: initials of the sentences spell the word."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cse.constraints.base import Given, Topic, Verdict
from cse.constraints.claims import Claims, Range, at_least, exactly
from cse.constraints.lexical.acrostic import Acrostic
from cse.errors import InvalidParameter
from cse.text.document import Document


def verify(answer: str, word: str) -> Verdict:
    return Acrostic(word=word).verify(Document(answer))


def given(**claims: Any) -> Given:
    return Given(Topic("tea", ("leaf", "cup")), Claims(**claims))


@pytest.mark.parametrize(
    ("answer", "passed"),
    [
        ("Some rest. Use care. Never run.", True),
        ("**S**ome rest. **U**se care. **N**ever run.", True),
        ('"Stop!" he said. (Use care.) Ñandus run.', True),
        ("Some rest.\n\n- apples\n- pears\n\nUse care. Never run.", True),
        ("# A heading\nSome rest. Use care. Never run.", True),
        ("Some rest. Never run. Use care.", False),
        ("Some rest. Use care.", False),
        ("Some rest. Use care. Never run. So be it.", False),
        ("Some rest.Use care. Never run.", False),
        ("1. Some rest.\n2. Use care.\n3. Never run.", False),
        ("Sun", False),
    ],
)
def test_initials_spell_the_word(answer: str, passed: bool) -> None:
    assert verify(answer, "sun").passed == passed


@pytest.mark.parametrize(
    ("initials", "score"),
    [
        ("sun", 1.0),
        ("sut", (1 + 2 / 3) / 2),
        ("su", (2 / 3 + 2 / 3) / 2),
        ("sunk", (2 / 3 + 1) / 2),
        ("xyz", (1 + 0) / 2),
        ("sunsunsun", (0 + 1) / 2),
        ("", 0.0),
    ],
)
def test_score_is_the_mean_of_count_and_letters(initials: str, score: float) -> None:
    found = verify(" ".join(f"{letter.upper()}o it is." for letter in initials) or "- so", "SUN")
    assert found.score == pytest.approx(score)
    assert found.passed == (score == 1.0)


def test_spans_are_the_wrong_and_the_surplus_sentences() -> None:
    answer = "So be it. All **is** well. Now it ends. It does."
    found = verify(answer, "sun")
    assert [answer[a:b] for a, b in found.spans] == ["All **is** well.", "It does."]
    assert found.observed == "4 sentences with 'sani'"


@pytest.mark.parametrize("word", ["", "two words", "café", "r2d2", "well-made", None, 5, ["s", "u"]])
def test_word_is_letters_alone(word: Any) -> None:
    with pytest.raises(InvalidParameter, match="acrostic: word = "):
        Acrostic(word=word)


def test_capitals_of_the_word_become_small() -> None:
    assert Acrostic(word="SUN") == Acrostic(word="sun")


def drawn(**claims: Any) -> set[str]:
    rng = random.Random(3)
    return {Acrostic.draw(rng, given(**claims)).word for _ in range(1000)}


def test_draw_takes_a_few_dozen_words_of_four_to_six_letters() -> None:
    words = drawn()
    assert len(words) >= 36
    assert {len(word) for word in words} == {4, 5, 6}
    assert not set("jkqvxyz") & {word[0] for word in words}
    assert len({word[0] for word in words}) >= 10


@pytest.mark.parametrize("letter", "inshrdlcumw")
def test_draw_avoids_a_banned_letter(letter: str) -> None:
    words = drawn(banned_letters=letter)
    assert len(words) >= 12
    assert not any(letter in word for word in words)


@pytest.mark.parametrize(
    ("sentences", "lengths"), [(exactly(5), {5}), (at_least(5), {5, 6}), (Range(2, 4), {4}), (exactly(8), {4, 5, 6})]
)
def test_draw_agrees_with_the_number_of_sentences(sentences: Range, lengths: set[int]) -> None:
    assert {len(word) for word in drawn(sentences=sentences)} == lengths


@pytest.mark.parametrize("length", [4, 5, 6])
def test_draw_agrees_with_alphabetical_first_words(length: int) -> None:
    words = drawn(sorted_first_words=True, sentences=exactly(length))
    assert len(words) >= 3
    assert all("".join(sorted(word)) == word for word in words)


def test_instruction_tells_count_and_word() -> None:
    text = Acrostic(word="Maple").instruction()
    assert text.startswith("Write exactly 5 sentences so that their first letters, ")
    assert "spell the word maple." in text
    assert Acrostic(word="a").instruction().startswith('Write exactly 1 sentence that starts with the letter "a".')


def test_claims() -> None:
    assert Acrostic(word="maple").claims() == Claims(sentences=exactly(5), first_letters=("maple",))

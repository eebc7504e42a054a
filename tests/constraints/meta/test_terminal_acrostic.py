"""M1: initials of last words spell the word."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cse.constraints.base import Given, Topic, Verdict
from cse.constraints.claims import Claims, exactly
from cse.constraints.meta.terminal_acrostic import TerminalAcrostic
from cse.errors import InvalidParameter
from cse.text.document import Document


def verify(answer: str, word: str) -> Verdict:
    return TerminalAcrostic(word=word).verify(Document(answer))


def given(**claims: Any) -> Given:
    return Given(Topic("tea", ("leaf", "cup")), Claims(**claims))


@pytest.mark.parametrize(
    ("answer", "passed"),
    [
        ("We saw the sea. It was ugly. Then came night.", True),
        ('She felt "sad." He ran up! All was (new).', True),
        ("We saw the **sea**. It was _ugly_. Then came 'night'.", True),
        ("We saw the SEA. It was Über. Then came Ñandus", True),
        ("See Dr. Smith. It was ugly. Then came night.", True),
        ("We saw the sea. It was ugly. Then came day.", False),
        ("We saw the sea. It was ugly.Then came night.", False),
        ("We saw the sea. It was ugly.", False),
        ("We saw the sea. It was ugly. Then came night. So ends all.", False),
        ("Then came night. It was ugly. We saw the sea.", False),
        ("We saw the sea. It was ugly.\n\n- Then came night.", False),
    ],
)
def test_last_words_are_read_without_marks_case_and_accents(answer: str, passed: bool) -> None:
    assert verify(answer, "sun").passed == passed


@pytest.mark.parametrize(
    ("last_words", "score"),
    [
        ("sea ugly night", 1.0),
        ("sea ugly day", (1 + 2 / 3) / 2),
        ("sea ugly", (2 / 3 + 2 / 3) / 2),
        ("sea ugly night now", (2 / 3 + 1) / 2),
        ("all wrong here", (1 + 0) / 2),
        ("so us no no no no no", (0 + 1) / 2),
    ],
)
def test_score_is_the_mean_of_count_and_letters(last_words: str, score: float) -> None:
    found = verify(" ".join(f"It is {word}." for word in last_words.split()), "SUN")
    assert found.score == pytest.approx(score)
    assert found.passed == (score == 1.0)


def test_spans_are_the_wrong_and_the_surplus_sentences() -> None:
    answer = "It is so. It is **wrong**. It is new. It ends."
    found = verify(answer, "sun")
    assert [answer[a:b] for a, b in found.spans] == ["It is **wrong**.", "It ends."]
    assert found.observed == "4 sentences with 'swne'"


def test_capitals_of_the_word_become_small() -> None:
    assert TerminalAcrostic(word="SUN") == TerminalAcrostic(word="sun")


@pytest.mark.parametrize("word", ["", "a", "two words", "café", "r2d2", None, 5, ["sun"]])
def test_word_is_letters_alone(word: Any) -> None:
    with pytest.raises(InvalidParameter, match="terminal_acrostic: word = "):
        TerminalAcrostic(word=word)


def drawn(**claims: Any) -> set[str]:
    rng = random.Random(11)
    return {TerminalAcrostic.draw(rng, given(**claims)).word for _ in range(500)}


def test_draw_takes_many_words_of_five_letters() -> None:
    words = drawn()
    assert len(words) >= 12
    assert all(len(word) == 5 and word.isascii() and word.islower() for word in words)


@pytest.mark.parametrize("letter", "insrhldcumf")
def test_draw_avoids_a_banned_letter(letter: str) -> None:
    words = drawn(banned_letters=letter)
    assert len(words) >= 5
    assert not any(letter in word for word in words)


def test_draw_takes_any_word_where_none_agrees() -> None:
    assert drawn(sentences=exactly(7)) == drawn()


def test_instruction_tells_count_and_word() -> None:
    text = TerminalAcrostic(word="Maple").instruction()
    assert text.startswith("Write exactly 5 sentences ")
    assert "spell the word maple." in text


def test_claims() -> None:
    assert TerminalAcrostic(word="maple").claims() == Claims(sentences=exactly(5), last_letters=("maple",))

"""O2: first words from A to Z."""

from __future__ import annotations

import pytest

from cse.constraints.base import Verdict
from cse.constraints.claims import Claims, at_least
from cse.constraints.ordering.alphabetical import Alphabetical
from cse.text.document import Document


def verify(answer: str) -> Verdict:
    return Alphabetical().verify(Document(answer))


@pytest.mark.parametrize(
    ("first", "second", "passed"),
    [
        ("apple", "bread", True),
        ("bread", "apple", False),
        ("Tea", "tea", True),
        ("tea", "Teas", True),
        ("Teas", "tea", False),
        ("Zebra", "élan", False),
        ("Élan", "figs", True),
        ('"Apple', "(bread", True),
        ("**bread**", "_apple_", False),
        ("10", "9", True),
        ("9", "apple", True),
        ("can't", "cant", True),
        ("co-op", "cook", True),
    ],
)
def test_first_words_compare_character_by_character(first: str, second: str, passed: bool) -> None:
    assert verify(f"{first} it is. {second} it is.").passed == passed


@pytest.mark.parametrize(
    ("initials", "score"),
    [("abc", 1.0), ("aab", 1.0), ("acb", 0.5), ("cba", 0.0), ("abdce", 0.75), ("ba", 0.0), ("a", 0.0)],
)
def test_score_is_the_share_of_neighbours_in_order(initials: str, score: float) -> None:
    found = verify(" ".join(f"{letter}x it is." for letter in initials))
    assert found.score == pytest.approx(score)
    assert found.passed == (score == 1.0)


def test_one_sentence_is_too_few_and_it_says_so() -> None:
    assert verify("Apples fall.").observed == "1 sentence, too few to judge"


def test_numbers_of_list_items_open_no_sentence() -> None:
    """The paper's audit found list numbers read as first words."""
    assert verify("Apples fall. See:\n\n1. Zebra.\n2. Yak.\n\nBees buzz. See?").observed == "'bees' after 'see'"
    assert verify("Apples fall.\n\n1. Zebra.\n2. Yak.\n\nBees buzz.").passed


def test_spans_are_the_sentences_that_come_too_late() -> None:
    answer = "Bees buzz. Apes *do* sleep. Cats nap."
    assert [answer[a:b] for a, b in verify(answer).spans] == ["Apes *do* sleep."]
    assert verify(answer).observed == "'apes' after 'bees'"


def test_claims() -> None:
    assert Alphabetical().claims() == Claims(sentences=at_least(2), sorted_first_words=True)

"""The lexicon: what the design asks of it."""

from collections import Counter
from string import ascii_lowercase

import pytest

from cse.compose.blocks import CODE
from cse.compose.letter_rules import SPELLED
from cse.compose.lexicon import Vocabulary, has_cluster, lexicon, vowels
from cse.constraints.claims import ANY, Range
from cse.constraints.relational._numbered_lists import is_list_number

WORDS = lexicon()


def test_about_a_thousand_different_words_of_letters():
    assert 1000 <= len(WORDS) <= 1300
    assert len(set(WORDS)) == len(WORDS)
    assert all(word.isascii() and word.isalpha() and word.islower() for word in WORDS)
    assert all(2 <= len(word) <= 10 for word in WORDS if word != "a")


def test_initials_are_balanced():
    counts = Counter(word[0] for word in WORDS)
    assert set(counts) == set(ascii_lowercase)
    common = [letter for letter in ascii_lowercase if letter not in "xz"]
    assert min(counts[letter] for letter in common) >= 30
    assert max(counts.values()) <= 60


@pytest.mark.parametrize("letter", ascii_lowercase)
def test_words_enough_without_any_letter(letter):
    without = Vocabulary(letter, Range(1, 8))
    assert len(without.find()) >= 400
    for length in range(2, 9):
        assert len(without.find(length=length)) >= 8


@pytest.mark.parametrize("letter", [letter for letter in ascii_lowercase if letter != "x"])
def test_clusters_under_each_initial(letter):
    found = Vocabulary("", ANY).find(letter, cluster=True)
    assert len(found) >= 4
    assert all(has_cluster(word) and word[0] == letter for word in found)


@pytest.mark.parametrize("length", range(3, 10))
def test_words_with_many_and_with_few_vowels_at_each_length(length):
    shares = [vowels(word) / length for word in Vocabulary("", ANY).find(length=length)]
    assert min(shares) <= 0.25
    assert max(shares) >= 0.5


def test_no_word_is_a_number_of_a_list():
    assert not [word for word in WORDS if is_list_number(word)]


def test_the_spelled_numbers_are_read_as_numbers_of_lists():
    assert all(is_list_number(name) for names in SPELLED for name in names)


def test_some_line_of_code_without_any_letter():
    for letter in ascii_lowercase:
        assert len([line for line in CODE if letter not in line]) >= 3
    assert not any(char.isdecimal() for line in CODE for char in line)


def test_nearest_length():
    words = Vocabulary("", ANY)
    assert {len(word) for word in words.nearest("x", 10, cluster=False)} == {9}
    assert Vocabulary("aeiouy", ANY).nearest("", 3, cluster=False) == []

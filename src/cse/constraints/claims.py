"""What a constraint demands of the measures that constraints share.

A claim is necessary for the constraint to pass: every text that passes has it. So claims that exclude each other
prove that no text passes both, and the compatibility checker needs no table of pairs. Claims need not be sufficient;
the verifiers alone decide.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import lcm
from operator import attrgetter
from typing import Any


@dataclass(frozen=True, slots=True)
class Range:
    """A range of whole numbers, both ends included; `high` None means no upper end."""

    low: int = 0
    high: int | None = None

    def __contains__(self, value: int) -> bool:
        """Tells whether the value lies in the range."""
        return value >= self.low and (self.high is None or value <= self.high)

    def __and__(self, other: Range) -> Range:
        """Returns what both ranges hold; `empty` tells when that is nothing."""
        highs = [high for high in (self.high, other.high) if high is not None]
        return Range(max(self.low, other.low), min(highs, default=None))

    @property
    def empty(self) -> bool:
        """Whether no number lies in the range."""
        return self.high is not None and self.high < self.low

    def __str__(self) -> str:
        """Writes the range as words: "exactly 5", "at least 3", "at most 8", "4 to 8", "any number of"."""
        if self.high is None:
            return f"at least {self.low}" if self.low else "any number of"
        if self.low == self.high:
            return f"exactly {self.low}"
        return f"{self.low} to {self.high}" if self.low else f"at most {self.high}"


ANY = Range()


def exactly(count: int) -> Range:
    """Returns the range that holds `count` alone."""
    return Range(count, count)


def at_least(count: int) -> Range:
    """Returns the range from `count` up."""
    return Range(count)


def at_most(count: int) -> Range:
    """Returns the range from 0 up to `count`."""
    return Range(0, count)


@dataclass(frozen=True, slots=True)
class Alternation:
    """Sentences 1, 3, 5 ... have at most `short_max` tokens, sentences 2, 4 ... at least `long_min`."""

    short_max: int
    long_min: int


@dataclass(frozen=True, slots=True)
class TableShape:
    """A pipe table of so many columns and data rows."""

    columns: int
    rows: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Claims:
    """The demands of one constraint, or of several joined; a neutral value demands nothing.

    Attributes:
        sentences: How many sentences the prose has.
        paragraphs: How many paragraphs.
        paragraph_sentences: Least number of sentences in each paragraph.
        lines: How many non-empty lines the whole text has.
        tokens: How many tokens the whole text has.
        token_divisor: The total of tokens is a multiple of this.
        characters: Length of the whole text in code points.
        sentence_tokens: Least number of tokens in each sentence.
        sentence_clusters: Least number of words with three consonants in a row in each sentence.
        length_orders: Orders of the sentences' token counts: "increasing", "decreasing", "palindrome".
        alternations: Demands that short and long sentences alternate.
        growth: Least length of a run of sentences, each of which from the third on has more tokens than the two
            before it together; 0 for no such demand.
        first_letter: Letters with which every sentence's first word starts; more than one letter is a contradiction.
        first_letters: Words that the first letters of the sentences spell, from the first sentence to the last.
        last_letters: Words that the initials of the sentences' last words spell.
        sorted_first_words: The first words of the sentences stand in alphabetical order.
        bridged: Each sentence's last word is the next one's first word, so a word stands twice.
        distinct_last_words: No two sentences end in the same word.
        banned_letters: Letters that stand nowhere in the text, accents and case aside.
        banned_words: Words that stand nowhere in the text as whole words.
        required_words: Texts that stand in the text as whole words, in any case.
        required_phrases: Texts of several words that stand in the text word for word.
        told_totals: Phrases with `{}` in the place of a number; each stands in the text with the total of tokens there.
        word_length: Length of each of `words`, in characters.
        distinct_words: No word stands twice in `words`.
        distinct_bigrams: No pair of neighbouring words stands twice.
        vowel_ratios: Bands `(low, high)` in which vowels / other letters of the whole text lie.
        no_digits: No decimal digit stands in the text.
        integers: How many integers stand in the text.
        distinct_integers: How many different integers.
        integer_totals: Sums of all integers; more than one total is a contradiction.
        required_integers: Integers that stand in the text.
        equations: How many equations X + Y = Z stand in the text.
        bullets: How many bullets, all of them dashes.
        other_lists: False where no list but a dash list may stand in the text.
        fences: How many fenced code blocks.
        tables: Shapes of tables of which at least one stands in the text for each shape.
        json: JSON objects, compactly written, each of which (or one that says the same) stands in the text.
        orders: Lists of items, each of which stands in the text in full as a numbered list (inline, parenthesised and
            spelled-out numbers are read too), in the order given or another that the same rule accepts.
    """

    sentences: Range = ANY
    paragraphs: Range = ANY
    paragraph_sentences: int = 0
    lines: Range = ANY
    tokens: Range = ANY
    token_divisor: int = 1
    characters: Range = ANY
    sentence_tokens: int = 0
    sentence_clusters: int = 0
    length_orders: tuple[str, ...] = ()
    alternations: tuple[Alternation, ...] = ()
    growth: int = 0
    first_letter: str = ""
    first_letters: tuple[str, ...] = ()
    last_letters: tuple[str, ...] = ()
    sorted_first_words: bool = False
    bridged: bool = False
    distinct_last_words: bool = False
    banned_letters: str = ""
    banned_words: tuple[str, ...] = ()
    required_words: tuple[str, ...] = ()
    required_phrases: tuple[str, ...] = ()
    told_totals: tuple[str, ...] = ()
    word_length: Range = ANY
    distinct_words: bool = False
    distinct_bigrams: bool = False
    vowel_ratios: tuple[tuple[float, float], ...] = ()
    no_digits: bool = False
    integers: Range = ANY
    distinct_integers: Range = ANY
    integer_totals: tuple[int, ...] = ()
    required_integers: tuple[int, ...] = ()
    equations: Range = ANY
    bullets: Range = ANY
    other_lists: bool = True
    fences: Range = ANY
    tables: tuple[TableShape, ...] = ()
    json: tuple[str, ...] = ()
    orders: tuple[tuple[str, ...], ...] = ()

    def __and__(self, other: Claims) -> Claims:
        """Joins two demands into one that holds when both hold."""
        return join((self, other))


def _join_ranges(a: Range, b: Range) -> Range:
    return a & b


def _join_letters(a: str, b: str) -> str:
    return a + "".join(letter for letter in b if letter not in a)


def _join_tuples(a: tuple[object, ...], b: tuple[object, ...]) -> tuple[object, ...]:
    return a + tuple(item for item in b if item not in a)


_Join = Callable[[Any, Any], Any]
_SPECIAL: dict[str, _Join] = {"token_divisor": lcm, "other_lists": lambda a, b: a and b}
_BY_TYPE: dict[type, _Join] = {
    Range: _join_ranges,
    str: _join_letters,
    tuple: _join_tuples,
    bool: lambda a, b: a or b,
    int: max,
}
_FIELDS = dataclasses.fields(Claims)
_NAMES = tuple(f.name for f in _FIELDS)
_NEUTRAL = tuple(f.default for f in _FIELDS)
_JOINS = tuple(_SPECIAL.get(f.name) or _BY_TYPE[type(f.default)] for f in _FIELDS)
_values = attrgetter(*_NAMES)

NO_CLAIMS = Claims()


def join(claims: Iterable[Claims]) -> Claims:
    """Joins any number of demands into one that holds when all hold.

    >>> join([Claims(sentences=at_least(3)), Claims(sentences=at_most(5)), NO_CLAIMS]).sentences
    Range(low=3, high=5)
    """
    joint: list[Any] = list(_NEUTRAL)
    for claim in claims:
        # Most fields of most claims are neutral, and the composer joins claims all the time.
        for i, value in enumerate(_values(claim)):
            if value is not _NEUTRAL[i]:
                joint[i] = value if joint[i] is _NEUTRAL[i] else _JOINS[i](joint[i], value)
    return Claims(**dict(zip(_NAMES, joint, strict=True)))

"""W2 word_length_range: every word has a length within a range.

A word is a token from its first letter or digit to its last, inner hyphens and apostrophes included, so "well-made" has
nine characters and "42" two. Fenced code, JSON objects and the numbers of a numbered list hold no words. There must be
one word at least.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, check_integer, plural, verdict
from cse.constraints.claims import Claims, Range
from cse.constraints.registry import constraint_type
from cse.constraints.wording import NO_WORDS, WORD_RULE
from cse.text.document import Document

RANGES = ((1, 8), (1, 9), (2, 10))


@constraint_type
@dataclass(frozen=True, kw_only=True)
class WordLengthRange(Constraint):
    """Every word has from `low` to `high` characters.

    Attributes:
        low: Least number of characters, at least 1.
        high: Greatest number of characters, at least `low`.
    """

    code: ClassVar[str] = "W2"
    title: ClassVar[str] = "Word length range"

    low: int
    high: int

    def __post_init__(self) -> None:
        check_integer(self, "low", low=1)
        check_integer(self, "high", low=self.low)

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws a range into which the words asked for so far fall, where there is one."""
        sizes = _needed_lengths(given.claims)
        fitting = [(low, high) for low, high in RANGES if all(low <= size <= high for size in sizes)]
        low, high = rng.choice(fitting or RANGES)
        return cls(low=low, high=high)

    def instruction(self) -> str:
        """Tells the range, and what belongs to a word."""
        size = plural(self.high, "character")
        size = f"exactly {size}" if self.low == self.high else f"{self.low} to {size}"
        return (
            f"Use only words that are {size} long. {WORD_RULE}, so well-made has 9 characters and the number 42 has 2."
            f" {NO_WORDS}"
        )

    def claims(self) -> Claims:
        """Demands the length of each word."""
        return Claims(word_length=Range(self.low, self.high))

    def judge(self, document: Document) -> Verdict:
        """Scores the share of words within the range; the spans are the others."""
        words = document.words
        expected = f"every word {self.low} to {plural(self.high, 'character')} long"
        if not words:
            return verdict(0.0, expected, "0 words, too few to judge")
        sizes = set(map(len, words))
        if self.low <= min(sizes) and max(sizes) <= self.high:
            return verdict(1.0, expected, f"{min(sizes)} to {max(sizes)}")
        wrong = [i for i, word in enumerate(words) if not self.low <= len(word) <= self.high]
        spans = (document.span(*document.word_spans[i]) for i in wrong)
        observed = f"{len(wrong)} of {plural(len(words), 'word')} outside"
        return verdict(1 - len(wrong) / len(words), expected, observed, spans)

    examples: ClassVar[tuple[Example, ...]] = (
        Example({"low": 2, "high": 6}, "Hi there, friend!", True, "Outer punctuation does not count."),
        Example({"low": 1, "high": 8}, "A well-made box.", False, "The hyphenated word has nine characters."),
        Example({"low": 1, "high": 9}, "A well-made box.", True, "Nine characters, the hyphen included."),
        Example({"low": 2, "high": 9}, "A box.", False, "One word of a single character."),
        Example({"low": 2, "high": 9}, "1. Oslo\n2. Rome", True, "The numbers of numbered items are no words."),
        Example({"low": 1, "high": 8}, "```\nprint(1)\n```", False, "Without a word there is nothing to judge."),
    )


def _needed_lengths(claims: Claims) -> list[int]:
    """Returns the lengths of the words that must stand in the answer, in lists and phrases too."""
    texts = [*claims.required_words, *claims.required_phrases]
    texts += [item for order in claims.orders for item in order]
    return [len(word) for text in texts for word in Document(text).words]

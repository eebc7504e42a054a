"""S4 character_count: the answer is exactly so many characters long.

Characters are the Unicode code points of the cleaned text: letters, digits, punctuation, spaces and line breaks alike,
without emphasis marks, heading marks, zero-width characters and outer white space.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, check_integer, nearness, plural, verdict
from cse.constraints.claims import Claims, exactly
from cse.constraints.registry import constraint_type
from cse.text.document import Document

COUNTS = range(200, 401)
# A word of English prose takes about 6 characters with its space; texts of whole words reach averages within these.
LEAST_PER_WORD, MOST_PER_WORD = 4, 8


@constraint_type
@dataclass(frozen=True, kw_only=True)
class CharacterCount(Constraint):
    """The answer is exactly `count` characters long.

    Attributes:
        count: Number of code points of the cleaned text, at least 1.
    """

    code: ClassVar[str] = "S4"
    title: ClassVar[str] = "Character count"

    count: int

    def __post_init__(self) -> None:
        check_integer(self, "count", low=1)

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws a count from 200 to 400 that suits the words and texts asked for so far, where one does."""
        fitting = [count for count in COUNTS if _fits(count, given.claims)]
        return cls(count=rng.choice(fitting or COUNTS))

    def instruction(self) -> str:
        """Tells how many characters, and that all kinds count."""
        return (
            f"Make your answer exactly {plural(self.count, 'character')} long. Every letter, digit, punctuation mark, "
            "space and line break counts as one character."
        )

    def claims(self) -> Claims:
        """Demands the length of the text."""
        return Claims(characters=exactly(self.count))

    def judge(self, document: Document) -> Verdict:
        """Counts the code points; the score is the nearness to the count, the span what stands beyond it."""
        found = len(document.text)
        spans = [document.span(self.count, found)] if found > self.count else []
        return verdict(nearness(found, self.count), plural(self.count, "character"), plural(found, "character"), spans)

    examples: ClassVar[tuple[Example, ...]] = (
        Example({"count": 11}, "Tea is hot.", True, "Letters, spaces and the period: eleven."),
        Example({"count": 11}, "**Tea** is hot.\n", True, "Emphasis marks and outer white space do not count."),
        Example({"count": 11}, "Tea is\nhot.", True, "A line break is one character."),
        Example({"count": 11}, "Tea is hot", False, "One short."),
        Example({"count": 11}, "Tea is hot!!", False, "One too many."),
        Example({"count": 4}, "the\u0301", False, "The accent joins its letter: three characters."),
    )


def _fits(count: int, claims: Claims) -> bool:
    """Tells whether so many characters hold the words and texts claimed so far in words of usual length."""
    words = max(claims.tokens.low, claims.sentences.low * claims.sentence_tokens)
    texts = sum(len(text) + 1 for text in (*claims.json, *claims.required_phrases))
    return (
        count in claims.characters
        and count >= max(LEAST_PER_WORD * words, texts)
        and (claims.tokens.high is None or count <= MOST_PER_WORD * claims.tokens.high)
    )

"""S1 word_count: the answer holds exactly so many words.

A word is a token: a piece of text between white space. So `well-known` and `don't` are one word each, a lone dash is
one too, and words in lists, tables and code count like all others.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, check_integer, nearness, plural, verdict
from cse.constraints.claims import Claims, exactly
from cse.constraints.registry import constraint_type
from cse.constraints.wording import TOTAL_RULE
from cse.text.document import Document

COUNTS = range(40, 61)


@constraint_type
@dataclass(frozen=True, kw_only=True)
class WordCount(Constraint):
    """The answer holds exactly `count` words.

    Attributes:
        count: Number of tokens, at least 1.
    """

    code: ClassVar[str] = "S1"
    title: ClassVar[str] = "Word count"

    count: int

    def __post_init__(self) -> None:
        check_integer(self, "count", low=1)

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws a count from 40 to 60 that the total of words, its divisor and the sentences allow, where one does."""
        claims = given.claims
        least = claims.sentences.low * max(1, claims.sentence_tokens)
        fitting = [n for n in COUNTS if n in claims.tokens and n >= least and n % claims.token_divisor == 0]
        return cls(count=rng.choice(fitting or COUNTS))

    def instruction(self) -> str:
        """Tells how many words, and that white space alone separates them."""
        return (
            f"Make your answer exactly {plural(self.count, 'word')} long. {TOTAL_RULE}, so well-known is one word and "
            "a dash on its own is one too."
        )

    def claims(self) -> Claims:
        """Demands the total of tokens."""
        return Claims(tokens=exactly(self.count))

    def judge(self, document: Document) -> Verdict:
        """Counts the tokens; the score is the nearness to the count, the span what stands beyond it."""
        found = document.token_count
        spans = [document.tokens_from(self.count)] if found > self.count else []
        return verdict(nearness(found, self.count), plural(self.count, "word"), plural(found, "word"), spans)

    examples: ClassVar[tuple[Example, ...]] = (
        Example({"count": 4}, "Tea grows on hills.", True, "Four words."),
        Example({"count": 4}, "A well-known tea, isn't it?", False, "Five words: a hyphen or apostrophe splits none."),
        Example({"count": 4}, "Tea grows here.", False, "One word short."),
        Example({"count": 4}, "Tea - hot tea", True, "A dash on its own is a word."),
        Example({"count": 1}, "Tea.", True, "A single word."),
        Example({"count": 1}, "...", False, "One token, but no letter or digit, and such an answer passes nothing."),
    )

"""M3 word_divisibility: the total number of words is a multiple of the divisor.

A word is a token: a piece of text between white space. Zero is no multiple here: there must be words.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import lcm
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, check_integer, plural, verdict
from cse.constraints.claims import Claims, at_least
from cse.constraints.registry import constraint_type
from cse.constraints.wording import TOTAL_RULE
from cse.text.document import Document

DIVISORS = range(3, 10)


@constraint_type
@dataclass(frozen=True, kw_only=True)
class WordDivisibility(Constraint):
    """The answer's number of words is a multiple of `divisor`, and more than 0.

    Attributes:
        divisor: What the number of tokens is a multiple of, at least 2.
    """

    code: ClassVar[str] = "M3"
    title: ClassVar[str] = "Word divisibility"

    divisor: int

    def __post_init__(self) -> None:
        check_integer(self, "divisor", low=2)

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws a divisor from 3 to 9 of which a multiple lies among the totals of words allowed, where one does."""
        fitting = [divisor for divisor in DIVISORS if _fits(divisor, given.claims)]
        return cls(divisor=rng.choice(fitting or DIVISORS))

    def instruction(self) -> str:
        """Tells the divisor, and that white space alone separates words."""
        return f"Make the total number of words in your answer divisible by {self.divisor}. {TOTAL_RULE}."

    def claims(self) -> Claims:
        """Demands the divisor of the total of tokens, and the first multiple at least."""
        return Claims(tokens=at_least(self.divisor), token_divisor=self.divisor)

    def judge(self, document: Document) -> Verdict:
        """Scores how far the nearest multiple is, as a share of the divisor; the span is what stands beyond the last.

        A total below the divisor counts the words that are missing.
        """
        total = document.token_count
        beyond = total % self.divisor
        missing = self.divisor - beyond if beyond or not total else 0
        away = missing if total < self.divisor else min(beyond, missing)
        spans = [document.tokens_from(total - beyond)] if beyond else []
        expected = f"a number of words divisible by {self.divisor}"
        return verdict(1 - away / self.divisor, expected, plural(total, "word"), spans)

    examples: ClassVar[tuple[Example, ...]] = (
        Example({"divisor": 3}, "Tea is hot.", True, "Three words."),
        Example({"divisor": 3}, "Tea is hot. It cools -", True, "Six, the dash included."),
        Example({"divisor": 3}, "Tea is very hot.", False, "Four words, one beyond three."),
        Example({"divisor": 3}, "Tea cools.", False, "Two words."),
        Example({"divisor": 3}, "", False, "Nothing is no answer, though zero is divisible."),
    )


def _fits(divisor: int, claims: Claims) -> bool:
    """Tells whether the claimed totals of words hold a multiple of both the divisor and the one claimed so far."""
    step = lcm(divisor, claims.token_divisor)
    first = max(1, -(-claims.tokens.low // step)) * step
    return first in claims.tokens

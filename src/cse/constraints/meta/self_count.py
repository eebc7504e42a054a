"""M2 self_count: the answer tells its own number of words, and tells it right.

It contains "This text contains exactly N words", in any case and with any white space between, and N, in plain digits,
is the total number of tokens: pieces of text between white space, the six of the phrase included. Where `count` is
None, any true N will do.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, check_integer, nearness, plural, verdict
from cse.constraints.claims import Claims, at_least, exactly
from cse.constraints.registry import constraint_type
from cse.constraints.wording import TOTAL_RULE
from cse.text.document import Document

COUNTS = range(30, 71)
# No answer has as many words as a number of ten digits tells.
# What stands before the phrase is looked at after its first letter, which is found faster.
PHRASE = re.compile(r"[Tt](?<!\w.)(?i:his\s+text\s+contains\s+exactly\s+([1-9][0-9]{0,8})\s+words)(?!\w)")
PHRASE_TOKENS = 6


@constraint_type
@dataclass(frozen=True, kw_only=True)
class SelfCount(Constraint):
    """The answer contains "This text contains exactly N words", and has N words.

    Attributes:
        count: The number N, at least 1, or None for any true number. Below 6 no text holds: the phrase alone has 6.
    """

    code: ClassVar[str] = "M2"
    title: ClassVar[str] = "Self count"

    count: int | None = None

    def __post_init__(self) -> None:
        if self.count is not None:
            check_integer(self, "count", low=1)

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws a count from 30 to 70 that the total of words, its divisor and the sentences allow, where one does."""
        claims = given.claims
        least = claims.sentences.low * max(1, claims.sentence_tokens)
        fitting = [n for n in COUNTS if n in claims.tokens and n >= least and n % claims.token_divisor == 0]
        return cls(count=rng.choice(fitting or COUNTS))

    def instruction(self) -> str:
        """Tells the phrase, the number of words, and that white space alone separates them."""
        rule = f"{TOTAL_RULE}, those of the phrase included."
        if self.count is None:
            return (
                'Include the phrase "This text contains exactly N words", where N stands for the total number of words '
                f"in your answer, written in digits. {rule}"
            )
        return (
            f'Include the phrase "{self._phrase()}", with its number in digits, and make your answer exactly '
            f"{plural(self.count, 'word')} long. {rule}"
        )

    def claims(self) -> Claims:
        """Demands the phrase, its number as an integer of the text, and the total of tokens."""
        common = Claims(tokens=at_least(PHRASE_TOKENS), integers=at_least(1), distinct_integers=at_least(1))
        if self.count is None:
            return common & Claims(told_totals=("This text contains exactly {} words",))
        return common & Claims(
            tokens=exactly(self.count), required_phrases=(self._phrase(),), required_integers=(self.count,)
        )

    def judge(self, document: Document) -> Verdict:
        """Averages whether the phrase is there and how near the total of words is to the number that it tells."""
        total = document.token_count
        phrases = list(PHRASE.finditer(document.text))
        told = [int(phrase.group(1)) for phrase in phrases]
        expected = f"the phrase and {'a true total of' if self.count is None else self.count} words"
        spans = [document.span(*phrase.span()) for phrase in phrases]
        return verdict(self._score(told, total), expected, _observed(told, total), spans)

    def _score(self, told: list[int], total: int) -> float:
        if self.count is not None:
            return ((self.count in told) + nearness(total, self.count)) / 2
        return (bool(told) + max((nearness(total, number) for number in told), default=0.0)) / 2

    def _phrase(self) -> str:
        return f"This text contains exactly {self.count} words"

    examples: ClassVar[tuple[Example, ...]] = (
        Example({"count": 8}, "Tea cools. This text contains exactly 8 words.", True, "Eight words in all."),
        Example({"count": 8}, "Tea cools fast. This text contains exactly 8 words.", False, "Nine words in all."),
        Example({"count": 8}, "Tea cools. This text contains exactly eight words.", False, "The number is no numeral."),
        Example({"count": 8}, "Tea cools and it warms all of us.", False, "Eight words, but the phrase is missing."),
        Example({"count": 6}, "THIS text\ncontains  exactly 6 words", True, "Case and white space do not matter."),
        Example({"count": None}, "Tea: this text contains exactly 7 words!", True, "Any true number will do."),
        Example({"count": None}, "Tea: this text contains exactly 6 words!", False, "There are seven."),
    )


def _observed(told: list[int], total: int) -> str:
    """Says what the phrases tell and how many words there are."""
    if not told:
        return f"no such phrase, {plural(total, 'word')}"
    return f"told {', '.join(str(number) for number in told[:3])}, found {plural(total, 'word')}"

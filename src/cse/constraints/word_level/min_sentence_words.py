"""W3 min_sentence_words: every sentence has at least so many words.

A word is a token: a piece of text between white space. Sentences are those of the document's prose; there must be one
at least.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, check_integer, plural, verdict
from cse.constraints.claims import Claims, at_least
from cse.constraints.registry import constraint_type
from cse.constraints.wording import SENTENCE_LENGTH_RULE
from cse.text.document import Document

COUNTS = range(4, 9)


@constraint_type
@dataclass(frozen=True, kw_only=True)
class MinSentenceWords(Constraint):
    """Every sentence has at least `count` words.

    Attributes:
        count: Least number of tokens of a sentence, at least 1.
    """

    code: ClassVar[str] = "W3"
    title: ClassVar[str] = "Minimum sentence words"

    count: int

    def __post_init__(self) -> None:
        check_integer(self, "count", low=1)

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws a count from 4 to 8 that the sentences and words asked for so far allow, where one does."""
        fitting = [count for count in COUNTS if _fits(count, given.claims)]
        return cls(count=rng.choice(fitting or COUNTS))

    def instruction(self) -> str:
        """Tells the count, and what a word and a sentence are."""
        return f"Give every sentence at least {plural(self.count, 'word')}. {SENTENCE_LENGTH_RULE}"

    def claims(self) -> Claims:
        """Demands a sentence, and the least length of each."""
        return Claims(sentences=at_least(1), sentence_tokens=self.count)

    def judge(self, document: Document) -> Verdict:
        """Scores the share of sentences that are long enough; the spans are the others."""
        lengths = document.sentence_lengths
        expected = f"at least {plural(self.count, 'word')} in every sentence"
        if not lengths:
            return verdict(0.0, expected, "0 sentences, too few to judge")
        wrong = [i for i, length in enumerate(lengths) if length < self.count]
        observed = f"{plural(min(lengths), 'word')} in the shortest of {plural(len(lengths), 'sentence')}"
        return verdict(1 - len(wrong) / len(lengths), expected, observed, document.sentence_spans(wrong))

    examples: ClassVar[tuple[Example, ...]] = (
        Example({"count": 7}, "Dr. Moss ran six full laps today.", True, "The title does not cut the sentence."),
        Example({"count": 4}, "Tea grows on hills. It needs much rain.", True, "Four words each."),
        Example({"count": 4}, "Tea grows on hills. It needs rain.", False, "The second sentence has three words."),
        Example({"count": 4}, "I waited... then I left the old house.", True, "One sentence goes on in lower case."),
        Example({"count": 4}, "Well-made tea - really good", True, "A hyphenated word is one, a lone dash one too."),
        Example({"count": 1}, "- Tea\n- Rain", False, "List items are no sentences, and there must be one."),
    )


def _fits(count: int, claims: Claims) -> bool:
    """Tells whether sentences of that length stay within the words and the short sentences claimed."""
    words = count * max(1, claims.sentences.low)
    return (claims.tokens.high is None or words <= claims.tokens.high) and all(
        count <= alternation.short_max for alternation in claims.alternations
    )

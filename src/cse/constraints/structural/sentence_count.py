"""S2 sentence_count: the answer holds exactly so many sentences.

Sentences are those of the document's prose: they end at a period, question mark, exclamation mark or ellipsis, or at a
blank line. Headings, lists, tables, fenced code and JSON objects hold none.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, check_integer, nearness, plural, verdict
from cse.constraints.claims import Claims, exactly
from cse.constraints.registry import constraint_type
from cse.constraints.wording import SENTENCE_RULE
from cse.text.document import Document

COUNTS = range(4, 9)


@constraint_type
@dataclass(frozen=True, kw_only=True)
class SentenceCount(Constraint):
    """The answer holds exactly `count` sentences.

    Attributes:
        count: Number of sentences, at least 1.
    """

    code: ClassVar[str] = "S2"
    title: ClassVar[str] = "Sentence count"

    count: int

    def __post_init__(self) -> None:
        check_integer(self, "count", low=1)

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws a count from 4 to 8 that the sentences and words asked for so far allow, where one does."""
        claims = given.claims
        fitting = [n for n in COUNTS if n in claims.sentences and _fits_words(n, claims)]
        return cls(count=rng.choice(fitting or COUNTS))

    def instruction(self) -> str:
        """Tells how many sentences, and where one ends."""
        return f"Write exactly {plural(self.count, 'sentence')}. {SENTENCE_RULE} An abbreviation such as Dr. ends none."

    def claims(self) -> Claims:
        """Demands the number of sentences."""
        return Claims(sentences=exactly(self.count))

    def judge(self, document: Document) -> Verdict:
        """Counts the sentences; the score is the nearness to the count, the spans are the sentences beyond it."""
        found = len(document.sentence_places)
        spans = document.sentence_spans(range(self.count, found))
        return verdict(nearness(found, self.count), plural(self.count, "sentence"), plural(found, "sentence"), spans)

    examples: ClassVar[tuple[Example, ...]] = (
        Example({"count": 2}, "Dr. Lee drinks tea. Mr. Ray does not.", True, "Titles end no sentence."),
        Example({"count": 2}, "Tea is hot. It cools. We drink it.", False, "Three sentences."),
        Example({"count": 2}, "Tea is hot.It cools.", False, "Without white space after it a period ends nothing."),
        Example({"count": 2}, "A title\n\nTea is hot", True, "A blank line ends a sentence, as the end does."),
        Example({"count": 1}, '"Drink!" she said.', True, "After the closing mark a small letter goes on."),
        Example({"count": 1}, "Tea is hot.\n\n- It cools.", True, "A list item is no sentence."),
    )


def _fits_words(count: int, claims: Claims) -> bool:
    """Tells whether so many sentences of the least length stay within the total of words."""
    return claims.tokens.high is None or count * max(1, claims.sentence_tokens) <= claims.tokens.high

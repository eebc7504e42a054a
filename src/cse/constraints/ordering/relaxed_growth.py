"""O4 relaxed_growth: somewhere the sentences grow faster than the two before them together.

The length of a sentence is its number of tokens. A run of growth is a row of neighbouring sentences in which each one
from the third on is longer than the two before it together; any two neighbours are the start of a run. The run may
stand anywhere in the answer.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, check_integer, nearness, plural, verdict
from cse.constraints.claims import Claims, at_least
from cse.constraints.registry import constraint_type
from cse.constraints.wording import SENTENCE_LENGTH_RULE
from cse.text.document import Document

COUNTS = (3, 4)


@constraint_type
@dataclass(frozen=True, kw_only=True)
class RelaxedGrowth(Constraint):
    """The answer holds a run of growth of at least `count` sentences.

    Attributes:
        count: Least number of sentences of the run, at least 3.
    """

    code: ClassVar[str] = "O4"
    title: ClassVar[str] = "Relaxed growth"

    count: int

    def __post_init__(self) -> None:
        check_integer(self, "count", low=3)

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws 3 or 4 sentences, as the sentences asked for so far and their order allow, where they do."""
        fitting = [count for count in COUNTS if _fits(count, given.claims)]
        return cls(count=rng.choice(fitting or COUNTS))

    def instruction(self) -> str:
        """Tells how long the run is and how it grows, and what a sentence and a word are."""
        return (
            f"Somewhere in your answer, write at least {self.count} sentences in a row in which, from the third one "
            f"on, each has more words than the two sentences before it together. {SENTENCE_LENGTH_RULE}"
        )

    def claims(self) -> Claims:
        """Demands the sentences of the run and their growth."""
        return Claims(sentences=at_least(self.count), growth=self.count)

    def judge(self, document: Document) -> Verdict:
        """Scores the nearness of the longest run to the count; the span is the sentence that ends that run."""
        lengths = document.sentence_lengths
        length, end = _longest_run(lengths)
        expected = f"a run of growth of at least {plural(self.count, 'sentence')}"
        observed = f"{plural(len(lengths), 'sentence')}, {length} in the longest run"
        spans = document.sentence_spans(range(len(lengths))[end : end + 1])
        return verdict(nearness(min(length, self.count), self.count), expected, observed, spans)

    examples: ClassVar[tuple[Example, ...]] = (
        Example({"count": 3}, "Drink. Tea cools. We drink it all.", True, "Lengths 1, 2, 4, and 4 exceeds 3."),
        Example({"count": 3}, "Drink. Tea cools. We drink it.", False, "Lengths 1, 2, 3, and 3 does not exceed 3."),
        Example({"count": 3}, "Tea is hot now. Drink. Now. Tea cools fast. We rest.", True, "The run 1, 1, 3."),
        Example({"count": 4}, "Drink. Tea cools. We drink it all. So we all sit here.", False, "6 exceeds 2 + 4 not."),
        Example({"count": 3}, "Drink. We drink it all.", False, "Two sentences are too few."),
    )


def _longest_run(lengths: list[int]) -> tuple[int, int]:
    """Returns the length of the first longest run of growth, and where it ends (the next sentence's place)."""
    best, best_end = min(len(lengths), 1), min(len(lengths), 1)
    run = best
    for i in range(1, len(lengths)):
        run = run + 1 if i == 1 or lengths[i] > lengths[i - 1] + lengths[i - 2] else 2
        if run > best:
            best, best_end = run, i + 1
    return best, best_end


def _fits(count: int, claims: Claims) -> bool:
    """Tells whether a run of so many sentences fits the number of sentences and the order of lengths claimed so far.

    In a palindrome a run ends or starts at the middle. Where short and long alternate it holds three sentences, from a
    long one to a long one, the first of which is the answer's second.
    """
    most = claims.sentences.high
    if claims.alternations:
        return count == 3 and (most is None or most >= 4)
    if most is not None and "palindrome" in claims.length_orders:
        most = (most + 1) // 2
    return most is None or count <= most

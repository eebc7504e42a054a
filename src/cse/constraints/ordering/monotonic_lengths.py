"""O1 monotonic_lengths: each sentence is longer, or each is shorter, than the one before it.

The length of a sentence is its number of tokens. It takes at least three sentences; equal neighbours break the order.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, plural, verdict
from cse.constraints.claims import Claims, at_least
from cse.constraints.registry import constraint_type
from cse.constraints.wording import SENTENCE_LENGTH_RULE
from cse.errors import InvalidParameter
from cse.text.document import Document

DIRECTIONS = ("increasing", "decreasing")
LEAST_SENTENCES = 3


@constraint_type
@dataclass(frozen=True, kw_only=True)
class MonotonicLengths(Constraint):
    """The lengths of the sentences rise, or fall, strictly.

    Attributes:
        direction: "increasing" or "decreasing".
    """

    code: ClassVar[str] = "O1"
    title: ClassVar[str] = "Monotonic lengths"

    direction: str

    def __post_init__(self) -> None:
        if self.direction not in DIRECTIONS:
            raise InvalidParameter(self.name, "direction", self.direction, '"increasing" or "decreasing"')

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws a direction; growth asked for so far, or an order, leaves one alone."""
        asked = given.claims.length_orders + (("increasing",) if given.claims.growth else ())
        fitting = [direction for direction in DIRECTIONS if direction in asked]
        return cls(direction=rng.choice(fitting or DIRECTIONS))

    def instruction(self) -> str:
        """Tells the direction, and what a sentence and a word are."""
        more = "more" if self.direction == "increasing" else "fewer"
        return (
            f"Write at least {LEAST_SENTENCES} sentences, each with {more} words than the one before it. "
            f"{SENTENCE_LENGTH_RULE}"
        )

    def claims(self) -> Claims:
        """Demands three sentences and the order of their lengths."""
        return Claims(sentences=at_least(LEAST_SENTENCES), length_orders=(self.direction,))

    def judge(self, document: Document) -> Verdict:
        """Scores the share of neighbouring sentences in order; the spans are the sentences that break it."""
        lengths = document.sentence_lengths
        expected = f"at least {LEAST_SENTENCES} sentences of {self.direction} length"
        if len(lengths) < LEAST_SENTENCES:
            return verdict(0.0, expected, f"{plural(len(lengths), 'sentence')}, too few to judge")
        sign = 1 if self.direction == "increasing" else -1
        wrong = [i for i, (a, b) in enumerate(pairwise(lengths), 1) if sign * (b - a) <= 0]
        observed = f"{plural(len(lengths), 'sentence')} in order"
        if wrong:
            before, after = lengths[wrong[0] - 1], lengths[wrong[0]]
            observed = f"sentence {wrong[0] + 1} has {plural(after, 'word')} after {before}"
        return verdict(1 - len(wrong) / (len(lengths) - 1), expected, observed, document.sentence_spans(wrong))

    examples: ClassVar[tuple[Example, ...]] = (
        Example({"direction": "increasing"}, "Drink. Tea cools. We drink it.", True, "Lengths 1, 2, 3."),
        Example({"direction": "decreasing"}, "We drink it. Tea cools. Drink.", True, "Lengths 3, 2, 1."),
        Example({"direction": "increasing"}, "We drink it. Tea cools. Drink.", False, "The lengths fall."),
        Example({"direction": "increasing"}, "Drink. Tea cools. We rest.", False, "Equal neighbours are not in order."),
        Example({"direction": "increasing"}, "Drink. Tea cools.", False, "Two sentences are too few."),
    )

"""O2 alphabetical: the sentences stand in the alphabetical order of their first words.

First words are compared character by character, without case, accents and outer punctuation; neighbours may start with
the same word. It takes at least two sentences.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, plural, verdict
from cse.constraints.claims import Claims, at_least
from cse.constraints.registry import constraint_type
from cse.constraints.wording import SENTENCE_RULE
from cse.text.document import Document

LEAST_SENTENCES = 2


@constraint_type
@dataclass(frozen=True, kw_only=True)
class Alphabetical(Constraint):
    """The first words of the sentences stand in alphabetical order."""

    code: ClassVar[str] = "O2"
    title: ClassVar[str] = "Alphabetical order"

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:  # noqa: ARG003 - the type has no parameters
        """Returns the one constraint of this type."""
        return cls()

    def instruction(self) -> str:
        """Tells the order, how words compare, and where a sentence ends."""
        return (
            f"Write at least {LEAST_SENTENCES} sentences, arranged so that their first words stand in alphabetical "
            "order, compared letter by letter, whether capital or small; sentences next to each other may start with "
            f"the same word. {SENTENCE_RULE}"
        )

    def claims(self) -> Claims:
        """Demands two sentences and the order of their first words."""
        return Claims(sentences=at_least(LEAST_SENTENCES), sorted_first_words=True)

    def judge(self, document: Document) -> Verdict:
        """Scores the share of neighbouring sentences in order; the spans are the sentences that break it."""
        words = document.first_words
        expected = f"at least {LEAST_SENTENCES} sentences with first words from A to Z"
        if len(words) < LEAST_SENTENCES:
            return verdict(0.0, expected, f"{plural(len(words), 'sentence')}, too few to judge")
        wrong = [i for i, (a, b) in enumerate(pairwise(words), 1) if b < a]
        observed = f"{plural(len(words), 'sentence')} in order"
        if wrong:
            observed = f"{words[wrong[0]][:30]!r} after {words[wrong[0] - 1][:30]!r}"
        return verdict(1 - len(wrong) / (len(words) - 1), expected, observed, document.sentence_spans(wrong))

    examples: ClassVar[tuple[Example, ...]] = (
        Example({}, "Black tea is strong. Green tea is mild. White tea is rare.", True, "Black, green, white."),
        Example({}, "Green tea is mild. Black tea is strong.", False, "Black stands before green."),
        Example({}, "Tea is hot. tea cools. Teas differ.", True, "Equal neighbours are allowed, case aside."),
        Example({}, '"Tea, please," she said. Élan helps.', False, "Quotes do not count, and É is read as E."),
        Example({}, "Tea is hot.", False, "One sentence has no order."),
    )

"""W4 unique_bigrams: no pair of neighbouring words stands twice in the answer.

A word is a token from its first letter or digit to its last, without case and accents. Words are neighbours across the
end of a sentence, line or paragraph too; fenced code, JSON objects and the numbers of a numbered list hold no words and
part none. There must be one pair at least.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, plural, verdict
from cse.constraints.claims import Claims
from cse.constraints.registry import constraint_type
from cse.text.document import Document
from cse.text.edits import Span


@constraint_type
@dataclass(frozen=True, kw_only=True)
class UniqueBigrams(Constraint):
    """No pair of neighbouring words stands twice in the answer."""

    code: ClassVar[str] = "W4"
    title: ClassVar[str] = "Unique bigrams"

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:  # noqa: ARG003 - the type has no parameters
        """Returns the one constraint of this type."""
        return cls()

    def instruction(self) -> str:
        """Tells what a pair is, and when two are the same."""
        return (
            "Write at least two words, and let no pair of neighbouring words, in the same order, appear more than once "
            "in your whole answer. Capital letters and the punctuation around a word make no difference, and the last "
            "word of a sentence and the first of the next are neighbours too; code blocks, JSON and the numbers of a "
            "numbered list do not count."
        )

    def claims(self) -> Claims:
        """Demands that no pair repeats."""
        return Claims(distinct_bigrams=True)

    def judge(self, document: Document) -> Verdict:
        """Scores the share of pairs that repeat no earlier one; the spans are the repetitions."""
        words = document.words
        expected = "no pair of neighbouring words twice"
        if len(words) < 2:
            return verdict(0.0, expected, f"{plural(len(words), 'word')}, too few to judge")
        pairs = len(words) - 1
        # No pair can stand twice where no word does.
        repeated = pairs - len(set(pairwise(words))) if len(set(words)) < len(words) else 0
        observed = f"{plural(repeated, 'repetition')} in {plural(pairs, 'pair')}"
        if not repeated:
            return verdict(1.0, expected, observed)
        return verdict(1 - repeated / pairs, expected, observed, _repetitions(document))

    examples: ClassVar[tuple[Example, ...]] = (
        Example({}, "Red birds sing while blue birds rest.", True, "A word repeats but no pair does."),
        Example({}, "The dog ran and the dog slept.", False, '"the dog" stands twice, case aside.'),
        Example({}, "We saw rain. It fell. Later rain it was.", False, "Neighbours across a sentence end count."),
        Example({}, "Rain fell, and fell rain.", True, "The same words in another order are another pair."),
        Example({}, "Rain, rain, rain!", False, '"rain rain" stands twice.'),
        Example({}, "Heavy rain", True, "A single pair."),
        Example({}, "Rain", False, "One word makes no pair."),
    )


def _repetitions(document: Document) -> Iterator[Span]:
    """Yields where pairs stand that stood before."""
    seen: set[tuple[str, str]] = set()
    for pair, (first, second) in zip(pairwise(document.words), pairwise(document.word_spans), strict=True):
        if pair in seen:
            yield document.span(first[0], second[1])
        seen.add(pair)

"""W1 unique_words: no word stands twice in the answer.

A word is a token from its first letter or digit to its last, without case and accents; inner hyphens and apostrophes
stay, so that "it's" and "its" differ. Fenced code, JSON objects and the numbers of a numbered list hold no words. There
must be one word at least.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, plural, verdict
from cse.constraints.claims import Claims
from cse.constraints.registry import constraint_type
from cse.constraints.wording import NO_WORDS, WORD_RULE
from cse.text.document import Document
from cse.text.edits import Span


@constraint_type
@dataclass(frozen=True, kw_only=True)
class UniqueWords(Constraint):
    """No word stands twice in the answer."""

    code: ClassVar[str] = "W1"
    title: ClassVar[str] = "Unique words"

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:  # noqa: ARG003 - the type has no parameters
        """Returns the one constraint of this type."""
        return cls()

    def instruction(self) -> str:
        """Tells what a word is, and when two are the same."""
        return (
            f"Use no word twice in your whole answer. {WORD_RULE}, a number too; capital letters and accents make no "
            f"difference. {NO_WORDS}"
        )

    def claims(self) -> Claims:
        """Demands that no word repeats."""
        return Claims(distinct_words=True)

    def judge(self, document: Document) -> Verdict:
        """Scores the share of words that repeat no earlier one; the spans are the repetitions."""
        words = document.words
        expected = "no word twice"
        if not words:
            return verdict(0.0, expected, "0 words, too few to judge")
        repeated = len(words) - len(set(words))
        observed = f"{plural(repeated, 'repetition')} in {plural(len(words), 'word')}"
        if not repeated:
            return verdict(1.0, expected, observed)
        return verdict(1 - repeated / len(words), expected, observed, _repetitions(document))

    examples: ClassVar[tuple[Example, ...]] = (
        Example({}, "It's odd how its core spins.", True, "An apostrophe makes it's another word than its."),
        Example({}, "Time flies, time waits.", False, "Case and the comma make no difference."),
        Example({}, "one - two - three", True, "A dash is no word."),
        Example({}, "A café, one cafe.", False, "Accents make no difference."),
        Example({}, '```\nsay say\n```\nWe send it: {"it": "send"}', True, "Code and JSON hold no words."),
        Example({}, "- red apple\n- green apple", False, "List items hold words."),
        Example({}, "Tea.", True, "A single word."),
        Example({}, "```\nprint(1)\n```", False, "Without a word there is nothing to judge."),
    )


def _repetitions(document: Document) -> Iterator[Span]:
    """Yields where words stand that stood before."""
    seen: set[str] = set()
    for word, place in zip(document.words, document.word_spans, strict=True):
        if word in seen:
            yield document.span(*place)
        seen.add(word)

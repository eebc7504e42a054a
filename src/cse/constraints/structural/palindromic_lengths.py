"""S6 palindromic_lengths: exactly so many sentences, whose lengths read the same both ways.

The length of a sentence is its number of tokens. The first sentence mirrors the last, the second the one before the
last, and so on; two that mirror each other have the same length but not the same words, case and punctuation aside.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, check_integer, nearness, plural, verdict
from cse.constraints.claims import Claims, exactly
from cse.constraints.registry import constraint_type
from cse.constraints.wording import SENTENCE_LENGTH_RULE
from cse.text.document import Document

COUNTS = (5, 7)


@constraint_type
@dataclass(frozen=True, kw_only=True)
class PalindromicLengths(Constraint):
    """The answer holds exactly `sentences` sentences, whose lengths read the same both ways.

    Attributes:
        sentences: Number of sentences, at least 2.
    """

    code: ClassVar[str] = "S6"
    title: ClassVar[str] = "Palindromic lengths"

    sentences: int

    def __post_init__(self) -> None:
        check_integer(self, "sentences", low=2)

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws 5 or 7 sentences, as the sentences and words asked for so far allow, where they do."""
        fitting = [count for count in COUNTS if _fits(count, given.claims)]
        return cls(sentences=rng.choice(fitting or COUNTS))

    def instruction(self) -> str:
        """Tells how many sentences, how their lengths mirror each other, and what a word is."""
        return (
            f"Write exactly {plural(self.sentences, 'sentence')} whose lengths in words read the same forwards and "
            "backwards: the first is as long as the last, and so on towards the middle. Two sentences that match in "
            f"this way must not be the same sentence. {SENTENCE_LENGTH_RULE}"
        )

    def claims(self) -> Claims:
        """Demands the number of sentences and the order of their lengths."""
        return Claims(sentences=exactly(self.sentences), length_orders=("palindrome",))

    def judge(self, document: Document) -> Verdict:
        """Averages the nearness of the number of sentences and the share of mirrored pairs that keep the rule."""
        lengths = document.sentence_lengths
        pairs = len(lengths) // 2
        broken = {i for i in range(pairs) if lengths[i] != lengths[-1 - i] or _is_copied(document, i)}
        share = 1 - len(broken) / pairs if pairs else 0.0
        score = (nearness(len(lengths), self.sentences) + share) / 2
        expected = f"{plural(self.sentences, 'sentence')}, mirrored pairs of one length and not copied"
        observed = (
            f"{plural(len(lengths), 'sentence')}, {pairs - len(broken)} of {plural(pairs, 'mirrored pair')} right"
        )
        last = len(lengths) - 1
        wrong = (i for i in range(len(lengths)) if i >= self.sentences or min(i, last - i) in broken)
        return verdict(score, expected, observed, document.sentence_spans(wrong))

    examples: ClassVar[tuple[Example, ...]] = (
        Example({"sentences": 3}, "Tea is hot. It cools. We drink it.", True, "Lengths 3, 2, 3."),
        Example({"sentences": 3}, "Tea is hot. It cools. We rest.", False, "Lengths 3, 2, 2."),
        Example({"sentences": 3}, "Tea is hot. It cools. TEA is hot!", False, "The first is copied to the end."),
        Example({"sentences": 3}, "Tea cools. We rest.", False, "Two sentences, not three."),
        Example({"sentences": 4}, "Tea cools. We all rest. We drink it. Cups clink.", True, "Lengths 2, 3, 3, 2."),
        Example({"sentences": 3}, "Is tea hot? It cools. Hot is tea.", True, "The same words in another order."),
    )


def _is_copied(document: Document, i: int) -> bool:
    """Tells whether a sentence and the one that mirrors it have the same words in one order."""
    first, second = document.sentences[i], document.sentences[-1 - i]
    # Most often the first word already tells two sentences apart.
    return first.first_word == second.first_word and first.words == second.words


def _fits(count: int, claims: Claims) -> bool:
    """Tells whether so many sentences stay within what is claimed; a run of growth ends at the middle at the latest."""
    words = count * max(1, claims.sentence_tokens)
    return (
        count in claims.sentences
        and (claims.tokens.high is None or words <= claims.tokens.high)
        and claims.growth <= (count + 1) // 2
    )

"""O3 alternating_lengths: short and long sentences take turns, a short one first.

The length of a sentence is its number of tokens. The first, third, fifth sentence and so on are short, the second,
fourth and so on long. It takes at least three sentences.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, check_integer, plural, verdict
from cse.constraints.claims import Alternation, Claims, at_least
from cse.constraints.registry import constraint_type
from cse.constraints.wording import SENTENCE_LENGTH_RULE
from cse.text.document import Document

LEAST_SENTENCES = 3
BOUNDS = tuple((short_max, long_min) for short_max in range(6, 9) for long_min in range(10, 15))


@constraint_type
@dataclass(frozen=True, kw_only=True)
class AlternatingLengths(Constraint):
    """Sentences 1, 3, 5 ... are short, sentences 2, 4 ... are long.

    Attributes:
        short_max: Greatest number of tokens of a short sentence, at least 1.
        long_min: Least number of tokens of a long sentence, more than `short_max`.
    """

    code: ClassVar[str] = "O3"
    title: ClassVar[str] = "Alternating lengths"

    short_max: int
    long_min: int

    def __post_init__(self) -> None:
        check_integer(self, "short_max", low=1)
        check_integer(self, "long_min", low=self.short_max + 1)

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws at most 6 to 8 and at least 10 to 14 words, as the words asked for so far allow, where they do."""
        fitting = [bounds for bounds in BOUNDS if _fits(*bounds, given.claims)]
        short_max, long_min = rng.choice(fitting or BOUNDS)
        return cls(short_max=short_max, long_min=long_min)

    def instruction(self) -> str:
        """Tells both lengths, which sentences have them, and what a sentence and a word are."""
        return (
            f"Write at least {LEAST_SENTENCES} sentences that alternate in length: the first, third, fifth and so on "
            f"have at most {plural(self.short_max, 'word')} each, the second, fourth, sixth and so on at least "
            f"{plural(self.long_min, 'word')} each. {SENTENCE_LENGTH_RULE}"
        )

    def claims(self) -> Claims:
        """Demands three sentences and both lengths."""
        return Claims(sentences=at_least(LEAST_SENTENCES), alternations=(Alternation(self.short_max, self.long_min),))

    def judge(self, document: Document) -> Verdict:
        """Scores the share of sentences with the length of their place; the spans are the others."""
        lengths = document.sentence_lengths
        expected = f"at least {LEAST_SENTENCES} sentences, at most {self.short_max} and at least {self.long_min} words"
        if len(lengths) < LEAST_SENTENCES:
            return verdict(0.0, expected, f"{plural(len(lengths), 'sentence')}, too few to judge")
        wrong = [i for i, length in enumerate(lengths) if not self._keeps(i, length)]
        observed = f"{plural(len(lengths), 'sentence')} in turn"
        if wrong:
            observed = f"sentence {wrong[0] + 1} has {plural(lengths[wrong[0]], 'word')}"
        return verdict(1 - len(wrong) / len(lengths), expected, observed, document.sentence_spans(wrong))

    def _keeps(self, i: int, length: int) -> bool:
        return length >= self.long_min if i % 2 else length <= self.short_max

    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            {"short_max": 3, "long_min": 5},
            "Tea is hot. It cools in the cup. We drink it.",
            True,
            "Lengths 3, 5, 3: both bounds are met exactly.",
        ),
        Example(
            {"short_max": 3, "long_min": 5},
            "Tea is hot. It cools in cups. We drink it.",
            False,
            "The second sentence has four words, one too few.",
        ),
        Example(
            {"short_max": 3, "long_min": 5},
            "Tea is very hot. It cools in the cup. We drink it.",
            False,
            "The first sentence has four words, one too many.",
        ),
        Example(
            {"short_max": 3, "long_min": 5}, "Tea is hot. It cools in the cup.", False, "Two sentences are too few."
        ),
    )


def _fits(short_max: int, long_min: int, claims: Claims) -> bool:
    """Tells whether every sentence can be long enough, and the least such text stays within the total of words."""
    sentences = max(LEAST_SENTENCES, claims.sentences.low)
    short = max(1, claims.sentence_tokens)
    words = short * (sentences - sentences // 2) + max(long_min, short) * (sentences // 2)
    return short <= short_max and (claims.tokens.high is None or words <= claims.tokens.high)

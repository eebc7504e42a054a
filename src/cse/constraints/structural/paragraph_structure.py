"""S3 paragraph_structure: exactly so many paragraphs, each with at least so many sentences.

A paragraph is a block of prose between blank lines that holds at least one sentence. Headings, lists, tables, fenced
code and JSON objects are no prose.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, check_integer, nearness, plural, verdict
from cse.constraints.claims import Claims, at_least, exactly
from cse.constraints.registry import constraint_type
from cse.text.document import Document

SHAPES = tuple((paragraphs, min_sentences) for paragraphs in (2, 3, 4) for min_sentences in (1, 2))


@constraint_type
@dataclass(frozen=True, kw_only=True)
class ParagraphStructure(Constraint):
    """The answer holds exactly `paragraphs` paragraphs with at least `min_sentences` sentences each.

    Attributes:
        paragraphs: Number of paragraphs, at least 1.
        min_sentences: Least number of sentences in each paragraph, at least 1.
    """

    code: ClassVar[str] = "S3"
    title: ClassVar[str] = "Paragraph structure"

    paragraphs: int
    min_sentences: int

    def __post_init__(self) -> None:
        check_integer(self, "paragraphs", low=1)
        check_integer(self, "min_sentences", low=1)

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws 2 to 4 paragraphs of at least 1 or 2 sentences that the claims so far allow, where a pair does."""
        fitting = [shape for shape in SHAPES if _fits(*shape, given.claims)]
        paragraphs, min_sentences = rng.choice(fitting or SHAPES)
        return cls(paragraphs=paragraphs, min_sentences=min_sentences)

    def instruction(self) -> str:
        """Tells how many paragraphs and sentences, and what a paragraph is."""
        paragraphs, sentences = plural(self.paragraphs, "paragraph"), plural(self.min_sentences, "sentence")
        shape = f"{paragraphs} with" if self.paragraphs == 1 else f"{paragraphs}, separated by blank lines, each with"
        return (
            f"Write exactly {shape} at least {sentences}. Only running text between blank lines counts as a paragraph, "
            "not headings, lists, tables, code or JSON; a sentence ends with a period, question mark, exclamation mark "
            "or ellipsis."
        )

    def claims(self) -> Claims:
        """Demands the paragraphs, their sentences, and a line of its own for each paragraph."""
        return Claims(
            paragraphs=exactly(self.paragraphs),
            paragraph_sentences=self.min_sentences,
            sentences=at_least(self.paragraphs * self.min_sentences),
            lines=at_least(self.paragraphs),
        )

    def judge(self, document: Document) -> Verdict:
        """Averages the nearness of the number of paragraphs and the share of paragraphs with enough sentences."""
        paragraphs = document.paragraphs
        short = [p for p in paragraphs if len(p.sentences) < self.min_sentences]
        share = 1 - len(short) / len(paragraphs) if paragraphs else 0.0
        score = (nearness(len(paragraphs), self.paragraphs) + share) / 2
        sentences = plural(self.min_sentences, "sentence")
        expected = f"{plural(self.paragraphs, 'paragraph')} of at least {sentences}"
        observed = plural(len(paragraphs), "paragraph") + (
            f", {len(short)} with fewer than {sentences}" if short else ""
        )
        broken = short + [p for p in paragraphs[self.paragraphs :] if len(p.sentences) >= self.min_sentences]
        return verdict(score, expected, observed, document.spans(broken))

    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            {"paragraphs": 2, "min_sentences": 2},
            "Tea is hot. It cools.\n\nWe drink it. We rest.",
            True,
            "Two paragraphs of two sentences.",
        ),
        Example(
            {"paragraphs": 2, "min_sentences": 2},
            "Tea is hot. It cools. We drink it.\n\nWe rest.",
            False,
            "The second paragraph has one sentence only.",
        ),
        Example(
            {"paragraphs": 2, "min_sentences": 1},
            "# Tea\n\nIt is hot.\n\n- green\n- black\n\nIt cools.",
            True,
            "Headings and lists are no paragraphs.",
        ),
        Example(
            {"paragraphs": 2, "min_sentences": 1}, "Tea is hot.\nIt cools.", False, "A line break makes no paragraph."
        ),
        Example({"paragraphs": 1, "min_sentences": 1}, "Tea.\n\nHot tea.", False, "One paragraph too many."),
    )


def _fits(paragraphs: int, min_sentences: int, claims: Claims) -> bool:
    """Tells whether the paragraphs and their least sentences stay within what is claimed so far."""
    sentences = paragraphs * min_sentences
    words = sentences * max(1, claims.sentence_tokens)
    return (
        paragraphs in claims.paragraphs
        and (claims.sentences.high is None or sentences <= claims.sentences.high)
        and (claims.tokens.high is None or words <= claims.tokens.high)
        and (claims.lines.high is None or paragraphs <= claims.lines.high)
    )

"""F2 bullet_list: exactly so many bullets that start with "- ", and no other list.

A bullet is a line that starts with a dash, a space and text, indented or not, so nested ones count. Any other bullet
(`*`, `+`, `•`, or a dash and a tab) and any numbered item makes another list. Lines in fenced code and tables are none.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, check_integer, nearness, plural, verdict
from cse.constraints.claims import Claims, at_least, exactly
from cse.constraints.registry import constraint_type
from cse.text.blocks import Item
from cse.text.document import Document

COUNTS = range(3, 7)


@constraint_type
@dataclass(frozen=True, kw_only=True)
class BulletList(Constraint):
    """Exactly `count` bullets start with "- ", and there is no other list.

    Attributes:
        count: Number of bullets, at least 1.
    """

    code: ClassVar[str] = "F2"
    title: ClassVar[str] = "Bullet list"

    count: int

    def __post_init__(self) -> None:
        check_integer(self, "count", low=1)

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws a count from 3 to 6 for which the lines and words suffice, where one does."""
        lines, tokens = given.claims.lines.high, given.claims.tokens.high
        fitting = [n for n in COUNTS if (lines is None or n <= lines) and (tokens is None or 2 * n <= tokens)]
        return cls(count=rng.choice(fitting or COUNTS))

    def instruction(self) -> str:
        """Tells how many bullets, how each starts, and what else is a list."""
        each = "" if self.count == 1 else "each "
        return (
            f"Include exactly {plural(self.count, 'bullet point')}, {each}on its own line that starts with a dash and "
            'a space ("- "); nested ones count too, lines of code or tables do not. Use no other kind of list: no '
            "other bullet marks, and no lines that start with a number such as 1. or (1)."
        )

    def claims(self) -> Claims:
        """Demands the bullets, a line and two tokens for each, and no other list."""
        return Claims(
            bullets=exactly(self.count),
            other_lists=False,
            lines=at_least(self.count),
            tokens=at_least(2 * self.count),
        )

    def judge(self, document: Document) -> Verdict:
        """Averages the nearness of the number of dashes and the share of dashes among all list items."""
        dashes = [item for item in document.bullets if _is_dash(item)]
        others = [item for item in document.bullets if not _is_dash(item)] + list(document.numbered)
        share = len(dashes) / (len(dashes) + len(others)) if dashes else 0.0
        observed = plural(len(dashes), "dash bullet") + (
            f" and {plural(len(others), 'item')} of another list" if others else ""
        )
        expected = f"{plural(self.count, 'dash bullet')}, no other list"
        spans = document.spans(dashes[self.count :] + others)
        return verdict((nearness(len(dashes), self.count) + share) / 2, expected, observed, spans)

    examples: ClassVar[tuple[Example, ...]] = (
        Example({"count": 2}, "Bring these:\n\n- salt\n- rice", True, "Two bullets."),
        Example({"count": 2}, "- salt\n- rice\n- oil", False, "One bullet too many."),
        Example({"count": 2}, "- salt\n  - sea salt", True, "A nested bullet counts."),
        Example({"count": 2}, "- salt\n- rice\n\n```\n- oil\n```", True, "A line of code is no bullet."),
        Example({"count": 2}, "- salt\n- rice\n* oil", False, "The star starts another list."),
        Example({"count": 2}, "- salt\n- rice\n\n1. Wash.\n2. Boil.", False, "A numbered list is another list."),
        Example({"count": 2}, "- salt\n-\trice", False, "A dash and a tab make another list."),
        Example({"count": 1}, "- salt\n\n---\n\n-5 degrees", True, "A rule and a minus sign are no bullets."),
    )


def _is_dash(item: Item) -> bool:
    return item.mark == "-" and item.gap.startswith(" ")

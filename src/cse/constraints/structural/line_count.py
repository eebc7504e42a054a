"""S5 line_count: the answer stands on exactly so many lines.

Every line of the cleaned text that holds more than white space counts, whatever it is part of; a line ends at a line
break alone.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, check_integer, nearness, plural, verdict
from cse.constraints.claims import Claims, exactly
from cse.constraints.registry import constraint_type
from cse.text.document import Document

COUNTS = range(6, 15)


@constraint_type
@dataclass(frozen=True, kw_only=True)
class LineCount(Constraint):
    """The answer stands on exactly `count` non-empty lines.

    Attributes:
        count: Number of non-empty lines, at least 1.
    """

    code: ClassVar[str] = "S5"
    title: ClassVar[str] = "Line count"

    count: int

    def __post_init__(self) -> None:
        check_integer(self, "count", low=1)

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws a count from 6 to 14 with room for the paragraphs and blocks asked for so far, where one has it."""
        least = _least_lines(given.claims)
        fitting = [count for count in COUNTS if count in given.claims.lines and count >= least]
        return cls(count=rng.choice(fitting or COUNTS))

    def instruction(self) -> str:
        """Tells how many lines, and that blank ones do not count."""
        return (
            f"Write your answer on exactly {plural(self.count, 'line')}. Blank lines do not count, every other line "
            "does, and a line ends only at a line break, however long it is."
        )

    def claims(self) -> Claims:
        """Demands the number of lines."""
        return Claims(lines=exactly(self.count))

    def judge(self, document: Document) -> Verdict:
        """Counts the non-empty lines; the score is the nearness to the count, the spans are the lines beyond it."""
        found = len(document.lines)
        spans = document.spans(document.lines[self.count :])
        return verdict(nearness(found, self.count), plural(self.count, "line"), plural(found, "line"), spans)

    examples: ClassVar[tuple[Example, ...]] = (
        Example({"count": 2}, "Tea is hot.\n\n\nIt cools.", True, "Blank lines do not count."),
        Example({"count": 2}, "Tea is hot. It cools.", False, "Two sentences on one line."),
        Example({"count": 4}, "Tea:\n```\nboil()\n```", True, "Lines of code and its fences count."),
        Example({"count": 3}, "Tea is hot.\n \t\nIt cools.", False, "A line of white space is empty: two lines."),
        Example({"count": 1}, "\n\nTea is hot.\r\n", True, "Outer white space makes no line."),
    )


def _least_lines(claims: Claims) -> int:
    """Counts the lines that paragraphs and blocks take at least: a fence three, a table two more than its rows."""
    tables = sum(table.rows + 2 for table in claims.tables)
    return claims.paragraphs.low + claims.bullets.low + 3 * claims.fences.low + tables

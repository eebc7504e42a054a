"""N1 integer_sum: the answer holds exactly so many integers, which sum to a total.

Integers in digits count wherever they stand, in code, tables, JSON and equations too, with a minus sign that touches
them; the numbers of a numbered list do not. 1,000 is one integer; 3.14, 1st and 10km hold none.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, check_integer, nearness, plural, verdict
from cse.constraints.claims import Claims, exactly
from cse.constraints.registry import constraint_type
from cse.text.document import Document

COUNTS = range(3, 9)
# For each of these counts a total lets all integers differ and have two or three digits.
TOTALS = range(120, 241)
GREATEST = 10**12


@constraint_type
@dataclass(frozen=True, kw_only=True)
class IntegerSum(Constraint):
    """The answer holds exactly `count` integers, which sum to `total`.

    Attributes:
        count: Number of integers, at least 1.
        total: Their sum, from -10^12 to 10^12.
    """

    code: ClassVar[str] = "N1"
    title: ClassVar[str] = "Integer sum"

    count: int
    total: int

    def __post_init__(self) -> None:
        check_integer(self, "count", low=1)
        check_integer(self, "total", low=-GREATEST, high=GREATEST)

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws 3 to 8 integers, as many as asked for so far where it can, and a total from 120 to 240.

        Where equations use up all integers, the total is even: in X + Y = Z the three sum to twice Z.
        """
        claims = given.claims
        least = max(3 * claims.equations.low, claims.distinct_integers.low)
        fitting = [count for count in COUNTS if count in claims.integers and count >= least]
        count = rng.choice(fitting or COUNTS)
        totals = TOTALS[::2] if count == 3 * claims.equations.low else TOTALS
        return cls(count=count, total=rng.choice(totals))

    def instruction(self) -> str:
        """Tells the number of integers and their sum, and what counts as an integer."""
        task = (
            f"Use exactly {self.count} integers, written in digits, that add up to {self.total}."
            if self.count > 1
            else f"Use exactly 1 integer, written in digits: {self.total}."
        )
        return (
            f"{task} Every whole number in digits counts, wherever it stands and with the minus sign that it may "
            "have; decimals such as 3.14, forms such as 1st or 10km and the item numbers of a list do not count."
        )

    def claims(self) -> Claims:
        """Demands the number of integers and their total."""
        return Claims(integers=exactly(self.count), integer_totals=(self.total,))

    def judge(self, document: Document) -> Verdict:
        """Averages the nearness of the number of integers and that of their sum; the spans are all integers."""
        numbers = document.numbers
        total = sum(number.value for number in numbers)
        score = (nearness(len(numbers), self.count) + self._sum_nearness(total)) / 2
        expected = f"{plural(self.count, 'integer')} that sum to {self.total}"
        observed = f"{plural(len(numbers), 'integer')} that sum to {_written(total)}"
        return verdict(score, expected, observed, document.spans(numbers))

    def _sum_nearness(self, total: int) -> float:
        """Scores a sum against the total; integers of any size, so the quotient is only taken where it is below 1."""
        away, scale = abs(total - self.total), max(1, abs(self.total))
        return 1 - away / scale if away < scale else 0.0

    examples: ClassVar[tuple[Example, ...]] = (
        Example({"count": 2, "total": 1025}, "They sold 1,000 cups and 25 mugs.", True, "1,000 is one integer."),
        Example({"count": 2, "total": 1025}, "They sold 1,000 cups and 24 mugs.", False, "The sum is 1,024."),
        Example({"count": 2, "total": 25}, "They sold 25 mugs.", False, "The sum is right, one integer is missing."),
        Example({"count": 2, "total": 3}, "It fell to -5 and rose to 8.", True, "The sign is kept."),
        Example({"count": 2, "total": 10}, "1. Buy 4 eggs\n2. Add 6 nuts", True, "List numbers are left out."),
        Example({"count": 1, "total": 7}, "Pi is 3.14 and we saw 7 birds on the 1st.", True, "7 is the only integer."),
        Example({"count": 1, "total": 0}, "None at all.", False, "There must be an integer, though nothing sums to 0."),
    )


def _written(total: int) -> str:
    """Writes a sum; one of absurd length by its kind, since Python refuses to write it out."""
    return str(total) if abs(total) < 10**18 else "an integer of more than 18 digits"

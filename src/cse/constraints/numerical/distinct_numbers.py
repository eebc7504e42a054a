"""N3 distinct_numbers: the answer holds exactly so many different integers.

Integers in digits count wherever they stand, in code, tables, JSON and equations too, with a minus sign that touches
them; the numbers of a numbered list do not. 1,000 and 1000 are the same integer; 3.14, 1st and 10km hold none.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, check_integer, nearness, verdict
from cse.constraints.claims import Claims, at_least, exactly
from cse.constraints.registry import constraint_type
from cse.text.document import Document
from cse.text.edits import Span

COUNTS = range(3, 7)


@constraint_type
@dataclass(frozen=True, kw_only=True)
class DistinctNumbers(Constraint):
    """The answer holds exactly `count` different integers.

    Attributes:
        count: Number of different integers, at least 1.
    """

    code: ClassVar[str] = "N3"
    title: ClassVar[str] = "Distinct numbers"

    count: int

    def __post_init__(self) -> None:
        check_integer(self, "count", low=1)

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws 3 to 6 different integers, no more than the integers asked for so far, where it can."""
        claims = given.claims
        most = claims.integers.high
        fitting = [n for n in COUNTS if n in claims.distinct_integers and (most is None or n <= most)]
        return cls(count=rng.choice(fitting or COUNTS))

    def instruction(self) -> str:
        """Tells how many, what counts as an integer, and when two are the same."""
        task = (
            f"Use exactly {self.count} different integers, written in digits; each"
            if self.count > 1
            else "Use exactly 1 integer and no other, written in digits; it"
        )
        return (
            f"{task} may appear more than once, and 1,000 is the same as 1000. Every whole number in digits counts, "
            "wherever it stands and with the minus sign that it may have; decimals such as 3.14, forms such as 1st or "
            "10km and the item numbers of a list do not count."
        )

    def claims(self) -> Claims:
        """Demands the number of different integers, and at least as many integers."""
        return Claims(distinct_integers=exactly(self.count), integers=at_least(self.count))

    def judge(self, document: Document) -> Verdict:
        """Scores the nearness to the count; the spans are new integers beyond it, or else the repeated ones."""
        found = len({number.value for number in document.numbers})
        expected = f"{self.count} different {'integer' if self.count == 1 else 'integers'}"
        return verdict(nearness(found, self.count), expected, str(found), self._misfits(document))

    def _misfits(self, document: Document) -> Iterator[Span]:
        seen: set[int] = set()
        repeated, surplus = [], []
        for number in document.numbers:
            if number.value in seen:
                repeated.append(number)
            elif len(seen) >= self.count:
                surplus.append(number)
            seen.add(number.value)
        yield from document.spans(surplus or repeated)

    examples: ClassVar[tuple[Example, ...]] = (
        Example({"count": 2}, "1,000 and 1000 match, but 7 differs.", True, "Both spellings are one integer."),
        Example({"count": 2}, "5 cats chased 5 dogs.", False, "Only one different integer."),
        Example({"count": 2}, "5 cats chased 4 dogs and 3 birds.", False, "Three different integers."),
        Example({"count": 2}, "From -5 to 5.", True, "The sign makes another integer."),
        Example({"count": 1}, "The 1st B2B deal took 3.14 tries over 10km with 7 friends.", True, "Only 7 counts."),
        Example({"count": 1}, "Not one.", False, "There is no integer."),
    )

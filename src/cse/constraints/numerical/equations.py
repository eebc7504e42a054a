"""N4 equations: the answer holds exactly so many equations X + Y = Z, and all of them are true.

X, Y and Z are integers as the document's numbers take them, so 3.5, 2x or 1st is none. Between them stand the signs and
spaces alone, within one line. Part of a longer chain (1 + 2 + 3 = 6, x = 3 + 4 = 7, 2 + 2 = 4 = y) is no equation. A
bullet or dash that opens the line, or a dash between words, is no sign.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, check_integer, nearness, plural, verdict
from cse.constraints.claims import Claims, at_least, exactly
from cse.constraints.registry import constraint_type
from cse.text.document import Document
from cse.text.numbers import Number

COUNTS = range(2, 5)

# Signs that make a chain with whatever stands on their other side.
_SIGNS = frozenset("=+×÷^±√≠≈≤≥\u2212")
# Marks that are signs only where an operand stands on their other side: they also serve as dashes, bullets and arrows.
_MARKS = frozenset("-–*/·⋅<>")
# An operand is a number, or a variable: a single letter, but not the words "a" and "I", nor the name of a markup tag.
# A mark may stand doubled, as in 2**3.
_OPERAND_BEFORE = re.compile(r"(?:[\d²³]|(?<![^\W\d])(?<![<'/])[b-hj-zB-HJ-Z])[%)\]]*\s*[*/]?\Z")
_OPERAND_AFTER = re.compile(r"[*/]?[(\[]*[-\u2212]?(?:\d|[b-hj-zB-HJ-Z](?![\w'>]))")
_REACH = 12


@dataclass(frozen=True, slots=True)
class Equation:
    """An equation X + Y = Z in a text.

    Attributes:
        start: Where X starts.
        end: Where Z ends.
        holds: Whether X + Y is Z.
    """

    start: int
    end: int
    holds: bool


@constraint_type
@dataclass(frozen=True, kw_only=True)
class Equations(Constraint):
    """The answer holds exactly `count` equations X + Y = Z, all true.

    Attributes:
        count: Number of equations, at least 1.
    """

    code: ClassVar[str] = "N4"
    title: ClassVar[str] = "Equations"

    count: int

    def __post_init__(self) -> None:
        check_integer(self, "count", low=1)

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws 2 to 4 equations, as many as the integers asked for so far allow, where they do."""
        fitting = [count for count in COUNTS if _fits(count, given.claims)]
        return cls(count=rng.choice(fitting or COUNTS))

    def instruction(self) -> str:
        """Tells how many, their form, and that a chain is none."""
        true = "and make sure that it is correct" if self.count == 1 else "and make sure that each is correct"
        return (
            f"Include exactly {plural(self.count, 'equation')} of the form X + Y = Z, where X, Y and Z are integers in "
            f"digits, {true}. Write an equation on one line with at most spaces between its integers and signs; "
            "one that is part of a longer chain, such as 1 + 2 + 3 = 6, does not count."
        )

    def claims(self) -> Claims:
        """Demands the number of equations, and three integers for each."""
        return Claims(equations=exactly(self.count), integers=at_least(3 * self.count))

    def judge(self, document: Document) -> Verdict:
        """Averages the nearness of the number of equations and the share of true ones; the spans are what is wrong.

        These are the false ones, and the true ones beyond the count.
        """
        found = find_equations(document)
        true = [equation for equation in found if equation.holds]
        share = len(true) / len(found) if found else 0.0
        false = [equation for equation in found if not equation.holds]
        expected = f"{plural(self.count, 'equation')} X + Y = Z, all true"
        observed = f"{plural(len(found), 'equation')}, {len(true)} true"
        spans = document.spans([*false, *true[self.count :]])
        return verdict((nearness(len(found), self.count) + share) / 2, expected, observed, spans)

    examples: ClassVar[tuple[Example, ...]] = (
        Example({"count": 2}, "2 + 3 = 5 and 10 + 4 = 14", True, "Two true equations."),
        Example({"count": 1}, "So 11+20=31 holds.", True, "Spaces make no difference."),
        Example({"count": 1}, "2 + 2 = 5", False, "The equation is false."),
        Example({"count": 1}, "2 + 2 = 4, but 2 + 2 = 5 is wrong.", False, "A false one beside a true one."),
        Example({"count": 1}, "9 − 4 = 5", False, "A subtraction has another form."),
        Example({"count": 1}, "Note 1 + 2 + 3 = 6, yet 2 + 2 = 4.", True, "The chain is no equation."),
        Example({"count": 1}, "Let x = 3 + 4 = 7.", False, "Part of a chain is no equation."),
        Example({"count": 2}, "- 2 + 3 = 5\n- -2 + 3 = 1", True, "A bullet is no sign, a minus that touches is."),
        Example({"count": 1}, "2 + 1.5 = 3.5", False, "Decimals are no integers."),
    )


def find_equations(document: Document) -> list[Equation]:
    """Lists the equations of a document, in order.

    >>> find_equations(Document("Since 2 + 2 = 4, 1 + 2 + 3 = 6."))
    [Equation(start=6, end=15, holds=True)]
    """
    text, numbers = document.text, document.numbers
    if "+" not in text or "=" not in text:
        return []
    equations = []
    for i, (x, y, z) in enumerate(zip(numbers, numbers[1:], numbers[2:], strict=False)):
        if not (_stands_between(text, "+", x, y) and _stands_between(text, "=", y, z)):
            continue
        before = text[numbers[i - 1].end - 1 if i else 0 : x.start]
        after = text[z.end : numbers[i + 3].end if i + 3 < len(numbers) else len(text)]
        sign = text[x.start] if not text[x.start].isdecimal() else ""
        if not (_comes_from_chain(before) or _comes_from_chain(before + sign) or _goes_on_in_chain(after)):
            equations.append(Equation(x.start, z.end, x.value + y.value == z.value))
    return equations


def _stands_between(text: str, sign: str, first: Number, second: Number) -> bool:
    """Tells whether a sign and spaces alone stand between two numbers."""
    between = text[first.end : second.start]
    return between.strip() == sign and "\n" not in between


def _comes_from_chain(before: str) -> bool:
    """Tells whether the text before an equation, from the last digit of the number before it, ends in an operation."""
    line = before[before.rfind("\n") + 1 :].rstrip()
    mark, rest = line[-1:], line[:-1].rstrip()
    if not rest:
        # What opens a line is a bullet or a dash, unless it can only go on from the line above.
        return mark in ("=", "√")
    if mark in ("x", "X"):
        return rest[-1].isdecimal()
    return mark in _SIGNS or (mark in _MARKS and _OPERAND_BEFORE.search(rest[-_REACH:]) is not None)


def _goes_on_in_chain(after: str) -> bool:
    """Tells whether the text after an equation, to the end of the number after it, starts with an operation."""
    line = after.partition("\n")[0].lstrip()
    mark, rest = line[:1], line[1:].lstrip()
    if mark in ("x", "X"):
        return rest[:1].isdecimal()
    if mark == "=" and rest.startswith(">"):
        return False
    return mark in _SIGNS or (mark in _MARKS and _OPERAND_AFTER.match(rest) is not None)


def _fits(count: int, claims: Claims) -> bool:
    """Tells whether the integers claimed suffice; where the equations take all, these sum to an even total."""
    most = claims.integers.high
    if most is None or 3 * count < most:
        return True
    return 3 * count == most and all(total % 2 == 0 for total in claims.integer_totals)

"""L6 vowel_ratio: the number of vowels divided by the number of all other letters lies in a band.

The letters of the whole text count, those of lists, tables, code and JSON too; digits, marks and white space do not.
Vowels are a, e, i, o and u, with or without an accent; every other letter is a consonant, y too. Both ends of the band
belong to it, and a bound such as 0.6 means exactly three fifths.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, plural, verdict
from cse.constraints.claims import Claims
from cse.constraints.registry import constraint_type
from cse.errors import InvalidParameter
from cse.text.document import Document
from cse.text.letters import VOWELS, count_letters, fold

# English running text has about 0.62 vowels to each other letter; the bands lie a little below, on, and above it.
BANDS = ((0.55, 0.65), (0.6, 0.7), (0.65, 0.75))
GREATEST = 1000

_VOWEL_BYTES = VOWELS.encode()
_JUST_BELOW_ONE = math.nextafter(1.0, 0.0)


@constraint_type
@dataclass(frozen=True, kw_only=True)
class VowelRatio(Constraint):
    """The number of vowels divided by that of other letters lies from `low` to `high`.

    Attributes:
        low: Least ratio, from 0 to 1,000.
        high: Greatest ratio, from `low` to 1,000.
    """

    code: ClassVar[str] = "L6"
    title: ClassVar[str] = "Vowel ratio"

    low: float
    high: float

    def __post_init__(self) -> None:
        if not _is_number(self.low, 0):
            raise InvalidParameter(self.name, "low", self.low, f"a number from 0 to {GREATEST}")
        if not _is_number(self.high, self.low):
            raise InvalidParameter(self.name, "high", self.high, f"a number from low = {self.low} to {GREATEST}")

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws one of three bands that overlaps those asked for so far, where one does."""
        asked = given.claims.vowel_ratios
        fitting = [band for band in BANDS if all(band[0] <= high and low <= band[1] for low, high in asked)]
        low, high = rng.choice(fitting or BANDS)
        return cls(low=low, high=high)

    def instruction(self) -> str:
        """Tells the band, and which letters are vowels."""
        low, high = _written(self.low), _written(self.high)
        band = f"exactly {low}" if self.low == self.high else f"at least {low} and at most {high}"
        return (
            f"Over your whole answer, make the number of vowels divided by the number of all other letters {band}. "
            "The vowels are a, e, i, o and u; every other letter counts as a consonant, y too, and digits, punctuation "
            "and spaces do not count."
        )

    def claims(self) -> Claims:
        """Demands the band."""
        return Claims(vowel_ratios=((self.low, self.high),))

    def judge(self, document: Document) -> Verdict:
        """Compares in whole numbers; outside the band the score falls with the distance as a share of the near bound.

        The ratio belongs to the whole text, so there are no spans.
        """
        # `document.folded` reads escapes, which count here as they are written.
        vowels, others = _count(fold(document.text) if "\\u" in document.text else document.folded)
        expected = f"a ratio from {_written(self.low)} to {_written(self.high)}"
        counts = f"{plural(vowels, 'vowel')} to {plural(others, 'other letter')}"
        if not others:
            return verdict(0.0, expected, f"{counts}, no ratio")
        low, high = _exact(self.low), _exact(self.high)
        if vowels * low.denominator < low.numerator * others:
            score = min(vowels / others / self.low, _JUST_BELOW_ONE)
        elif vowels * high.denominator > high.numerator * others:
            score = min(2 - vowels / others / self.high, _JUST_BELOW_ONE) if self.high else 0.0
        else:
            score = 1.0
        return verdict(score, expected, f"{vowels / others:.3f} ({counts})")

    examples: ClassVar[tuple[Example, ...]] = (
        Example({"low": 0.6, "high": 0.7}, "blue drum", True, "3 to 5 is exactly the lower bound."),
        Example({"low": 0.6, "high": 0.7}, "Our oak tree", False, "6 to 4 is far above the band."),
        Example({"low": 0.6, "high": 0.7}, "Sky, why fly?", False, "y is a consonant, so the ratio is 0."),
        Example({"low": 0.5, "high": 1}, "Été 42", False, "An É is a vowel: 2 to 1."),
        Example({"low": 0.5, "high": 1}, "aeiou", False, "Without other letters there is no ratio."),
        Example({"low": 0, "high": 0.5}, "Sky, why fly?", True, "A band may start at 0."),
    )


def _is_number(value: object, least: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= GREATEST


def _count(folded: str) -> tuple[int, int]:
    """Counts the vowels and the other letters of a folded text.

    >>> _count("oak, 3 øre")
    (3, 3)
    """
    # Bytes are counted many times faster than characters.
    plain = folded.encode("ascii", "ignore")
    vowels = len(plain) - len(plain.translate(None, _VOWEL_BYTES))
    return vowels, count_letters(folded) - vowels


@cache
def _exact(bound: float) -> Fraction:
    """Reads a bound as the decimal number that is written for it."""
    return Fraction(str(bound))


def _written(bound: float) -> str:
    """Writes a bound with two digits after the point, or more where it has more.

    >>> _written(0.6), _written(0.625)
    ('0.60', '0.625')
    """
    return f"{bound:.2f}" if round(bound, 2) == bound else str(bound)

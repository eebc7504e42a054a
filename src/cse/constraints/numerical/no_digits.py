"""N2 no_digits: no decimal digit stands in the answer.

The whole text is read, lists, tables and code too. The digits of all scripts count, full-width ones too; superscripts,
fractions and Roman numerals do not.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, plural, verdict
from cse.constraints.claims import Claims
from cse.constraints.registry import constraint_type
from cse.text.document import Document
from cse.text.letters import SPACES, count_tokens_with
from cse.text.numbers import holds_digit

# The decimal digits of every script, and nothing else.
_DIGITS = re.compile(r"\d+")
_ALIKE = bytes.maketrans(b"123456789" + SPACES, b"0" * 9 + b" " * len(SPACES))


@constraint_type
@dataclass(frozen=True, kw_only=True)
class NoDigits(Constraint):
    """No decimal digit stands in the answer."""

    code: ClassVar[str] = "N2"
    title: ClassVar[str] = "No digits"

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:  # noqa: ARG003 - the type has no parameters
        """Returns the one constraint of this type."""
        return cls()

    def instruction(self) -> str:
        """Tells that all digits count, wherever they stand."""
        return (
            "Do not use any digit anywhere in your answer, neither 0 to 9 nor a digit of another script. Where you "
            "need a number, write it as a word, in lists, tables and code too."
        )

    def claims(self) -> Claims:
        """Demands that no digit stands in the text."""
        return Claims(no_digits=True)

    def judge(self, document: Document) -> Verdict:
        """Scores the share of tokens without a digit; the spans are the runs of digits."""
        expected = "no digit"
        if not holds_digit(document.text):
            return verdict(1.0, expected, "none")
        wrong = count_tokens_with(b"0", _alike(document.text))
        tokens = document.token_count
        spans = (document.span(*match.span()) for match in _DIGITS.finditer(document.text))
        return verdict(1 - wrong / tokens, expected, f"digits in {wrong} of {plural(tokens, 'word')}", spans)

    examples: ClassVar[tuple[Example, ...]] = (
        Example({}, "Two cups of tea.", True, "The number is a word."),
        Example({}, "The 2nd try worked.", False, "An ordinal in digits holds a digit."),
        Example({}, "1. Oslo\n2. Rome", False, "The numbers of a list are digits too."),
        Example({}, "We need ٣ cups.", False, "Another script's digit counts."),
        Example({}, "The area is x² here.", True, "A superscript is no decimal digit."),
        Example({}, "?! — !!", False, "An answer without a letter or digit passes nothing."),
    )


def _alike(text: str) -> bytes:
    """Writes every run of digits with zeros and all white space as blanks, so that both are found without a pattern.

    >>> _alike("by 1953")
    b'by 0000'
    """
    if text.isascii():
        return text.encode().translate(_ALIKE)
    return " ".join(_DIGITS.sub("0", text).split()).encode(errors="replace")

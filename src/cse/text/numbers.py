"""Integers in a text (design, section 4)."""

from __future__ import annotations

import re
from typing import NamedTuple

from cse.text.ranges import Ranges

# A thousands group must not run on into a fourth digit.
_DIGITS = re.compile(r"\d(?:\d{0,2}(?:,\d{3}(?!\d))++|\d*+)")
_ASCII_DIGITS = re.compile(_DIGITS.pattern, re.ASCII)
_MINUS = "-\u2212"
_BEFORE_SIGN = frozenset("([{\"'`“‘«:,|$+*/=<>×÷^±≤≥≠≈·" + _MINUS)
_LONGEST = 4000
_HUGE = 10**_LONGEST


def holds_digit(text: str) -> bool:
    """Tells whether a text holds a decimal digit of any script.

    >>> holds_digit("x²"), holds_digit("٣ cups")
    (False, True)
    """
    # One known character at a time is found far faster than a set of them.
    return any(map(text.__contains__, "0123456789")) or (not text.isascii() and bool(_DIGITS.search(text)))


class Number(NamedTuple):
    """An integer in a text and where it stands, its sign included."""

    value: int
    start: int
    end: int


def find_numbers(text: str, excluded: Ranges) -> tuple[Number, ...]:
    """Lists the integers of a text that stand by themselves: not in `3.14`, `.5`, `1.2.3`, `1st`, `B2B` or `10km`.

    Integers of more than 4,000 digits all count as 10^4000, since no conversion of them is linear.

    >>> [number.value for number in find_numbers("From -5 to 1,000 in 3.5 h", Ranges([]))]
    [-5, 1000]
    """
    if not holds_digit(text):
        return ()
    numbers = []
    for match in (_ASCII_DIGITS if text.isascii() else _DIGITS).finditer(text):
        start, end = match.span()
        before = text[start - 1] if start else " "
        if before == "." or before == "_" or before.isalnum() or _runs_on(text, end) or start in excluded:
            continue
        value = int(match[0].replace(",", "")) if end - start <= _LONGEST else _HUGE
        if before in _MINUS and (start == 1 or text[start - 2].isspace() or text[start - 2] in _BEFORE_SIGN):
            start, value = start - 1, -value
        numbers.append(Number(value, start, end))
    return tuple(numbers)


def _runs_on(text: str, end: int) -> bool:
    """Tells whether digits go on as a word, a measure or a decimal."""
    after = text[end : end + 1]
    return after.isalnum() or after == "_" or (after == "." and text[end + 1 : end + 2].isdecimal())

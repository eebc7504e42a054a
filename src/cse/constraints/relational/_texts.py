"""How the relational types compare and write the texts of their puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

from cse.text.letters import fold

_APOSTROPHES = dict.fromkeys(map(ord, "\u2018\u2019\u02bc"), "'")


def words(text: str) -> tuple[str, ...]:
    """Splits a text at its white space."""
    return tuple(text.split())


def is_text(value: object) -> TypeGuard[str]:
    """Tells whether a value is a text that is more than white space."""
    return isinstance(value, str) and bool(value.strip())


def plain(text: str) -> str:
    """Leaves out what makes no difference: case, accents, the amount of white space, curly apostrophes.

    >>> plain(" New  Y\u00f6rk\u2019s ")
    "new york's"
    """
    if text.islower() and text.isalnum() and text.isascii():
        return text
    folded = text.lower() if text.isascii() else fold(text).translate(_APOSTROPHES)
    return " ".join(folded.split())


def all_different(texts: Sequence[str]) -> bool:
    """Tells whether no two texts are the same as `plain` sees them."""
    return len({plain(text) for text in texts}) == len(texts)

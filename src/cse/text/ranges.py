"""Sorted character ranges, and whether a position lies in one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from cse.text.edits import Span


class Ranges:
    """Character ranges, in order; those that overlap are joined."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(spans):
            if self._ends and start <= self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            else:
                self._starts.append(start)
                self._ends.append(end)

    def __contains__(self, position: int) -> bool:
        """Tells whether a position lies in one of the ranges.

        >>> 4 in Ranges([(2, 5)]), 5 in Ranges([(2, 5)])
        (True, False)
        """
        if not self._starts:
            return False
        index = bisect_right(self._starts, position) - 1
        return index >= 0 and position < self._ends[index]


NONE = Ranges(())
"""No range at all, as in most answers."""

FILLER = "\u200b"
"""Stands for what is hidden: no white space, no letter, and in no cleaned text, since cleaning removes it."""


def hide(text: str, spans: Sequence[Span]) -> str:
    """Replaces sorted ranges of a text by fillers, so that every offset stays what it was and no token is split.

    >>> hide("a{}b", [(1, 3)]).replace(FILLER, "")
    'ab'
    """
    parts: list[str] = []
    position = 0
    for start, end in _between(spans, len(text)):
        parts += (FILLER * (start - position), text[start:end])
        position = end
    return "".join(parts)


def pieces_between(text: str, spans: Sequence[Span]) -> list[str]:
    """Returns what `hide` leaves of a text.

    >>> pieces_between("a{}b", [(1, 3)])
    ['a', 'b']
    """
    return [text[start:end] for start, end in _between(spans, len(text))]


def _between(spans: Sequence[Span], length: int) -> Iterator[Span]:
    position = 0
    for start, end in spans:
        if start >= position:
            yield position, start
            position = end
    yield position, length

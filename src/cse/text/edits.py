"""Text changes that remember where each character came from, so that spans point into the original."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

Span = tuple[int, int]
"""A character range `(start, end)`, end excluded."""


class Edit(NamedTuple):
    """Replaces `text[start:end]` by `new`."""

    start: int
    end: int
    new: str


def apply(text: str, edits: list[Edit]) -> str:
    """Applies edits that are sorted and do not overlap.

    >>> apply("2 * 3", [Edit(1, 2, ""), Edit(3, 4, "")])
    '2*3'
    """
    parts: list[str] = []
    position = 0
    for start, end, new in edits:
        parts += (text[position:start], new)
        position = end
    parts.append(text[position:])
    return "".join(parts)


class Trail:
    """The way back from a text to what it was made from, over any number of rounds of edits."""

    def __init__(self) -> None:
        self._rounds: list[list[Edit]] = []
        self._segments: list[tuple[list[int], list[tuple[int, int, int]]]] | None = None

    def add(self, edits: list[Edit]) -> None:
        """Adds a round of edits, made to the outcome of the round before."""
        if edits:
            self._rounds.append(edits)
            self._segments = None

    def back(self, start: int, end: int) -> Span:
        """Returns the range of the first text that became the range `(start, end)` of the last one."""
        if not self._rounds:
            return start, end
        if self._segments is None:
            # Built on first use: most answers pass, and need no way back.
            self._segments = [_segments(edits) for edits in reversed(self._rounds)]
        for starts, segments in self._segments:
            first = _back(starts, segments, start)[0]
            start, end = first, (_back(starts, segments, end - 1)[1] if end > start else first)
        return start, end

    def back_all(self, spans: list[Span]) -> list[Span]:
        """Returns the ranges of the first text that became these ranges of the last one."""
        return [self.back(*span) for span in spans] if self._rounds else spans


def _segments(edits: list[Edit]) -> tuple[list[int], list[tuple[int, int, int]]]:
    """Lists pieces of the outcome: where each starts, and (source start, source end, 1 if replaced) of each."""
    starts, segments = [0], [(0, 0, 0)]
    source = outcome = 0
    for start, end, new in edits:
        outcome += start - source
        if new:
            starts.append(outcome)
            segments.append((start, end, 1))
            outcome += len(new)
        source = end
        starts.append(outcome)
        segments.append((end, end, 0))
    return starts, segments


def _back(starts: list[int], segments: list[tuple[int, int, int]], position: int) -> Span:
    """Returns the source range of one character of the outcome."""
    index = bisect_right(starts, position) - 1
    start, end, replaced = segments[index]
    if replaced:
        return start, end
    source = start + position - starts[index]
    return source, source + 1

"""Prose: the text without its blocks, as stretches in which sentences are looked for (design, section 4)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cse.text.blocks import line_spans
from cse.text.edits import Span
from cse.text.ranges import hide

_WORD_CHARACTER = re.compile(r"[^\W_]")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")


class Stretch(NamedTuple):
    """A stretch of prose that neither a blank line nor a removed block interrupts.

    Attributes:
        start: Where it starts.
        end: Where it ends.
        after_blank_line: Whether a blank line stands between it and the stretch before.
    """

    start: int
    end: int
    after_blank_line: bool


def leave_out_json(text: str, objects: Sequence[Span]) -> tuple[str, list[Span]]:
    """Hides JSON objects.

    Args:
        text: The whole text.
        objects: Where the objects stand that no other block holds, in order.

    Returns:
        The text with fillers in their place, and the ranges that are blocks: objects whose lines hold no text.
    """
    if not objects:
        return text, []
    hidden = hide(text, objects)
    starts = iter([start for start, _ in objects])
    next_start: int | None = next(starts)
    blocks = []
    for start, end in line_spans(hidden):
        holds_json = False
        while next_start is not None and next_start < end:
            holds_json = True
            next_start = next(starts, None)
        if holds_json and not _WORD_CHARACTER.search(hidden, start, end):
            blocks.append((start, end))
    return hidden, blocks


def find_stretches(text: str, blocks: Iterable[Span]) -> list[Stretch]:
    r"""Lists the stretches of prose between blocks and blank lines.

    >>> [stretch.after_blank_line for stretch in find_stretches("One.\n\nTwo.", [])]
    [False, True]
    """
    stretches = []
    position = 0
    after_blank_line = False
    for block_start, block_end in [*sorted(blocks), (len(text), len(text))]:
        for gap in _BLANK_LINE.finditer(text, position, max(position, block_start)):
            stretches.append(Stretch(position, gap.start(), after_blank_line))
            position, after_blank_line = gap.end(), True
        if position < block_start:
            stretches.append(Stretch(position, block_start, after_blank_line))
            after_blank_line = False
        position = max(position, block_end)
    return stretches

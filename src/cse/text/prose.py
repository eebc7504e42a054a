"""Prose: the text without its blocks, its stretches and paragraphs (design, section 4)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cse.text.edits import Span
from cse.text.ranges import FILLER, hide
from cse.text.sentences import end_patterns, split_sentences

_WORD_CHARACTER = re.compile(r"[^\W_]")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")


Stretch = tuple[int, int, bool]
"""A stretch of prose that neither a blank line nor a block interrupts: where it starts, where it ends, and whether a
blank line stands between it and the stretch before."""


def leave_out_json(text: str, objects: Sequence[Span]) -> tuple[str, list[Span]]:
    """Hides JSON objects where one shares its line with text.

    Args:
        text: The whole text.
        objects: Where the objects stand that no other block holds, in order.

    Returns:
        The text, with fillers in their place where any has to be hidden, and the ranges that are blocks: objects whose
        lines hold no text.
    """
    if not objects:
        return text, []
    hidden = hide(text, objects)
    blocks = []
    beside_text = False
    line_end = -1
    for start, end in objects:
        if start < line_end:
            continue  # on the same line as the object before
        line_start = hidden.rfind("\n", 0, start) + 1
        line_end = hidden.find("\n", end)
        if line_end == -1:
            line_end = len(hidden)
        if _WORD_CHARACTER.search(hidden[line_start:line_end].replace(FILLER, "")):
            beside_text = True
        else:
            blocks.append((line_start, line_end))
    return hidden if beside_text else text, blocks


def find_stretches(text: str, blocks: Iterable[Span]) -> list[Stretch]:
    r"""Lists the stretches of prose between blocks and blank lines.

    >>> find_stretches("One.\n\nTwo.", [])
    [(0, 4, False), (6, 10, True)]
    """
    stretches: list[Stretch] = []
    position = 0
    after_blank_line = False
    for block_start, block_end in [*sorted(blocks), (len(text), len(text))]:
        if block_start == position + 1 < len(text):
            position = block_end  # a line end alone stands between two blocks
            continue
        for gap in _BLANK_LINE.finditer(text, position, max(position, block_start)):
            gap_start, gap_end = gap.span()
            if position < gap_start:
                stretches.append((position, gap_start, after_blank_line))
            position, after_blank_line = gap_end, True
        if position < block_start:
            stretches.append((position, block_start, after_blank_line))
            after_blank_line = False
        position = max(position, block_end)
    return stretches


class Paragraph:
    """A block of prose between blank lines that holds at least one sentence.

    Attributes:
        sentences: Where its sentences stand in `Document.text`.
    """

    __slots__ = ("sentences",)

    def __init__(self, sentences: list[Span]) -> None:
        self.sentences = sentences

    @property
    def start(self) -> int:
        """Where its first sentence starts."""
        return self.sentences[0][0]

    @property
    def end(self) -> int:
        """Where its last sentence ends."""
        return self.sentences[-1][1]


def find_paragraphs(prose: str, blocks: Iterable[Span]) -> tuple[Paragraph, ...]:
    r"""Lists the paragraphs of prose.

    >>> [paragraph.sentences for paragraph in find_paragraphs("It is hot. We\ndrink.\n\nBye.", [])]
    [[(0, 10), (11, 20)], [(22, 26)]]
    """
    patterns = end_patterns(prose)
    paragraphs: list[Paragraph] = []
    starts_anew = True
    for start, end, after_blank_line in find_stretches(prose, blocks):
        starts_anew = starts_anew or after_blank_line
        found = split_sentences(prose, start, end, patterns)
        if found and starts_anew:
            paragraphs.append(Paragraph(found))
            starts_anew = False
        elif found:
            paragraphs[-1].sentences += found
    return tuple(paragraphs)

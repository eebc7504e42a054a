"""An answer in short pieces that are read one by one: sentences of each line, cut at colons, without code and speech.

Narration and refusals come as whole remarks, so a remark is found, and left out, as a whole. What stands in code blocks
or JSON is never a remark. Direct speech says nothing about the writer: quotes of two words or more are blanked, so that
`"I can't," he said` is no refusal, while `the letter "m"` stays.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from cse.text.document import Document
from cse.text.edits import Span
from cse.text.ranges import FILLER, Ranges, hide
from cse.text.sentences import end_patterns, split_sentences

_QUOTED = re.compile(r'"[^"\n]*"|“[^”\n]*”')
_LONGEST = 600
"""Characters of a segment that are read; no remark is longer, and every pattern stays quick on hostile texts."""
_COLON = re.compile(r"(?<=:)\s+")
_LABEL = re.compile(
    r"\W*(?:note|constraint|requirement|rule|(?:final|letter|word|length|constraint|self)[ -](?:check|count)|"
    r"total(?: words)?)\b"
    r"[^:\n]{0,30}:",
    re.IGNORECASE,
)
"""A label that makes a remark of what follows it, so that both stay together."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of an answer.

    Attributes:
        text: The piece without direct speech.
        words: How many tokens it has, speech included.
        span: Where it stands in the answer as the model wrote it.
    """

    text: str
    words: int
    span: Span


def segments(document: Document) -> list[Segment]:
    r"""Cuts an answer into segments, in order.

    >>> [segment.text for segment in segments(Document('Note: I avoided it. Tea cools.\n- (2 words)'))]
    ['Note: I avoided it.', 'Tea cools.', '- (2 words)']
    """
    code = Ranges((fence.start, fence.end) for fence in document.fences)
    objects = [(found.start, found.end) for found in document.json_objects]
    text = _QUOTED.sub(_silenced, hide(document.text, objects) if objects else document.text)
    patterns = end_patterns(text)
    found = []
    for line in document.lines:
        if line.start in code:
            continue
        for start, end in split_sentences(text, line.start, line.end, patterns):
            found += [_segment(document, text, *piece) for piece in _cut(text, start, end)]
    return found


def _cut(text: str, start: int, end: int) -> list[Span]:
    pieces: list[Span] = []
    if _LABEL.match(text, start, end):
        return [(start, end)]
    for gap in _COLON.finditer(text, start, end):
        pieces.append((start, gap.start()))
        start = gap.end()
    return [*pieces, (start, end)]


def _segment(document: Document, silent: str, start: int, end: int) -> Segment:
    text = silent[start:end].replace(FILLER, "")
    return Segment(text[:_LONGEST], len(document.text[start:end].split()), document.span(start, end))


def _silenced(quoted: re.Match[str]) -> str:
    inside = quoted[0][1:-1]
    return quoted[0] if len(inside.split()) < 2 else quoted[0][0] + FILLER * len(inside) + quoted[0][-1]

"""Cleaning of an answer, the same wherever it comes from (design, section 4).

Line ends become LF, zero-width characters go, Unicode NFC, curly apostrophes become straight, Markdown emphasis and
heading marks go, outer white space goes. The way back to the answer as the model wrote it is kept.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import NamedTuple

from cse.text.blocks import find_fences
from cse.text.edits import Edit, Trail, apply
from cse.text.ranges import Ranges

_LINE_END = re.compile(r"\r\n?")
_ZERO_WIDTH = re.compile("[\u200b-\u200d\u2060\ufeff]")
_APOSTROPHE = re.compile("[\u2018\u2019\u02bc]")
# No character below U+0300 ever combines with the one before it, so each of these chunks composes by itself.
_COMBINING_CHUNK = re.compile("[^\u0300-\U0010ffff]?[\u0300-\U0010ffff]+")
# These start with a literal, which is found far faster than a line start or one of a set.
_HEADING = re.compile(r"#(?<![^\n]#)#{0,5} ")
_EMPHASIS = {"*": re.compile(r"\*\**+"), "_": re.compile(r"__*+")}
_BACKTICKS = re.compile(r"``*+")


class Cleaned(NamedTuple):
    """A cleaned answer.

    Attributes:
        text: The cleaned text.
        heading_lines: Numbers of the lines of `text`, from 0, that were headings.
        trail: The way back from `text` to the answer.
    """

    text: str
    heading_lines: frozenset[int]
    trail: Trail


def clean(answer: str) -> Cleaned:
    r"""Cleans an answer.

    >>> clean("**S**olar\r\nand 2*3*4").text
    'Solar\nand 2*3*4'
    """
    trail = Trail()
    text = answer
    if "\r" in text:
        text = _edit(text, _replacements(_LINE_END, "\n", text), trail)
    if not text.isascii():
        text = _edit(text, _replacements(_ZERO_WIDTH, "", text), trail)
        if not unicodedata.is_normalized("NFC", text):
            text = _edit(text, _compositions(text), trail)
        text = _edit(text, _replacements(_APOSTROPHE, "'", text), trail)
    text = _strip(text, trail)
    if "*" in text or "_" in text:
        text = _edit(text, _emphasis(text), trail)
    headings: frozenset[int] = frozenset()
    if "#" in text and "# " in text:
        marks = _heading_marks(text)
        headings = _line_numbers(text, marks)
        text = _edit(text, marks, trail)
        leading = text[: len(text) - len(text.lstrip())].count("\n")
        headings = frozenset(line - leading for line in headings)
    return Cleaned(_strip(text, trail), headings, trail)


def _edit(text: str, edits: list[Edit], trail: Trail) -> str:
    trail.add(edits)
    return apply(text, edits) if edits else text


def _strip(text: str, trail: Trail) -> str:
    stripped = text.strip()
    if len(stripped) == len(text):
        return text
    start = len(text) - len(text.lstrip())
    end = start + len(stripped)
    return _edit(text, [Edit(0, start, ""), Edit(end, len(text), "")], trail)


def _replacements(pattern: re.Pattern[str], new: str, text: str) -> list[Edit]:
    return [Edit(match.start(), match.end(), new) for match in pattern.finditer(text)]


def _compositions(text: str) -> list[Edit]:
    """Lists the edits of Unicode NFC."""
    edits = []
    for match in _COMBINING_CHUNK.finditer(text):
        composed = unicodedata.normalize("NFC", match[0])
        if composed != match[0]:
            edits.append(_narrow(match.start(), match[0], composed))
    # What is left are single characters below U+0300, which are composed already.
    return edits


def _narrow(start: int, old: str, new: str) -> Edit:
    """Returns the edit of `old` at `start` to `new` without what both begin and end with, so that spans stay narrow."""
    before = _alike(old, new)
    after = _alike(old[:before:-1], new[:before:-1])
    return Edit(start + before, start + len(old) - after, new[before : len(new) - after])


def _alike(first: str, second: str) -> int:
    """Counts the characters with which both texts begin."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(first), len(second)))


def _outside_fences(text: str, edits: list[Edit]) -> list[Edit]:
    fences = Ranges((fence.start, fence.end) for fence in find_fences(text))
    return [edit for edit in edits if edit.start not in fences]


def _heading_marks(text: str) -> list[Edit]:
    return _outside_fences(text, _replacements(_HEADING, "", text))


def _line_numbers(text: str, edits: list[Edit]) -> frozenset[int]:
    """Returns the numbers of the lines at whose start the edits stand."""
    numbers = []
    line = position = 0
    for edit in edits:
        line += text.count("\n", position, edit.start)
        position = edit.start
        numbers.append(line)
    return frozenset(numbers)


def _emphasis(text: str) -> list[Edit]:
    """Lists the emphasis marks to remove: pairs within a line, outside backticks and fences."""
    edits: list[Edit] = []
    line_end = -1
    marks: list[re.Match[str]] = []
    for match in _emphasis_marks(text):
        if match.start() > line_end:
            edits += _emphasis_of_line(text, line_end, marks)
            marks = []
            line_end = text.find("\n", match.start())
            if line_end == -1:
                line_end = len(text)
        marks.append(match)
    edits += _emphasis_of_line(text, line_end, marks)
    return _outside_fences(text, edits) if edits else edits


def _emphasis_marks(text: str) -> list[re.Match[str]]:
    """Finds the runs of emphasis marks, in order."""
    found = [match for mark, pattern in _EMPHASIS.items() if mark in text for match in pattern.finditer(text)]
    found.sort(key=re.Match.start)
    return found


@dataclass(slots=True)
class _Run:
    """A run of marks that may open emphasis; marks are used up from its right end."""

    start: int
    left: int


def _emphasis_of_line(text: str, end: int, marks: list[re.Match[str]]) -> list[Edit]:
    """Pairs the runs of marks in a line that ends at `end`."""
    if len(marks) < 2:
        return []
    start = text.rfind("\n", 0, marks[0].start()) + 1
    code = _code_spans(text, start, end)
    edits = []
    openers: dict[str, list[_Run]] = {"*": [], "_": []}
    for match in marks:
        if match.start() in code:
            continue
        before = text[match.start() - 1] if match.start() > start else " "
        after = text[match.end()] if match.end() < end else " "
        stack = openers[match[0][0]]
        position, left = match.start(), len(match[0])
        closes = not before.isspace() and (match[0][0] == "*" or not after.isalnum())
        while closes and left and stack:
            opener = stack[-1]
            used = min(opener.left, left)
            opener.left -= used
            edits.append(Edit(opener.start + opener.left, opener.start + opener.left + used, ""))
            edits.append(Edit(position, position + used, ""))
            position, left = position + used, left - used
            if not opener.left:
                stack.pop()
        if left and not before.isalnum() and not after.isspace():
            stack.append(_Run(position, left))
    return sorted(edits)


def _code_spans(text: str, start: int, end: int) -> Ranges:
    """Lists the ranges of a line between two runs of equally many backticks."""
    runs = list(_BACKTICKS.finditer(text, start, end))
    partner: list[int | None] = [None] * len(runs)
    nearest: dict[int, int] = {}
    for index in reversed(range(len(runs))):
        length = len(runs[index][0])
        partner[index] = nearest.get(length)
        nearest[length] = index
    spans = []
    index = 0
    while index < len(runs):
        close = partner[index]
        if close is not None:
            spans.append((runs[index].start(), runs[close].end()))
            index = close
        index += 1
    return Ranges(spans)

"""Blocks that are no prose: fenced code, pipe tables, bullets and numbered items (design, section 4)."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from cse.text.edits import Span
from cse.text.ranges import Ranges

_FENCE_LINE = re.compile(r"^[^\S\n]*(`{3,}|~{3,})([^\n]*)$", re.MULTILINE)
_PIPE = re.compile(r"(?<!\\)\|")
_SEPARATOR_CELL = re.compile(r":?-+:?")
# An item from its line's start: white space, mark, white space, text. What holds nothing but bullets is none.
_ITEM = r"([^\S\n]*)([-*+•](?![^\S\n]++(?:[-*+•]|[^\S\n])*+$)|[0-9]{1,3}[.)]|\([0-9]{1,3}\))([^\S\n]++)(.+)"
# Two patterns where one with ^ would do: a literal line end at the start is found many times faster.
_FIRST_ITEM = re.compile(_ITEM, re.MULTILINE)
_LATER_ITEM = re.compile(r"\n" + _ITEM, re.MULTILINE)


class Piece(NamedTuple):
    """A piece of a text and where it stands."""

    text: str
    start: int
    end: int


class Fence(NamedTuple):
    """A fenced code block, from its opening line to the end of its closing one (or of the text).

    Attributes:
        start: Where the opening line starts.
        end: Where the closing line ends.
        mark: The character of the fence, a backtick or a tilde.
        content: What stands between the two lines.
        closed: Whether there is a closing line.
    """

    start: int
    end: int
    mark: str
    content: str
    closed: bool


class Table(NamedTuple):
    """A pipe table.

    Attributes:
        start: Where the header line starts.
        end: Where the last line ends.
        header: The texts of the header's cells, trimmed.
        rows: The texts of the cells of each data row; the separator line is none.
    """

    start: int
    end: int
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(slots=True)
class Item:
    """An item of a list.

    Attributes:
        start: Where its line starts.
        end: Where the last line that belongs to it ends.
        mark: The bullet, or the number as it is written, e.g. "1.".
        gap: The white space after the mark.
        text: The rest of its line.
        mark_start: Where the mark stands.
    """

    start: int
    end: int
    mark: str
    gap: str
    text: str
    mark_start: int


def find_fences(text: str) -> tuple[Fence, ...]:
    r"""Lists the fenced code blocks of a text.

    >>> [fence.content for fence in find_fences("```py\nrun()\n```")]
    ['run()']
    """
    # A single character is found many times faster than three.
    if not ("`" in text and "```" in text) and not ("~" in text and "~~~" in text):
        return ()
    fences = []
    opening: re.Match[str] | None = None
    for line in _FENCE_LINE.finditer(text):
        mark, rest = line[1], line[2]
        if opening is None:
            # Backticks after the opening run on its line make it inline code.
            if mark[0] == "~" or "`" not in rest:
                opening = line
        elif mark[0] == opening[1][0] and len(mark) >= len(opening[1]) and not rest.strip():
            content = text[opening.end() + 1 : max(opening.end() + 1, line.start() - 1)]
            fences.append(Fence(opening.start(), line.end(), mark[0], content, closed=True))
            opening = None
    if opening is not None:
        content = text[opening.end() + 1 :]
        fences.append(Fence(opening.start(), len(text), opening[1][0], content, closed=False))
    return tuple(fences)


def line_spans(text: str) -> list[Span]:
    """Lists where each line starts and ends, empty lines too, line ends excluded."""
    spans = []
    start = 0
    for line in text.split("\n"):
        spans.append((start, start + len(line)))
        start += len(line) + 1
    return spans


def find_tables(text: str, fences: Ranges) -> tuple[Table, ...]:
    """Lists the pipe tables outside fences: header, separator with as many cells, data up to a line without a pipe."""
    lines = _piped_lines(text, fences)
    tables = []
    index = 0
    while index + 1 < len(lines):
        start, end, header = lines[index]
        index += 1
        next_start, next_end, cells = lines[index]
        if next_start != end + 1 or not _is_separator(cells, len(header)):
            continue
        end = next_end
        rows = []
        index += 1
        while index < len(lines) and lines[index][0] == end + 1:
            _, end, cells = lines[index]
            rows.append(cells)
            index += 1
        tables.append(Table(start, end, header, tuple(rows)))
    return tuple(tables)


def _piped_lines(text: str, fences: Ranges) -> list[tuple[int, int, tuple[str, ...]]]:
    """Lists the lines with pipes outside fences: where each starts and ends, and the texts of its cells."""
    lines = []
    start = 0
    for line in text.split("\n"):
        if "|" in line and start not in fences:
            cells = _cells(line)
            if cells:
                lines.append((start, start + len(line), cells))
        start += len(line) + 1
    return lines


def _cells(line: str) -> tuple[str, ...]:
    """Splits a line with pipes into cells; one with escaped pipes alone has none."""
    pieces = _PIPE.split(line) if "\\" in line else line.split("|")
    if len(pieces) == 1:
        return ()
    cells = tuple(map(str.strip, pieces))
    if not cells[0]:
        cells = cells[1:]
    return cells[:-1] if len(cells) > 1 and not cells[-1] else cells


def _is_separator(cells: tuple[str, ...], columns: int) -> bool:
    return len(cells) == columns and all(map(_SEPARATOR_CELL.fullmatch, cells))


def item_lines(text: str) -> list[re.Match[str]]:
    """Finds the lines that look like items; most answers have none."""
    first = _FIRST_ITEM.match(text)
    later = _LATER_ITEM.finditer(text)
    return [first, *later] if first else list(later)


def find_items(
    lines: list[re.Match[str]], fences: Ranges, tables: Ranges, headings: Collection[int]
) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """Lists the bullets and the numbered items of a text.

    Two or more numbered lines make a numbered list; a lone one is prose. Indented lines below an item belong to it,
    over a blank line too. A heading is no item.

    Args:
        lines: What `item_lines` returns for the text.
        fences: Where fences stand.
        tables: Where tables stand.
        headings: Where the lines of headings start.
    """
    items: list[Item] = []
    bullets: list[Item] = []
    numbered: list[Item] = []
    for line in lines:
        start, mark_start = line.span(1)
        if start in headings or start in fences or start in tables:
            continue
        _, mark, gap, rest = line.groups()
        item = Item(start, line.end(), mark, gap, rest, mark_start)
        items.append(item)
        (numbered if mark[-1] in ".)" else bullets).append(item)
    if len(numbered) == 1:
        items.remove(numbered.pop())
    text = lines[0].string
    stop = len(text)
    for item in reversed(items):
        if item.end + 1 < stop:
            item.end = _end_with_indented(text, item.end, stop, tables, headings)
        stop = item.start
    return tuple(bullets), tuple(numbered)


def _end_with_indented(text: str, end: int, stop: int, tables: Ranges, headings: Collection[int]) -> int:
    """Returns where the last line ends that belongs to an item whose own ends at `end`; the next starts at `stop`."""
    start = end + 1
    while start < stop:
        line_end = text.find("\n", start)
        if line_end == -1:
            line_end = len(text)
        line = text[start:line_end]
        if line and not line.isspace():
            if start in headings or not line[0].isspace():
                break
            if start not in tables:
                end = line_end
        start = line_end + 1
    return end

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
_BULLET = re.compile(r"[^\S\n]*([-*+•])([^\S\n]++)(?![-*+•\s]*$)(.+)")
_NUMBERED = re.compile(r"[^\S\n]*([0-9]{1,3}[.)]|\([0-9]{1,3}\))([^\S\n]++)(.+)")
# Two patterns where one with ^ would do: a literal line end at the start is found many times faster.
_FIRST_MAY_BE_ITEM = re.compile(r"[^\S\n]*(?:[-*+•]|\(?[0-9]{1,3}[.)])[^\S\n]")
_LATER_MAY_BE_ITEM = re.compile(r"\n" + _FIRST_MAY_BE_ITEM.pattern)


class Piece(NamedTuple):
    """A piece of a text and where it stands."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Fence:
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


@dataclass(frozen=True, slots=True)
class Table:
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

    @property
    def is_numbered(self) -> bool:
        """Whether the mark is a number and not a bullet."""
        return self.mark[-1] in ".)"


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
    lines = [(start, end) for start, end in line_spans(text) if start not in fences]
    tables = []
    index = 0
    while index + 1 < len(lines):
        header = _cells(text[slice(*lines[index])])
        if not header or not _follows(lines, index) or not _is_separator(text[slice(*lines[index + 1])], len(header)):
            index += 1
            continue
        last = index + 1
        rows = []
        while last + 1 < len(lines) and _follows(lines, last):
            cells = _cells(text[slice(*lines[last + 1])])
            if not cells:
                break
            rows.append(cells)
            last += 1
        tables.append(Table(lines[index][0], lines[last][1], header, tuple(rows)))
        index = last + 1
    return tuple(tables)


def _follows(lines: list[Span], index: int) -> bool:
    """Tells whether the next line is a neighbour: lines of fences have been left out."""
    return lines[index + 1][0] == lines[index][1] + 1


def _cells(line: str) -> tuple[str, ...]:
    """Splits a line with pipes into cells; one without a pipe has none."""
    if "|" not in line:
        return ()
    cells = _PIPE.split(line.strip())
    if len(cells) == 1:
        return ()
    if not cells[0].strip():
        cells = cells[1:]
    if len(cells) > 1 and not cells[-1].strip():
        cells = cells[:-1]
    return tuple(cell.strip() for cell in cells)


def _is_separator(line: str, columns: int) -> bool:
    cells = _cells(line)
    return len(cells) == columns and all(_SEPARATOR_CELL.fullmatch(cell) for cell in cells)


def may_hold_items(text: str) -> bool:
    """Tells whether some line looks like an item; most answers have none."""
    return bool(_FIRST_MAY_BE_ITEM.match(text) or _LATER_MAY_BE_ITEM.search(text))


def may_hold_blocks(text: str) -> bool:
    """Tells whether there may be a fence, a table or an item; most answers have none. Headings are told by cleaning."""
    return "`" in text or "~" in text or "|" in text or may_hold_items(text)


def find_items(
    text: str, fences: Ranges, tables: Ranges, heading_lines: Collection[int]
) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """Lists the bullets and the numbered items of a text.

    Two or more numbered lines make a numbered list; a lone one is prose. Indented lines below an item belong to it,
    over a blank line too. A heading is no item.
    """
    lines = text.split("\n")
    found: dict[int, Item] = {}
    start = 0
    for number, line in enumerate(lines):
        # Most lines start with a letter, which is told apart fast.
        item = _item(text, start, start + len(line)) if line and not line[0].isalpha() else None
        if item is not None and number not in heading_lines and start not in fences and start not in tables:
            found[number] = item
        start += len(line) + 1
    if not found:
        return (), ()
    numbered = [number for number, item in found.items() if item.is_numbered]
    if len(numbered) == 1:
        del found[numbered[0]]
    owner: Item | None = None
    start = 0
    for number, line in enumerate(lines):
        if number in found:
            owner = found[number]
        elif owner is not None and line and not line.isspace():
            if number in heading_lines or not line[0].isspace():
                owner = None
            elif start not in tables:
                owner.end = start + len(line)
        start += len(line) + 1
    bullets = tuple([item for item in found.values() if not item.is_numbered])
    return bullets, tuple([item for item in found.values() if item.is_numbered])


def _item(text: str, start: int, end: int) -> Item | None:
    match = _BULLET.match(text, start, end) or _NUMBERED.match(text, start, end)
    if match is None:
        return None
    return Item(start, end, match[1], match[2], match[3], match.start(1))

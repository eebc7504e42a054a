"""A text with the spans that broke a rule marked, for terminals and for pipes."""

from __future__ import annotations

import unicodedata
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from cse.text.edits import Span

if TYPE_CHECKING:
    from rich.text import Text

_STYLE = "bold red underline"


def visible(text: str) -> Text:
    """Makes a piece of text safe to print: no markup, and control characters as their pictures."""
    from rich.text import Text

    return Text("".join(_picture(char) for char in text))


def _picture(char: str) -> str:
    if char in "\n\t":
        return char
    category = unicodedata.category(char)
    if category == "Cc":
        return chr(0x2400 + ord(char)) if ord(char) < 32 else "\ufffd"
    return "\ufffd" if category in ("Cf", "Cs") and char not in "\u200c\u200d" else char


def marked(text: str, broken: list[tuple[Span, str]], *, in_colour: bool) -> Text:
    """Marks spans of a text.

    Args:
        text: The answer as the model wrote it.
        broken: Each span with the code of the constraint that it broke; spans may overlap.
        in_colour: Whether spans are coloured; otherwise they stand in brackets. The codes follow each span either way.

    >>> marked("The cat sat.", [((4, 7), "L5")], in_colour=False).plain
    'The [cat]L5 sat.'
    """
    from rich.text import Text

    spans = [(span, code) for span, code in broken if span[0] < span[1]]
    starts = Counter(start for (start, _), _ in spans)
    codes_at: dict[int, list[str]] = {}
    for (_, end), code in spans:
        codes_at.setdefault(end, []).append(code)
    out = Text()
    depth = 0
    for start, end in pairwise(sorted({0, len(text), *starts, *codes_at})):
        depth += starts[start] - len(codes_at.get(start, ()))
        if starts[start] and not in_colour:
            out.append("[", style="dim")
        piece = visible(text[start:end])
        if depth and in_colour:
            piece.stylize(_STYLE)
        out.append_text(piece)
        if end in codes_at:
            out.append(("" if in_colour else "]") + ",".join(dict.fromkeys(codes_at[end])), style="dim red")
    return out

"""From response to answer: leaked reasoning goes, the answer tags are read (design, section 4).

response -> without reasoning -> last closed <answer> pair, or all from the last <answer>, or all of it
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

TagStatus = Literal["closed", "open", "absent"]

_TAG = re.compile(r"<[ \t]*(/?)[ \t]*(answer|think)[ \t]*>", re.IGNORECASE)
_QUOTES = frozenset("\"'`“”‘’«»")
_NOTHING = frozenset(["", "and", "or", "to", "...", "…"])


class Answer(NamedTuple):
    """The part of a response that is scored.

    Attributes:
        text: The answer, trimmed.
        status: `closed` where a tag pair held it, `open` where the tag was never closed, `absent` where there was none.
    """

    text: str
    status: TagStatus


@dataclass(frozen=True, slots=True)
class _Tag:
    start: int
    end: int
    closing: bool


def extract(response: str) -> Answer:
    """Takes the answer out of a response.

    >>> extract("Sure! <answer>Blue sky.</answer>")
    Answer(text='Blue sky.', status='closed')
    """
    if "<" not in response:
        return Answer(response.strip(), "absent")
    response = _without_reasoning(response)
    pairs = _pairs(_tags(response, "answer"))
    pairs = _without_mentions(response, pairs)
    for opening, closing in reversed(pairs):
        if closing is not None:
            return Answer(response[opening.end : closing.start].strip(), "closed")
    if pairs:
        return Answer(response[pairs[-1][0].end :].strip(), "open")
    return Answer(response.strip(), "absent")


def _tags(text: str, name: str) -> list[_Tag]:
    """Lists the tags of one name, without those that are only mentioned in quotes."""
    found = []
    for match in _TAG.finditer(text):
        closing = bool(match[1])
        before = text[match.start() - 1 : match.start()] if match.start() else ""
        after = text[match.end() : match.end() + 1]
        mention = before in _QUOTES and (not closing or after in _QUOTES)
        if match[2].lower() == name and not mention:
            found.append(_Tag(match.start(), match.end(), closing))
    return found


def _without_reasoning(text: str) -> str:
    """Removes closed reasoning blocks, then everything up to the last lone closing mark."""
    kept: list[str] = []
    position = 0
    opening: _Tag | None = None
    for tag in _tags(text, "think"):
        if not tag.closing:
            opening = opening or tag
        elif opening is not None:
            kept.append(text[position : opening.start])
            position, opening = tag.end, None
        else:
            kept.clear()
            position = tag.end
    return "".join(kept) + text[position:]


def _pairs(tags: list[_Tag]) -> list[tuple[_Tag, _Tag | None]]:
    """Gives each opening tag the first closing one before the next opening, if there is one."""
    pairs: list[tuple[_Tag, _Tag | None]] = []
    for tag in tags:
        if not tag.closing:
            pairs.append((tag, None))
        elif pairs and pairs[-1][1] is None:
            pairs[-1] = (pairs[-1][0], tag)
    return pairs


def _without_mentions(text: str, pairs: list[tuple[_Tag, _Tag | None]]) -> list[tuple[_Tag, _Tag | None]]:
    """Drops pairs that hold nothing, a joining word or a placeholder, as long as another tag is left."""
    left = len(pairs)
    kept = []
    for opening, closing in pairs:
        inside = None if closing is None else text[opening.end : closing.start].strip().lower()
        if inside in _NOTHING and left > 1:
            left -= 1
        else:
            kept.append((opening, closing))
    return kept

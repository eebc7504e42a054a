"""The one sentence splitter (design, section 4)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain

from cse.text.edits import Span
from cse.text.ranges import FILLER

ABBREVIATIONS = frozenset(["mr", "mrs", "ms", "dr", "prof", "st", "sr", "jr", "vs", "cf", "al", "approx", "ph.d"])
"""Words after which a lone period ends no sentence, in any case, as after letters with periods between (`e.g.`)."""

# Nearly always two small letters that end no abbreviation stand before a single mark: then all is said, and no group is
# set. Else the first group is what follows the mark in a run of terminators, the second the closing marks after it.
_TAILS = "|".join(sorted({re.escape(f"{word[-2:]}.") for word in ABBREVIATIONS}))
_PLAIN = rf"(?<=[a-z]{{2}}[.!?])(?<!{_TAILS})(?:\s++(?!{FILLER})|\Z)"
# The run is possessive and looks back once, so that it is linear.
_RUN = r"""((?<![.!?…][.!?…])[.!?…]*+)(["'”’»)\]}]*+)"""
# An end stands before white space or the text's end; the filler of a JSON object that is left out makes no difference.
_AFTER = rf"{FILLER}*+(?:\s[\s{FILLER}]*+|\Z)"
# One pattern for each terminator that a run starts with: a literal is found far faster than one of a set.
_END = {mark: re.compile(rf"{re.escape(mark)}(?:{_PLAIN}|{_RUN}{_AFTER})") for mark in ".!?…"}
_WORD_CHARACTER = re.compile(r"[^\W_]")
_SOMETHING = re.compile(rf"[^\s{FILLER}]")
_DOTTED = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")

_OPENING = "([{<\"'`“‘«¿¡-–—/"
"""Marks that may stand before a word in the same token."""

_WINDOW = 64
"""Longest token, in characters, that can be a number, an initial or an abbreviation."""


def end_patterns(text: str) -> list[re.Pattern[str]]:
    """Returns what finds the ends of sentences: a pattern for each terminator that a text holds."""
    return [pattern for mark, pattern in _END.items() if mark in text]


def split_sentences(text: str, start: int, end: int, patterns: list[re.Pattern[str]]) -> list[Span]:
    """Splits a stretch of prose that holds no blank line into sentences.

    Args:
        text: The text in which the stretch stands.
        start: Where it starts.
        end: Where it ends.
        patterns: What `end_patterns` returns for the text.

    Returns:
        The range of each sentence, without white space around it. A piece without a letter or digit is none: it joins
        the next one, or the last.

    >>> split_sentences("Dr. Lee came. He sat.", 0, 21, end_patterns("."))
    [(0, 13), (14, 21)]
    """
    sentences: list[Span] = []
    first = search_from = _skip_gap(text, start, end)
    for match in _ends_in(text, first, end, patterns):
        mark, following = match.span()
        if match.lastindex is None:
            sentences.append((first, mark + 1))
            first = search_from = following
        elif following == end:
            break
        elif _ends(text, first, match):
            if _holds_word(text, search_from, mark):
                sentences.append((first, match.end(2)))
                first = following
            search_from = following
    if first == end:
        return sentences
    if _holds_word(text, search_from, end):
        sentences.append((first, _before_space(text, first, end)))
    elif sentences:
        sentences[-1] = (sentences[-1][0], _before_space(text, first, end))
    return sentences


def _ends_in(text: str, start: int, end: int, patterns: list[re.Pattern[str]]) -> Iterable[re.Match[str]]:
    """Finds what may end a sentence, in order."""
    if len(patterns) == 1:
        return patterns[0].finditer(text, start, end)
    found = chain.from_iterable(pattern.finditer(text, start, end) for pattern in patterns)
    return sorted(found, key=re.Match.start)


def _holds_word(text: str, start: int, end: int) -> bool:
    # Nearly always the first character answers without a search.
    return start < end and (text[start].isalnum() or _WORD_CHARACTER.search(text, start, end) is not None)


def _skip_gap(text: str, position: int, end: int) -> int:
    if position < end and text[position].isalnum():
        return position
    match = _SOMETHING.search(text, position, end)
    return match.start() if match else end


def _before_space(text: str, start: int, end: int) -> int:
    return start + len(text[start:end].rstrip()) if text[end - 1].isspace() else end


def _ends(text: str, first: int, match: re.Match[str]) -> bool:
    """Tells whether a sentence that starts at `first` ends at this run of terminators."""
    run, closing = text[match.start() : match.end(1)], match[2]
    if run == ".":
        if _goes_on_after_period(text, first, match.start()):
            return False
        if not closing:
            return True
    return not ((closing or run.endswith(("...", "…"))) and text[match.end()].islower())


def _goes_on_after_period(text: str, first: int, period: int) -> bool:
    """Tells whether a lone period belongs to a list number, an initial or an abbreviation."""
    start = _token_start(text, first, period)
    token = text[start:period]
    core = token if token.isalnum() else token.lstrip(_OPENING)
    if core.isdecimal():
        return len(core) <= 3 and (start == first or _opens_line(text, first, start))
    if len(core) == 1:
        return core.isupper() and (start == first or _capitalised_before(text, first, start))
    return core.casefold() in ABBREVIATIONS or ("." in core and _DOTTED.fullmatch(core) is not None)


def _token_start(text: str, first: int, position: int) -> int:
    """Returns where the token that ends at `position` starts; no token that matters is longer than the window."""
    low = max(first, position - _WINDOW)
    pieces = text[low:position].rsplit(None, 1)
    return position - len(pieces[-1]) if pieces and not text[position - 1].isspace() else position


def _gap_start(text: str, first: int, position: int) -> int:
    """Returns where the white space before a position starts, left-out JSON objects in it included."""
    while position > first and (text[position - 1].isspace() or text[position - 1] == FILLER):
        position -= 1
    return position


def _opens_line(text: str, first: int, start: int) -> bool:
    return "\n" in text[_gap_start(text, first, start) : start]


def _capitalised_before(text: str, first: int, start: int) -> bool:
    """Tells whether the token before `start` begins with a capital, opening marks aside."""
    end = _gap_start(text, first, start)
    return text[_token_start(text, first, end) : end].lstrip(_OPENING)[:1].isupper()

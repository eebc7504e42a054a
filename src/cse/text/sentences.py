"""The one sentence splitter (design, section 4)."""

from __future__ import annotations

import re

from cse.text.edits import Span
from cse.text.ranges import FILLER

# A run of terminators with the closing marks after it, before white space or the end; the filler of a JSON object that
# is left out makes no difference. It is possessive and looks back once, so that it is linear. One pattern for each
# terminator that a run starts with: a literal is found far faster than one of a set.
_END = {
    mark: re.compile(
        rf"""({re.escape(mark)}(?<![.!?…][.!?…])[.!?…]*+)(["'”’»)\]}}]*+){FILLER}*+(?:\s[\s{FILLER}]*+|\Z)"""
    )
    for mark in ".!?…"
}
_WORD_CHARACTER = re.compile(r"[^\W_]")
_SOMETHING = re.compile(rf"[^\s{FILLER}]")
_DOTTED = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")

_OPENING = "([{<\"'`“‘«¿¡-–—/"
"""Marks that may stand before a word in the same token."""

_WINDOW = 64
"""Longest token, in characters, that can be a number, an initial or an abbreviation."""

ABBREVIATIONS = frozenset(["mr", "mrs", "ms", "dr", "prof", "st", "sr", "jr", "vs", "cf", "al", "approx", "ph.d"])
"""Words after which a lone period ends no sentence, in any case, as after letters with periods between (`e.g.`)."""

_ABBREVIATION_TAILS = frozenset(word[-2:] for word in ABBREVIATIONS)


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
    first = _skip_gap(text, start, end)
    if first == end:
        return sentences
    search_from = first
    ends = [match for pattern in patterns for match in pattern.finditer(text, first, end)]
    if len(patterns) > 1:
        ends.sort(key=re.Match.start)
    for match in ends:
        period, following = match.span()
        if following == end:
            break
        run, closing = match.groups()
        # Nearly always two letters stand before a lone period that end no abbreviation: then all is said.
        tail = text[period - 2 : period]
        plain = run == "." and not closing and tail.isalpha() and tail.casefold()[-2:] not in _ABBREVIATION_TAILS
        if plain or _ends(text, first, match):
            if plain or _holds_word(text, search_from, period):
                sentences.append((first, match.end(2)))
                first = following
            search_from = following
    if _holds_word(text, search_from, end):
        sentences.append((first, _before_space(text, first, end)))
    elif sentences and first < end:
        sentences[-1] = (sentences[-1][0], _before_space(text, first, end))
    return sentences


def _holds_word(text: str, start: int, end: int) -> bool:
    # Nearly always the last character answers without a search.
    return start < end and (text[end - 1].isalnum() or _WORD_CHARACTER.search(text, start, end) is not None)


def _skip_gap(text: str, position: int, end: int) -> int:
    if position < end and text[position].isalnum():
        return position
    match = _SOMETHING.search(text, position, end)
    return match.start() if match else end


def _before_space(text: str, start: int, end: int) -> int:
    return start + len(text[start:end].rstrip()) if text[end - 1].isspace() else end


def _ends(text: str, first: int, match: re.Match[str]) -> bool:
    """Tells whether a sentence that starts at `first` ends at this run of terminators."""
    run, closing = match.groups()
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

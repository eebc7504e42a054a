"""The one sentence splitter (design, section 4)."""

from __future__ import annotations

import re

from cse.text.edits import Span

# A run of terminators with the closing marks after it, before white space or the end. Possessive, so that it is linear.
_END = re.compile(r"""(?<![.!?…])([.!?…]++)(["'”’»)\]}]*+)(?=\s|\Z)""")
_WORD_CHARACTER = re.compile(r"[^\W_]")
_NOT_SPACE = re.compile(r"\S")
_DOTTED = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")

ABBREVIATIONS = frozenset(
    ["mr", "mrs", "ms", "dr", "prof", "st", "sr", "jr", "vs", "cf", "al", "approx", "ph.d"]
)
"""Words after which a lone period ends no sentence, in any case; letters with periods between (`e.g.`) are the others."""


def split_sentences(text: str, start: int, end: int) -> list[Span]:
    """Splits a stretch of prose that holds no blank line into sentences.

    Args:
        text: The text in which the stretch stands.
        start: Where it starts.
        end: Where it ends.

    Returns:
        The range of each sentence, without white space around it. A piece without a letter or digit is none: it joins
        the next one, or the last.

    >>> [(a, b) for a, b in split_sentences("Dr. Lee came. He sat.", 0, 21)]
    [(0, 13), (14, 21)]
    """
    sentences: list[Span] = []
    first = _skip_space(text, start, end)
    if first == end:
        return sentences
    search_from = first
    for match in _END.finditer(text, first, end):
        following = _skip_space(text, match.end(), end)
        if following == end:
            break
        if _ends(text, first, match, following):
            if _WORD_CHARACTER.search(text, search_from, match.end()):
                sentences.append((first, match.end()))
                first = following
            search_from = following
    if _WORD_CHARACTER.search(text, search_from, end):
        sentences.append((first, _before_space(text, first, end)))
    elif sentences and first < end:
        sentences[-1] = (sentences[-1][0], _before_space(text, first, end))
    return sentences


def _skip_space(text: str, position: int, end: int) -> int:
    match = _NOT_SPACE.search(text, position, end)
    return match.start() if match else end


def _before_space(text: str, start: int, end: int) -> int:
    return start + len(text[start:end].rstrip())


def _ends(text: str, first: int, match: re.Match[str], following: int) -> bool:
    """Tells whether a sentence that starts at `first` ends at this run of terminators."""
    run, closing = match[1], match[2]
    if run == "." and _goes_on_after_period(text, first, match.start()):
        return False
    return not ((closing or run.endswith(("...", "…"))) and text[following].islower())


def _goes_on_after_period(text: str, first: int, period: int) -> bool:
    """Tells whether a lone period belongs to a list number, an initial or an abbreviation."""
    start = _token_start(text, first, period)
    core_start = start
    while core_start < period and not text[core_start].isalnum():
        core_start += 1
    core = text[core_start:period]
    if core.isdecimal():
        return len(core) <= 3 and core_start == start and (start == first or _opens_line(text, first, start))
    if len(core) == 1 and core.isupper():
        return start == first or _capitalised_before(text, first, start)
    return core.casefold() in ABBREVIATIONS or _DOTTED.fullmatch(core) is not None


def _token_start(text: str, first: int, position: int) -> int:
    while position > first and not text[position - 1].isspace():
        position -= 1
    return position


def _opens_line(text: str, first: int, start: int) -> bool:
    position = start
    while position > first and text[position - 1].isspace():
        if text[position - 1] == "\n":
            return True
        position -= 1
    return False


def _capitalised_before(text: str, first: int, start: int) -> bool:
    """Tells whether the token before `start` begins with a capital."""
    end = start
    while end > first and text[end - 1].isspace():
        end -= 1
    for position in range(_token_start(text, first, end), end):
        if text[position].isalnum():
            return text[position].isupper()
    return False

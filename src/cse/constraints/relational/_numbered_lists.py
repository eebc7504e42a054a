"""Finds numbered lists of known items in a text, however the numbers are written.

    1. Oslo        (1) Oslo, (2) Rome        1 Oslo 2 Rome        First, Oslo; second, Rome
    2. Rome        #1: Oslo                  1st=Oslo 2nd=Rome    one. Oslo two. Rome

An entry is a number and the item right behind it; what follows the item is a remark. A list is a run of entries
numbered 1, 2, 3 and so on: it ends where the numbers start anew or skip. A spelled-out number may be ordinary prose, so
it has to look like the start of an entry: "Oslo is first, Rome is second" is no list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from cse.constraints.relational._texts import plain, words

MOST_ITEMS = 20
"""Numbers are read as words up to this one."""

_CARDINALS = words(
    """
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
    nineteen twenty
    """
)
_ORDINALS = words(
    """
    first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
    sixteenth seventeenth eighteenth nineteenth twentieth
    """
)
_VALUES = {
    word: value
    for spelled in (_CARDINALS, _ORDINALS, [f"{word}ly" for word in _ORDINALS])
    for value, word in enumerate(spelled, start=1)
}
_SPELLED = "|".join(sorted(_VALUES, key=len, reverse=True))
_INITIALS = "".join(dict.fromkeys(word[0] for word in _VALUES))
# The first character is looked at first: most cannot start a number.
_NUMBER = re.compile(
    rf"(?=[\d{_INITIALS}])(?<!\w)(?<!\d[.,])(?:0*(?P<digits>\d{{1,2}})(?P<ordinal>st|nd|rd|th)?|(?P<spelled>{_SPELLED}))(?!\w)"
)

_REACHES = (16, 60)
"""How far before an item its number is looked for: most stand near, and further away there is room for the longest
number, a separator and an opening mark."""

_SEPARATORS = r"[^\S\n]*(?:[.):\]\-–—=>/→*_\\\u20e3]\s*){1,4}"
_OPENING = r"""["'`“‘«(\[*_]{0,3}"""
_ARTICLE = r"(?:(?:the|an?)\s+)?"
_AFTER_DIGITS = re.compile(rf"(?:[^\S\n]*|{_SEPARATORS}){_ARTICLE}{_OPENING}")
_AFTER_SPELLED = re.compile(rf"(?:\s+place)?{_SEPARATORS}{_ARTICLE}{_OPENING}")
_IN_PROSE = re.compile(rf"(?:\s+place)?,?\s+(?:(?:is|was|comes|goes\s+to)\s+)?{_ARTICLE}{_OPENING}")
_MARK_OR_BREAK = re.compile(r"[^\w\s]|\n")
_JOINT = re.compile(r"\s*(?:(?:and|then|the)\s+)*")
_ENDS_ENTRY = re.compile(rf"[^\S\n]*+(?:\Z|[^\w\s]|\n|(?:and|then|the|\d\d?|{_SPELLED})\b)")


class Entry(NamedTuple):
    """An entry of a list: which item it holds, and where it stands in the text."""

    item: int
    start: int
    end: int


def is_list_number(text: str) -> bool:
    """Tells whether a text could be taken for the number of an entry.

    >>> is_list_number("Two"), is_list_number("2 Fast")
    (True, False)
    """
    return _NUMBER.fullmatch(plain(text)) is not None


def find_lists(folded: str, items: Sequence[str]) -> list[list[Entry]]:
    """Finds the numbered lists in a text, complete or not.

    Args:
        folded: The text, without case and accents.
        items: What the lists may hold; none of them is itself a list number.

    Returns:
        The lists in the order of the text, each from number 1 on without a gap.

    >>> [[entry.item for entry in found] for found in find_lists("1. oslo 2. rome", ["Rome", "Oslo"])]
    [[1, 0]]
    """
    lists: list[list[Entry]] = []
    open_list: list[Entry] | None = None
    for number, entry in _entries(folded, tuple(items)):
        if number == 1:
            open_list = [entry]
            lists.append(open_list)
        elif open_list is not None and number == len(open_list) + 1:
            open_list.append(entry)
        else:
            open_list = None
    return lists


def _entries(folded: str, items: tuple[str, ...]) -> Iterator[tuple[int, Entry]]:
    """Goes through the pairs of a number and the item right behind it."""
    pattern, indices = _item_pattern(items)
    before: re.Match[str] | None = None
    item = pattern.search(folded)
    while item:
        start, end = item.span()
        if _is_word_character(folded[start - 1 : start]):
            item = pattern.search(folded, start + 1)
            continue
        number = _last_number(folded, before.end() if before else 0, start)
        if number and _belong_together(folded, before, number, item):
            digits, spelled = number.group("digits", "spelled")
            value = int(digits) if digits else _VALUES[spelled]
            yield value, Entry(indices[" ".join(item[0].split())], number.start(), end)
        before = item
        item = pattern.search(folded, end)


def _last_number(folded: str, start: int, end: int) -> re.Match[str] | None:
    """Finds the last number before an item, if there is one within reach."""
    for reach in _REACHES:
        numbers = list(_NUMBER.finditer(folded, max(start, end - reach), end))
        if numbers:
            return numbers[-1]
    return None


def _is_word_character(char: str) -> bool:
    return char.isalnum() or char == "_"


@lru_cache(maxsize=256)
def _item_pattern(items: tuple[str, ...]) -> tuple[re.Pattern[str], dict[str, int]]:
    """Compiles what matches an item that no letter, digit or underscore follows, the longest that fits.

    What stands before it is looked at afterwards: a pattern that starts with known characters is searched for several
    times faster.

    Returns:
        The pattern, and the number of each item as it matches.
    """
    indices = {plain(item): index for index, item in enumerate(items)}
    longest_first = sorted(indices, key=len, reverse=True)
    choices = "|".join(r"\s+".join(map(re.escape, item.split())) for item in longest_first)
    return re.compile(rf"(?:{choices})(?!\w)"), indices


def _belong_together(folded: str, before: re.Match[str] | None, number: re.Match[str], item: re.Match[str]) -> bool:
    """Tells whether a number and the item that follows it make an entry.

    Args:
        folded: The text.
        before: The item before the number.
        number: The number.
        item: The item.
    """
    gap = (number.end(), item.start())
    if number["digits"] and not number["ordinal"] and _AFTER_DIGITS.fullmatch(folded, *gap):
        return True
    if before is not None and not _starts_entry(folded, before, number):
        return False
    if _AFTER_SPELLED.fullmatch(folded, *gap):
        return True
    return bool(_IN_PROSE.fullmatch(folded, *gap) and _ENDS_ENTRY.match(folded, item.end()))


def _starts_entry(folded: str, item: re.Match[str], number: re.Match[str]) -> bool:
    """Tells whether a spelled-out number starts an entry or belongs to the item before it."""
    between = (item.end(), number.start())
    if _MARK_OR_BREAK.search(folded, *between):
        return True
    # "Oslo first, Rome second" numbers what stands before; "one. Oslo two. Rome" does not.
    postponed = number["spelled"] not in _CARDINALS and folded.startswith((",", ".", ";"), number.end())
    return not postponed and _JOINT.fullmatch(folded, *between) is not None

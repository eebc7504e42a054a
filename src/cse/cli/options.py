"""Options that several commands share, and how their values are read."""

from __future__ import annotations

import re
from enum import StrEnum

from cse.errors import InvalidInput

_PART = re.compile(r"(\d{1,2})(?:-(\d{1,2}))?")


class EngineName(StrEnum):
    """What does the work of many: processes of this machine, or a Ray cluster."""

    pool = "pool"
    ray = "ray"


def parse_levels(text: str, highest: int = 12) -> list[int]:
    """Reads levels of k, such as "1-6", "4" or "1,3,5-8".

    Raises:
        InvalidInput: The text is of another form, or a level lies outside 1 to `highest`.

    >>> parse_levels("1,3,5-7")
    [1, 3, 5, 6, 7]
    """
    levels: list[int] = []
    for part in text.replace(" ", "").split(","):
        match = _PART.fullmatch(part)
        if match is None:
            raise InvalidInput(f"k = {text!r} cannot be read; write a level, a range or a list: 4, 1-6, 1,3,5-8.")
        low, high = int(match[1]), int(match[2] or match[1])
        if not 1 <= low <= high <= highest:
            raise InvalidInput(f"k = {text!r} is outside 1 to {highest}, or runs backwards.")
        levels += [level for level in range(low, high + 1) if level not in levels]
    return sorted(levels)

"""Which probes of a suite are asked, and in which order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cse.compose.probe import Probe
from cse.errors import InvalidInput

_PART = re.compile(r"(\d+)(?:-(\d+))?")


def read_levels(k: str | int | float | Sequence[str | int | float]) -> list[int]:
    """Reads levels of k as the command line and Inspect hand them over: text, a number or a list of either.

    Raises:
        InvalidInput: `k` is of another form, or a range runs backwards.

    >>> read_levels("1-3,6"), read_levels(4), read_levels([1, "2-3"])
    ([1, 2, 3, 6], [4], [1, 2, 3])
    """
    parts: Iterable[object] = k.split(",") if isinstance(k, str) else [k] if isinstance(k, int | float) else k
    levels: set[int] = set()
    for part in parts:
        match = _PART.fullmatch(str(part).replace(" ", ""))
        low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 1 <= low <= high:
            raise InvalidInput(f"k = {k!r} cannot be read; write a level, a range or a list, e.g. 4, 1-6 or 1,3,5-8.")
        levels.update(range(low, high + 1))
    return sorted(levels)


def select_probes(
    probes: Sequence[Probe], levels: Sequence[int] | None = None, limit: int | None = None
) -> list[Probe]:
    """Selects probes and puts them in the order in which they are asked: one of each level in turn.

    So a limit, and a run that is stopped, cover all levels alike.

    Args:
        probes: The probes of a suite.
        levels: The values of k to keep; all by default.
        limit: How many probes at most.

    Raises:
        InvalidInput: The suite holds no probe of one of these levels, or the limit is below 1.
    """
    by_level: dict[int, list[Probe]] = {}
    for probe in probes:
        by_level.setdefault(probe.k, []).append(probe)
    wanted = sorted(by_level) if levels is None else list(levels)
    unknown = [k for k in wanted if k not in by_level]
    if unknown:
        raise InvalidInput(f"The suite holds no probe with k = {unknown[0]}; it holds k = {_shown(sorted(by_level))}.")
    if limit is not None and limit < 1:
        raise InvalidInput(f"limit = {limit} is not valid; it must be a whole number of at least 1.")
    longest = max((len(by_level[k]) for k in wanted), default=0)
    in_turn = [by_level[k][turn] for turn in range(longest) for k in wanted if turn < len(by_level[k])]
    return in_turn[:limit]


def _shown(levels: list[int]) -> str:
    whole = levels == list(range(levels[0], levels[-1] + 1))
    return f"{levels[0]} to {levels[-1]}" if whole and len(levels) > 1 else ", ".join(map(str, levels))

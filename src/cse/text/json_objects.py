"""Complete JSON objects inside a text, found in linear time (design, section 4)."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from cse.text.ranges import Ranges

_DEEPEST = 200
"""Objects nested deeper than this are not read: no answer needs them, and Python's decoder would overflow."""

_LONGEST_INTEGER = 4000
"""Integers of more digits become floats: Python refuses to convert them exactly."""

_MOST_FAILURES = 20
"""How often the decoder may fail on a text: each time it counts the lines up to there, so that many were not linear."""

_SPACE = re.compile(r"[ \t\n\r]*")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+"')
_SCALAR = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?|true|false|null")


class JsonObject(NamedTuple):
    """A JSON object in a text, its value as Python reads it (of a repeated key, the last value)."""

    start: int
    end: int
    value: dict[str, Any]


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= _LONGEST_INTEGER else float(digits)


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


_DECODER = json.JSONDecoder(parse_int=_integer, parse_constant=_refuse)


def find_json_objects(text: str, excluded: Ranges) -> tuple[JsonObject, ...]:
    """Lists the outermost complete objects of a text, by the strict grammar (no NaN, no trailing comma).

    >>> [found.value for found in find_json_objects('So {"a": {"b": 1}} it is', Ranges([]))]
    [{'a': {'b': 1}}]
    """
    found = []
    reader = _Reader(text)
    start = text.find("{")
    while start != -1:
        decoded = None if start in excluded else reader.object_at(start)
        if decoded is not None:
            found.append(decoded)
            start = decoded.end - 1
        start = text.find("{", start + 1)
    return tuple(found)


class _Reader:
    """Reads objects from one place after the other, no part of the text more than a few times."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends: dict[int, int | None] = {}
        self._broken_at = 0
        self._failures = 0

    def object_at(self, start: int) -> JsonObject | None:
        """Reads the object that starts at `start`, or None where it is broken or too deep."""
        if start not in self._ends and self._failures < _MOST_FAILURES:
            retried = start < self._broken_at
            try:
                value, end = _DECODER.raw_decode(self._text, start)
                if self._is_shallow(start, end):
                    return JsonObject(start, end, value)
            except json.JSONDecodeError as error:
                self._failures += 1
                self._broken_at = max(self._broken_at, error.pos)
                if not retried and self._is_shallow(start, error.pos):
                    return None  # Most often the objects inside are complete, and the decoder reads them faster.
            except (ValueError, RecursionError):
                pass  # It is no JSON, or may be too deep: the scan tells.
        if start not in self._ends:
            # The decoder says neither which inner objects are complete nor, alike in all Python versions, what is too
            # deep.
            _scan(self._text, start, self._ends)
        found = self._ends[start]
        return None if found is None else JsonObject(start, found, _DECODER.decode(self._text[start:found]))

    def _is_shallow(self, start: int, end: int) -> bool:
        """Tells whether too few brackets open in a range for one to be too deep."""
        if end - start <= _DEEPEST:
            return True
        return self._text.count("{", start, end) + self._text.count("[", start, end) <= _DEEPEST


def _scan(text: str, start: int, ends: dict[int, int | None]) -> None:
    """Parses the object that starts at `start`, noting in `ends` where each object met on the way ends, or None.

    Whether an object is complete does not depend on what surrounds it, so none is ever parsed twice.
    """
    open_at: list[int] = []
    position = start
    expecting = "value"
    while True:
        position = _SPACE.match(text, position).end()  # type: ignore[union-attr]  # matches always
        char = text[position : position + 1]
        if expecting in ("value", "value or end") and char in ("{", "[") and len(open_at) < _DEEPEST:
            open_at.append(position)
            position += 1
            expecting = "key or end" if char == "{" else "value or end"
        elif expecting.endswith("or end") and open_at and char == _closing(text[open_at[-1]]):
            position += 1
            ends[open_at.pop()] = position
            expecting = "comma or end"
            if not open_at:
                return
        elif expecting == "comma or end" and char == ",":
            position += 1
            expecting = "key" if text[open_at[-1]] == "{" else "value"
        elif expecting == "colon" and char == ":":
            position += 1
            expecting = "value"
        else:
            match = _STRING.match(text, position) if char == '"' else None
            if match is None and expecting.startswith("value"):
                match = _SCALAR.match(text, position)
            if match is None or expecting in ("colon", "comma or end"):
                break
            position = match.end()
            expecting = "colon" if expecting.startswith("key") else "comma or end"
    ends.update(dict.fromkeys(open_at))
    ends.setdefault(start)


def _closing(opening: str) -> str:
    return "}" if opening == "{" else "]"

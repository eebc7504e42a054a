"""How the relational types read the JSON of an answer. It is untrusted: a value may be of any type."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from cse.text.document import Document
from cse.text.json_objects import JsonObject

_FLAT_OBJECT = re.compile(r"\{[^{}]*+\}")


class Nested(NamedTuple):
    """A JSON object anywhere in the answer.

    Attributes:
        value: The object, with its keys written plainly.
        outermost: The object that stands in no other one and holds it (or is it).
    """

    value: dict[str, Any]
    outermost: JsonObject


def as_text(value: object) -> str | None:
    """Returns a text or whole number of a JSON object as text, and None for what is neither.

    >>> as_text("7"), as_text(7), as_text(True), as_text(["7"])
    ('7', '7', None, None)
    """
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


def objects_in(document: Document) -> Iterator[tuple[dict[str, Any], JsonObject]]:
    """Goes through all JSON objects of an answer in the order in which they open, nested ones too.

    Yields:
        The object, and the one that stands in no other one and holds it (or is it).
    """
    for outermost in document.json_objects:
        waiting: list[Any] = [outermost.value]
        while waiting:
            value = waiting.pop()
            if isinstance(value, dict):
                yield value, outermost
                waiting.extend(reversed(value.values()))
            elif isinstance(value, list):
                waiting.extend(reversed(value))


class FlatObject(NamedTuple):
    """A JSON object that holds no other object, and where it stands in `Document.text`."""

    value: dict[str, Any]
    start: int
    end: int


def flat_objects(document: Document, outermost: JsonObject) -> Iterator[FlatObject]:
    """Finds where the innermost objects stand, to show a person the entry that is wrong.

    An object with a brace inside a text is not found; then the caller shows the whole.
    """
    for match in _FLAT_OBJECT.finditer(document.text, outermost.start, outermost.end):
        try:
            value = json.loads(match[0])
        except (ValueError, RecursionError):
            continue  # The braces stood inside a text, or the object is beyond what Python converts.
        if isinstance(value, dict):
            yield FlatObject(value, match.start(), match.end())

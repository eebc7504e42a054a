"""Looking into a Vega-Lite specification: all its rows, and all values under a key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def find(node: Any, key: str) -> Iterator[Any]:
    """Yields every value that stands under a key, at any depth."""
    if isinstance(node, dict):
        for name, value in node.items():
            if name == key:
                yield value
            yield from find(value, key)
    elif isinstance(node, list):
        for value in node:
            yield from find(value, key)


def units(node: Any) -> Iterator[dict[str, Any]]:
    """Yields every part of a specification that draws marks."""
    if isinstance(node, dict):
        if "mark" in node:
            yield node
        for key, value in node.items():
            if key in ("layer", "hconcat", "vconcat", "concat"):
                for part in value:
                    yield from units(part)


def rows(spec: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the rows of all data in a specification."""
    inline = [value for source in find(spec, "data") if isinstance(source, dict) for value in source.get("values", [])]
    named = [row for sets in find(spec, "datasets") for values in sets.values() for row in values]
    return inline + named


def title(spec: dict[str, Any]) -> str:
    """Returns the title above a chart as one line."""
    text = spec["title"]["text"]
    return " ".join(text) if isinstance(text, list) else str(text)

"""The topics that probes ask to write about."""

from __future__ import annotations

from functools import cache
from importlib import resources

from cse.constraints.base import Topic


@cache
def topics() -> tuple[Topic, ...]:
    """Returns all topics, in the order of the file `topics.txt`.

    >>> topics()[0].name, topics()[0].words[:2]
    ('renewable energy', ('solar', 'wind'))
    """
    text = resources.files("cse.compose").joinpath("topics.txt").read_text(encoding="utf-8")
    found = []
    for line in text.splitlines():
        if line and not line.startswith("#"):
            name, words = line.split(": ")
            found.append(Topic(name, tuple(words.split(", "))))
    return tuple(found)

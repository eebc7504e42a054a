"""Witnesses with a known subset of their constraints broken: answers whose every verdict is known beforehand."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from cse.constraints.base import Constraint
from cse.constraints.claims import Claims, join
from cse.text.document import Document

_STEPS = 400
"""How many edits are tried; half of them may break no constraint that is to hold."""

_WORD = re.compile(r"\b[a-z]{2,}\b", re.IGNORECASE)
_SENTENCE_BREAK = re.compile(r"(?<=[a-z])\. +(?=[A-Z])")
_DIGIT = re.compile(r"[0-9]")
_MARK = re.compile(r"^- |```|[|{}\"]", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Broken:
    """A witness after edits that break some of its constraints.

    Attributes:
        text: The edited text.
        wanted: Which constraints were to break, by their place in the probe.
        failing: Which do not hold, by their place in the probe; the same as `wanted` where the edits allow.
    """

    text: str
    wanted: frozenset[int]
    failing: frozenset[int]


def break_witness(witness: str, constraints: Sequence[Constraint], rng: random.Random) -> Broken:
    """Breaks a random subset of the constraints that a witness meets, and no other where it can.

    Args:
        witness: A text that meets all constraints.
        constraints: The constraints, in the probe's order.
        rng: Decides which constraints break and how.

    >>> from cse.constraints.registry import constraint
    >>> broken = break_witness("Warm tea.", [constraint("word_count", count=2)], random.Random(3))
    >>> sorted(broken.failing) == sorted(broken.wanted)
    True
    """
    wanted = frozenset(place for place in range(len(constraints)) if rng.random() < 0.5)
    claims = join([constraint.claims() for constraint in constraints])
    text, failing = witness, frozenset[int]()
    for step in range(_STEPS):
        if failing == wanted:
            break
        edited = rng.choice(_EDITS)(text, claims, rng)
        now = _failing(edited, constraints)
        side_effects_allowed = step >= _STEPS // 2
        if len(now & wanted) > len(failing & wanted) and (side_effects_allowed or now <= wanted):
            text, failing = edited, now
    return Broken(text, wanted, failing)


def _failing(text: str, constraints: Sequence[Constraint]) -> frozenset[int]:
    document = Document(text)
    return frozenset(place for place, item in enumerate(constraints) if not item.verify(document).passed)


Edit = Callable[[str, Claims, random.Random], str]


def _any_match(pattern: re.Pattern[str], text: str, rng: random.Random) -> re.Match[str] | None:
    matches = list(pattern.finditer(text))
    return rng.choice(matches) if matches else None


def _replace(pattern: re.Pattern[str], new: Callable[[str, random.Random], str]) -> Edit:
    """Makes an edit that replaces a random match of a pattern."""

    def edit(text: str, claims: Claims, rng: random.Random) -> str:  # noqa: ARG001
        match = _any_match(pattern, text, rng)
        return text if match is None else text[: match.start()] + new(match[0], rng) + text[match.end() :]

    return edit


def _insert_what_is_banned(text: str, claims: Claims, rng: random.Random) -> str:
    banned = [*claims.banned_words, *claims.banned_letters, "7", "extraordinarily"]
    match = _any_match(_WORD, text, rng)
    return text if match is None else f"{text[: match.end()]} {rng.choice(banned)}{text[match.end() :]}"


def _swap_neighbours(text: str, claims: Claims, rng: random.Random) -> str:  # noqa: ARG001
    pairs = [pair for pair in pairwise(_WORD.finditer(text)) if text[pair[0].end() : pair[1].start()] == " "]
    if not pairs:
        return text
    first, second = rng.choice(pairs)
    return f"{text[: first.start()]}{second[0]} {first[0]}{text[second.end() :]}"


def _edit_lines(change: Callable[[list[str], int], list[str]]) -> Edit:
    """Makes an edit that changes the lines at a random place."""

    def edit(text: str, claims: Claims, rng: random.Random) -> str:  # noqa: ARG001
        lines = text.split("\n")
        return "\n".join(change(lines, rng.randrange(len(lines))))

    return edit


_EDITS: tuple[Edit, ...] = (
    _replace(_WORD, lambda word, rng: ""),  # noqa: ARG005
    _replace(_WORD, lambda word, rng: f"{word} {word}"),  # noqa: ARG005
    _replace(_WORD, lambda word, rng: f"{word}. So"),  # noqa: ARG005
    _replace(_WORD, lambda word, rng: word[:-1] + rng.choice("aeiourst")),
    _replace(_WORD, lambda word, rng: rng.choice("aeiourst") + word[1:]),
    _replace(_SENTENCE_BREAK, lambda mark, rng: " "),  # noqa: ARG005
    _replace(_DIGIT, lambda digit, rng: rng.choice("123456789")),  # noqa: ARG005
    _replace(_MARK, lambda mark, rng: ""),  # noqa: ARG005
    _insert_what_is_banned,
    _swap_neighbours,
    _edit_lines(lambda lines, at: lines[:at] + lines[at + 1 :]),
    _edit_lines(lambda lines, at: [*lines[: at + 1], *lines[at:]]),
    _edit_lines(lambda lines, at: [*lines[:at], "", *lines[at:]]),
)

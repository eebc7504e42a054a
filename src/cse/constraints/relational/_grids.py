"""The logic of R3's puzzles: what a clue says of a grid, all grids that fit, and clues that leave one.

A grid tells who holds each value: it maps cells (attribute, value) to people.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

Cell = tuple[str, str]
Grid = dict[Cell, str]
Clue = Mapping[str, Any]
Attributes = Mapping[str, Sequence[str]]


def holds(clue: Clue, grid: Mapping[Cell, str]) -> bool | None:
    """Tells whether a grid keeps a clue; None where the grid does not yet say.

    >>> holds({"person": "Ana", "attribute": "pet", "value": "cat", "not": True}, {("pet", "cat"): "Ben"})
    True
    """
    holder = grid.get((clue["attribute"], clue["value"]))
    other = clue["person"] if "person" in clue else grid.get((clue["other_attribute"], clue["other_value"]))
    if holder is None or other is None:
        return None
    return (holder == other) != bool(clue.get("not", False))


def grids(people: Sequence[str], attributes: Attributes, clues: Sequence[Clue]) -> Iterator[Grid]:
    """Goes through all grids that keep every clue; each person holds one value of each attribute."""
    cells = [(attribute, value) for attribute, values in attributes.items() for value in values]
    return _completions({}, cells, people, clues)


def _completions(grid: Grid, cells: list[Cell], people: Sequence[str], clues: Sequence[Clue]) -> Iterator[Grid]:
    """Goes through the grids that fill the rest of the cells."""
    if len(grid) == len(cells):
        yield dict(grid)
        return
    cell = cells[len(grid)]
    taken = [person for (attribute, _), person in grid.items() if attribute == cell[0]]
    for person in people:
        if person not in taken:
            grid[cell] = person
            if all(holds(clue, grid) is not False for clue in clues):
                yield from _completions(grid, cells, people, clues)
            del grid[cell]


def draw_clues(rng: random.Random, people: Sequence[str], attributes: Attributes) -> list[dict[str, Any]]:
    """Draws clues that leave exactly one grid, none of which could be left out."""
    candidates = list(grids(people, attributes, ()))
    statements = _true_statements(rng.choice(candidates), people, attributes)
    rng.shuffle(statements)
    clues: list[tuple[dict[str, Any], frozenset[int]]] = []
    left = frozenset(range(len(candidates)))
    for clue in statements:
        kept = frozenset(number for number, grid in enumerate(candidates) if holds(clue, grid))
        if not left <= kept:
            clues.append((clue, kept))
            left &= kept
        if len(left) == 1:
            break
    for clue_and_kept in list(clues):
        others = [kept for other, kept in clues if other is not clue_and_kept[0]]
        if others and len(frozenset.intersection(*others)) == 1:
            clues.remove(clue_and_kept)
    return [clue for clue, _ in clues]


def _true_statements(solution: Grid, people: Sequence[str], attributes: Attributes) -> list[dict[str, Any]]:
    """Lists every clue of either form, with and without "not", that is true of a grid."""
    forms: list[dict[str, Any]] = [
        {"person": person, "attribute": attribute, "value": value}
        for person in people
        for attribute, values in attributes.items()
        for value in values
    ]
    forms += [
        {"attribute": one, "value": value, "other_attribute": other, "other_value": other_value}
        for one, other in combinations(attributes, 2)
        for value in attributes[one]
        for other_value in attributes[other]
    ]
    return [form if holds(form, solution) else form | {"not": True} for form in forms]

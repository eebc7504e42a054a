"""R3 logic_grid: a JSON object solves a puzzle: who holds which value of each attribute.

The first JSON object whose keys are exactly the people counts, inside code or another object too. It gives each person
an object with one value for each attribute; every value is used once, and every clue is kept. A drawn puzzle has
exactly one solution; of a puzzle with several any one passes. Case, accents and spacing of names and values make no
difference.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Self

from cse.constraints.base import Constraint, Example, FrozenDict, Given, Verdict, frozen, plural, verdict
from cse.constraints.claims import Claims
from cse.constraints.registry import constraint_type
from cse.constraints.relational._grids import Cell, Grid, draw_clues, grids, holds
from cse.constraints.relational._json import Nested, as_text, flat_objects, objects_in
from cse.constraints.relational._pools import ATTRIBUTES, PEOPLE, pick
from cse.constraints.relational._texts import all_different, is_text, plain
from cse.constraints.wording import listed
from cse.errors import InvalidParameter
from cse.text.document import Document
from cse.text.edits import Span

PEOPLE_DRAWN = 3
ATTRIBUTES_DRAWN = (2, 3)
MOST_PEOPLE, MOST_ATTRIBUTES = 6, 5

_TWO_PETS = {
    "people": ["Ana", "Ben"],
    "attributes": {"pet": ["cat", "dog"]},
    "clues": [{"person": "Ben", "attribute": "pet", "value": "cat", "not": True}],
}

_PERSON_KEYS = ["attribute", "person", "value"]
_PAIR_KEYS = ["attribute", "other_attribute", "other_value", "value"]


@constraint_type
@dataclass(frozen=True, kw_only=True)
class LogicGrid(Constraint):
    """A JSON object tells who holds which value of each attribute, as every clue says.

    Attributes:
        people: The people, 2 to 6 different texts.
        attributes: For each of 1 to 5 attributes as many different values as there are people.
        clues: What is known: `{"person", "attribute", "value"}`, or `{"attribute", "value", "other_attribute",
            "other_value"}` of two attributes, each with an optional `"not": true`. Some solution keeps them all.
    """

    code: ClassVar[str] = "R3"
    title: ClassVar[str] = "Logic grid"

    people: tuple[str, ...]
    attributes: FrozenDict
    clues: tuple[FrozenDict, ...]

    def __post_init__(self) -> None:
        for parameter in ("people", "attributes", "clues"):
            object.__setattr__(self, parameter, frozen(getattr(self, parameter)))
        if not (_are_texts(self.people) and 2 <= len(self.people) <= MOST_PEOPLE):
            raise InvalidParameter(self.name, "people", self.people, f"a list of 2 to {MOST_PEOPLE} different texts")
        if not _are_attributes(self.attributes, len(self.people)):
            allowed = f"a mapping of 1 to {MOST_ATTRIBUTES} attributes to {len(self.people)} different texts each"
            raise InvalidParameter(self.name, "attributes", self.attributes, allowed)
        if not _are_clues(self.clues, self.people, self.attributes):
            allowed = (
                'a list of at least one {"person", "attribute", "value"} or {"attribute", "value", "other_attribute", '
                '"other_value"} of two attributes, each with an optional "not", about the given people and values'
            )
            raise InvalidParameter(self.name, "clues", self.clues, allowed)
        if _solution(self.people, self.attributes, self.clues) is None:
            raise InvalidParameter(self.name, "clues", self.clues, "clues that do not contradict each other")

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws 3 people, 2 or 3 attributes, and clues that leave exactly one solution, each of them needed.

        Banned letters and words are kept clear of where the pools allow it.
        """
        people = pick(rng, PEOPLE, PEOPLE_DRAWN, given)
        names = pick(rng, list(ATTRIBUTES), rng.choice(ATTRIBUTES_DRAWN), given)
        attributes = {name: pick(rng, ATTRIBUTES[name], PEOPLE_DRAWN, given) for name in names}
        clues = draw_clues(rng, people, attributes)
        return cls(people=tuple(people), attributes=frozen(attributes), clues=frozen(clues))

    def instruction(self) -> str:
        """Tells the puzzle and the shape of the JSON."""
        values = listed([f"a different {name} ({listed(values, 'or')})" for name, values in self.attributes.items()])
        clues = "; ".join(_in_words(clue) for clue in self.clues)
        shape = json.dumps(
            {person: dict.fromkeys(self.attributes, "...") for person in self.people}, ensure_ascii=False
        )
        return (
            "Solve this puzzle and include the solution as a JSON object. The people are "
            f"{listed(self.people)}, and each has {values}. Clues: {clues}. Use this shape, with exactly these keys: "
            f"{shape}. Use each value once; capital letters make no difference, and of several such JSON objects the "
            "first counts."
        )

    def claims(self) -> Claims:
        """Demands the solution; where there are several, all are made of the same keys and values."""
        grid = _solution(self.people, self.attributes, self.clues) or {}
        solution: dict[str, dict[str, str]] = {person: {} for person in self.people}
        for (attribute, value), person in grid.items():
            solution[person][attribute] = value
        return Claims(json=(json.dumps(solution, ensure_ascii=False, separators=(",", ":")),))

    def judge(self, document: Document) -> Verdict:
        """Averages two shares: of the clues that are kept, and of the values that exactly one person holds."""
        expected = f"each value used once and {plural(len(self.clues), 'clue')} kept"
        answer = self._find_answer(document)
        if answer is None:
            return verdict(0.0, expected, "no JSON object whose keys are the people")
        grid, given = self._read(answer.value)
        values = sum(len(values) for values in self.attributes.values())
        broken = [clue for clue in self.clues if not holds(clue, grid)]
        kept = len(self.clues) - len(broken)
        score = (len(grid) / max(values, given) + kept / len(self.clues)) / 2
        observed = (
            f"{len(grid)} of {plural(values, 'value')} used once, {kept} of {plural(len(self.clues), 'clue')} kept"
        )
        if given > values:
            observed += f", {given} answers"
        return verdict(score, expected, observed, self._spans(document, answer, broken) if score < 1.0 else ())

    def _find_answer(self, document: Document) -> Nested | None:
        """Finds the first JSON object whose keys are exactly the people, and writes these as the parameters do."""
        for value, outermost in objects_in(document):
            if len(value) == len(self.people):
                answer = {self._people.get(plain(key), ""): item for key, item in value.items()}
                if len(answer) == len(self.people) and "" not in answer:
                    return Nested(answer, outermost)
        return None

    def _read(self, answer: dict[str, Any]) -> tuple[Grid, int]:
        """Reads an answer.

        Returns:
            Who holds each value, values apart that several people hold or none; and how many answers are given in all.
        """
        holders: dict[tuple[str, str], list[str]] = {}
        given = 0
        for person, answers in answer.items():
            if not isinstance(answers, dict):
                continue
            given += len(answers)
            known = {self._names.get(plain(key), ""): value for key, value in answers.items()}
            for name, value in known.items():
                text = as_text(value)
                cell = None if text is None else self._cells.get((name, plain(text)))
                if cell is not None:
                    holders.setdefault(cell, []).append(person)
        return {cell: people[0] for cell, people in holders.items() if len(people) == 1}, given

    @cached_property
    def _people(self) -> dict[str, str]:
        """The people, by what `plain` makes of them."""
        return {plain(person): person for person in self.people}

    @cached_property
    def _names(self) -> dict[str, str]:
        """The attributes, by what `plain` makes of them."""
        return {plain(name): name for name in self.attributes}

    @cached_property
    def _cells(self) -> dict[Cell, Cell]:
        """The cells, by their attribute and what `plain` makes of their value."""
        return {(name, plain(value)): (name, value) for name, values in self.attributes.items() for value in values}

    def _spans(self, document: Document, answer: Nested, broken: list[Any]) -> list[Span]:
        """Lists where the people stand of whom a broken clue speaks, or the whole JSON."""
        grid, _ = self._read(answer.value)
        suspects: list[str | None] = []
        for clue in broken:
            suspects.append(clue.get("person") or grid.get((clue["other_attribute"], clue["other_value"])))
            suspects.append(grid.get((clue["attribute"], clue["value"])))
        wrong = [answer.value[person] for person in self.people if person in suspects]
        spans = [
            document.span(start, end)
            for value, start, end in flat_objects(document, answer.outermost)
            if value in wrong
        ]
        return spans or [document.span(answer.outermost.start, answer.outermost.end)]

    examples: ClassVar[tuple[Example, ...]] = (
        Example(_TWO_PETS, '{"Ana": {"pet": "cat"}, "Ben": {"pet": "dog"}}', True, "The one solution."),
        Example(_TWO_PETS, '{"Ana": {"pet": "dog"}, "Ben": {"pet": "cat"}}', False, "The clue is broken."),
        Example(_TWO_PETS, '{"Ana": {"pet": "cat"}, "Ben": {"pet": "cat"}}', False, "No one has the dog."),
        Example(
            _TWO_PETS,
            'So:\n\n```json\n{"answer": {"ben": {"Pet": "Dog"}, "ana": {"Pet": "Cat"}}}\n```',
            True,
            "Code, another object round it, order and case make no difference.",
        ),
        Example(
            _TWO_PETS,
            '{"Ana": {"pet": "dog"}, "Ben": {"pet": "cat"}} or {"Ana": {"pet": "cat"}, "Ben": {"pet": "dog"}}',
            False,
            "The first object counts.",
        ),
        Example(_TWO_PETS, "Ana has the cat and Ben has the dog.", False, "There is no JSON."),
    )


@lru_cache(maxsize=1024)
def _solution(people: tuple[str, ...], attributes: FrozenDict, clues: tuple[FrozenDict, ...]) -> Grid | None:
    return next(grids(people, attributes, clues), None)


def _in_words(clue: FrozenDict) -> str:
    """Writes a clue as a clause.

    >>> _in_words(FrozenDict({"person": "Ben", "attribute": "pet", "value": "dog", "not": True}))
    "Ben's pet is not dog"
    """
    negated = clue.get("not", False)
    if "person" in clue:
        return f"{clue['person']}'s {clue['attribute']} is {'not ' if negated else ''}{clue['value']}"
    does = "does not have" if negated else "has"
    who = f"the person whose {clue['attribute']} is {clue['value']}"
    return f"{who} {does} {clue['other_value']} as {clue['other_attribute']}"


def _are_texts(value: object) -> bool:
    return isinstance(value, tuple) and all(is_text(text) for text in value) and all_different(value)


def _are_attributes(value: object, people: int) -> bool:
    return (
        isinstance(value, FrozenDict)
        and 1 <= len(value) <= MOST_ATTRIBUTES
        and _are_texts(tuple(value))
        and all(_are_texts(values) and len(values) == people for values in value.values())
    )


def _are_clues(value: object, people: tuple[str, ...], attributes: dict[str, tuple[str, ...]]) -> bool:
    return isinstance(value, tuple) and len(value) > 0 and all(_is_clue(clue, people, attributes) for clue in value)


def _is_clue(value: object, people: tuple[str, ...], attributes: dict[str, tuple[str, ...]]) -> bool:
    if not isinstance(value, FrozenDict) or not isinstance(value.get("not", False), bool):
        return False
    said = {key: text for key, text in value.items() if key != "not"}
    if not all(is_text(text) for pair in said.items() for text in pair):
        return False
    keys = sorted(said)
    if keys not in (_PERSON_KEYS, _PAIR_KEYS) or value["value"] not in attributes.get(value["attribute"], ()):
        return False
    if keys == _PERSON_KEYS:
        return value["person"] in people
    other = value["other_attribute"]
    return other != value["attribute"] and value["other_value"] in attributes.get(other, ())

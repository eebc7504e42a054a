"""R1 scene_graph: a JSON object reproduces a scene of objects and relations, and adds nothing to it.

The first JSON object with both keys `objects` and `relations` counts, inside code or another object too; its further
keys are ignored. Order, case, accents and a leading "is" or "are" of a relation make no difference; anything left out,
added or changed does.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import ClassVar, Self, TypeGuard

from cse.constraints.base import Constraint, Example, FrozenDict, Given, Verdict, frozen, plural, to_json, verdict
from cse.constraints.claims import Claims
from cse.constraints.registry import constraint_type
from cse.constraints.relational._json import Nested, as_text, flat_objects, objects_in
from cse.constraints.relational._pools import COLORS, MATERIALS, OBJECTS, SIZES, pick
from cse.constraints.relational._texts import all_different, is_text, plain
from cse.errors import InvalidParameter
from cse.text.document import Document
from cse.text.edits import Span

COUNTS = range(2, 5)
EXTRA_ATTRIBUTES = {"size": SIZES, "material": MATERIALS}
AXES = (("above", "below"), ("left of", "right of"), ("behind", "in front of"))
"""What may be said of two objects along each direction of space, and its reverse."""

_RELATION_KEYS = ("subject", "relation", "object")
_PREFIX = re.compile(r"^(?:is|are) ")

Entry = tuple[tuple[str, str], ...]
"""An object or relation as it is compared: its pairs of key and value, sorted."""

_CUP_AND_BOX = {
    "objects": [{"name": "cup", "color": "red"}, {"name": "box", "color": "blue"}],
    "relations": [{"subject": "cup", "relation": "above", "object": "box"}],
}


def _answer(name: str, color: str, relation: str) -> str:
    """Writes the JSON of the worked examples."""
    objects = [{"color": "blue", "name": "box"}, {"name": name, "color": color}]
    return json.dumps({"objects": objects, "relations": [{"subject": name, "relation": relation, "object": "box"}]})


@constraint_type
@dataclass(frozen=True, kw_only=True)
class SceneGraph(Constraint):
    """A JSON object reproduces a scene.

    Attributes:
        objects: The objects, each a mapping of texts with the key "name"; no two share a name.
        relations: The relations, each a mapping with the keys "subject", "relation" and "object", of which the first
            and the last are names of two objects; there may be none.
    """

    code: ClassVar[str] = "R1"
    title: ClassVar[str] = "Scene graph"

    objects: tuple[FrozenDict, ...]
    relations: tuple[FrozenDict, ...]

    def __post_init__(self) -> None:
        for parameter in ("objects", "relations"):
            object.__setattr__(self, parameter, frozen(getattr(self, parameter)))
        if not _are_objects(self.objects):
            allowed = 'a list of at least one object, each with texts as values and a "name" of its own'
            raise InvalidParameter(self.name, "objects", self.objects, allowed)
        if not _are_relations(self.relations, [item["name"] for item in self.objects]):
            allowed = 'a list of {"subject", "relation", "object"} between the names of two different objects'
            raise InvalidParameter(self.name, "relations", self.relations, allowed)

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws 2 to 4 coloured objects and true relations between some of them.

        Banned letters and words are kept clear of where the pools allow it.
        """
        names = pick(rng, OBJECTS, rng.choice(COUNTS), given)
        attributes: dict[str, tuple[str, ...]] = {"color": COLORS}
        for extra in rng.sample(list(EXTRA_ATTRIBUTES), rng.randint(0, 1)):
            attributes[extra] = EXTRA_ATTRIBUTES[extra]
        objects = [
            {"name": name} | {attribute: pick(rng, pool, 1, given)[0] for attribute, pool in attributes.items()}
            for name in names
        ]
        return cls(objects=frozen(objects), relations=frozen(_draw_relations(rng, given, names)))

    def instruction(self) -> str:
        """Tells the scene and the shape of the JSON."""
        objects = "; ".join(_described(item) for item in self.objects)
        relations = "; ".join(", ".join(relation[key] for key in _RELATION_KEYS) for relation in self.relations)
        entries = {"objects": self.objects[0], "relations": _RELATION_KEYS}
        shape = json.dumps({key: [dict.fromkeys(entry, "...")] for key, entry in entries.items()}, ensure_ascii=False)
        return (
            f"Include a JSON object that describes exactly this scene. Objects: {objects}. Relations, each as subject, "
            f"relation, object: {relations or 'none'}. Use this shape, with an entry for every object (its name and "
            f"its attributes) and every relation: {shape}. Add nothing to the scene and leave nothing out; the order "
            "of entries and capital letters make no difference, and of several such JSON objects the first counts."
        )

    def claims(self) -> Claims:
        """Demands the JSON object; a leading "is" or "are" of a relation may be left out."""
        relations = [
            relation | {"relation": _PREFIX.sub("", plain(relation["relation"]))}
            if _PREFIX.match(plain(relation["relation"]))
            else relation
            for relation in to_json(self.relations)
        ]
        scene = {"objects": to_json(self.objects), "relations": relations}
        return Claims(json=(json.dumps(scene, ensure_ascii=False, separators=(",", ":")),))

    def judge(self, document: Document) -> Verdict:
        """Averages two shares: of the objects and of the relations that are reproduced, others counted against."""
        expected = f"{plural(len(self.objects), 'object')} and {plural(len(self.relations), 'relation')}, no others"
        scene = _first_scene(document)
        if scene is None:
            return verdict(0.0, expected, "no JSON object with the keys objects and relations")
        shares, notes, wrong = [], [], []
        for key, wanted in (("objects", self.objects), ("relations", self.relations)):
            told = scene.value[key]
            # Most scenes that are right are written as the prompt tells them.
            right, others = (len(wanted), []) if told == list(wanted) else _compared(self._wanted[key], told)
            asked, most = len(wanted), max(len(wanted), right + len(others))
            shares.append(right / most if most else 1.0)
            notes.append(f"{right} of {plural(asked, key[:-1])} right, {plural(len(others), 'other')}")
            wrong += others
        score = sum(shares) / len(shares)
        return verdict(score, expected, "; ".join(notes), _spans(document, scene, wrong))

    @cached_property
    def _wanted(self) -> dict[str, Counter[Entry | None]]:
        """The entries of each list, and how often each has to stand there."""
        return {"objects": Counter(map(_entry, self.objects)), "relations": Counter(map(_entry, self.relations))}

    examples: ClassVar[tuple[Example, ...]] = (
        Example(_CUP_AND_BOX, _answer("cup", "red", "above"), True, "The scene as it is given."),
        Example(_CUP_AND_BOX, f"Here it is: {_answer('Cup', 'RED', 'is above')}", True, 'Case and "is" are ignored.'),
        Example(
            _CUP_AND_BOX, f'{{"scene": {_answer("cup", "red", "above")}}}', True, "It may stand in another object."
        ),
        Example(_CUP_AND_BOX, _answer("cup", "red", "below"), False, "The relation is another one."),
        Example(_CUP_AND_BOX, _answer("cup", "red, shiny", "above"), False, "The colour is not the given one."),
        Example(_CUP_AND_BOX, "The red cup is above the blue box.", False, "There is no JSON."),
    )


def _first_scene(document: Document) -> Nested | None:
    """Finds the first JSON object with both keys, and writes its keys plainly."""
    for value, outermost in objects_in(document):
        scene = {plain(key): item for key, item in value.items()}
        if "objects" in scene and "relations" in scene:
            return Nested(scene, outermost)
    return None


def _entry(item: object) -> Entry | None:
    """Makes an object or relation comparable; None where it is no mapping of texts."""
    if not isinstance(item, dict):
        return None
    pairs = []
    for key, value in item.items():
        text = as_text(value)
        if text is None:
            return None
        name, text = plain(key), plain(text)
        pairs.append((name, _PREFIX.sub("", text) if name == "relation" else text))
    return tuple(sorted(pairs))


def _compared(wanted: Counter[Entry | None], told: object) -> tuple[int, list[Entry | None]]:
    """Returns how many of the wanted entries an answer tells, and its other ones."""
    left = dict(wanted)
    others: list[Entry | None] = []
    entries = [_entry(item) for item in told] if isinstance(told, list) else [None]
    for entry in entries:
        if left.get(entry):
            left[entry] -= 1
        else:
            others.append(entry)
    return len(entries) - len(others), others


def _spans(document: Document, scene: Nested, wrong: list[Entry | None]) -> Iterator[Span]:
    """Yields where the wrong entries stand, or the whole JSON where none can be found: something is missing, then."""
    spans = []
    left = Counter(wrong)
    for value, start, end in flat_objects(document, scene.outermost):
        entry = _entry(value)
        if entry is not None and left[entry] > 0:
            left[entry] -= 1
            spans.append(document.span(start, end))
    yield from spans or [document.span(scene.outermost.start, scene.outermost.end)]


def _described(item: dict[str, str]) -> str:
    attributes = ", ".join(f"{key}: {value}" for key, value in item.items() if key != "name")
    return f"{item['name']} ({attributes})" if attributes else item["name"]


def _are_objects(value: object) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) > 0
        and all(_is_mapping_of_texts(item) and "name" in item for item in value)
        and all_different([item["name"] for item in value])
    )


def _are_relations(value: object, names: Sequence[str]) -> bool:
    return isinstance(value, tuple) and all(
        _is_mapping_of_texts(item)
        and sorted(item) == sorted(_RELATION_KEYS)
        and item["subject"] in names
        and item["object"] in names
        and item["subject"] != item["object"]
        for item in value
    )


def _is_mapping_of_texts(value: object) -> TypeGuard[dict[str, str]]:
    return (
        isinstance(value, dict)
        and all(is_text(text) for pair in value.items() for text in pair)
        and all_different(list(value))
    )


def _draw_relations(rng: random.Random, given: Given, names: Sequence[str]) -> list[dict[str, str]]:
    """Draws about as many relations as there are objects, all true of one arrangement in space."""
    places = [rng.sample(range(len(names)), len(names)) for _ in AXES]
    pairs = list(combinations(range(len(names)), 2))
    rng.shuffle(pairs)
    relations = []
    for pair in pairs[: rng.randint(len(names) - 1, len(names))]:
        phrase = pick(rng, [phrase for axis in AXES for phrase in axis], 1, given)[0]
        axis = next(axis for axis, phrases in enumerate(AXES) if phrase in phrases)
        nearer, further = sorted(pair, key=lambda index: places[axis][index])
        subject, other = (further, nearer) if phrase == AXES[axis][0] else (nearer, further)
        relations.append({"subject": names[subject], "relation": phrase, "object": names[other]})
    return relations

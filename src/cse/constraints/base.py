"""What every constraint type is made of: parameters, a draw, an instruction, claims, a verdict, worked examples."""

from __future__ import annotations

import dataclasses
import math
import random
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, ClassVar, Self

from cse.constraints.claims import Claims
from cse.errors import InvalidParameter
from cse.text.document import Document
from cse.text.edits import Span
from cse.text.letters import storable

ALMOST = math.nextafter(1.0, 0.0)
"""The largest score that does not pass."""


class Verdict:
    """What a verifier says of one answer; a value, never changed.

    Attributes:
        passed: Whether the constraint holds; true if and only if `score` is 1.0.
        score: How near the answer comes, in [0, 1].
        expected: What the rule asks, short, for people.
        observed: What was found, short, for people.

    >>> Verdict(False, 0.5, "2 words", "1 word", [(0, 3)])
    Verdict(passed=False, score=0.5, expected='2 words', observed='1 word', spans=((0, 3),))
    """

    __slots__ = ("_spans", "expected", "observed", "passed", "score")

    def __init__(self, passed: bool, score: float, expected: str, observed: str, spans: Iterable[Span] = ()) -> None:
        self.passed, self.score = passed, score
        self.expected, self.observed = expected, observed
        self._spans = spans

    @property
    def spans(self) -> tuple[Span, ...]:
        """Character ranges `(start, end)` of the answer as the model wrote it, where the rule broke.

        Found when first asked for: whoever wants the score alone, such as a trainer, does not pay for them.
        """
        if type(self._spans) is not tuple:
            self._spans = tuple(self._spans)
        return self._spans

    def to_dict(self) -> dict[str, Any]:
        """Returns all five by their names, in that order."""
        return {
            "passed": self.passed,
            "score": self.score,
            "expected": self.expected,
            "observed": self.observed,
            "spans": self.spans,
        }

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self.to_dict().items())
        return f"Verdict({fields})"

    def __eq__(self, other: object) -> bool:
        return self.to_dict() == other.to_dict() if isinstance(other, Verdict) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self.to_dict().values()))

    def __reduce__(self) -> tuple[type[Verdict], tuple[Any, ...]]:
        """Pickles with the spans found."""
        return Verdict, tuple(self.to_dict().values())


def verdict(score: float, expected: str, observed: str, spans: Iterable[Span] = ()) -> Verdict:
    """Makes a verdict that passes exactly when `score` is 1.0; spans of a pass are dropped.

    What was observed comes from a model, and is made fit to be stored. Spans that an iterator yields are found when
    they are asked for.

    >>> verdict(1.0, "5 words", "5 words").passed
    True
    """
    if not observed.isascii():
        observed = storable(observed)
    if score >= 1.0:
        return Verdict(True, 1.0, expected, observed)
    return Verdict(False, max(0.0, score), expected, observed, spans)


@dataclass(frozen=True, slots=True)
class Topic:
    """What a probe asks to write about.

    Attributes:
        name: As it stands in the prompt, e.g. "the history of tea".
        words: Single lower-case words that a text on the topic is likely to hold, without repeats.
    """

    name: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Given:
    """What is known when a constraint's parameters are drawn.

    Attributes:
        topic: The topic of the probe.
        claims: The joint claims of the constraints drawn so far, which a draw should agree with where it can.
    """

    topic: Topic
    claims: Claims


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example of a type; the contract test runs each.

    Attributes:
        params: Parameters of the constraint.
        text: The answer to verify.
        passed: Whether it passes.
        why: The reason, in a sentence.
    """

    params: dict[str, Any]
    text: str
    passed: bool
    why: str


@dataclass(frozen=True, kw_only=True)
class Constraint(ABC):
    """A constraint type with its parameters drawn: an immutable, hashable value.

    A type is one file below `constraints/`: a frozen keyword-only dataclass whose fields are the parameters.
    Its `name` is the file's name, its `dimension` the folder's.
    """

    code: ClassVar[str]
    """Short code of the paper, e.g. "S1"."""
    title: ClassVar[str]
    """Two or three words for tables and figures, e.g. "Word count"."""
    examples: ClassVar[tuple[Example, ...]]
    """Worked examples: passing, failing and at the boundary."""

    name: ClassVar[str]
    dimension: ClassVar[str]

    @classmethod
    @abstractmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws the parameters, inside the type's fixed range and, where it can, consistent with `given`."""

    @abstractmethod
    def instruction(self) -> str:
        """Tells the model what to do, in full sentences that state the counting convention."""

    @abstractmethod
    def claims(self) -> Claims:
        """Tells what the constraint demands of the measures that constraints share."""

    @abstractmethod
    def judge(self, document: Document) -> Verdict:
        """Judges an answer that holds at least one letter or digit. Pure, total, linear in the length of the text."""

    def verify(self, document: Document) -> Verdict:
        """Judges an answer; one without a letter or digit passes nothing."""
        if not document.has_word_character:
            return Verdict(False, 0.0, "an answer with at least one letter or digit", "none")
        return self.judge(document)

    def params(self) -> dict[str, Any]:
        """Returns the parameters as JSON values: tuples as lists, mappings as dicts."""
        return {f.name: to_json(getattr(self, f.name)) for f in dataclasses.fields(self)}

    def to_dict(self) -> dict[str, Any]:
        """Returns `{"type": name, "params": {...}}`, which `cse.constraint_from_dict` reads back."""
        return {"type": self.name, "params": self.params()}


@cache
def _dimension(module: str) -> str:
    return module.split(".")[-2].replace("_", "-")


def to_json(value: Any) -> Any:
    """Turns frozen containers into what JSON has: tuples of pairs made by `frozen` into dicts, tuples into lists."""
    if isinstance(value, FrozenDict):
        return {key: to_json(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [to_json(item) for item in value]
    return value


class FrozenDict(dict[str, Any]):
    """A dict whose hash is that of its items, for parameters that are mappings; treat it as read-only."""

    def __hash__(self) -> int:  # type: ignore[override]
        """Hashes the items without regard to their order, as equality of dicts does."""
        return hash(frozenset(self.items()))


def frozen(value: Any) -> Any:
    """Makes JSON values immutable and hashable: lists become tuples, dicts become `FrozenDict`.

    >>> frozen([["Oslo", "Rome"]])
    (('Oslo', 'Rome'),)
    """
    if isinstance(value, dict):
        return FrozenDict({key: frozen(item) for key, item in value.items()})
    if isinstance(value, list | tuple):
        return tuple(frozen(item) for item in value)
    return value


def check_integer(constraint: Constraint, parameter: str, *, low: int, high: int | None = None) -> None:
    """Raises `InvalidParameter` unless the parameter is a whole number from `low` to `high`."""
    value = getattr(constraint, parameter)
    fits = isinstance(value, int) and not isinstance(value, bool) and value >= low and (high is None or value <= high)
    if not fits:
        allowed = f"a whole number of at least {low}" if high is None else f"a whole number from {low} to {high}"
        raise InvalidParameter(constraint.name, parameter, value, allowed)


def check_letter(constraint: Constraint, parameter: str) -> None:
    """Raises `InvalidParameter` unless the parameter is one letter from a to z; a capital becomes small."""
    value = getattr(constraint, parameter)
    if not (isinstance(value, str) and len(value) == 1 and value.isascii() and value.isalpha()):
        raise InvalidParameter(constraint.name, parameter, value, "one letter from a to z")
    object.__setattr__(constraint, parameter, value.lower())


def nearness(observed: int, target: int) -> float:
    """Scores a count against a target of at least 1: max(0, 1 - |observed - target| / target) (design, section 5).

    Below 1.0 whenever the two differ, however large they are.

    >>> nearness(45, 50), nearness(50, 50)
    (0.9, 1.0)
    """
    if observed == target:
        return 1.0
    return min(max(0.0, 1.0 - abs(observed - target) / target), ALMOST)


@lru_cache(maxsize=1024)  # every verdict writes two or three
def plural(count: int, noun: str) -> str:
    """Writes a count with its noun.

    >>> plural(1, "word"), plural(3, "word")
    ('1 word', '3 words')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"

"""Contradictions among claims: rules that find them, and the least set of constraints that is to blame."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cse.compose.wording import asks
from cse.constraints.base import Constraint
from cse.constraints.claims import NO_CLAIMS, Claims, join


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule found: claims that no text can meet together.

    Attributes:
        measure: The measure on which they disagree, in words, e.g. "sentences".
        fields: The fields of `Claims` that take part.
        reason: Why no text meets them, as the end of a sentence that first says what is asked.
    """

    measure: str
    fields: tuple[str, ...]
    reason: str


Rule = Callable[[Claims], Finding | None]
"""Finds a contradiction in joint claims. A rule is sound (what it finds, no text can meet, however odd the text is) and
monotone (it still finds one when claims are added)."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """The least set of constraints that a rule still refutes.

    Attributes:
        constraints: The constraints; without any one of them the rules find nothing.
        measure: The measure on which they disagree.
        why: The reason, as a sentence.
    """

    constraints: tuple[Constraint, ...]
    measure: str
    why: str


def contradiction(constraints: Sequence[Constraint], rules: Sequence[Rule]) -> Contradiction | None:
    """Looks for a contradiction, and leaves out every constraint that it does not need.

    Args:
        constraints: The constraints that should hold together.
        rules: The rules to apply, in order.
    """
    claims = [constraint.claims() for constraint in constraints]
    finding = _first(rules, claims)
    if finding is None:
        return None
    kept = list(range(len(claims)))
    for index in range(len(claims)):
        rest = [other for other in kept if other != index]
        without = _first(rules, [claims[other] for other in rest])
        if without is not None:
            kept, finding = rest, without
    core = tuple(constraints[index] for index in kept)
    demands, finding = _needed(rules, [claims[index] for index in kept], finding)
    said = asks([constraint.name for constraint in core], demands, finding.fields)
    return Contradiction(core, finding.measure, f"{said}: {finding.reason}.")


def refuted(constraints: Sequence[Constraint], rules: Sequence[Rule]) -> bool:
    """Says whether there is a contradiction; which constraints it needs takes `contradiction` far longer.

    Args:
        constraints: The constraints that should hold together.
        rules: The rules to apply.
    """
    return _first(rules, [constraint.claims() for constraint in constraints]) is not None


def _first(rules: Sequence[Rule], claims: Sequence[Claims]) -> Finding | None:
    joint = join(claims)
    for rule in rules:
        finding = rule(joint)
        if finding is not None:
            return finding
    return None


def _needed(rules: Sequence[Rule], claims: list[Claims], finding: Finding) -> tuple[list[Claims], Finding]:
    """Leaves out every single demand that the finding does not need, so that the explanation names no other."""
    for index in range(len(claims)):
        for field in finding.fields:
            fewer = dataclasses.replace(claims[index], **{field: getattr(NO_CLAIMS, field)})
            if fewer != claims[index]:
                without = _first(rules, [*claims[:index], fewer, *claims[index + 1 :]])
                if without is not None and without.measure == finding.measure:
                    claims[index], finding = fewer, without
    return claims, finding

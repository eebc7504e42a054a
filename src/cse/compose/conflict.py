"""Compatibility: whether the claims of constraints exclude each other.

The claims of all constraints are joined, and rules look at the result: ranges that share no number, letters that are
asked for and banned, sentence lengths that cannot be, and so on. No rule knows a constraint type, so there is no table
of pairs, and a new type is checked by what it claims.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cse.compose import count_rules, layout_rules, letter_rules, number_rules
from cse.compose.contradiction import contradiction, refuted
from cse.constraints.base import Constraint

RULES = (*count_rules.RULES, *letter_rules.RULES, *number_rules.RULES, *layout_rules.ORDER_RULES)
"""The rules, from the plainest reason on; each is sound, so what is in conflict is impossible."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Constraints that exclude each other.

    Attributes:
        constraints: The constraints; without any one of them the rest is in no conflict.
        measure: On what they disagree, e.g. "number of sentences".
        why: The reason, as a sentence.
    """

    constraints: tuple[Constraint, ...]
    measure: str
    why: str

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the constraints."""
        return tuple(constraint.name for constraint in self.constraints)


def conflict(constraints: Sequence[Constraint]) -> Conflict | None:
    """Looks for constraints whose claims exclude each other.

    Args:
        constraints: The constraints that should hold together.

    Returns:
        The first conflict found, or None. None does not mean that a text exists: see `cse.certify`.

    >>> from cse.constraints.registry import constraint
    >>> found = conflict([constraint("S2", count=4), constraint("W3", count=5), constraint("L4", word="storm")])
    >>> found.names, found.measure
    (('sentence_count', 'acrostic'), 'number of sentences')
    >>> found.why
    'sentence_count asks for exactly 4 sentences, acrostic for exactly 5 sentences: no number of sentences meets both.'
    """
    found = contradiction(constraints, RULES)
    return None if found is None else Conflict(found.constraints, found.measure, found.why)


def in_conflict(constraints: Sequence[Constraint]) -> bool:
    """Says whether `conflict` finds anything, without working out what, for draws that are refused by the thousand.

    >>> from cse.constraints.registry import constraint
    >>> in_conflict([constraint("S2", count=4), constraint("L4", word="storm")])
    True
    """
    return refuted(constraints, RULES)

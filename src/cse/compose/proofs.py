"""Proofs that no text meets a set of constraints.

Beyond the claims that exclude each other (`conflict`), these count: the least lengths that sentences can have against
the total of words, and the least characters of words, lines and JSON against the characters allowed. Every rule is
sound for any text at all, tricks included, so a set that a text meets is never called impossible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cse.compose import character_rules, layout_rules
from cse.compose import conflict as claims_alone
from cse.compose.contradiction import contradiction
from cse.constraints.base import Constraint

RULES = (*claims_alone.RULES, *layout_rules.TOTAL_RULES, *character_rules.RULES)


@dataclass(frozen=True, slots=True)
class Impossible:
    """A set of constraints that no text meets.

    Attributes:
        core: The least set of constraints to blame: without any one of them nothing is proved.
        measure: The measure on which they disagree, e.g. "total of words".
        why: The proof, as a sentence.
    """

    core: tuple[Constraint, ...]
    measure: str
    why: str

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the constraints of the core."""
        return tuple(constraint.name for constraint in self.core)


def prove_impossible(constraints: Sequence[Constraint]) -> Impossible | None:
    """Looks for a proof that no text meets all constraints.

    Args:
        constraints: The constraints that should hold together.

    Returns:
        The proof, or None where none was found, which does not mean that there is a text.

    >>> from cse.constraints.registry import constraint
    >>> proof = prove_impossible([constraint("O4", count=4), constraint("W3", count=8), constraint("S1", count=40)])
    >>> proof.why.partition(": ")[2]
    'the shortest such text has sentences of 8, 8, 17, 26 words, 59 words in all.'
    """
    found = contradiction(constraints, RULES)
    return None if found is None else Impossible(found.constraints, found.measure, found.why)

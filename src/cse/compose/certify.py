"""Certificates: a text that meets all constraints, a proof that none does, or neither within the effort.

claims --proofs--> Impossible
       --plan--> draft --fill--> words --mend--> characters, vowels --verifiers, honesty--> Witness
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from cse.compose.draft import Cell
from cse.compose.fill import fill
from cse.compose.honest import honest
from cse.compose.lexicon import Vocabulary, vocabulary
from cse.compose.mend import mend
from cse.compose.plan import plan
from cse.compose.proofs import Impossible, prove_impossible
from cse.compose.shape import Option, options
from cse.constraints.base import Constraint
from cse.constraints.claims import Claims, join
from cse.text.document import Document

EFFORT = 200
"""How many plans are tried by default."""

_HASTE = (0, 1, 2, 1)
"""How much haste each plan makes: whether it takes its time or saves tokens and characters."""

_HASTE_WHEN_LONG = (2, 1, 2, 2)
"""The same after a text with too many characters."""


@dataclass(frozen=True, slots=True)
class Witness:
    """A text that meets all constraints, honestly.

    Attributes:
        text: The text.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """Neither a text nor a proof was found.

    Attributes:
        why: What stood in the way, as a sentence.
    """

    why: str


Certificate = Witness | Impossible | Unknown


def certify(constraints: Sequence[Constraint], seed: int = 0, effort: int = EFFORT) -> Certificate:
    """Looks for a text that meets all constraints, or for a proof that none does.

    Args:
        constraints: The constraints that should hold together.
        seed: The same seed and effort give the same certificate, everywhere.
        effort: How many plans are tried before giving up.

    Returns:
        A witness, which the verifiers pass and which uses no trick; a proof with the constraints to blame; or Unknown.

    >>> from cse.constraints.registry import constraint
    >>> certify([constraint("sentence_count", count=4), constraint("acrostic", word="storm")]).names
    ('sentence_count', 'acrostic')
    """
    proof = prove_impossible(constraints)
    if proof is not None:
        return proof
    claims = join([constraint.claims() for constraint in constraints])
    words = vocabulary(claims.banned_letters, claims.word_length)
    choices = options(claims)
    rng = random.Random(f"witness {seed}")
    obstacles: Counter[str] = Counter()
    haste = _HASTE
    for attempt in range(effort if choices else 0):
        text = _attempt(claims, choices, words, rng, haste[attempt % len(haste)])
        if text is None:
            obstacles["no plan"] += 1
            continue
        long = claims.characters.high is not None and len(text) > claims.characters.high
        haste = _HASTE_WHEN_LONG if long else _HASTE
        document = Document(text)
        failed = [constraint.name for constraint in constraints if not constraint.verify(document).passed]
        if not failed and honest(document, constraints):
            return Witness(text)
        obstacles.update(failed or ["honesty"])
    return Unknown(_why(obstacles, effort))


def _attempt(
    claims: Claims, choices: Sequence[Option], words: Vocabulary, rng: random.Random, haste: int
) -> str | None:
    draft = plan(claims, choices, words, rng, haste)
    if draft is None:
        return None
    openings: list[Cell] = draft.openings if claims.sorted_first_words else []
    if not fill(draft, claims, words, openings, rng):
        return None
    mend(draft, claims, words, openings, rng)
    return str(draft)


def _why(obstacles: Counter[str], effort: int) -> str:
    if not obstacles:
        return "No number of sentences suits all constraints, and none of the proofs applies."
    found = ", ".join(f"{name} ({count})" for name, count in obstacles.most_common(3))
    return f"No text was found in {effort} plans; what failed most: {found}."

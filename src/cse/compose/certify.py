"""Certificates: a text that meets all constraints, a proof that none does, or neither within the effort.

claims --proofs--> Impossible
       --plan--> draft --fill--> words --mend--> characters, vowels --verifiers, honesty--> Witness
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from cse.compose.count_rules import least_words
from cse.compose.fill import fill
from cse.compose.honest import honest
from cse.compose.lexicon import vocabulary
from cse.compose.mend import mend
from cse.compose.plan import plan
from cse.compose.proofs import Impossible, prove_impossible
from cse.compose.shape import options
from cse.compose.tight import too_tight
from cse.constraints.base import Constraint
from cse.constraints.claims import Claims, exactly, join
from cse.text.document import Document

EFFORT = 200
"""How many plans are tried by default."""

_HASTE = (0, 1, 2, 1)
"""How much haste each plan makes: whether it takes its time or saves tokens and characters."""

_HASTE_WHEN_LONG = (2, 1, 2, 2)
"""The same after a text with too many characters."""

_TOTALS = 12
"""How many totals of words are tried where the text has to tell its own."""


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
    strain = too_tight(constraints)
    if strain is not None:
        return Unknown(f"Only a trick could meet this. {strain.why}")
    rng = random.Random(f"witness {seed}")
    builders = [_Builder(claims) for claims in _readings(join([constraint.claims() for constraint in constraints]))]
    builders = [builder for builder in builders if builder.choices]
    obstacles: Counter[str] = Counter()
    haste = _HASTE
    for attempt in range(effort if builders else 0):
        builder = builders[attempt % len(builders)]
        text = builder.build(rng, haste[attempt % len(haste)])
        if text is None:
            obstacles["no plan"] += 1
            continue
        haste = _HASTE_WHEN_LONG if builder.too_long(text) else _HASTE
        document = Document(text)
        failed = [constraint.name for constraint in constraints if not constraint.verify(document).passed]
        if not failed and honest(document, constraints):
            return Witness(text)
        obstacles.update(failed or ["honesty"])
    return Unknown(_why(obstacles, effort))


def _readings(claims: Claims) -> list[Claims]:
    """Returns the claims, or, where the text has to tell its total of words, those for each of some totals."""
    if not claims.told_totals:
        return [claims]
    step = claims.token_divisor
    least = -(-max(claims.tokens.low, least_words(claims)) // step) * step
    totals = [total for total in range(least, least + _TOTALS * step * 2, step * 2) if total in claims.tokens]
    return [
        claims
        & Claims(
            tokens=exactly(total),
            required_phrases=tuple(phrase.format(total) for phrase in claims.told_totals),
            required_integers=(total,),
        )
        for total in totals
    ]


class _Builder:
    """Builds texts for joint claims.

    Attributes:
        choices: The options for the number of sentences.
    """

    def __init__(self, claims: Claims) -> None:
        self.choices = options(claims)
        self._claims = claims
        self._words = vocabulary(claims.banned_letters, claims.word_length)

    def build(self, rng: random.Random, haste: int) -> str | None:
        """Plans a text, chooses its words and mends it; None where the plan leads nowhere."""
        claims, words = self._claims, self._words
        draft = plan(claims, self.choices, rng, haste)
        if draft is None or not fill(draft, claims, words, rng):
            return None
        mend(draft, claims, words, rng)
        return str(draft)

    def too_long(self, text: str) -> bool:
        """Tells whether a text has too many characters."""
        most = self._claims.characters.high
        return most is not None and len(text) > most


def _why(obstacles: Counter[str], effort: int) -> str:
    if not obstacles:
        return "No number of sentences suits all constraints, and none of the proofs applies."
    found = ", ".join(f"{name} ({count})" for name, count in obstacles.most_common(3))
    return f"No text was found in {effort} plans; what failed most: {found}."

"""The answers on which verification is measured: 200 words each, certified by the composer."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cse.compose.certify import Witness, certify
from cse.compose.conflict import conflict
from cse.compose.topics import topics
from cse.constraints.base import Constraint, Given
from cse.constraints.claims import join
from cse.constraints.registry import constraint, types

WORDS = 200

# Types whose usual parameters no answer of 200 words can meet; and a word that answers to other types hold.
_FITTED: dict[str, dict[str, Any]] = {
    "word_count": {"count": WORDS},
    "self_count": {"count": WORDS},
    "word_divisibility": {"divisor": 8},
    "character_count": {"count": 1100},
    "forbidden_word": {"word": "tea"},
}


@dataclass(frozen=True)
class Case:
    """Constraints and a 200-word answer that meets them all."""

    constraints: tuple[Constraint, ...]
    answer: str


def one_of_each() -> list[Case]:
    """Returns a case for each constraint type."""
    return [_case([name], seed=0) for name in types()]


def sets(k: int, count: int) -> list[Case]:
    """Returns cases of k constraints of random types; the same ones in every run."""
    rng = random.Random(f"sets {k}")
    return [_case(rng.sample(list(types()), len(types())), seed=index, k=k) for index in range(count)]


def _case(names: Sequence[str], seed: int, k: int = 1) -> Case:
    """Adds types in the given order as long as a witness of 200 words is found."""
    rng = random.Random(f"case {seed} {k}")
    length = constraint("word_count", count=WORDS)
    chosen: list[Constraint] = []
    answer = ""
    while len(chosen) < k:
        for name in names:
            if name in [one.name for one in chosen]:
                continue
            given = Given(topics()[seed % len(topics())], join([length.claims(), *(one.claims() for one in chosen)]))
            drawn = constraint(name, **_FITTED[name]) if name in _FITTED else types()[name].draw(rng, given)
            wanted = [*chosen, drawn, *([] if drawn == length else [length])]
            found = certify(wanted, seed=seed) if conflict(wanted) is None else None
            if isinstance(found, Witness):
                chosen.append(drawn)
                answer = found.text
            if len(chosen) == k:
                break
    return Case(tuple(chosen), answer)

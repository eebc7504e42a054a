"""The integers of a witness: equations and plain integers that meet every claim on them together."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from cse.constraints.claims import ANY, Claims

_TRIES = 300
_REUSE = (0.0, 0.5, 0.9)
_PER_EQUATION = 3
_USUAL_SIZE = 20
_SMALL_SIZE = 8
_LARGE_SIZE = 20000


@dataclass(frozen=True, slots=True)
class Integers:
    """What to write into a witness.

    Attributes:
        equations: Triples (X, Y, Z) with X + Y = Z.
        plain: Integers that stand alone.
    """

    equations: tuple[tuple[int, int, int], ...] = ()
    plain: tuple[int, ...] = ()

    def texts(self) -> list[str]:
        """Returns the tokens to write, one for each equation and each plain integer."""
        return [f"{x}+{y}={z}" for x, y, z in self.equations] + [str(value) for value in self.plain]


def choose_integers(claims: Claims, rng: random.Random, given: Sequence[int]) -> Integers | None:
    """Chooses equations and plain integers.

    Args:
        claims: The joint claims.
        rng: The source of randomness.
        given: The integers that stand in the text anyway.

    Returns:
        The integers, or None where none were found.

    >>> from cse.constraints.claims import exactly
    >>> claims = Claims(integers=exactly(4), equations=exactly(1), integer_totals=(50,))
    >>> found = choose_integers(claims, random.Random(0), [])
    >>> sum(sum(triple) for triple in found.equations) + sum(found.plain)
    50
    """
    if claims.integers == claims.distinct_integers == claims.equations == ANY:
        return Integers()
    for attempt in range(_TRIES):
        chosen = _draw(claims, rng, given, attempt)
        if chosen is not None and _fits(chosen, claims, given):
            return chosen
    return None


def _draw(claims: Claims, rng: random.Random, given: Sequence[int], attempt: int) -> Integers | None:
    """Draws integers of which the last brings the sum to its total."""
    late = attempt > _TRIES // 2
    equations = claims.equations.low
    if late and claims.equations.high is None and claims.distinct_words:
        equations += rng.randint(0, 2)  # Their integers may repeat where words may not.
    plain = max(0, claims.integers.low - len(given) - _PER_EQUATION * equations)
    total = claims.integer_totals[0] if claims.integer_totals else None
    least = 10 ** (max(1, claims.word_length.low) - 1)
    sizes = (_SMALL_SIZE, _USUAL_SIZE, _LARGE_SIZE) if claims.characters.low else (_SMALL_SIZE, _USUAL_SIZE)
    size = _USUAL_SIZE if total is None else max(2, 2 * abs(total) // max(1, claims.integers.low))
    size = max(rng.choice((size, _SMALL_SIZE) if total is not None else sizes), least + _SMALL_SIZE)
    reuse = rng.choice(_REUSE)
    values = list(given)
    triples: list[tuple[int, int, int]] = []
    for left in reversed(range(equations)):
        x, y = _operand(rng, values, reuse, size), _operand(rng, values, reuse, size)
        if left == 0 and plain == 0 and total is not None:
            double = total - sum(values)
            if double < 0 or double % 2:
                return None
            x = min(x, double // 2)
            y = double // 2 - x
        triples.append((x, y, x + y))
        values += triples[-1]
    if claims.integers.high is None:
        plain = max(plain, claims.distinct_integers.low - len(dict.fromkeys(values)))
    singles: list[int] = []
    for left in reversed(range(plain)):
        last = left == 0 and total is not None
        value = total - sum(values) if last and total is not None else _single(rng, values, reuse, least, size)
        if value < 0 and not late:
            return None
        singles.append(value)
        values.append(value)
    rng.shuffle(singles)
    return Integers(tuple(triples), tuple(singles))


def _operand(rng: random.Random, values: Sequence[int], reuse: float, size: int) -> int:
    known = [0, *(value for value in values if value >= 0)]
    return rng.choice(known) if rng.random() < reuse else rng.randint(1, max(1, size // 2))


def _single(rng: random.Random, values: Sequence[int], reuse: float, least: int, size: int) -> int:
    return rng.choice(values) if values and rng.random() < reuse else rng.randint(least, size)


def _fits(chosen: Integers, claims: Claims, given: Sequence[int]) -> bool:
    values = [*given, *(value for triple in chosen.equations for value in triple), *chosen.plain]
    words = [*map(str, given), *(text.lstrip("-") for text in chosen.texts())]
    return (
        len(values) in claims.integers
        and len(dict.fromkeys(values)) in claims.distinct_integers
        and all(sum(values) == total for total in claims.integer_totals)
        and all(len(word) in claims.word_length for word in words[len(given) :])
        and not (claims.distinct_words and len(dict.fromkeys(words)) < len(words))
    )

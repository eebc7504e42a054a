"""Blind draws: k types without regard to each other, and whether any text can meet what came out.

They measure what a composer is up against. A set is refused when two of its claims exclude each other, when only more
of them together do, or when it is proved impossible although all claims agree; the rest has a witness or stays unknown.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from cse.compose.certify import Witness, certify
from cse.compose.conflict import Conflict, conflict
from cse.compose.levels import Advance, ignore
from cse.compose.proofs import Impossible
from cse.compose.seeds import derive_rng, derive_seed
from cse.compose.topics import topics
from cse.constraints.base import Constraint, Given
from cse.constraints.claims import NO_CLAIMS
from cse.constraints.registry import find_type, types
from cse.errors import ComposeError

Outcome = Literal["pair", "joint", "proof", "unknown", "witness"]
"""`pair`: the claims of two constraints exclude each other; `joint`: no two, but more together; `proof`: all claims
agree, and still no text exists; `unknown`: neither a proof nor a text was found; `witness`: a text exists."""

_CHUNK = 50
"""Draws that a worker makes at a time."""


@dataclass(frozen=True, slots=True)
class BlindDraw:
    """One blind draw and what became of it.

    Attributes:
        k: How many constraints were drawn.
        index: Which draw of its k it is, from 0.
        constraints: The constraints.
        outcome: See `Outcome`.
        core: Names of the types to blame where no text exists.
        measure: The measure on which these disagree, "" where nothing is to blame.
    """

    k: int
    index: int
    constraints: tuple[Constraint, ...]
    outcome: Outcome
    core: tuple[str, ...] = ()
    measure: str = ""


def blind_draw(k: int, index: int, seed: int, names: Sequence[str] | None = None) -> BlindDraw:
    """Draws k types uniformly without replacement, each with parameters as if it stood alone, and certifies the set.

    Args:
        k: How many constraints.
        index: Which draw of this k and seed; each is made without the others.
        seed: Names the stream of draws.
        names: Names or codes of the types to draw from; all of them by default.

    Raises:
        ComposeError: There are fewer than k types.

    >>> draw = blind_draw(2, 0, seed=0, names=["no_digits", "equations"])
    >>> draw.outcome, sorted(draw.core), draw.measure
    ('pair', ['equations', 'no_digits'], 'digits')
    """
    pool = [find_type(name) for name in names] if names is not None else list(types().values())
    if not 1 <= k <= len(pool):
        raise ComposeError(f"k = {k} is not possible with {len(pool)} constraint types; k is 1 to {len(pool)}.")
    rng = derive_rng("blind", seed, k, index)
    given = Given(rng.choice(topics()), NO_CLAIMS)
    constraints = tuple(cls.draw(rng, given) for cls in rng.sample(pool, k))
    refusal = conflict(constraints)
    if refusal is not None:
        pair = refusal if len(refusal.constraints) <= 2 else _pair_conflict(constraints)
        found = pair or refusal
        return BlindDraw(k, index, constraints, "pair" if pair else "joint", found.names, found.measure)
    match certify(constraints, seed=derive_seed("blind certificate", seed, k, index)):
        case Witness():
            return BlindDraw(k, index, constraints, "witness")
        case Impossible() as proof:
            return BlindDraw(k, index, constraints, "proof", proof.names, proof.measure)
        case _:
            return BlindDraw(k, index, constraints, "unknown")


def _pair_conflict(constraints: Sequence[Constraint]) -> Conflict | None:
    """Looks at the pairs alone: the first conflict of the whole set may need three, while two others clash as well."""
    for pair in combinations(constraints, 2):
        found = conflict(pair)
        if found is not None:
            return found
    return None


def blind_draws(
    counts: Mapping[int, int],
    seed: int,
    *,
    names: Sequence[str] | None = None,
    advance: Advance = ignore,
    workers: int | None = None,
) -> list[BlindDraw]:
    """Makes blind draws at several levels of k, on all cores.

    Args:
        counts: How many draws at each k.
        seed: The same seed gives the same draws, whatever the number of workers; more draws begin with the same ones.
        names: Names or codes of the types to draw from; all of them by default.
        advance: Called as draws are made, for progress.
        workers: How many processes; by default one for each core, and one for a handful of draws.

    Returns:
        The draws, ordered by k as in `counts` and by index.

    Raises:
        ComposeError: There are fewer types than a k asks for.
    """
    chunks = [(k, start, min(start + _CHUNK, n)) for k, n in counts.items() for start in range(0, n, _CHUNK)]
    workers = workers or (min(len(chunks), os.cpu_count() or 1) if sum(counts.values()) > 200 else 1)
    if workers == 1:
        return [draw for chunk in chunks for draw in _watched(chunk, seed, names, advance)]
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"))
    try:
        futures = {pool.submit(_draw_chunk, chunk, seed, names): chunk for chunk in chunks}
        for future in as_completed(futures):
            advance(futures[future][0], len(future.result()))
        return [draw for future in futures for draw in future.result()]
    finally:
        pool.shutdown(cancel_futures=True)  # after an interrupt nobody waits for the draws that have not begun


def _draw_chunk(chunk: tuple[int, int, int], seed: int, names: Sequence[str] | None) -> list[BlindDraw]:
    k, start, stop = chunk
    return [blind_draw(k, index, seed, names) for index in range(start, stop)]


def _watched(chunk: tuple[int, int, int], seed: int, names: Sequence[str] | None, advance: Advance) -> list[BlindDraw]:
    made = _draw_chunk(chunk, seed, names)
    advance(chunk[0], len(made))
    return made

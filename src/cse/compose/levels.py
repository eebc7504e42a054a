"""Composing several levels of k at once, on all cores, with the same outcome as on one."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing.queues import Queue
from queue import Empty

from cse.compose.composer import Composed, LevelComposer, Tally

Advance = Callable[[int, int], None]
"""Called with k and the number of probes made at that level since the last call."""


@dataclass(frozen=True, slots=True)
class Level:
    """The probes of one k and what happened on the way to them."""

    k: int
    composed: list[Composed]
    tally: Tally


@dataclass(frozen=True, slots=True)
class Order:
    """What is asked of one level; the same order makes the same level wherever it is carried out."""

    k: int
    n: int
    seed: int
    suite: str
    names: Sequence[str] | None
    certified: bool


def compose_level(order: Order, advance: Advance) -> Level:
    """Composes one level."""
    composer = LevelComposer(order.k, order.n, order.seed, order.suite, order.names, certified=order.certified)
    composed = []
    for _ in range(order.n):
        composed.append(composer.next())
        advance(order.k, 1)
    return Level(order.k, composed, composer.tally)


_queue: Queue[tuple[int, int]]


def _start_worker(queue: Queue[tuple[int, int]]) -> None:
    global _queue  # a queue can only reach a pool's worker at its start
    _queue = queue


def _compose_in_worker(order: Order) -> Level:
    return compose_level(order, lambda k, made: _queue.put((k, made)))


def ignore(k: int, made: int) -> None:
    """Stands in where nobody watches."""


def compose_levels(
    counts: Mapping[int, int],
    seed: int,
    *,
    suite: str = "adhoc",
    names: Sequence[str] | None = None,
    certified: bool = True,
    advance: Advance = ignore,
    workers: int | None = None,
) -> list[Level]:
    """Composes probes at several levels.

    Args:
        counts: How many probes at each k.
        seed: The same seed gives the same probes, whatever the number of workers.
        suite: Name of the suite; part of every probe id.
        names: Names of the types to draw from; all of them by default.
        certified: Whether each probe needs a witness.
        advance: Called as probes are made, for progress.
        workers: How many processes; by default one for each core, and none for a handful of probes.

    Returns:
        The levels, in the order of `counts`.

    Raises:
        ComposeError: A level could not be composed.
    """
    orders = [Order(k, n, seed, suite, names, certified) for k, n in counts.items()]
    workers = workers or (min(len(orders), os.cpu_count() or 1) if sum(counts.values()) > 200 else 1)
    if workers == 1:
        return [compose_level(order, advance) for order in orders]
    context = multiprocessing.get_context("spawn")
    queue: Queue[tuple[int, int]] = context.Queue()
    with ProcessPoolExecutor(workers, context, _start_worker, (queue,)) as pool:
        # The slowest levels first, so that no core waits for the last one alone.
        futures = {order.k: pool.submit(_compose_in_worker, order) for order in sorted(orders, key=cost, reverse=True)}
        while not all(future.done() for future in futures.values()):
            try:
                advance(*queue.get(timeout=0.2))
            except Empty:
                continue
        levels = [futures[order.k].result() for order in orders]
        while not queue.empty():
            advance(*queue.get())
    return levels


def cost(order: Order) -> int:
    """Tells roughly how long a level takes beside others."""
    return order.n * order.k**2

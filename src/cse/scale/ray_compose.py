"""Many machines for the composer: a task for each level of k, with the same probes as on one core."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cse.compose.levels import Advance, Level, Order, compose_level, cost, ignore
from cse.scale.ray_engine import connected, reason


def compose_levels_on_ray(
    counts: Mapping[int, int],
    seed: int,
    *,
    suite: str = "adhoc",
    names: Sequence[str] | None = None,
    certified: bool = True,
    advance: Advance = ignore,
    address: str | None = None,
) -> list[Level]:
    """Composes probes at several levels, as `cse.compose.levels.compose_levels` does, on a Ray cluster.

    A level is composed by one task, since each of its probes depends on those before; twelve tasks are the most.

    Args:
        counts: How many probes at each k.
        seed: The same seed gives the same probes, whatever the cluster.
        suite: Name of the suite; part of every probe id.
        names: Names of the types to draw from; all of them by default.
        certified: Whether each probe needs a witness.
        advance: Called as levels are made, for progress.
        address: Where the cluster is; by default one is started on this machine.

    Returns:
        The levels, in the order of `counts`.

    Raises:
        ComposeError: A level could not be composed.
        MissingExtra: Ray is not installed.
        RunError: There is no such cluster.
    """
    orders = [Order(k, n, seed, suite, names, certified) for k, n in counts.items()]
    with connected(address) as ray:
        task = ray.remote(num_cpus=1, max_retries=-1)(compose_level)
        # The slowest levels first, so that no core waits for the last one alone.
        refs = {task.remote(order, ignore): order for order in sorted(orders, key=cost, reverse=True)}
        found: dict[int, Level] = {}
        try:
            while len(found) < len(refs):
                left = [ref for ref, order in refs.items() if order.k not in found]
                for ref in ray.wait(left)[0]:
                    level = ray.get(ref)
                    found[level.k] = level
                    advance(level.k, len(level.composed))
        except ray.exceptions.RayError as error:
            raise reason(error) from error
    return [found[order.k] for order in orders]

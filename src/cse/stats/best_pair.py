"""The two models with the highest sCSR against each other, on the probes that both answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl

from cse.results.folder import Run
from cse.stats.bootstrap import draw_weights, sums_by_level, sums_by_type
from cse.stats.cube import cube
from cse.stats.paired import COLUMNS, changes, changes_by_k, changes_by_type
from cse.stats.pairs import pairs_of

_TYPE = dict.fromkeys(("type", "code", "dimension"), pl.String)
_INDEX: Mapping[str, Mapping[str, type[pl.DataType]]] = {
    "paired": {},
    "paired_by_k": {"k": pl.Int64},
    "paired_by_type": _TYPE,
}


def best_pair(
    responses: pl.DataFrame,
    checks: pl.DataFrame,
    models: Sequence[str],
    rng: np.random.Generator,
    draws: int,
) -> dict[str, pl.DataFrame]:
    """Compares the first two models, probe by probe.

    Args:
        responses: The table of responses.
        checks: The table of checks.
        models: Names, best first.
        rng: Source of the draws of probes.
        draws: How many of them.

    Returns:
        Tables `paired`, `paired_by_k` and `paired_by_type`: `model`, the first, and `against`, the second; then as in
        `cse.stats.paired`: `base` is the rate of `against`, `treated` that of `model`, `change` their difference. They
        have no row where there are no two models, or no probe that both answered.
    """
    empty = {
        name: pl.DataFrame(schema={"model": pl.String, "against": pl.String, **index, **COLUMNS})
        for name, index in _INDEX.items()
    }
    if len(models) < 2:
        return empty
    run = Run(responses, checks, {})
    best, other = models[:2]
    pairs = pairs_of(run, run, (other, best))
    if pairs.outcomes.is_empty():
        return empty
    data = cube(pairs.checks)
    weights = draw_weights(data, draws, rng)
    sums = sums_by_level(data, weights)
    tables = {
        "paired": changes(sums),
        "paired_by_k": changes_by_k(data, sums),
        "paired_by_type": changes_by_type(data, sums_by_type(data, weights)),
    }
    return {
        name: table.select(pl.lit(best).alias("model"), pl.lit(other).alias("against"), pl.all())
        for name, table in tables.items()
    }

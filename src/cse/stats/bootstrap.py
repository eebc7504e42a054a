"""Sums of checks in the table and in bootstrap draws of its probes, and estimates with intervals made from them.

Checks of one probe share its topic, its wording and the response, so they are never drawn apart: a draw takes whole
probes, within each level of k (`probe_weights`). Every array here has the table itself as entry 0 of its first
axis and the draws after it, so a statistic is written once and computed for all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from cse.stats.cube import LEVEL, Cube, Floats, Weights, percentiles, probe_weights

RATES = ("mcsr", "scsr", "score", "single", "best", "same", "always")
"""Estimates that lie in [0, 1] and get an exact interval where every probe agrees."""

NO_SPREAD = "the probes do not differ, or too few of them were answered"
_TAIL = (1 - LEVEL) / 2


@dataclass(frozen=True)
class Sums:
    """Sums over probes; the axes are (1 + draws) x models x groups, groups being levels of k or types.

    Attributes:
        checks: Scored checks.
        passes: Those that passed.
        scores: Sum of their scores.
        probes: Probes with at least one scored check, in the table alone (models x groups).
        probes_of_any: The same over all models together (groups).
        responses: Whole responses; only for sums by level.
        all_passed: Those that passed all their constraints; only for sums by level.
    """

    checks: Floats
    passes: Floats
    scores: Floats
    probes: Floats
    probes_of_any: Floats
    responses: Floats | None = None
    all_passed: Floats | None = None


def draw_weights(cube: Cube, draws: int, rng: np.random.Generator | None) -> Weights:
    """Draws the probes of a cube again; without a generator there are no draws and so no intervals."""
    return probe_weights(cube.k, draws if rng else 0, rng or np.random.default_rng(0))


def sums_by_level(cube: Cube, weights: Weights) -> Sums:
    """Sums a cube by model and level of k, in the order of `cube.levels`."""

    def total(values: Floats) -> Floats:
        by_level = [_weighted(values[:, cube.k == k], weights[:, cube.k == k]) for k in cube.levels]
        return np.stack(by_level, axis=2) if by_level else np.zeros((1 + len(weights), len(cube.models), 0))

    seen = cube.checks.sum(axis=2) > 0
    levels = (cube.k == cube.levels[:, None]).T.astype(float)
    return Sums(
        checks=total(cube.checks.sum(axis=2)),
        passes=total(cube.passes.sum(axis=2)),
        scores=total(cube.scores.sum(axis=2)),
        probes=seen @ levels,
        probes_of_any=seen.any(axis=0) @ levels,
        responses=total(cube.responses),
        all_passed=total(cube.all_passed),
    )


def sums_by_type(cube: Cube, weights: Weights) -> Sums:
    """Sums a cube by model and type, in the order of `cube.types`."""
    return Sums(
        checks=_weighted(cube.checks, weights),
        passes=_weighted(cube.passes, weights),
        scores=_weighted(cube.scores, weights),
        probes=(cube.checks > 0).sum(axis=1).astype(float),
        probes_of_any=(cube.checks > 0).any(axis=0).sum(axis=0).astype(float),
    )


def _weighted(values: Floats, weights: Weights) -> Floats:
    """Sums models x probes (x anything) over probes: as they are, then with each draw's weights."""
    by_probe = np.moveaxis(values, 1, 0)
    flat = by_probe.reshape(len(by_probe), int(np.prod(by_probe.shape[1:])))
    # The draws need no more than single precision; what is reported as the estimate is summed in double.
    drawn = weights @ flat.astype(np.float32)
    return np.concatenate([flat.sum(axis=0)[None], drawn]).reshape(1 + len(weights), *by_probe.shape[1:])


def ratio(numerator: Floats, denominator: Floats) -> Floats:
    """Divides, with NaN where there is nothing to divide by."""
    return np.asarray(np.divide(numerator, denominator, out=np.full(numerator.shape, np.nan), where=denominator > 0))


def estimate_table(index: pl.DataFrame, values: Mapping[str, Floats], probes: Floats) -> pl.DataFrame:
    """Puts estimates with their 95 % intervals beside the columns that say what they are of.

    Args:
        index: One row an estimate.
        values: By name, (1 + draws) x rows.
        probes: Number of probes behind each row.

    Returns:
        `index` with `NAME`, `NAME_low`, `NAME_high` for each name, and a `note` that names the estimates without an
        interval. A rate of 0 or 1 has draws without any spread; its interval is the exact binomial one over its
        probes (Clopper-Pearson).
    """
    columns = []
    without: list[list[str]] = [[] for _ in range(index.height)]
    for name, drawn in values.items():
        low, high = interval(drawn, probes if name in RATES else None)
        columns += [_column(name, drawn[0]), _column(f"{name}_low", low), _column(f"{name}_high", high)]
        if len(drawn) > 1:
            for row in np.flatnonzero(np.isnan(low) & ~np.isnan(drawn[0])):
                without[row].append(name)
    notes = [f"no interval for {', '.join(names)}: {NO_SPREAD}" if names else None for names in without]
    return index.with_columns(*columns, pl.Series("note", notes, dtype=pl.String))


def interval(drawn: Floats, probes: Floats | None = None) -> tuple[Floats, Floats]:
    """Returns the 95 % interval of each statistic, NaN where it cannot be known.

    Args:
        drawn: (1 + draws) x rows, the table's own value first.
        probes: For rates, the number of probes behind each row.
    """
    low, high = percentiles(drawn[1:])
    if len(drawn) == 1:
        return low, high
    # Draws that never differ say that there was nothing to draw from, not that the value is certain.
    same = (drawn[1:] == drawn[1]).all(axis=0)
    low, high = np.where(same, np.nan, low), np.where(same, np.nan, high)
    if probes is None:
        return low, high
    width = 1 - _TAIL ** (1 / np.maximum(probes, 1))
    nothing, everything = drawn[0] == 0, drawn[0] == 1
    low = np.select([nothing, everything], [0.0, 1 - width], low)
    high = np.select([nothing, everything], [width, 1.0], high)
    return low, high


def _column(name: str, values: NDArray[np.float64]) -> pl.Series:
    return pl.Series(name, values, dtype=pl.Float64).fill_nan(None)

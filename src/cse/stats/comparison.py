"""A published figure beside the one computed from other published figures, and how far rounding lets them differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import polars as pl

from cse.stats.curves import Array

Function = Callable[[Array], Array]
"""From inputs on the last axis to one figure: many sets of inputs are evaluated at once."""

_BINARY = 1e-9  # binary fractions: 0.1 + 0.2 is not 0.3


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """One published figure and the same figure computed.

    Attributes:
        source: Where it is published, e.g. "table 4".
        group: What kind of figure it is; the same for figures that are checked alike.
        item: Which one of them, e.g. a model.
        published: As printed.
        computed: From the other figures.
        allowed: The largest difference that the rounding of all figures involved can make.
    """

    source: str
    group: str
    item: str
    published: float
    computed: float
    allowed: float


def comparison_table(comparisons: Iterable[Comparison]) -> pl.DataFrame:
    """Makes a table: the fields of `Comparison`, `difference` = computed - published, and `holds`."""
    texts, numbers = ("source", "group", "item"), ("published", "computed", "allowed")
    schema: dict[str, type[pl.DataType]] = {**dict.fromkeys(texts, pl.String), **dict.fromkeys(numbers, pl.Float64)}
    rows = [(c.source, c.group, c.item, c.published, c.computed, c.allowed) for c in comparisons]
    difference = pl.col("computed") - pl.col("published")
    return pl.DataFrame(rows, schema=schema, orient="row").with_columns(
        difference=difference, holds=difference.abs() <= pl.col("allowed") + _BINARY
    )


def half_unit(decimals: int) -> float:
    """Returns half a unit of the last printed decimal: how far a rounded figure may be from the true one.

    >>> half_unit(1)
    0.05
    """
    return float(0.5 / 10**decimals)


def spread(function: Function, inputs: Array, half_units: Array | float) -> float:
    """Returns how far rounding of the inputs can move a figure computed from them, to first order.

    Each input is moved by its half unit alone, up and down; the larger changes add up as in the worst case.

    >>> spread(lambda x: x.sum(axis=-1), np.array([1.0, 2.0]), 0.5)
    1.0
    """
    steps = np.diag(np.broadcast_to(half_units, inputs.shape).astype(np.float64))
    moved = function(np.concatenate([inputs + steps, inputs - steps])).reshape(2, -1)
    return float(np.abs(moved - function(inputs[None])).max(axis=0).sum())


def compare(
    source: str,
    group: str,
    item: str,
    published: float,
    decimals: int,
    function: Function,
    inputs: Array,
    half_units: Array | float,
) -> Comparison:
    """Compares a published figure with a function of published inputs, with the difference that rounding allows."""
    computed = float(function(inputs[None])[0])
    return within(source, group, item, published, computed, half_unit(decimals) + spread(function, inputs, half_units))


def within(source: str, group: str, item: str, published: float, computed: float, allowed: float) -> Comparison:
    """Compares a published figure with a computed one, with a difference that is allowed."""
    return Comparison(source=source, group=group, item=item, published=published, computed=computed, allowed=allowed)


def exact(source: str, group: str, item: str, published: float, computed: float) -> Comparison:
    """Compares two figures that must be equal, such as counts."""
    return within(source, group, item, published, computed, 0.0)

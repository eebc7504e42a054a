"""What a treatment takes: tokens a response, and how many more, or what they cost, for each probe that it rescued.

Tokens are those of all passes of a response, reasoning included; only pairs whose tokens are known on both sides count.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from cse.errors import InvalidInput
from cse.stats.bootstrap import interval, ratio
from cse.stats.cube import Floats, probe_weights

_MILLION = 1e6
_ENDS = ("", "_low", "_high")


@dataclass(frozen=True, kw_only=True)
class Prices:
    """What a million tokens cost, in any currency.

    Attributes:
        input: Tokens of requests, at least 0.
        output: Tokens generated, at least 0.
    """

    input: float = 0.0
    output: float = 0.0

    def __post_init__(self) -> None:
        """Refuses a price below zero."""
        for name, value in vars(self).items():
            if not value >= 0:
                raise InvalidInput(f"The {name} price {value!r} is not valid; it must be a number of at least 0.")


def token_use(outcomes: pl.DataFrame, draws: int, rng: np.random.Generator) -> pl.DataFrame:
    """Returns the output tokens of a response on both sides and what a rescued probe took; one row, none if unknown.

    Args:
        outcomes: The pairs, see `cse.stats.pairs.Pairs`.
        draws: Bootstrap draws of the probes.
        rng: Source of the draws.

    Returns:
        Columns: `pairs` (whose tokens are known); `base` and `treated`, mean output tokens of a response, `change` =
        treated - base, `ratio` = treated / base; `rescued`, `broken`; `per_rescued`, the extra tokens of all pairs for
        each rescued pair, and `per_gained`, for each pair rescued and not lost to a broken one, null where there is
        none; each estimate with its 95 % interval.
    """
    known = outcomes.drop_nulls(["base_output", "treated_output"])
    spent = known.select("probe_id", "k", "base", "treated", first="base_output", second="treated_output")
    return _use(spent, draws, rng)


def cost(outcomes: pl.DataFrame, prices: Prices, draws: int, rng: np.random.Generator) -> pl.DataFrame:
    """Returns the cost of a response on both sides and of a rescued probe; columns as in `token_use`.

    Args:
        outcomes: The pairs, see `cse.stats.pairs.Pairs`.
        prices: What tokens cost.
        draws: Bootstrap draws of the probes.
        rng: Source of the draws.
    """
    columns = [f"{side}_{end}" for side in ("base", "treated") for end in ("input", "output") if vars(prices)[end]]
    known = outcomes.drop_nulls(columns).with_columns(pl.col(r"^\w+_(input|output)$").fill_null(0))
    spent = {
        place: (pl.col(f"{side}_input") * prices.input + pl.col(f"{side}_output") * prices.output) / _MILLION
        for place, side in (("first", "base"), ("second", "treated"))
    }
    return _use(known.select("probe_id", "k", "base", "treated", **spent), draws, rng)


def _use(spent: pl.DataFrame, draws: int, rng: np.random.Generator) -> pl.DataFrame:
    base, treated = pl.col("base"), pl.col("treated")
    probes = (
        spent.group_by("probe_id")
        .agg(
            pl.first("k"),
            pairs=pl.len(),
            first=pl.col("first").sum(),
            second=pl.col("second").sum(),
            rescued=(~base & treated).sum(),
            broken=(base & ~treated).sum(),
        )
        .sort("probe_id")
    )
    names = ("pairs", "first", "second", "rescued", "broken")
    values = probes.select(names).to_numpy().astype(np.float64)
    weights = probe_weights(probes["k"].to_numpy(), draws, rng)
    drawn = np.concatenate([values.sum(axis=0)[None], weights @ values])
    pairs, first, second, rescued, broken = drawn.T
    gained = rescued - broken
    estimates: dict[str, Floats] = {
        "base": ratio(first, pairs),
        "treated": ratio(second, pairs),
        "change": ratio(second - first, pairs),
        "ratio": ratio(second, first),
        "per_rescued": ratio(second - first, rescued),
        "per_gained": ratio(second - first, gained),
    }
    row: dict[str, object] = {name: int(drawn[0, names.index(name)]) for name in ("pairs", "rescued", "broken")}
    for name, value in estimates.items():
        low, high = interval(value[:, None])
        row |= dict(zip((f"{name}{end}" for end in _ENDS), (value[0], low[0], high[0]), strict=True))
    table = pl.DataFrame([row]).with_columns(pl.selectors.float().fill_nan(None))
    return table.head(1 if spent.height else 0)

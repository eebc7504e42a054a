"""Everything that the composition report says of a suite: its tables, and the same in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl

from cse.stats.composition import difficulty, levels, pair_counts, satisfiable, type_shares, type_summary
from cse.stats.composition_statements import statements
from cse.stats.parameter_shifts import ends, parameter_shifts
from cse.stats.published import published
from cse.stats.refusals import cores, pair_survival, reasons, refusals, survival, unknown_types


@dataclass(frozen=True)
class Composition:
    """What a suite is made of.

    Attributes:
        tables: By name: `levels`, `types` (by k), `type_summary`, `pairs` (over all k), `pairs_by_k`, `parameters`,
            `difficulty` (the test); and, where there are blind draws, `refusals`, `reasons`, `reasons_by_k`, `cores`,
            `blocked_pairs`, `unknown_types`.
        statements: What they show, as sentences.
    """

    tables: Mapping[str, pl.DataFrame]
    statements: tuple[str, ...]


def composition(
    slots: pl.DataFrame,
    rng: np.random.Generator,
    draws: pl.DataFrame | None = None,
    drawn: pl.DataFrame | None = None,
) -> Composition:
    """Reports how a suite is composed.

    Args:
        slots: One row for each constraint of each probe; see `cse.stats.composition`.
        rng: For permutation tests.
        draws: Blind draws, one row each; see `cse.stats.refusals`.
        drawn: One row for each constraint of each blind draw.
    """
    asked = satisfiable(slots)
    by_k, test = difficulty(slots)
    types, by_pair = type_shares(slots), pair_counts(slots)
    pairs = by_pair.group_by("first", "second").agg(pl.col("probes").sum()).sort("probes", "first", "second")
    met = None
    blind: dict[str, pl.DataFrame] = {}
    if draws is not None and drawn is not None:
        met = drawn.filter(pl.col("outcome") == "witness")
        types = types.join(survival(drawn), on=["k", "code"], how="left")
        pairs = pairs.join(pair_survival(drawn), on=["first", "second"], how="left")
        blind = {
            "refusals": refusals(draws, drawn),
            "reasons": reasons(draws),
            "reasons_by_k": reasons(draws, "k"),
            "cores": cores(draws),
            "unknown_types": unknown_types(drawn),
            "blocked_pairs": published("blocked_pairs").join(pairs, on=["first", "second"], how="left"),
        }
    tables = {
        "levels": levels(slots).join(by_k.select("k", "difficulty"), on="k", how="left"),
        "types": types,
        "type_summary": type_summary(types, ends(slots["k"].unique().sort().to_list())[1]),
        "pairs": pairs,
        "pairs_by_k": by_pair,
        "parameters": parameter_shifts(asked, rng, met),
        "difficulty": test,
        **blind,
    }
    return Composition(tables, statements(tables))

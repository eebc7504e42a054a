"""Probes and blind draws as the tables that the composition report reads."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from cse.compose.blind import BlindDraw
from cse.compose.probe import Probe
from cse.constraints.base import Constraint

if TYPE_CHECKING:
    import polars as pl


def slots_frame(probes: Iterable[Probe]) -> pl.DataFrame:
    """Makes the table of slots: one row for each constraint of each probe."""
    import polars as pl

    rows = [
        {
            "probe_id": probe.id,
            "k": probe.k,
            "impossible": probe.impossible,
            "topic": probe.topic.name,
            "position": position,
            **_described(constraint),
        }
        for probe in probes
        for position, constraint in enumerate(probe.constraints, start=1)
    ]
    text, number = pl.String, pl.Int64
    kinds = {"probe_id": text, "k": number, "impossible": pl.Boolean, "topic": text, "position": number, **_kinds()}
    return pl.DataFrame(rows, schema=kinds)


def draws_frame(draws: Iterable[BlindDraw]) -> pl.DataFrame:
    """Makes the table of blind draws: one row each, the types to blame in one text."""
    import polars as pl

    rows = [(d.k, d.index, d.outcome, "+".join(sorted(d.core)), d.measure) for d in draws]
    kinds = {"k": pl.Int64, "draw": pl.Int64, "outcome": pl.String, "core": pl.String, "measure": pl.String}
    return pl.DataFrame(rows, schema=kinds, orient="row")


def drawn_frame(draws: Iterable[BlindDraw]) -> pl.DataFrame:
    """Makes the table of what was drawn: one row for each constraint of each blind draw."""
    import polars as pl

    rows = [
        {"k": draw.k, "draw": draw.index, "outcome": draw.outcome, **_described(constraint)}
        for draw in draws
        for constraint in draw.constraints
    ]
    return pl.DataFrame(rows, schema={"k": pl.Int64, "draw": pl.Int64, "outcome": pl.String, **_kinds()})


def _described(constraint: Constraint) -> dict[str, str]:
    return {
        "type": constraint.name,
        "code": constraint.code,
        "dimension": constraint.dimension,
        "params": json.dumps(constraint.params(), ensure_ascii=False),
    }


def _kinds() -> Mapping[str, Any]:
    import polars as pl

    return dict.fromkeys(("type", "code", "dimension", "params"), pl.String)

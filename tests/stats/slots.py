"""Slots of suites and blind draws written out by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from cse.stats.published import published

NAMES = dict(published("types").select("code", "type").iter_rows())


def slots_of(
    probes: Mapping[str, Sequence[str]],
    *,
    topics: Mapping[str, str] | None = None,
    impossible: Sequence[str] = (),
    params: Mapping[tuple[str, str], Mapping[str, Any]] | None = None,
) -> pl.DataFrame:
    """Makes slots from the codes that each probe holds; k is their number."""
    return pl.DataFrame(
        [
            {
                "probe_id": probe,
                "k": len(codes),
                "impossible": probe in impossible,
                "topic": (topics or {}).get(probe, "tides"),
                "position": position,
                "type": NAMES[code],
                "code": code,
                "dimension": "any",
                "params": json.dumps((params or {}).get((probe, code), {})),
            }
            for probe, codes in probes.items()
            for position, code in enumerate(codes, start=1)
        ]
    )


def blind_of(draws: Sequence[tuple[str, Sequence[str], str, str]]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Makes the two tables of blind draws from (outcome, codes, core, measure)."""
    rows = [
        {"k": len(codes), "draw": draw, "outcome": outcome, "core": core, "measure": measure}
        for draw, (outcome, codes, core, measure) in enumerate(draws)
    ]
    drawn = [
        {"k": len(codes), "draw": draw, "outcome": outcome, "code": code, "type": NAMES[code], "params": "{}"}
        for draw, (outcome, codes, _, _) in enumerate(draws)
        for code in codes
    ]
    return pl.DataFrame(rows), pl.DataFrame(drawn)

"""The figures that `cse run` and `cse score` end with, for each model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from cse.cli.frames import rows_of
from cse.run.responses import Tables
from cse.stats.bootstrap import draw_weights, sums_by_level, sums_by_type
from cse.stats.cube import cube
from cse.stats.defaults import DRAWS
from cse.stats.levels import half_life, levels_by_k, levels_by_type, levels_overall

SEED = 0
_FEWEST_CHECKS = 3
_WORST = 6
_RATES = ("mcsr", "mcsr_low", "mcsr_high", "scsr", "scsr_low", "scsr_high", "score")


@dataclass(frozen=True)
class Summary:
    """What a run says of one model.

    Attributes:
        model: The model's label.
        asked: Responses that the run asks it for; None if that is not known.
        by_k: One row a level: `k`, `probes`, and mCSR, sCSR and score with 95 % intervals (probes drawn again).
        overall: The same over all levels; empty where no check is scored.
        k_star: k* with its interval, for people, or None.
        k_star_note: What k* leaves open, or None.
        worst: The types that failed most, `type`, `code`, `checks`, `mcsr`, `score`.
        statuses: Number of responses of each status.
        missing: For each status but `ok`, what the provider said most often.
        tags: Number of answers of each tag status.
        passes: Calls that gave something, as far as known; more than the responses under an intervention.
        input_tokens: Tokens of all prompts, as far as known.
        output_tokens: Tokens of all passes, as far as known.
    """

    model: str
    asked: int | None
    by_k: pl.DataFrame
    overall: dict[str, Any]
    k_star: str | None
    k_star_note: str | None
    worst: pl.DataFrame
    statuses: dict[str, int]
    missing: dict[str, str]
    tags: dict[str, int]
    passes: int
    input_tokens: int
    output_tokens: int

    @property
    def responses(self) -> int:
        """Responses that were asked for, whatever came of it."""
        return sum(self.statuses.values())

    def to_dict(self) -> dict[str, Any]:
        """Returns the figures as JSON values."""
        return {
            "model": self.model,
            "asked": self.asked,
            "responses": self.responses,
            "statuses": self.statuses,
            "missing": self.missing,
            "tags": self.tags,
            "passes": self.passes,
            "k_star": self.k_star,
            "k_star_note": self.k_star_note,
            "overall": self.overall,
            "by_k": rows_of(self.by_k),
            "worst_types": rows_of(self.worst),
            "input_tokens": self.input_tokens,
            "output_tokens": self.output_tokens,
        }


def summarise(tables: Tables, asked: Mapping[str, int]) -> list[Summary]:
    """Summarises each model of a run, in the order of the names.

    Args:
        tables: Both result tables.
        asked: How many responses the run asks each model for, where that is known.
    """
    models = sorted({*tables.responses["model"].to_list(), *asked})
    return [_summary(tables, model, asked.get(model)) for model in models]


def _summary(tables: Tables, model: str, asked: int | None) -> Summary:
    responses, checks, passes = (
        table.filter(model=model) for table in (tables.responses, tables.checks, tables.passes)
    )
    data = cube(checks)
    weights = draw_weights(data, DRAWS, np.random.default_rng(SEED))
    by_level = sums_by_level(data, weights)
    by_type = levels_by_type(data, sums_by_type(data, weights[:0]))
    scored = bool(data.checks.any())
    stars = half_life(data, by_level).to_dicts() if scored else []
    there = responses.filter(status="ok")
    return Summary(
        model=model,
        asked=asked,
        by_k=levels_by_k(data, by_level).select("k", "probes", *_RATES) if scored else pl.DataFrame(),
        overall=rows_of(levels_overall(by_level).select("probes", *_RATES))[0] if scored else {},
        k_star=stars[0]["k_star_text"] if stars else None,
        k_star_note=stars[0]["k_star_note"] if stars else None,
        worst=_worst(by_type),
        statuses=_counts(responses["status"]),
        missing=_missing(responses),
        tags=_counts(there["tag_status"]),
        passes=passes.height,
        input_tokens=int(responses["input_tokens"].sum()),
        output_tokens=int(responses["output_tokens"].sum()),
    )


def _worst(by_type: pl.DataFrame) -> pl.DataFrame:
    often = by_type.filter(pl.col("checks") >= _FEWEST_CHECKS, pl.col("mcsr") < 1).sort("mcsr", "score", "type")
    return often.select("type", "code", "checks", "mcsr", "score").head(_WORST)


def _counts(values: pl.Series) -> dict[str, int]:
    table = values.value_counts(sort=True)
    return dict(zip(table[values.name].to_list(), table["count"].to_list(), strict=True))


def _missing(responses: pl.DataFrame) -> dict[str, str]:
    found = {}
    for status in ("refused", "error", "empty"):
        said = responses.filter(status=status)["error"].drop_nulls().value_counts(sort=True)
        if said.height:
            found[status] = str(said["error"][0])
    return found

"""The explorer's index: every response of a run as a row of small columns, which the browser filters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import polars as pl

_RESPONSE = ["model", "probe_id", "epoch"]


@dataclass(frozen=True)
class Index:
    """What the explorer knows of every response before it opens one.

    Attributes:
        columns: JSON values: the names of models, types, topics, statuses and tag statuses; the columns of `probes`;
            the columns of `rows`, one row a response, which hold positions in those lists. `verdicts` has one letter a
            check, in the order of the prompt: `1` passed, `0` failed, `?` unscored.
        order: For each row, the place of its response in the table that the index was made from.
        probes: The ids of the probes, in the order of `columns["probes"]`.
    """

    columns: dict[str, Any]
    order: list[int]
    probes: list[str]


def build_index(responses: pl.DataFrame, checks: pl.DataFrame) -> Index:
    """Makes the index of the given responses, ordered by k, probe, model and epoch, impossible probes last.

    Args:
        responses: The table of responses; its texts are not read.
        checks: The table of checks.
    """
    models = responses["model"].unique(maintain_order=True).to_list()
    statuses, tags, topics = (_names(responses, name) for name in ("status", "tag_status", "topic"))
    types = checks.select("type", "code", "dimension").unique().sort("code", "type")
    probes = _probes(responses, checks, types)
    rows = (
        responses.select(*_RESPONSE, "status", "tag_status")
        .with_row_index("place")
        .join(_verdicts(checks), on=_RESPONSE, how="left")
        .join(probes.select("probe_id").with_row_index("probe"), on="probe_id")
        .with_columns(
            _positions("model", models),
            _positions("status", statuses),
            _positions("tag_status", tags).alias("tag"),
            pl.col("verdicts").fill_null(""),
        )
        .sort("probe", "model", "epoch")
    )
    columns = {
        "models": models,
        "types": types.rename({"type": "name"}).to_dicts(),
        "topics": topics,
        "statuses": statuses,
        "tags": tags,
        "probes": {
            "id": probes["probe_id"].to_list(),
            "k": probes["k"].to_list(),
            "impossible": probes["impossible"].to_list(),
            "topic": probes.select(_positions("topic", topics))["topic"].to_list(),
            "types": probes["types"].to_list(),
        },
        "rows": {name: rows[name].to_list() for name in ("probe", "model", "epoch", "status", "tag", "verdicts")},
    }
    return Index(columns, rows["place"].to_list(), probes["probe_id"].to_list())


def _names(responses: pl.DataFrame, column: str) -> list[str]:
    return responses[column].drop_nulls().unique().sort().to_list()


def _positions(column: str, names: list[str]) -> pl.Expr:
    """Writes a name as its position in the list, null as -1."""
    return pl.col(column).replace_strict(names, range(len(names)), default=-1, return_dtype=pl.Int64)


def _probes(responses: pl.DataFrame, checks: pl.DataFrame, types: pl.DataFrame) -> pl.DataFrame:
    """Makes one row a probe, with its types in the order of the prompt; a probe without any check has none."""
    held = (
        checks.with_columns(_positions("type", types["type"].to_list()))
        .group_by("probe_id", "position")
        .agg(pl.col("type").first())
        .sort("position")
        .group_by("probe_id")
        .agg(types=pl.col("type"))
    )
    return (
        responses.select("probe_id", "k", "topic", "impossible")
        .unique("probe_id", maintain_order=True)
        .join(held, on="probe_id", how="left")
        .with_columns(pl.col("types").fill_null([]))
        .sort("impossible", "k", "probe_id")
    )


def _verdicts(checks: pl.DataFrame) -> pl.DataFrame:
    letter = pl.col("passed").cast(pl.Int8).cast(pl.String).fill_null("?")
    return checks.sort("position").group_by(_RESPONSE).agg(verdicts=letter.str.join(""))

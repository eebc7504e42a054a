"""Scaffold compliance: did a model write the plan that it was asked for before its answer (paper, section 5)?"""

from __future__ import annotations

import polars as pl

from cse.stats.coverage import wilson

SCAFFOLDS = ("plan", "notes")


def scaffold_compliance(passes: pl.DataFrame) -> pl.DataFrame:
    """Returns for each model and scaffold the share of responses in which it is there.

    Args:
        passes: The table of passes; the roles `plan` and `notes` (its control of the same length) count.

    Returns:
        Columns: `model`, `scaffold`, `responses` (asked for one), `written` (it came back and holds a letter or digit),
        `compliance` and its 95 % interval `compliance_low`, `compliance_high` (Wilson, over probes); `tokens`, the mean
        output tokens of those that are written, null if unknown: plan and control should be as long.
    """
    asked = passes.filter(pl.col("role").is_in(SCAFFOLDS), ~pl.col("impossible"))
    there = (pl.col("status") == "ok") & pl.col("response").fill_null("").str.contains(r"[\p{L}\p{Nd}]")
    table = (
        asked.group_by("model", pl.col("role").alias("scaffold"))
        .agg(
            responses=pl.len().cast(pl.Int64),
            written=there.sum().cast(pl.Int64),
            probes=pl.col("probe_id").n_unique().cast(pl.Float64),
            tokens=pl.col("output_tokens").filter(there).mean(),
        )
        .sort("model", "scaffold")
        .with_columns(compliance=pl.col("written") / pl.col("responses"))
    )
    low, high = wilson(table["compliance"].to_numpy(), table["probes"].to_numpy())
    columns = ("model", "scaffold", "responses", "written", "compliance", "compliance_low", "compliance_high", "tokens")
    return table.with_columns(compliance_low=low, compliance_high=high).select(columns)

"""Which shortcuts the answers that pass take, from the audit's rows (paper, sections Q and S)."""

from __future__ import annotations

import polars as pl

from cse.stats.failures import with_share


def shortcut_ranking(shortcuts: pl.DataFrame) -> pl.DataFrame:
    """Ranks the shortcuts by the share of passing answers that take them.

    Columns: `shortcut`, `passing` (answers that pass and leave room for it), `found`, `share` with interval, and one
    example: `model`, `probe_id`, `epoch`, `start`, `end`, `excerpt` (null where none is found).
    """
    passing = (
        shortcuts.filter("passing")
        .unique(["model", "probe_id", "epoch", "shortcut"], keep="first")
        .sort("shortcut", "model", "probe_id", "epoch")
    )
    table = passing.group_by("shortcut").agg(
        of=pl.len().cast(pl.Int64),
        found=pl.col("found").sum().cast(pl.Int64),
        probes=pl.col("probe_id").n_unique(),
    )
    example = (
        passing.filter("found")
        .group_by("shortcut", maintain_order=True)
        .agg(pl.col("model", "probe_id", "epoch", "start", "end", "excerpt").first())
    )
    return (
        with_share(table, "found")
        .join(example, on="shortcut", how="left")
        .sort("share", "found", "shortcut", descending=[True, True, False])
        .rename({"of": "passing"})
        .drop("probes")
    )


def shortcuts_by_type(shortcuts: pl.DataFrame, checks: pl.DataFrame) -> pl.DataFrame:
    """Returns for each type which shortcuts stand in the answers that pass its checks.

    Columns: `type`, `code`, `shortcut`, `passing` (passing checks whose probe leaves room for it), `found`, `share`
    with interval; rows without a find are left out.
    """
    key = ["model", "probe_id", "epoch"]
    passed = checks.filter(pl.col("passed").fill_null(False)).select(*key, "type", "code")
    bound = shortcuts.filter(pl.col("type").is_not_null()).join(passed, on=[*key, "type"])
    free = shortcuts.filter(pl.col("type").is_null()).drop("type").join(passed, on=key)
    columns = ["probe_id", "type", "code", "shortcut", "found"]
    table = (
        pl.concat([bound.select(columns), free.select(columns)])
        .group_by("type", "code", "shortcut")
        .agg(
            of=pl.len().cast(pl.Int64),
            found=pl.col("found").sum().cast(pl.Int64),
            probes=pl.col("probe_id").n_unique(),
        )
        .filter(pl.col("found") > 0)
    )
    return (
        with_share(table, "found")
        .sort("share", "code", "shortcut", descending=[True, False, False])
        .rename({"of": "passing"})
        .drop("probes")
    )

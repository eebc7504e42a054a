"""How answers fail, from the audit's rows: what they do, and the classes of failed lipograms.

Input are the tables whose columns `cse.audit.columns` declares; no text is read here. `truncated` counts responses that
the token limit ended, `unknown_stop` those of which that is not known.
"""

from __future__ import annotations

import polars as pl

from cse.stats.coverage import clopper_pearson

MODES = ("attempt", "narration", "reasoning", "copied_prompt", "refusal")
LIPOGRAM_CLASSES = ("genuine", "meta", "refusal", "case")


def failure_modes(answers: pl.DataFrame) -> pl.DataFrame:
    """Returns what the answers of each model do, apart for probes that a text can meet and for impossible ones.

    Columns: `model`, `impossible`, `mode`, `answers` (of the mode), `of` (all of them), `share` with interval,
    `truncated`, `unknown_stop`. Every mode has a row, be it empty.
    """
    counts = answers.group_by("model", "impossible", "mode").agg(pl.len().cast(pl.Int64).alias("answers"), *stops())
    totals = answers.group_by("model", "impossible").agg(
        of=pl.len().cast(pl.Int64), probes=pl.col("probe_id").n_unique()
    )
    grid = totals.join(pl.DataFrame({"mode": MODES, "order": range(len(MODES))}), how="cross")
    table = grid.join(counts, on=["model", "impossible", "mode"], how="left").sort("model", "impossible", "order")
    return with_share(
        table.with_columns(pl.col("answers", "truncated", "unknown_stop").fill_null(0)), "answers"
    ).select(
        "model", "impossible", "mode", "answers", "of", "share", "share_low", "share_high", "truncated", "unknown_stop"
    )


def answer_signs(answers: pl.DataFrame) -> pl.DataFrame:
    """Returns how much of each model's answers is not the text that was asked for.

    Columns: `model`, `answers`, `truncated`, `unknown_stop`; means over answers of `outside` (share of the response
    outside the answer: reasoning kept out of it), `reasoning`, `narration` (shares of the answer's words), `repeated`
    (share of its sentences and lines that repeat an earlier one), `copied` (share of the prompt's runs of eight words).
    """
    shares = {"outside": "outside_share", "reasoning": "reasoning_share", "narration": "narration_share"}
    shares |= {"repeated": "repeated_share"}
    means = [pl.col(column).mean().alias(name) for name, column in (shares | {"copied": "copied_prompt"}).items()]
    return answers.group_by("model").agg(pl.len().cast(pl.Int64).alias("answers"), *stops(), *means).sort("model")


def lipogram_classes(violations: pl.DataFrame) -> pl.DataFrame:
    """Returns the classes of each model's failed lipograms (paper, table 5), impossible probes aside.

    Columns: `model`, one count for each of `LIPOGRAM_CLASSES`, `total`, `genuine_share` with interval, `truncated`,
    `unknown_stop`.
    """
    failed = violations.filter(pl.col("lipogram_class").is_not_null() & ~pl.col("impossible"))
    counts = [(pl.col("lipogram_class") == name).sum().cast(pl.Int64).alias(name) for name in LIPOGRAM_CLASSES]
    table = (
        failed.group_by("model")
        .agg(*counts, pl.len().cast(pl.Int64).alias("of"), *stops(), probes=pl.col("probe_id").n_unique())
        .sort("model")
    )
    shares = {name: f"genuine_{name}" for name in ("share", "share_low", "share_high")}
    return with_share(table, "genuine").rename(shares | {"of": "total"}).drop("probes")


def stops() -> list[pl.Expr]:
    """Counts, of the rows of a group, how many the token limit ended, and of how many that is not known."""
    stop = pl.col("truncated")
    return [stop.sum().cast(pl.Int64).alias("truncated"), stop.null_count().cast(pl.Int64).alias("unknown_stop")]


def with_share(table: pl.DataFrame, part: str) -> pl.DataFrame:
    """Adds the share of `part` in `of` with its exact interval (Clopper-Pearson) over `probes`.

    Args:
        table: Has the columns `of` (answers) and `probes` (distinct ones behind them), both at least 1.
        part: Name of the column that counts the part.
    """
    shared = table.with_columns(share=pl.col(part) / pl.col("of"))
    low, high = clopper_pearson(shared["share"].to_numpy(), shared["probes"].to_numpy().astype(float))
    return shared.with_columns(pl.Series("share_low", low), pl.Series("share_high", high))

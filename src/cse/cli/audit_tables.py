"""The tables of an audit: what the rules read in the answers, joined with the statistics on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from cse.audit.columns import JUDGEMENTS
from cse.audit.rows import audit_run
from cse.audit.samples import CHECK, draw_samples, verifier_judgements
from cse.audit.shortcuts import SHORTCUTS
from cse.audit.worksheet import read_worksheet
from cse.cli.marking import visible
from cse.results.folder import Run
from cse.results.tables import table_from_rows
from cse.stats.agreement import agreement, disputes
from cse.stats.coverage import coverage
from cse.stats.failures import answer_signs, failure_modes, lipogram_classes
from cse.stats.first_violations import first_violations, lipogram_profiles
from cse.stats.shortcuts import shortcut_ranking, shortcuts_by_type

Opinion = Callable[[Sequence[Mapping[str, Any]]], list[dict[str, Any]]]
"""Takes samples, returns `passed` and `remark` for each."""


def failure_tables(run: Run, rng: np.random.Generator, *, draws: int, quiet: bool = False) -> dict[str, pl.DataFrame]:
    """Reads the answers of a run and estimates what they do; the rows themselves come last.

    Args:
        run: The run, with its texts.
        rng: Source of the bootstrap draws.
        draws: How many.
        quiet: Whether to show no progress.
    """
    columns = (TextColumn("reading answers"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=quiet) as progress:
        task = progress.add_task("", total=None)
        found = audit_run(run, lambda done, total: progress.update(task, completed=done, total=total))
    return {
        "coverage": coverage(run.responses),
        "modes": failure_modes(found.answers),
        "signs": answer_signs(found.answers),
        "lipograms": lipogram_classes(found.violations),
        "lipogram_profiles": lipogram_profiles(found.violations, rng, draws),
        "first_violations": first_violations(found.violations, rng, draws),
        "shortcuts": _explained(shortcut_ranking(found.shortcuts)),
        "shortcuts_by_type": shortcuts_by_type(found.shortcuts, run.checks),
        "answer_rows": found.answers,
        "violation_rows": found.violations,
        "shortcut_rows": found.shortcuts,
    }


def _explained(ranking: pl.DataFrame) -> pl.DataFrame:
    """Adds what each shortcut is, and its example in one cell: probe, span, text."""
    meanings = {shortcut.name: shortcut.meaning for shortcut in SHORTCUTS}
    examples = [
        f"{row['probe_id']} [{row['start']}, {row['end']}): {visible(row['excerpt']).plain}" if row["found"] else None
        for row in ranking.iter_rows(named=True)
    ]
    return ranking.with_columns(
        pl.col("shortcut").replace_strict(meanings).alias("meaning"), pl.Series("example", examples, pl.String)
    )


def verifier_tables(
    run: Run,
    rng: np.random.Generator,
    *,
    per_type: int,
    seed: int,
    draws: int,
    opinion: Opinion | None = None,
    filled: Path | None = None,
) -> dict[str, pl.DataFrame]:
    """Samples checks and compares the verdicts of verifier, judge and person.

    Args:
        run: The run, with its texts and parameters.
        rng: Source of the bootstrap draws.
        per_type: Near misses, and passes, of each type at most.
        seed: Seed of the samples.
        draws: Bootstrap draws.
        opinion: Asks a judge; None for none.
        filled: A worksheet with a person's verdicts; None for none.
    """
    samples = draw_samples(run, per_type, seed)
    parts = [verifier_judgements(run.checks)]
    if opinion is not None:
        parts.append(_judged(samples, opinion))
    if filled is not None:
        parts.append(read_worksheet(filled, run.checks))
    others = pl.concat(parts[1:]) if parts[1:] else parts[0].clear()
    judgements = pl.concat([parts[0].join(others.select(CHECK), on=CHECK, how="semi"), others])
    found = disputes(judgements)
    seen = [None if remark is None else visible(remark).plain for remark in found["remark"]]
    return {
        "sampled": _sampled(samples),
        "agreement": agreement(judgements, rng, draws),
        "disputes": found.with_columns(pl.Series("remark", seen, pl.String)),
        "judgements": judgements,
        "samples": samples,
    }


def _judged(samples: pl.DataFrame, opinion: Opinion) -> pl.DataFrame:
    rows = samples.to_dicts()
    keys = (*CHECK, "type", "code")
    said = opinion(rows)
    judged = [
        {name: row[name] for name in keys} | {"rater": "judge"} | one for row, one in zip(rows, said, strict=True)
    ]
    return table_from_rows(judged, JUDGEMENTS)


def _sampled(samples: pl.DataFrame) -> pl.DataFrame:
    """Counts the samples by type: `near_misses` with their lowest and highest score, `passes`."""
    score = pl.col("score").filter(~pl.col("passed"))
    return (
        samples.group_by("code", "type")
        .agg(
            near_misses=(~pl.col("passed")).sum().cast(pl.Int64),
            lowest=score.min(),
            highest=score.max(),
            passes=pl.col("passed").sum().cast(pl.Int64),
        )
        .sort("code")
    )

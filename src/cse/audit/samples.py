"""Checks to be judged a second time: for each type the failures that came nearest, and as many that passed.

Near misses are where a verifier is most likely to be wrong (paper, section Q). Those that passed stand beside them so
that a second opinion cannot agree by always saying no; without both, Cohen's kappa does not exist.
"""

from __future__ import annotations

import json
from typing import Any

import polars as pl

from cse.audit.columns import JUDGEMENTS, SAMPLES
from cse.compose.seeds import derive_seed
from cse.constraints.registry import constraint_from_dict
from cse.errors import InvalidInput
from cse.results.folder import Run
from cse.results.tables import table_from_rows

CHECK = ("model", "probe_id", "epoch", "position")
"""What tells a check from all others."""


def draw_samples(run: Run, per_type: int, seed: int) -> pl.DataFrame:
    """Draws the checks to judge, in an order that tells nothing of the verdicts; columns as in `SAMPLES`.

    Args:
        run: The run, with its texts and parameters.
        per_type: How many near misses, and how many passes, of each type at most.
        seed: Decides among equal scores, which passes are taken, and the order.

    Raises:
        InvalidInput: No check has a verdict and an answer.
    """
    texts = run.responses.filter(pl.col("answer").is_not_null()).select(*CHECK[:3], "answer")
    judged = run.checks.filter(pl.col("passed").is_not_null()).join(texts, on=CHECK[:3])
    if not judged.height:
        raise InvalidInput("These runs hold no verdict on an answer, so there is nothing to judge again.")
    lots = [derive_seed("audit", seed, *key) for key in judged.select(CHECK).iter_rows()]
    drawn = judged.with_columns(pl.Series("lot", lots, pl.UInt64))
    nearest = drawn.filter(~pl.col("passed")).sort("score", "lot", descending=[True, False])
    passes = drawn.filter("passed").sort("lot")
    chosen = pl.concat(
        [part.group_by("type", maintain_order=True).head(per_type) for part in (nearest, passes)], how="diagonal"
    )
    return table_from_rows([_sample(row) for row in chosen.sort("lot").iter_rows(named=True)], SAMPLES)


def _sample(row: dict[str, Any]) -> dict[str, Any]:
    asked = constraint_from_dict({"type": row["type"], "params": json.loads(row["params"])})
    kept = (*CHECK, "type", "code", "answer", "passed", "score", "observed")
    return {name: row[name] for name in kept} | {"rule": asked.instruction()}


def verifier_judgements(checks: pl.DataFrame) -> pl.DataFrame:
    """Returns the verdicts of the verifiers as those of a rater; columns as in `JUDGEMENTS`."""
    names = [column.name for column in JUDGEMENTS if column.name not in ("rater", "remark")]
    return (
        checks.select(names)
        .with_columns(rater=pl.lit("verifier"), remark=pl.lit(None, pl.String))
        .select([column.name for column in JUDGEMENTS])
    )

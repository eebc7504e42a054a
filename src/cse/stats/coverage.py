"""What a run holds before anything is estimated: missing responses, answer tags, unscored checks (paper, table 8, J).

A response that was refused, failed or came back empty is a missing probe, never a failure.
"""

from __future__ import annotations

import numpy as np
import polars as pl
from scipy.special import betaincinv, ndtri

from cse.errors import InvalidInput
from cse.stats.cube import LEVEL, Floats

STATUSES = ("ok", "refused", "error", "empty")
TAGS = ("closed", "open", "absent")


def coverage(responses: pl.DataFrame) -> pl.DataFrame:
    """Returns for each model how many responses were asked for, came back, and are missing for which reason.

    Columns: `model`, `responses`, one count each of `STATUSES`, and `coverage`, the share that is there. Impossible
    probes are included.

    Raises:
        InvalidInput: A status is none of `STATUSES`.
    """
    return _counts(responses, "status", STATUSES).with_columns(coverage=pl.col("ok") / pl.col("responses"))


def tag_compliance(responses: pl.DataFrame) -> pl.DataFrame:
    """Returns for each model how its answers were tagged.

    Columns: `model`, `responses` (those that are there), one count each of `TAGS`, `compliance` (the share with
    closed tags) and its 95 % interval `compliance_low`, `compliance_high` (Wilson, over probes).

    Raises:
        InvalidInput: A tag status is none of `TAGS`.
    """
    there = responses.filter(pl.col("status") == "ok")
    table = _counts(there, "tag_status", TAGS).with_columns(compliance=pl.col("closed") / pl.col("responses"))
    probes = there.group_by("model").agg(probes=pl.col("probe_id").n_unique()).sort("model")
    low, high = wilson(table["compliance"].to_numpy(), probes["probes"].to_numpy().astype(float))
    return table.with_columns(compliance_low=low, compliance_high=high)


def unscored(checks: pl.DataFrame) -> pl.DataFrame:
    """Returns how many checks of each model and type the verifier itself failed to judge; empty where none did."""
    failed = checks.filter(pl.col("passed").is_null())
    return failed.group_by("model", "type").agg(unscored=pl.len().cast(pl.Int64)).sort("model", "type")


def wilson(share: Floats, n: Floats) -> tuple[Floats, Floats]:
    """Returns the Wilson score interval of a share of n independent trials.

    >>> low, high = wilson(np.array([0.5]), np.array([10.0]))
    >>> round(float(low[0]), 3), round(float(high[0]), 3)
    (0.237, 0.763)
    """
    z = ndtri((1 + LEVEL) / 2)
    centre = (share + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z * np.sqrt(share * (1 - share) / n + z**2 / (4 * n**2)) / (1 + z**2 / n)
    return np.maximum(centre - half, 0.0), np.minimum(centre + half, 1.0)


def clopper_pearson(share: Floats, n: Floats) -> tuple[Floats, Floats]:
    """Returns the exact interval of a share of n independent trials (Clopper and Pearson).

    Args:
        share: Of the trials, from 0 to 1; a trial may count in part, as the mean of several looks at it.
        n: How many trials, at least 1.

    >>> low, high = clopper_pearson(np.array([0.0, 0.5]), np.array([3.0, 10.0]))
    >>> low.round(3).tolist(), high.round(3).tolist()
    ([0.0, 0.187], [0.708, 0.813])
    """
    tail = (1 - LEVEL) / 2
    passed = share * n
    with np.errstate(invalid="ignore"):
        low = np.where(passed > 0, betaincinv(passed, n - passed + 1, tail), 0.0)
        high = np.where(passed < n, betaincinv(passed + 1, n - passed, 1 - tail), 1.0)
    return np.asarray(low), np.asarray(high)


def _counts(responses: pl.DataFrame, column: str, known: tuple[str, ...]) -> pl.DataFrame:
    strange = responses.filter(~pl.col(column).is_in(known) | pl.col(column).is_null())
    if strange.height:
        raise InvalidInput(f"A response has {column} = {strange[column][0]!r}; it must be one of {', '.join(known)}.")
    counts = [(pl.col(column) == value).sum().cast(pl.Int64).alias(value) for value in known]
    return responses.group_by("model").agg(pl.len().cast(pl.Int64).alias("responses"), *counts).sort("model")

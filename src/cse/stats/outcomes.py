"""Which probes a treatment rescued and which it broke, and whether that is more than chance (paper, section 5)."""

from __future__ import annotations

import polars as pl
from scipy.stats import binomtest

RESCUED, BROKEN = "rescued", "broken"
_COUNTS = ("pairs", "both", "rescued", "broken", "neither", "probes_better", "probes_worse")


def outcome_counts(outcomes: pl.DataFrame, *keys: str) -> pl.DataFrame:
    """Counts the pairs by what became of them, with McNemar's exact test.

    The test is that of the sign over probes: of the probes that fared better or worse, half would be better if the
    treatment changed nothing. With one epoch these are the rescued and the broken pairs and the test is McNemar's; the
    epochs of one probe are no independent pairs, so a probe counts once, by the balance of its epochs.

    Args:
        outcomes: One row a pair: `probe_id`, `epoch`, `k`, and `base` and `treated`, whether all k passed.
        *keys: What to count apart, e.g. "k".

    Returns:
        Columns: the keys; `pairs`; `both` (passed on both sides), `rescued` (treated only), `broken` (base only),
        `neither`; `probes_better`, `probes_worse`; `p`, two-sided, 1 where no probe changed.
    """
    base, treated = pl.col("base"), pl.col("treated")
    counted = outcomes.group_by(*keys, "probe_id").agg(
        pl.len().alias("pairs"),
        (base & treated).sum().alias("both"),
        (~base & treated).sum().alias("rescued"),
        (base & ~treated).sum().alias("broken"),
        (~base & ~treated).sum().alias("neither"),
    )
    balance = pl.col("rescued").cast(pl.Int64) - pl.col("broken").cast(pl.Int64)
    whole = counted.with_columns(probes_better=balance > 0, probes_worse=balance < 0)
    sums = [pl.col(name).sum().cast(pl.Int64) for name in _COUNTS]
    table = whole.group_by(*keys).agg(sums).sort(*keys) if keys else whole.select(sums)
    sides = table.select("probes_better", "probes_worse").iter_rows()
    return table.with_columns(pl.Series("p", [sign_test(better, worse) for better, worse in sides], pl.Float64))


def sign_test(better: int, worse: int) -> float:
    """Returns the two-sided exact p-value of as uneven a split, or more uneven, if both sides were equally likely.

    >>> sign_test(8, 1), sign_test(0, 0)
    (0.0390625, 1.0)
    """
    return float(binomtest(better, better + worse, 0.5).pvalue) if better + worse else 1.0


def changed(outcomes: pl.DataFrame) -> pl.DataFrame:
    """Lists the pairs whose outcome changed, broken ones first: `outcome`, `probe_id`, `epoch`, `k`."""
    outcome = pl.when(pl.col("treated")).then(pl.lit(RESCUED)).otherwise(pl.lit(BROKEN))
    return (
        outcomes.filter(pl.col("base") != pl.col("treated"))
        .select("probe_id", "epoch", "k", outcome=outcome)
        .select("outcome", "probe_id", "epoch", "k")
        .sort("outcome", "k", "probe_id", "epoch")
    )

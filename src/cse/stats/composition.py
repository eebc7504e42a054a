"""What a suite asks for at each k: types, pairs of types, sets of types, topics, difficulty.

Input is the table of slots, one row for each constraint of each probe: `probe_id`, `k`, `impossible`, `topic`,
`position`, `type`, `code`, `dimension`, `params` (JSON). Impossible probes are counted and left out of all else. Even
means as often as if the slots of a k were spread evenly over the types (or pairs) that the suite holds.
"""

from __future__ import annotations

from collections.abc import Collection
from math import comb

import numpy as np
import polars as pl

from cse.stats.difficulty import Asked, difficulty_by_k
from cse.stats.published import published

EVEN = (0.8, 1.25)
"""Bounds of a type's share at a k, as a multiple of its even share, within which it counts as even."""

_LEVEL_SCHEMA = {
    **dict.fromkeys(("k", "probes", "impossible", "types"), pl.Int64),
    **dict.fromkeys(("share_least", "share_most"), pl.Float64),
    **dict.fromkeys(("pairs", "pair_least", "pair_most"), pl.Int64),
    "pair_even": pl.Float64,
    **dict.fromkeys(("type_sets", "most_reused", "topics", "topic_least", "topic_most"), pl.Int64),
}


def satisfiable(slots: pl.DataFrame) -> pl.DataFrame:
    """Returns the slots of the probes that some text can satisfy."""
    return slots.filter(~pl.col("impossible"))


def type_shares(slots: pl.DataFrame) -> pl.DataFrame:
    """Returns how often each type stands at each k.

    Columns: `k`, `code`, `type`, `probes`, `even` (how many probes would be even), `ratio` = probes / even, `is_even`
    (whether the ratio lies within `EVEN`).
    """
    asked = satisfiable(slots)
    types = asked.select("code", "type").unique()
    counts = asked.group_by("k", "code").agg(probes=pl.col("probe_id").n_unique().cast(pl.Int64))
    even = asked.group_by("k").agg(even=pl.len() / types.height)
    return (
        even.join(types, how="cross")
        .join(counts, on=["k", "code"], how="left")
        .with_columns(pl.col("probes").fill_null(0))
        .with_columns(ratio=pl.col("probes") / pl.col("even"))
        .with_columns(is_even=pl.col("ratio").is_between(*EVEN))
        .select("k", "code", "type", "probes", "even", "ratio", "is_even")
        .sort("k", "code")
    )


def type_summary(shares: pl.DataFrame, late: Collection[int]) -> pl.DataFrame:
    """Summarises the shares of each type over k.

    Args:
        shares: What `type_shares` returns; with `blind_sets` and `blind_even`, where there are blind draws.
        late: The levels of k that count as high.

    Returns:
        `code`, `type`, `probes` (over all k), `least` and `most` (ratio at any k); and, where there are blind draws,
        `blind_late`, the ratio over those that have a text at high k.
    """
    columns = [pl.col("probes").sum(), pl.col("ratio").min().alias("least"), pl.col("ratio").max().alias("most")]
    if "blind_sets" in shares.columns:
        sets, even = (pl.col(name).filter(pl.col("k").is_in(late)).sum() for name in ("blind_sets", "blind_even"))
        columns.append(pl.when(even > 0).then(sets / even).alias("blind_late"))
    return shares.group_by("code", "type").agg(columns).sort("code")


def pairs_of(slots: pl.DataFrame, *keys: str) -> pl.DataFrame:
    """Returns one row for each pair of types inside each group of slots: the keys, `first`, `second` (codes, in order).

    Args:
        slots: Rows with a `code` each.
        *keys: The columns that say what belongs together.
    """
    one = slots.select(*keys, first="code").unique()
    two = slots.select(*keys, second="code").unique()
    return one.join(two, on=keys).filter(pl.col("first") < pl.col("second")).sort(*keys, "first", "second")


def all_pairs(slots: pl.DataFrame) -> pl.DataFrame:
    """Returns every pair of the types that occur: `first`, `second` (codes, in order)."""
    codes = slots.select("code").unique()
    return (
        codes.rename({"code": "first"})
        .join(codes.rename({"code": "second"}), how="cross")
        .filter(pl.col("first") < pl.col("second"))
        .sort("first", "second")
    )


def pair_counts(slots: pl.DataFrame) -> pl.DataFrame:
    """Returns in how many probes each pair of types stands at each k from 2 on: `k`, `first`, `second`, `probes`.

    Pairs that no probe holds are listed with 0.
    """
    asked = satisfiable(slots)
    counts = pairs_of(asked, "k", "probe_id").group_by("k", "first", "second").agg(probes=pl.len().cast(pl.Int64))
    levels = asked.filter(pl.col("k") > 1).select("k").unique()
    return (
        levels.join(all_pairs(asked), how="cross")
        .join(counts, on=["k", "first", "second"], how="left")
        .with_columns(pl.col("probes").fill_null(0))
        .sort("k", "first", "second")
    )


def levels(slots: pl.DataFrame) -> pl.DataFrame:
    """Summarises each k.

    Columns: `k`, `probes`, `impossible` (probes), `types` (how many occur); `share_least`, `share_most` (the rarest and
    the most frequent type, as multiples of the even share); `pairs` (how many occur), `pair_least`, `pair_most` (probes
    that hold the rarest and the most frequent pair of those that the suite holds at any k), `pair_even` (probes that
    each of these would have if they were even); `type_sets` (different sets of types), `most_reused` (probes that share
    one); `topics` (how many occur), `topic_least`, `topic_most` (probes of the rarest and the most frequent topic).
    """
    pairs = pair_counts(slots)
    held = pairs.filter(pl.col("probes") > 0).select("first", "second").unique()
    pairs = pairs.join(held, on=["first", "second"], how="semi")
    shares = type_shares(slots)
    topics = satisfiable(slots)["topic"].n_unique()
    rows = []
    for k in slots["k"].unique().sort():
        level = slots.filter(pl.col("k") == k)
        rows.append(_level(k, level, shares.filter(pl.col("k") == k), pairs.filter(pl.col("k") == k)["probes"], topics))
    return pl.DataFrame(rows, schema=_LEVEL_SCHEMA)


def _level(k: int, level: pl.DataFrame, shares: pl.DataFrame, pairs: pl.Series, topics: int) -> dict[str, object]:
    asked = satisfiable(level)
    probes = asked.group_by("probe_id").agg(pl.col("topic").first(), types=pl.col("code").sort().str.join("+"))
    reused = probes["types"].value_counts()["count"]
    by_topic = probes["topic"].value_counts()["count"]
    return {
        "k": k,
        "probes": probes.height,
        "impossible": level["probe_id"].n_unique() - probes.height,
        "types": asked["code"].n_unique(),
        "share_least": shares["ratio"].min(),
        "share_most": shares["ratio"].max(),
        "pairs": int((pairs > 0).sum()),
        "pair_least": pairs.min(),
        "pair_most": pairs.max(),
        "pair_even": probes.height * comb(k, 2) / len(pairs) if len(pairs) else None,
        "type_sets": len(reused),
        "most_reused": reused.max(),
        "topics": len(by_topic),
        "topic_least": by_topic.min() if len(by_topic) == topics else 0,
        "topic_most": by_topic.max(),
    }


def difficulty(slots: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Compares the intrinsic difficulty of what is asked between levels of k.

    A type's difficulty is 1 - its pass rate at k = 1 over the paper's 15 models (table 2). Each constraint of each
    probe is one value; types that the paper does not have are left out.

    Returns:
        What `difficulty_by_k` returns: a table by k, and the test of Kruskal and Wallis.
    """
    rates = published("table2_constraints").select(code="id", difficulty=1 - pl.col("k1_pct") / 100).sort("code")
    asked = satisfiable(slots).join(rates, on="code")
    probes = asked.group_by("probe_id").agg(pl.col("k").first()).sort("probe_id")
    holds = np.zeros((probes.height, rates.height))
    row = probes["probe_id"].search_sorted(asked["probe_id"]).to_numpy()
    np.add.at(holds, (row, rates["code"].search_sorted(asked["code"]).to_numpy()), 1)
    no_tercile = np.full(probes.height, -1)
    return difficulty_by_k(
        Asked(
            probes["probe_id"],
            probes["k"].to_numpy(),
            holds,
            rates["difficulty"].to_numpy(),
            "the paper's k = 1",
            no_tercile,
        )
    )

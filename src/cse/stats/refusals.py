"""What becomes of blind draws: refused, proved impossible, unknown or met by a text; beside the paper's table 11.

Input are two tables. Draws, one row each: `k`, `draw`, `outcome`, `core` (names of the types to blame, joined by "+"),
`measure`. Drawn, one row for each constraint of each draw: `k`, `draw`, `outcome`, `code`, `type`. Outcomes are "pair"
(claims of two constraints exclude each other), "joint" (only claims of more together do), "proof" (all claims agree,
yet no text exists), "unknown" (neither proof nor text found) and "witness" (a text exists).

The paper's checker also blocks pairs by name, whatever their parameters (its section I): 8 pairs of today's types, and
13 pairs of a type F1 that asks for one JSON object. Its list of 36 types has no such type any more; F1 is a table
there. What these blocks would add to the refusals of claims is counted, in this order.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import polars as pl

from cse.stats.composition import pairs_of
from cse.stats.coverage import wilson
from cse.stats.published import published

OUTCOMES = ("pair", "joint", "proof", "unknown", "witness")

PAPER_IMPOSSIBLE = 387 / 4470
"""Share of the probes that the paper's checker accepted and that no text satisfies: 444 impossible ones in its sections
3.2, 4 and R less the 57 planned ones of its section J."""


def refusals(draws: pl.DataFrame, drawn: pl.DataFrame) -> pl.DataFrame:
    """Counts what becomes of blind draws at each k.

    Columns, each share with its 95 % interval (Wilson) in `_low` and `_high`:

    - `k`, `draws`, one count for each of `OUTCOMES`;
    - `refused`: share whose claims exclude each other (pair, joint);
    - `with_hard`, `with_json`: share refused if the paper's blocked pairs were refused as well, without and with those
      of its JSON type; `paper` (table 11, null where it has no row), `left` = paper - with_json;
    - `impossible`: share that no text can meet, of those without a conflict of two claims; `impossible_most`: the same
      if all that is unknown were impossible;
    - `unknown_share`: share of those that claims and proofs leave open.
    """
    counts = draws.group_by("k").agg(
        pl.len().cast(pl.Int64).alias("draws"),
        *((pl.col("outcome") == outcome).sum().cast(pl.Int64).alias(outcome) for outcome in OUTCOMES),
    )
    paper = published("table11_rejection").select("k", paper=pl.col("rejection_pct") / 100)
    table = counts.join(_blocked(draws, drawn), on="k").join(paper, on="k", how="left").sort("k")
    passed_pairs = pl.col("draws") - pl.col("pair")
    refused = pl.col("pair") + pl.col("joint")
    shares = {
        "refused": (refused, pl.col("draws")),
        "with_hard": (pl.col("hard"), pl.col("draws")),
        "with_json": (pl.col("json"), pl.col("draws")),
        "impossible": (pl.col("joint") + pl.col("proof"), passed_pairs),
        "impossible_most": (pl.col("joint") + pl.col("proof") + pl.col("unknown"), passed_pairs),
        "unknown_share": (pl.col("unknown"), pl.col("unknown") + pl.col("witness")),
    }
    for name, (part, whole) in shares.items():
        table = table.with_columns(_share(table.select(part=part, whole=whole), name))
    return table.drop("hard", "json").with_columns(left=pl.col("paper") - pl.col("with_json"))


def _share(counts: pl.DataFrame, name: str) -> list[pl.Series]:
    """Returns a share with its interval, null where there is nothing to share."""
    whole = counts["whole"].to_numpy().astype(np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        share = counts["part"].to_numpy() / whole
        low, high = wilson(share, whole)
    columns = {name: share, f"{name}_low": low, f"{name}_high": high}
    return [pl.Series(column, values).fill_nan(None) for column, values in columns.items()]


def _blocked(draws: pl.DataFrame, drawn: pl.DataFrame) -> pl.DataFrame:
    """Counts the draws that claims refuse or that hold a pair that the paper blocks: `k`, `hard`, `json`."""
    pairs = pairs_of(drawn, "k", "draw").join(published("blocked_pairs"), on=["first", "second"])
    held = pairs.group_by("k", "draw").agg(
        (pl.col("group") == "hard").any().alias("hard"), pl.lit(True).alias("either")
    )
    refused = pl.col("outcome").is_in(["pair", "joint"])
    return (
        draws.join(held, on=["k", "draw"], how="left")
        .with_columns(pl.col("hard", "either").fill_null(False))
        .group_by("k")
        .agg(
            (refused | pl.col("hard")).sum().cast(pl.Int64).alias("hard"),
            (refused | pl.col("either")).sum().cast(pl.Int64).alias("json"),
        )
    )


def overall_impossible(table: pl.DataFrame, probes: Mapping[int, int]) -> tuple[float, float, float] | None:
    """Returns the share of impossible sets among those without a conflict of two claims, over all k, with its interval.

    Args:
        table: What `refusals` returns.
        probes: How many probes a suite has at each k, the weights of the mean; only levels that the table has count.

    Returns:
        The share, and the ends of its 95 % interval (normal approximation of a weighted mean of shares); None where the
        two have no k in common.
    """
    rows = [row for row in table.iter_rows(named=True) if row["impossible"] is not None and probes.get(row["k"])]
    if not rows:
        return None
    weights = np.array([probes[row["k"]] for row in rows], dtype=np.float64)
    weights /= weights.sum()
    shares = np.array([row["impossible"] for row in rows])
    sizes = np.array([row["draws"] - row["pair"] for row in rows])
    mean = float(weights @ shares)
    half = 1.96 * float(np.sqrt((weights**2 * shares * (1 - shares) / sizes).sum()))
    return mean, max(0.0, mean - half), min(1.0, mean + half)


def reasons(draws: pl.DataFrame, *keys: str) -> pl.DataFrame:
    """Counts on which measures impossible sets disagree; all letters count as one measure, and so do all words.

    Args:
        draws: Blind draws.
        *keys: What to count apart, e.g. "k".

    Returns:
        The keys, `outcome`, `measure`, `sets`, and `share`, of the impossible sets with the same keys.
    """
    measure = pl.col("measure")
    one_word = measure.str.starts_with("word ") & (measure != "word length")
    merged = pl.when(one_word).then(pl.lit("a word")).otherwise(measure.str.replace("^letter .$", "a letter"))
    impossible = draws.filter(measure != "").with_columns(measure=merged)
    counts = impossible.group_by(*keys, "outcome", "measure").agg(sets=pl.len().cast(pl.Int64))
    total = pl.col("sets").sum().over(keys) if keys else pl.col("sets").sum()
    order = [False] * len(keys) + [True, False, False]
    return counts.with_columns(share=pl.col("sets") / total).sort(*keys, "sets", "outcome", "measure", descending=order)


def cores(draws: pl.DataFrame) -> pl.DataFrame:
    """Counts the sets of types to blame: `outcome`, `core`, `measure`, `sets`, the most frequent first."""
    return (
        draws.filter(pl.col("core") != "")
        .group_by("outcome", "core", "measure")
        .agg(sets=pl.len().cast(pl.Int64))
        .sort("sets", "core", "measure", descending=[True, False, False])
    )


def unknown_types(drawn: pl.DataFrame) -> pl.DataFrame:
    """Counts for each type the sets that claims and proofs leave open: `code`, `type`, `open`, `unknown`, `share`."""
    left = drawn.filter(pl.col("outcome").is_in(["unknown", "witness"]))
    unknown = (pl.col("outcome") == "unknown").sum().cast(pl.Int64)
    return (
        left.group_by("code", "type")
        .agg(open=pl.len().cast(pl.Int64), unknown=unknown)
        .with_columns(share=pl.col("unknown") / pl.col("open"))
        .sort("unknown", "code", descending=[True, False])
    )


def survival(drawn: pl.DataFrame) -> pl.DataFrame:
    """Returns how often each type stands in blind draws that have a text: `k`, `code`, `blind_sets`, `blind_even`.

    A type with fewer sets than even is in conflict with more than others are; that is what weights make up for.
    """
    types = drawn["code"].n_unique()
    there = drawn.filter(pl.col("outcome") == "witness")
    even = there.group_by("k").agg(even=pl.len() / types)
    counts = there.group_by("k", "code").agg(blind_sets=pl.len().cast(pl.Int64))
    return (
        even.join(drawn.select("code").unique(), how="cross")
        .join(counts, on=["k", "code"], how="left")
        .with_columns(pl.col("blind_sets").fill_null(0))
        .select("k", "code", "blind_sets", blind_even="even")
        .sort("k", "code")
    )


def pair_survival(drawn: pl.DataFrame) -> pl.DataFrame:
    """Returns for each pair of types the blind draws that hold it: `first`, `second`, `blind`, `blind_witnessed`."""
    return (
        pairs_of(drawn, "k", "draw", "outcome")
        .group_by("first", "second")
        .agg(
            blind=pl.len().cast(pl.Int64),
            blind_witnessed=(pl.col("outcome") == "witness").sum().cast(pl.Int64),
        )
        .sort("first", "second")
    )

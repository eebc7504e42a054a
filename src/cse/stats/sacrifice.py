"""What is kept and what is given up where no text can satisfy all constraints (paper, sections 4 and R, figure 3).

An impossible probe has two sides, constraints that contradict each other: at most one can hold. Which one a model keeps
is told for each design of probes. Where the two stand alone it must choose (binary choice); where others stand
beside them it must also triage.

Shares are over probes, each in each model, its epochs averaged: their intervals are exact (Clopper-Pearson), and hold
for the probes and models at hand taken as independent.
"""

from __future__ import annotations

import polars as pl

from cse.stats.coverage import clopper_pearson
from cse.stats.decay import ALL_MODELS
from cse.stats.outcomes import sign_test

CERTAIN = 0.05
NOT_TOLD = "not told apart"
_DESIGN = ["design", "category", "first", "first_code", "second", "second_code"]
_SHARES = ("first_kept", "second_kept", "neither")
_RESPONSE = ["model", "probe_id", "epoch"]


def sides(checks: pl.DataFrame, designs: pl.DataFrame | None = None) -> pl.DataFrame:
    """Tells of each response to an impossible probe which of the two sides it keeps.

    Args:
        checks: The table of checks.
        designs: Of impossible probes: `probe_id`, `design`, `category`, and `first` and `second`, the types of the two
            sides. Of the others those with two constraints are known to have these as sides; the rest is left out.

    Returns:
        One row a response with both sides scored, sorted: `model`, `probe_id`, `epoch`, `k`, `design`, `category`,
        `first`, `first_code`, `second`, `second_code`, `first_kept`, `second_kept`.
    """
    impossible = checks.filter(pl.col("impossible"))
    known = _designs(impossible, designs)
    of = impossible.select(*_RESPONSE, "k", "type", "code", "passed")
    first, second = (
        known.join(of, left_on=["probe_id", side], right_on=["probe_id", "type"], how="inner").rename(
            {"code": f"{side}_code", "passed": f"{side}_kept"}
        )
        for side in ("first", "second")
    )
    both = first.join(second.select(*_RESPONSE, "second_code", "second_kept"), on=_RESPONSE)
    scored = both.drop_nulls(["first_kept", "second_kept"])
    return scored.select(*_RESPONSE, "k", *_DESIGN, "first_kept", "second_kept").sort(_RESPONSE)


def _designs(impossible: pl.DataFrame, designs: pl.DataFrame | None) -> pl.DataFrame:
    """Returns the sides of each probe: those that are given, and of others its two constraints."""
    names = ["probe_id", "design", "category", "first", "second"]
    given = pl.DataFrame(schema=dict.fromkeys(names, pl.String)) if designs is None else designs.select(names)
    pairs = (
        impossible.filter(pl.col("k") == 2)
        .select("probe_id", "type", "code")
        .unique()
        .sort("probe_id", "code")
        .group_by("probe_id", maintain_order=True)
        .agg(pl.col("type"), types=pl.len())
        .filter(pl.col("types") == 2)
        .join(given, on="probe_id", how="anti")
        .select("probe_id", first=pl.col("type").list.first(), second=pl.col("type").list.last())
    )
    named = pairs.with_columns(design=pl.col("first") + " / " + pl.col("second"), category=pl.lit("pair"))
    return pl.concat([given, named.select(names)])


def sacrifice_pairs(sided: pl.DataFrame) -> pl.DataFrame:
    """Counts for each design which side is kept, where there are several models for all together first.

    Args:
        sided: What `sides` returns.

    Returns:
        Columns: `model`; `design`, `category`, the types and codes of its sides `first`, `first_code`, `second`,
        `second_code`; `probes` (each in each model), `responses`; `first_kept`, `second_kept`, `neither`, each with its
        95 % interval; `both`, the number of responses that keep two sides of which one excludes the other (a bug of a
        verifier or a proof); `p`, of the sign test between the sides; `kept`, the side that is kept more often, beyond
        chance.
    """
    return _by_model(sided, _DESIGN)


def sacrifice_by_k(sided: pl.DataFrame) -> pl.DataFrame:
    """Counts the same for each k of the contradictions that stand in probes of several k: is what is kept stable?

    Columns as in `sacrifice_pairs`, with `k` in place of design and category.
    """
    pair = ["first", "first_code", "second", "second_code"]
    several = sided.filter(pl.col("k").n_unique().over(pair) > 1)
    return _by_model(several, [*pair, "k"])


def _by_model(sided: pl.DataFrame, keys: list[str]) -> pl.DataFrame:
    table = _counts(sided, ["model", *keys])
    if sided["model"].n_unique() > 1:
        total = _counts(sided, keys).select(pl.lit(ALL_MODELS).alias("model"), pl.all())
        table = pl.concat([total.select(table.columns), table])
    return table


def _counts(sided: pl.DataFrame, keys: list[str]) -> pl.DataFrame:
    first, second = pl.col("first_kept"), pl.col("second_kept")
    probes = sided.group_by(*keys, "model", "probe_id") if "model" not in keys else sided.group_by(*keys, "probe_id")
    averaged = probes.agg(
        first.mean().alias("first_share"),
        second.mean().alias("second_share"),
        (~first & ~second).mean().alias("neither"),
        (first & second).sum().alias("both"),
        responses=pl.len(),
    )
    balance = pl.col("first_share") - pl.col("second_share")
    table = (
        averaged.group_by(keys)
        .agg(
            probes=pl.len().cast(pl.Int64),
            responses=pl.col("responses").sum().cast(pl.Int64),
            first_kept=pl.col("first_share").mean(),
            second_kept=pl.col("second_share").mean(),
            neither=pl.col("neither").mean(),
            both=pl.col("both").sum().cast(pl.Int64),
            ahead=(balance > 0).sum(),
            behind=(balance < 0).sum(),
        )
        .sort(keys)
    )
    p = [sign_test(ahead, behind) for ahead, behind in table.select("ahead", "behind").iter_rows()]
    more = pl.when(pl.col("ahead") > pl.col("behind")).then("first").otherwise("second")
    kept = pl.when(pl.col("p") < CERTAIN).then(more).otherwise(pl.lit(NOT_TOLD))
    units = table["probes"].to_numpy().astype(float)
    intervals = {name: clopper_pearson(table[name].to_numpy(), units) for name in _SHARES}
    ends = {f"{name}_{end}": ends[i] for name, ends in intervals.items() for i, end in enumerate(("low", "high"))}
    whole = table.with_columns(p=pl.Series(p, dtype=pl.Float64), **{n: pl.Series(v) for n, v in ends.items()})
    shares = [f"{name}{end}" for name in _SHARES for end in ("", "_low", "_high")]
    return whole.with_columns(kept=kept).select(*keys, "probes", "responses", *shares, "both", "p", "kept")


def passed_impossible(checks: pl.DataFrame, sided: pl.DataFrame) -> pl.DataFrame:
    """Lists the responses that do what was proved impossible, each a bug of a verifier or of a proof.

    Args:
        checks: The table of checks.
        sided: What `sides` returns.

    Returns:
        One row a response, sorted: `model`, `probe_id`, `epoch`, `k`, `passed`: "all constraints", or "both sides"
        where others fail but the two that contradict each other hold.
    """
    impossible = checks.filter(pl.col("impossible"))
    whole = (
        impossible.group_by(*_RESPONSE, "k")
        .agg(held=(pl.col("passed").fill_null(False)).sum())
        .filter(pl.col("held") == pl.col("k"))
        .select(*_RESPONSE, "k", passed=pl.lit("all constraints"))
    )
    both = sided.filter("first_kept", "second_kept").join(whole, on=_RESPONSE, how="anti")
    return pl.concat([whole, both.select(*_RESPONSE, "k", passed=pl.lit("both sides"))]).sort(_RESPONSE)

"""What the tables of the composition report show, as sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from cse.stats.composition import EVEN
from cse.stats.refusals import PAPER_IMPOSSIBLE, overall_impossible

_PAPER_H, _PAPER_P = 6.23, 0.96
"""The paper's test of difficulty over k (section 3.2)."""

_MIDDLE = 6
"""Up to this k the share of unknown sets is reported apart."""

Tables = Mapping[str, pl.DataFrame]


def statements(tables: Tables) -> tuple[str, ...]:
    """Returns the sentences, each about one table or two."""
    found = [_size(tables), _types(tables), _pairs(tables), _sets(tables), _topics(tables), _difficulty(tables)]
    found.append(_parameters(tables))
    if "refusals" in tables:
        found += [*_refusals(tables), *_impossible(tables), *_unknown(tables)]
    return tuple(found)


def _size(tables: Tables) -> str:
    ks, probes, impossible = (tables["levels"][name].to_list() for name in ("k", "probes", "impossible"))
    return f"{sum(probes):,} satisfiable and {sum(impossible):,} impossible probes, k = {min(ks)} to {max(ks)}."


def _types(tables: Tables) -> str:
    table = tables["types"]
    bounds = f"within {EVEN[0]} to {EVEN[1]} of even"
    uneven = table.filter(~pl.col("is_even"))
    if uneven.is_empty():
        ratios = table["ratio"].to_list()
        return f"Each type's share at each k lies {bounds}: {min(ratios):.2f} to {max(ratios):.2f}."
    listed = ", ".join(
        f"{code} at k = {k} ({ratio:.2f})" for code, k, ratio in uneven["code", "k", "ratio"].iter_rows()
    )
    return f"{uneven.height} of {table.height} shares of a type at a k do not lie {bounds}: {listed}."


def _pairs(tables: Tables) -> str:
    table = tables["pairs"]
    never = table.filter(pl.col("probes") == 0)
    text = f"{table.height - never.height} of {table.height} pairs of types occur"
    if never.is_empty():
        return f"{text}."
    listed = ", ".join(f"{first}+{second}" for first, second in never["first", "second"].iter_rows())
    if "blind" not in table.columns:
        return f"{text}; never: {listed}."
    held, met = (sum(never[name].drop_nulls().to_list()) for name in ("blind", "blind_witnessed"))
    return f"{text}; never: {listed}. Of {held:,} blind draws that hold one of these {met:,} have a text."


def _sets(tables: Tables) -> str:
    table = tables["levels"].filter(pl.col("k") > 1).drop_nulls("most_reused")
    if table.is_empty():
        return "No probe holds two types."
    reused = table.filter(pl.col("most_reused") > 1)
    if reused.is_empty():
        return "No two probes with k > 1 hold the same set of types."
    most, ks = max(reused["most_reused"].to_list()), ", ".join(map(str, reused["k"]))
    return f"The same set of types stands in up to {most} probes with k > 1 (at k = {ks})."


def _topics(tables: Tables) -> str:
    apart = (tables["levels"]["topic_most"] - tables["levels"]["topic_least"]).drop_nulls().to_list()
    return f"At each k the most frequent topic stands in at most {max(apart, default=0)} more probes than the rarest."


def _difficulty(tables: Tables) -> str:
    row = tables["difficulty"].row(0, named=True)
    if row["p"] is None:
        return f"Difficulty over k: {row['note']}."
    means = tables["levels"]["difficulty"].drop_nulls().to_list()
    return (
        f"Mean intrinsic difficulty lies between {min(means):.3f} and {max(means):.3f} at every k; Kruskal-Wallis "
        f"H = {row['h']:.2f}, p = {row['p']:.2f} (the paper: {_PAPER_H}, {_PAPER_P})."
    )


def _parameters(tables: Tables) -> str:
    table = tables["parameters"]
    tested, shifting = table.filter(pl.col("p").is_not_null()), table.filter("shifts")
    if shifting.is_empty():
        return f"None of {tested.height} parameters is found to shift with k."
    listed = ", ".join(_shift(row) for row in shifting.sort("code").iter_rows(named=True))
    blind = ", in brackets over blind draws with a text" if shifting["blind_high"].is_not_null().any() else ""
    return f"{shifting.height} of {tested.height} parameters shift with k{blind}: {listed}."


def _shift(row: Mapping[str, Any]) -> str:
    what = f"{row['code']} {row['parameter']}" + (f" = {row['text']}" if row["text"] else "")
    text = f"{what} {row['low']:.3g} -> {row['high']:.3g}"
    if row["blind_low"] is None or row["blind_high"] is None:
        return text
    return f"{text} ({row['blind_low']:.3g} -> {row['blind_high']:.3g})"


def _refusals(tables: Tables) -> Iterator[str]:
    table = tables["refusals"]
    beside = table.filter(pl.col("paper").is_not_null())
    if beside.is_empty():
        return
    ks = ", ".join(map(str, beside["k"]))

    def listed(column: str) -> str:
        return " / ".join(f"{100 * share:.0f}" for share in beside[column])

    left = 100 * max(map(abs, beside["left"].to_list()))
    yield (
        f"Claims refuse {listed('refused')} % of blind draws at k = {ks}, the paper's checker {listed('paper')} %. "
        f"With the paper's blocked pairs it would be {listed('with_hard')} %, with those of its JSON type as well "
        f"{listed('with_json')} %; at most {left:.0f} points are left for parameter ranges and rules that it does not "
        "publish."
    )
    needless = tables["blocked_pairs"].filter(pl.col("probes") > 0)
    yield (
        f"{needless.height} of the {tables['blocked_pairs'].height} pairs that the paper blocks need no block: "
        f"certified probes hold them {needless['probes'].sum():,} times."
    )


def _impossible(tables: Tables) -> Iterator[str]:
    probes = dict(tables["levels"]["k", "probes"].iter_rows())
    overall = overall_impossible(tables["refusals"], probes)
    if overall is not None:
        share, low, high = (100 * number for number in overall)
        yield (
            f"Of blind draws in which no two claims exclude each other, {share:.1f} % [{low:.1f}, {high:.1f}] are "
            f"impossible at this suite's mix of k; of the paper's accepted probes {100 * PAPER_IMPOSSIBLE:.1f} % were."
        )


def _unknown(tables: Tables) -> Iterator[str]:
    table = tables["refusals"]
    low, high = table.filter(pl.col("k") <= _MIDDLE), table.filter(pl.col("k") > _MIDDLE)
    for where, part in ((f"to k = {_MIDDLE}", low), (f"above k = {_MIDDLE}", high)):
        unknown, met = (sum(part[name].to_list()) for name in ("unknown", "witness"))
        if unknown + met:
            share = 100 * unknown / (unknown + met)
            yield f"Claims and proofs leave {unknown + met:,} blind draws {where} open; {share:.2f} % stay unknown."

"""What is kept and what is given up where not all constraints can hold (paper, figure 3, table 12)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import altair as alt
import polars as pl

from cse.figures.figure import Figure
from cse.figures.frames import Row, data, need, rows
from cse.figures.parts import panel, titled, tooltip
from cse.figures.theme import COLUMN, FULL
from cse.figures.type_rows import APART, LABELS
from cse.figures.words import percent
from cse.stats.decay import ALL_MODELS

_TYPE = ("type", "code", "dimension", "checks", "mcsr", "score", "probes_passed")
_SIDES = ("first_kept", "first_kept_low", "first_kept_high", "second_kept", "second_kept_low", "second_kept_high")
_PAIR = ("model", "design", "first", "first_code", "second", "second_code", "probes", "neither", *_SIDES)


def sacrifice(impossible: pl.DataFrame, sacrifice_pairs: pl.DataFrame | None = None, *, width: int = FULL) -> Figure:
    """What is kept and what is given up on probes that no text can satisfy, by pair of constraints and by type.

    Args:
        impossible: How often each type holds on impossible probes.
        sacrifice_pairs: Which of two constraints that exclude each other is kept, with exact 95% intervals.
        width: Of the figure, in pixels.

    Raises:
        NothingToShow: No impossible probe was run.
    """
    table = need(impossible, "sacrifice", *_TYPE).sort("mcsr", "code", descending=[True, False])
    types = rows(table, "sacrifice", *_TYPE, known=("mcsr",))
    pairs = [] if sacrifice_pairs is None else _pairs(need(sacrifice_pairs, "sacrifice", *_PAIR))
    step = 13 if width <= COLUMN else 15
    chart: Any = _types(types, width, step)
    notes = "Circle: share of checks that hold; square: mean score, how near."
    if pairs:
        chart = alt.vconcat(_choices(pairs, width, step + 3), chart)
        notes = (
            "Above: two constraints that exclude each other; circle: share of probes on which the first is kept, "
            f"square: the second; bars: exact 95% intervals. Below: {notes[0].lower()}{notes[1:]}"
        )
    title = _title(types)
    rates = "; ".join(f"{row['type']} {percent(row['mcsr'])} of {row['checks']:,}" for row in types)
    chosen = "".join(
        f" {row['first']} {percent(row['first_kept'])}, {row['second']} {percent(row['second_kept'])}, neither "
        f"{percent(row['neither'])} of {row['probes']:,} probes ({row['design']})."
        for row in pairs
    )
    description = f"Dot plot of {len(types)} constraint types. {title}. Kept: {rates}.{chosen}"
    return Figure("sacrifice", title, description, titled(chart, title, notes, width))


def _pairs(table: pl.DataFrame) -> list[Row]:
    """Returns one row a design, all models together, the clearest choice first, each with its label."""
    together = ALL_MODELS if (table["model"] == ALL_MODELS).any() else None
    chosen = table.filter(pl.col("model") == together) if together else table
    if chosen.is_empty():
        return []
    apart = (pl.col("first_kept") - pl.col("second_kept")).abs()
    found = rows(chosen.sort(apart, "design", descending=[True, False]), "sacrifice", *_PAIR)
    names = [f"{row['first_code']} or {row['second_code']}" for row in found]
    often = Counter(names)
    return [
        row | {"label": f"{name}, {row['design']}" if often[name] > 1 else name}
        for row, name in zip(found, names, strict=True)
    ]


def _choices(pairs: list[Row], width: int, step: int) -> alt.LayerChart:
    """Draws how often each of two sides is kept."""
    base = alt.Chart(data(pairs)).encode(y=_labels(pairs))
    told = tooltip(
        design="design", first="first", first_kept="first kept|.1%", second="second", second_kept="second kept|.1%",
        neither="neither|.1%", probes="probes|,",
    )  # fmt: skip
    layers: list[alt.Chart] = []
    for side, style, shape, shift in (("first", "first", "circle", -2.5), ("second", "second", "square", 2.5)):
        x = _share(f"{side}_kept_low", "kept where one of two must go")
        layers += [
            base.mark_rule(style=style, strokeWidth=1.6, yOffset=shift).encode(x=x, x2=f"{side}_kept_high:Q"),
            base.mark_point(style=style, shape=shape, filled=True, size=36, opacity=1, yOffset=shift).encode(
                x=f"{side}_kept:Q", tooltip=told
            ),
        ]
    return panel(layers, width - LABELS - 20, alt.Step(step))


def _types(types: list[Row], width: int, step: int) -> alt.LayerChart:
    """Draws how often each type holds, and its mean score."""
    named = [row | {"label": f"{row['code']} {row['type']}"} for row in types]
    base = alt.Chart(data(named)).encode(y=_labels(named))
    told = tooltip(label="type", mcsr="kept|.1%", score="score|.1%", checks="checks|,")
    kept = _share("mcsr", "kept on impossible probes")
    layers = [
        base.mark_rule(style="model").encode(x=kept, x2="score:Q"),
        base.mark_point(style="second", shape="square", filled=True, size=28, opacity=1).encode(
            x="score:Q", tooltip=told
        ),
        base.mark_point(style="first", filled=True, size=60, opacity=1).encode(x=kept, tooltip=told),
    ]
    return panel(layers, width - LABELS - 20, alt.Step(step))


def _labels(named: list[Row]) -> alt.Y:
    axis = alt.Axis(labelLimit=LABELS, labelPadding=APART, domain=False, ticks=False, grid=True)
    return alt.Y("label:N", title=None, sort=[row["label"] for row in named], axis=axis)


def _share(field: str, title: str) -> alt.X:
    axis = alt.Axis(format=".0%", values=[0, 0.25, 0.5, 0.75, 1], orient="top", grid=False)
    return alt.X(f"{field}:Q", title=title, scale=alt.Scale(domain=[0, 1]), axis=axis)


def _title(types: list[Row]) -> str:
    most, least = types[0], types[-1]
    wrong = most["probes_passed"]
    alarm = f"; {wrong} responses passed one, so a verifier or a proof is wrong" if wrong else ""
    if most["mcsr"] == least["mcsr"]:
        who, often = (most["type"], "") if len(types) == 1 else ("every type", "equally often ")
        return f"On impossible probes {who} is kept {often}({percent(most['mcsr'])}){alarm}"
    return (
        f"On impossible probes {most['type']} is kept most often ({percent(most['mcsr'])}), {least['type']} least "
        f"({percent(least['mcsr'])}){alarm}"
    )

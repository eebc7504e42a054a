"""What is kept and what is given up where not all constraints can hold (paper, figure 3, table 12)."""

from __future__ import annotations

import altair as alt
import polars as pl

from cse.figures.figure import Figure
from cse.figures.frames import Row, data, need, rows
from cse.figures.parts import panel, titled, tooltip
from cse.figures.theme import COLUMN, FULL
from cse.figures.words import percent

_LABELS = 150
_TYPE = ("type", "code", "dimension", "checks", "mcsr", "score", "probes_passed")


def sacrifice(impossible: pl.DataFrame, *, width: int = FULL) -> Figure:
    """What is kept and what is given up on probes that no text can satisfy, by constraint type.

    Args:
        impossible: How often each type holds on impossible probes.
        width: Of the figure, in pixels.

    Raises:
        NothingToShow: No impossible probe was run.
    """
    table = need(impossible, "sacrifice", *_TYPE).sort("mcsr", "code", descending=[True, False])
    types = rows(table, "sacrifice", *_TYPE, known=("mcsr",))
    named = [row | {"label": f"{row['code']} {row['type']}"} for row in types]
    base = alt.Chart(data(named)).encode(
        y=alt.Y(
            "label:N",
            title=None,
            sort=[row["label"] for row in named],
            axis=alt.Axis(labelLimit=_LABELS, domain=False, ticks=False, grid=True),
        )
    )
    told = tooltip(label="type", mcsr="kept|.1%", score="score|.1%", checks="checks|,")
    axis = alt.Axis(format=".0%", values=[0, 0.25, 0.5, 0.75, 1], orient="top", grid=False)
    kept = alt.X("mcsr:Q", title="kept on impossible probes", scale=alt.Scale(domain=[0, 1]), axis=axis)
    layers = [
        base.mark_rule(style="model").encode(x=kept, x2="score:Q"),
        base.mark_point(style="second", shape="square", filled=True, size=28, opacity=1).encode(
            x="score:Q", tooltip=told
        ),
        base.mark_point(style="first", filled=True, size=60, opacity=1).encode(x=kept, tooltip=told),
    ]
    chart = panel(layers, width - _LABELS - 20, alt.Step(13 if width <= COLUMN else 15))
    title = _title(types)
    notes = "Circle: share of checks that hold; square: mean score, how near."
    rates = "; ".join(f"{row['type']} {percent(row['mcsr'])} of {row['checks']:,}" for row in types)
    description = f"Dot plot of {len(types)} constraint types. {title}. Kept: {rates}."
    return Figure("sacrifice", title, description, titled(chart, title, notes, width))


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

"""Ability of the models and difficulty of the probes on one scale (paper, section L)."""

from __future__ import annotations

import altair as alt
import polars as pl

from cse.figures.figure import Figure
from cse.figures.frames import Row, data, rows, short_names
from cse.figures.parts import band, hover, panel, titled, tooltip
from cse.figures.theme import COLUMN, FULL
from cse.figures.words import between, number

_ABILITY = ("model", "probes", "scsr", "ability", "ability_low", "ability_high")
_BIN = 0.5
"""Width of a class of difficulty, in logits."""


def ability(
    irt_abilities: pl.DataFrame, irt_items: pl.DataFrame, irt_summary: pl.DataFrame, *, width: int = FULL
) -> Figure:
    """Ability of each model, and below it, on the same scale, how many probes are how difficult.

    Args:
        irt_abilities: Ability of each model with its interval.
        irt_items: Difficulty of each probe.
        irt_summary: How many probes tell the models apart.
        width: Of the figure, in pixels.

    Raises:
        NothingToShow: No two models can be compared.
    """
    models = rows(irt_abilities, "ability", *_ABILITY, known=("ability",))
    items = rows(irt_items, "ability", "k", "difficulty", known=("difficulty",))
    summary = rows(irt_summary, "ability", "probes", "informative", "all_passed", "none_passed", "rank_agreement")[0]
    names = short_names(row["model"] for row in models)
    named = [row | {"name": names[row["model"]]} for row in models]
    labels = 130 if width <= COLUMN else 150
    plot = width - labels - 24
    above = panel(_abilities(named, labels), plot, alt.Step(17))
    below = panel([_items(items)], plot, alt.Step(13))
    chart = alt.vconcat(above, below, spacing=6).resolve_scale(x="shared", color="independent")
    title = _title(named, summary)
    notes = (
        "Above: ability with its 95% interval (Rasch model). Below: probes by k and difficulty; without one are "
        f"{summary['all_passed']:,} that all models pass and {summary['none_passed']:,} that none passes."
    )
    return Figure("ability", title, _description(named, title, notes), titled(chart, title, notes, width))


def _abilities(models: list[Row], labels: int) -> list[alt.Chart]:
    axis = alt.Axis(labelLimit=labels, domain=False, ticks=False, grid=True, zindex=0)
    base = alt.Chart(data(models)).encode(
        y=alt.Y("name:N", sort=[row["name"] for row in models], title=None, axis=axis)
    )
    told = tooltip(
        name="model",
        ability="ability|.2f",
        ability_low="from|.2f",
        ability_high="to|.2f",
        scsr="sCSR|.1%",
        probes="probes|,",
    )
    bare = alt.Axis(labels=False, ticks=False, domain=False, grid=True)
    x = alt.X("ability_low:Q", title=None, axis=bare, scale=alt.Scale(zero=False))
    return [
        band(base, told, hover("row", "name")),
        base.mark_rule(style="first", strokeWidth=2).encode(x=x, x2="ability_high:Q"),
        base.mark_point(style="first", filled=True, size=50, opacity=1).encode(x="ability:Q", tooltip=told),
    ]


def _items(items: list[Row]) -> alt.Chart:
    bins = alt.Bin(step=_BIN)
    bar = alt.Legend(title="probes", orient="bottom", direction="horizontal", tickCount=4)
    axis = alt.Axis(grid=False)
    tiles: alt.Chart = alt.Chart(data(items)).mark_rect(style="tile")
    return tiles.encode(
        x=alt.X("difficulty:Q", bin=bins, title="logits: ability above, difficulty below", axis=axis),
        y=alt.Y("k:O", title="k", axis=alt.Axis(domain=False, ticks=False)),
        color=alt.Color("count():Q", scale=alt.Scale(range="heatmap", interpolate="rgb"), legend=bar),
        tooltip=[
            alt.Tooltip("k:O", title="k"),
            alt.Tooltip("difficulty:Q", bin=bins, title="difficulty"),
            alt.Tooltip("count():Q", title="probes"),
        ],
    )


def _title(models: list[Row], summary: Row) -> str:
    best, worst = models[0], models[-1]
    return (
        f"{summary['informative']:,} of {summary['probes']:,} probes tell the models apart, from {best['name']} "
        f"({number(best['ability'], 1)} logits) to {worst['name']} ({number(worst['ability'], 1)})"
    )


def _description(models: list[Row], title: str, notes: str) -> str:
    steps = "; ".join(
        f"{row['name']} {number(row['ability'])}{between(row['ability_low'], row['ability_high'])}" for row in models
    )
    return f"Dot plot of abilities above a heatmap of difficulties. {title}. {steps}. {notes}"

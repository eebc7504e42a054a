"""How often each constraint type holds in each model (paper, figure 5)."""

from __future__ import annotations

import altair as alt
import polars as pl

from cse.figures.figure import Figure
from cse.figures.frames import Row, data, need, rows, short_names
from cse.figures.parts import hover, outlined, panel, titled, tooltip
from cse.figures.theme import FULL, RAMP_TURN
from cse.figures.type_rows import LABELS, TypeRows, type_rows
from cse.figures.words import percent

_ROOM_FOR_DIGITS = 20
"""Least width of a cell, in pixels, that holds two digits."""
_WIDEST = 150
"""Most width of a cell, in pixels."""
_CHARACTER = 6.5
"""Width of a character of a name, in pixels, with some room: names stand upright where each fits its column."""
_TYPE = ("type", "code", "dimension", "mcsr")
_CELL = ("model", "type", "code", "dimension", "checks", "mcsr", "mcsr_low", "mcsr_high", "score")


def heatmap(
    by_type_and_model: pl.DataFrame,
    by_type: pl.DataFrame,
    by_model: pl.DataFrame,
    by_dimension: pl.DataFrame,
    *,
    width: int = FULL,
) -> Figure:
    """How often each constraint type holds in each model, by dimension: easiest at the top, best model at the left.

    Args:
        by_type_and_model: Rates of each type in each model.
        by_type: Rates of each type over all models.
        by_model: Levels of each model.
        by_dimension: Rates of each dimension.
        width: Of the figure, in pixels.

    Raises:
        NothingToShow: No check was scored.
    """
    cells = rows(by_type_and_model, "heatmap", *_CELL, known=("mcsr",))
    dimensions = need(by_dimension, "heatmap", "dimension", "mcsr").rename({"mcsr": "of_dimension"})
    easiest = need(by_type, "heatmap", *_TYPE).join(dimensions, on="dimension")
    easiest = easiest.sort("of_dimension", "dimension", "mcsr", "code", descending=[True, False, True, False])
    types = rows(easiest, "heatmap", *_TYPE, known=("mcsr",))
    best = need(by_model, "heatmap", "model", "mcsr").sort("mcsr", "model", descending=[True, False])
    models = rows(best, "heatmap", "model", "mcsr", known=("mcsr",))
    names = short_names(row["model"] for row in models)
    layout = type_rows(types, width)
    shown = ("label", "mcsr", "mcsr_low", "mcsr_high", "score", "checks")
    named = [{key: row[key] for key in shown} | {"name": names[row["model"]]} for row in layout.labelled(cells)]
    chart = _cells(named, layout, list(names.values()), width)
    title = _title(types, models, names)
    notes = "mCSR in percent; types by dimension, easiest first."
    if len(models) > 1:
        notes += " Models from the highest mCSR to the lowest."
    rates = "; ".join(f"{row['type']} {percent(row['mcsr'])}" for row in types)
    description = f"Heatmap, {len(types)} constraint types by models ({len(models)}). {title}. mCSR by type: {rates}."
    return Figure("heatmap", title, description, titled(chart, title, notes, width))


def _cells(cells: list[Row], layout: TypeRows, names: list[str], width: int) -> alt.LayerChart:
    step = min((width - LABELS - 10) / len(names), _WIDEST)
    written = step >= _ROOM_FOR_DIGITS
    upright = max(len(name) for name in names) <= step / _CHARACTER
    heads = alt.Axis(orient="top", labelAngle=0 if upright else -90, labelLimit=140, domain=False, ticks=False)
    scale = alt.Scale(paddingInner=0.03, paddingOuter=0)
    bar = None if written else alt.Legend(orient="bottom", format=".0%", title="mCSR", direction="horizontal")
    shade = alt.Color("mcsr:Q", scale=alt.Scale(domain=[0, 1], range="heatmap", interpolate="rgb"), legend=bar)
    lines = tooltip(
        name="model",
        label="type",
        mcsr="mCSR|.1%",
        mcsr_low="from|.1%",
        mcsr_high="to|.1%",
        score="score|.1%",
        checks="checks|,",
    )
    base = alt.Chart(data(cells)).encode(
        x=alt.X("name:N", sort=names, title=None, axis=heads, scale=scale), y=layout.axis(), tooltip=lines
    )
    layers = [outlined(base, hover("cell", "name", "label")).encode(color=shade)]
    if written:
        digits = alt.Text("percent:N")
        high = f"datum.mcsr >= {RAMP_TURN}"
        text = base.transform_calculate(percent="format(100 * datum.mcsr, '.0f')")
        layers.append(text.transform_filter(f"!({high})").mark_text(style="on-low").encode(text=digits))
        layers.append(text.transform_filter(high).mark_text(style="on-high").encode(text=digits))
    return panel(layers, alt.Step(step), alt.Step(layout.step))


def _title(types: list[Row], models: list[Row], names: dict[str, str]) -> str:
    most, least = (pick(types, key=lambda row: row["mcsr"]) for pick in (max, min))
    title = (
        f"{most['type']} holds most often ({percent(most['mcsr'])}), {least['type']} least ({percent(least['mcsr'])})"
    )
    if most["mcsr"] == least["mcsr"]:
        title = f"Every type holds equally often ({percent(most['mcsr'])})"
    best, worst = models[0], models[-1]
    if len(models) == 1:
        return f"{names[best['model']]}: {title}"
    if best["mcsr"] == worst["mcsr"]:
        return f"{title}, in every model alike"
    return (
        f"{title}; from {names[best['model']]} ({percent(best['mcsr'])}) to "
        f"{names[worst['model']]} ({percent(worst['mcsr'])})"
    )

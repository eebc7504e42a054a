"""The profile of each constraint type: how hard it is alone, what it loses, and its near misses (paper, figure 6)."""

from __future__ import annotations

import altair as alt
import polars as pl

from cse.figures.figure import Figure
from cse.figures.frames import Row, data, need, rows
from cse.figures.parts import band, hover, linked, panel, titled, tooltip
from cse.figures.theme import COLUMN, FULL
from cse.figures.type_rows import CODES, LABELS, TypeRows, type_rows
from cse.figures.words import number, percent
from cse.stats.hierarchy import IMMUNE_RETENTION

_NARROW = 100
"""Up to this width, in pixels, a panel has room for two numbers below it."""
_MOST_NAMED = 3
_INTERVALS = ("baseline", "late_rate", "slope", "gap")
_COLUMNS = (
    "type", "code", "dimension", "checks", "half_life_text", "immune", "note",
    *(f"{name}{end}" for name in _INTERVALS for end in ("", "_low", "_high")),
)  # fmt: skip


def profiles(hierarchy_types: pl.DataFrame, hierarchy_dimensions: pl.DataFrame, *, width: int = FULL) -> Figure:
    """Each constraint type alone and among eight or more, its loss with each further constraint, and its near misses.

    Args:
        hierarchy_types: The measures of each type.
        hierarchy_dimensions: The slopes of the dimensions, which order the groups.
        width: Of the figure, in pixels.

    Raises:
        NothingToShow: No type was checked at two k and passed at k = 1, so that there is no slope.
    """
    dimensions = need(hierarchy_dimensions, "profiles", "dimension", "slope").rename({"slope": "of_dimension"})
    steepest = need(hierarchy_types, "profiles", *_COLUMNS).join(dimensions, on="dimension")
    steepest = steepest.sort("of_dimension", "dimension", "slope", "code", nulls_last=True)
    rows(steepest, "profiles", *_COLUMNS, known=("slope",))
    types = rows(steepest, "profiles", *_COLUMNS, known=("gap",))
    narrow = width <= COLUMN
    layout = type_rows([row | {"mark": " *" if row["immune"] else ""} for row in types], width, codes=narrow)
    named = layout.labelled(types)
    plot = (width - (CODES if narrow else LABELS) - 50) // 3
    pointed = hover("row", "label")
    panels = [
        _fall(named, layout, plot, pointed),
        _panel(named, layout, plot, pointed, "slope", "slope" if narrow else "slope of retention, per k", ".2f"),
        _panel(named, layout, plot, pointed, "gap", "gap" if narrow else "gap: score − mCSR", ".0%"),
    ]
    chart = linked(alt.hconcat, *panels, spacing=14)
    title = _title(types)
    notes = (
        "Circle: pass rate at k = 1; square: at k ≥ 8. Slope: of retention, for each k; gap: score − mCSR. Bars: 95% "
        "intervals. Types by dimension, steepest first. "
        f"* immune: keeps more than {percent(IMMUNE_RETENTION)} of its rate."
    )
    return Figure("profiles", title, _description(types, title), titled(chart, title, notes, width))


def _lines() -> list[alt.Tooltip]:
    return tooltip(
        label="type", baseline="k = 1|.1%", late_rate="k ≥ 8|.1%", slope="slope|.3f", half_life_text="half-life",
        gap="gap|.1%", checks="checks|,",
    )  # fmt: skip


def _fall(types: list[Row], layout: TypeRows, plot: int, pointed: alt.Parameter) -> alt.LayerChart:
    """Draws the pass rate alone and among many, and the fall between them."""
    base = alt.Chart(data(types)).encode(y=layout.axis())

    def at(field: str) -> alt.X:
        axis = alt.Axis(format=".0%", values=[0, 0.5, 1], grid=True)
        return alt.X(f"{field}:Q", title="pass rate", scale=alt.Scale(domain=[0, 1]), axis=axis)

    layers = [
        band(base, _lines(), pointed),
        base.mark_rule(style="model", strokeWidth=1).encode(x=at("late_rate"), x2="baseline:Q"),
        base.mark_rule(style="first", strokeWidth=3, opacity=0.45).encode(x=at("baseline_low"), x2="baseline_high:Q"),
        base.mark_rule(style="second", strokeWidth=3, opacity=0.45).encode(
            x=at("late_rate_low"), x2="late_rate_high:Q"
        ),
        base.mark_point(style="first", filled=True, size=34, opacity=1).encode(x=at("baseline"), tooltip=_lines()),
        base.mark_point(style="second", filled=True, shape="square", size=30, opacity=1).encode(
            x=at("late_rate"), tooltip=_lines()
        ),
    ]
    return panel(layers, plot, alt.Step(layout.step))


def _panel(
    types: list[Row], layout: TypeRows, plot: int, pointed: alt.Parameter, field: str, title: str, form: str
) -> alt.LayerChart:
    """Draws one measure of each type with its interval, and a line at zero."""
    base = alt.Chart(data(types)).encode(y=layout.axis().axis(None))
    axis = alt.Axis(format=form, tickCount=3 if plot > _NARROW else 2, grid=True)
    zero = alt.Chart(data([{"zero": 0}])).mark_rule(style="guide").encode(x="zero:Q")
    layers = [
        band(base, _lines(), pointed),
        zero,
        base.mark_rule(style="ink", strokeWidth=1.2).encode(
            x=alt.X(f"{field}_low:Q", title=title, axis=axis), x2=f"{field}_high:Q"
        ),
        base.mark_point(style="ink", filled=True, size=30, opacity=1).encode(x=f"{field}:Q", tooltip=_lines()),
    ]
    return panel(layers, plot, alt.Step(layout.step))


def _title(types: list[Row]) -> str:
    known = [row for row in types if row["slope"] is not None]
    steep, gentle = (pick(known, key=lambda row: row["slope"]) for pick in (min, max))
    immune = [row["type"] for row in types if row["immune"]]
    title = f"{steep['type']} loses most with each further constraint, {gentle['type']} least"
    if steep["slope"] == gentle["slope"]:
        title = f"Types do not differ in what they lose with each further constraint (slope {number(steep['slope'])})"
    if len(known) < len(types):  # the others were seen too seldom for a slope
        title += f" ({len(known)} of {len(types)} types)"
    if not immune:
        return f"{title}; no type is immune"
    return f"{title}; immune: {', '.join(immune) if len(immune) <= _MOST_NAMED else f'{len(immune)} types'}"


def _description(types: list[Row], title: str) -> str:
    parts = "; ".join(
        f"{row['type']}: {percent(row['baseline'])} at k = 1, slope {number(row['slope'], 3)}, "
        f"gap {percent(row['gap'])}"
        for row in types
        if row["slope"] is not None
    )
    return f"Dot plot of {len(types)} constraint types in three panels. {title}. {parts}."

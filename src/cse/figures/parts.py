"""The parts that figures share: axes, intervals, lines that light up, labels at the ends of lines, titles."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import altair as alt
import numpy as np
from scipy.optimize import isotonic_regression

from cse.figures.frames import Row, data
from cse.figures.theme import SIZE
from cse.figures.words import note_lines, title_lines

LABEL_HEIGHT = SIZE + 3
"""Distance in pixels that keeps two labels apart."""
SHARES = (-0.02, 1.02)
"""The domain of an axis of shares: points at 0 and 1 are seen whole."""


def k_axis(ks: Sequence[int], title: str | None = "k, constraints in the probe", field: str = "k") -> alt.X:
    """Returns the horizontal axis over k, with a tick at each measured k; every other number where they would touch."""
    scale = alt.Scale(domain=[min(ks) - 0.4, max(ks) + 0.4], nice=False, zero=False)
    axis = alt.Axis(values=list(ks), format="d", grid=False, labelOverlap="parity", labelSeparation=3)
    return alt.X(f"{field}:Q", title=title, scale=scale, axis=axis)


def share_axis(field: str, title: str | None) -> alt.Y:
    """Returns the vertical axis of a share, in percent from 0 to 100 and a little room for points at the ends."""
    axis = alt.Axis(format=".0%", values=[0, 0.2, 0.4, 0.6, 0.8, 1])
    return alt.Y(f"{field}:Q", title=title, scale=alt.Scale(domain=list(SHARES), nice=False), axis=axis)


def signed_axis(form: str) -> alt.Axis:
    """Returns an axis whose numbers carry their sign, zero none.

    Args:
        form: Format of the numbers, such as "+.2f".
    """
    return alt.Axis(labelExpr=f"datum.value == 0 ? '0' : format(datum.value, '{form}')", tickCount=4, grid=True)


def tooltip(**fields: str) -> list[alt.Tooltip]:
    """Returns the lines of a tooltip: `field="title"`, or `field="title|format"`."""
    lines = []
    for field, label in fields.items():
        title, _, form = label.partition("|")
        if form:
            lines.append(alt.Tooltip(field=field, type="quantitative", title=title, format=form))
        else:
            lines.append(alt.Tooltip(field=field, type="nominal", title=title))
    return lines


def panel(layers: Sequence[alt.Chart], width: float | alt.Step, height: float | alt.Step) -> alt.LayerChart:
    """Lays charts on top of each other, the first at the bottom.

    Args:
        layers: Charts with the same axes.
        width: Of the plot without its labels, in pixels, or of one step of its axis.
        height: The same upwards.
    """
    return alt.LayerChart(layer=list(layers), width=width, height=height)


def hover(name: str, *fields: str) -> alt.Parameter:
    """Returns a selection of what the pointer, or a touch, is at: all marks that are the same in these fields."""
    return alt.selection_point(name=name, fields=list(fields), on="pointerover", clear="pointerout", empty=False)


def targets(lines: alt.Chart, told: list[alt.Tooltip], *parameters: alt.Parameter) -> alt.Chart:
    """Returns unseen points, wide enough to be hit, that answer the pointer along lines.

    (Vega-Lite's own way, the nearest point, loses words in its tooltips.)
    """
    points: alt.Chart = lines.mark_point(filled=True, size=200, opacity=0)
    return points.encode(tooltip=told).add_params(*parameters)


def band(rows: alt.Chart, told: list[alt.Tooltip], pointed: alt.Parameter) -> alt.Chart:
    """Returns a band behind each row of a chart, seen where the pointer is, which may be anywhere in the row.

    Args:
        rows: A chart with a vertical axis alone.
        told: What the tooltip says.
        pointed: The selection.
    """
    bands: alt.Chart = rows.mark_rect(style="faint")
    return bands.encode(fillOpacity=lit(pointed, 0.7, 0), tooltip=told).add_params(pointed)


def linked(join: Callable[..., Any], *panels: alt.LayerChart, **layout: Any) -> Any:
    """Joins panels that share a selection: what the pointer is at in one shows in all.

    Args:
        join: How, such as `altair.hconcat`.
        *panels: The panels.
        **layout: What `join` is told beside them.
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Automatically deduplicated selection parameter")  # that is what is meant
        return join(*panels, **layout)


def outlined(cells: alt.Chart, pointed: alt.Parameter) -> alt.Chart:
    """Returns tiles that get an outline where the pointer is; clipped, for a chart that grows by it moves its parts."""
    tiles: alt.Chart = cells.mark_rect(style="outline", clip=True)
    return tiles.encode(strokeWidth=lit(pointed, 2, 0)).add_params(pointed)


def zoom(name: str, *axes: Literal["x", "y"]) -> alt.Parameter:
    """Returns what moves and zooms axes: drag, scroll with Shift (a page must still scroll), double-click to reset."""
    return alt.selection_interval(name=name, bind="scales", encodings=list(axes), zoom="wheel![event.shiftKey]")


def lit(parameter: alt.Parameter, on: float, off: float) -> Any:
    """Returns a value that differs for what is selected."""
    return alt.condition(parameter, alt.value(on), alt.value(off))


def end_labels(labels: Mapping[str, float], y: alt.Y, height: int, room: int) -> alt.Chart:
    """Writes labels beside a plot, where its lines of shares end, apart from each other as far as they need.

    Args:
        labels: The text of each label and the share at which its line ends.
        y: The axis of the lines, with the field "rate". (Layers with unlike axes lose settings when they are joined.)
        height: Of the plot, in pixels.
        room: For the longest label, in pixels; longer ones are cut.
    """
    per_pixel = (SHARES[1] - SHARES[0]) / height
    texts = sorted(labels, key=lambda text: labels[text])
    places = apart([labels[text] for text in texts], LABEL_HEIGHT * per_pixel)
    rows: list[Row] = [{"rate": place, "text": text} for text, place in zip(texts, places, strict=True)]
    ends: alt.Chart = alt.Chart(data(rows)).mark_text(style="label", x="width", dx=2, clip=False, limit=room)
    return ends.encode(y=y, text="text:N")


def apart(values: Sequence[float], least: float) -> list[float]:
    """Moves ascending values as little as possible (least squares) so that neighbours are `least` apart.

    >>> apart([0.0, 0.1, 5.0], 1.0)
    [-0.45, 0.55, 5.0]
    """
    steps = least * np.arange(len(values))
    return [round(float(value), 9) for value in isotonic_regression(np.asarray(values) - steps).x + steps]


def titled(chart: Any, title: str, notes: str, width: int) -> Any:
    """Puts the finding above a chart, and below it what the marks mean."""
    words = alt.TitleParams(text=title_lines(title, width), subtitle=note_lines(notes, width))
    return chart.properties(title=words)

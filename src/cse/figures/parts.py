"""The parts that figures share: axes, intervals, lines that light up, labels at the ends of lines, titles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import numpy as np
from scipy.optimize import isotonic_regression

from cse.figures.frames import Row, data
from cse.figures.theme import SIZE
from cse.figures.words import note_lines, title_lines

LABEL_HEIGHT = SIZE + 3
"""Distance in pixels that keeps two labels apart."""


def k_axis(ks: Sequence[int], title: str | None = "k, constraints in the probe") -> alt.X:
    """Returns the horizontal axis over k, with a tick at each measured k."""
    scale = alt.Scale(domain=[min(ks) - 0.4, max(ks) + 0.4], nice=False, zero=False)
    return alt.X("k:Q", title=title, scale=scale, axis=alt.Axis(values=list(ks), format="d", grid=False))


def share_axis(field: str, title: str | None, top: float = 1.0) -> alt.Y:
    """Returns the vertical axis of a share, in percent from 0."""
    axis = alt.Axis(format=".0%", tickCount=5)
    return alt.Y(f"{field}:Q", title=title, scale=alt.Scale(domain=[0, top], nice=False), axis=axis)


def tooltip(**fields: str) -> list[alt.Tooltip]:
    """Returns the lines of a tooltip: `field="title"`, or `field="title|format"`."""
    lines = []
    for field, label in fields.items():
        title, _, form = label.partition("|")
        kind = "quantitative" if form else "nominal"
        lines.append(alt.Tooltip(field=field, type=kind, title=title, **({"format": form} if form else {})))
    return lines


def hover(name: str, field: str) -> alt.Parameter:
    """Returns a selection of what the pointer is at; a touch or click holds it, and an empty place lets go."""
    return alt.selection_point(name=name, fields=[field], on="pointerover,click", nearest=True, empty=False)


def zoom(name: str, *axes: str) -> alt.Parameter:
    """Returns what moves and zooms the axes: drag, or scroll with Shift, so that a page still scrolls; double-click resets."""
    return alt.selection_interval(name=name, bind="scales", encodings=list(axes), zoom="wheel![event.shiftKey]")


def lit(parameter: alt.Parameter, on: float, off: float) -> Any:
    """Returns a value that differs for what is selected."""
    return alt.condition(parameter, alt.value(on), alt.value(off))


def end_labels(
    labels: Mapping[str, float], x: float, height: int, domain: Sequence[float], style: str = "label"
) -> alt.Chart:
    """Writes labels at the right ends of lines, moved apart as little as they need to be readable.

    Args:
        labels: The text of each label and the value at which its line ends.
        x: k of the ends.
        height: Of the plot, in pixels.
        domain: Of the vertical axis.
        style: Role of the text.
    """
    per_pixel = (domain[1] - domain[0]) / height
    texts = sorted(labels, key=lambda text: labels[text])
    places = apart([labels[text] for text in texts], LABEL_HEIGHT * per_pixel)
    rows: list[Row] = [{"k": x, "at": place, "text": text} for text, place in zip(texts, places, strict=True)]
    return alt.Chart(data(rows)).mark_text(style=style, dx=9, clip=False).encode(x="k:Q", y="at:Q", text="text:N")


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

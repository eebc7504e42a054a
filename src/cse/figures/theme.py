"""How every figure looks: one specification, and colours for a light page (and print) or a dark one beside it.

A figure names roles (`first`, `second`, `model`, `guide` ...), never colours; the configuration made here gives each
role its colour. So a page changes from light to dark by exchanging the configuration alone.

The two colours that tell series apart are a darkened blue and the vermillion of Okabe and Ito: they differ for all
common kinds of colour blindness and by 20 or more steps of lightness, so that they stay apart in grey. Beyond two
series, shape, dash or a label at the line's end tells them apart. Text has a contrast of at least 4.5 against the
background, marks that carry data one of at least 3 (WCAG 2.2, AA).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Mode = Literal["light", "dark"]

COLUMN = 340
"""Pixels in the width of a figure for one column of two: printed 3.3 inches wide, its text is 7.7 points high."""
FULL = 700
"""Pixels in the width of a figure for a whole page: printed 6.8 inches wide, its text is as high."""

FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
SIZE = 11
"""Height of the text in pixels; titles are higher."""
TITLE_SIZE = 14

RAMP_TURN = 0.6
"""The place on the ramp, from 0 to 1, at which text on it changes its colour to stay readable in both modes."""


@dataclass(frozen=True)
class Palette:
    """The colour of each role.

    Attributes:
        background: Behind everything.
        ink: Titles, labels, and marks that carry the main statement.
        muted: Axis labels, notes.
        faint: Grid lines and borders, which carry no data.
        first: The first series.
        second: The second series.
        model: One of many lines, none of which stands out.
        ramp: From a share of 0 to a share of 1; lightness changes one way.
        diverging: From negative over nothing to positive.
        on_low: Text on the ramp's part below `RAMP_TURN`.
        on_high: Text on the rest of it.
    """

    background: str
    ink: str
    muted: str
    faint: str
    first: str
    second: str
    model: str
    ramp: tuple[str, ...]
    diverging: tuple[str, ...]
    on_low: str
    on_high: str


PALETTES: Mapping[Mode, Palette] = {
    "light": Palette(
        background="#ffffff",
        ink="#1f2328",
        muted="#57606a",
        faint="#d8dee4",
        first="#004c80",
        second="#d55e00",
        model="#8a9099",
        ramp=("#f3f7fb", "#c3dcef", "#7fb5dc", "#347ab5", "#10508f", "#08264f"),
        diverging=("#10508f", "#7fb5dc", "#f4f4f4", "#f0a35e", "#8f3f00"),
        on_low="#000000",
        on_high="#ffffff",
    ),
    "dark": Palette(
        background="#14181d",
        ink="#e6e8ea",
        muted="#a3acb5",
        faint="#343b43",
        first="#8cc8f2",
        second="#d55e00",
        model="#6b747d",
        ramp=("#1d2730", "#1c4260", "#24608f", "#347ab5", "#84bbe6", "#e4f1fc"),
        diverging=("#93c4ea", "#2a6a9e", "#23292f", "#b35a10", "#ffb878"),
        on_low="#ffffff",
        on_high="#000000",
    ),
}


def config(mode: Mode = "light") -> dict[str, Any]:
    """Returns the Vega-Lite configuration of a mode.

    >>> config("dark")["background"]
    '#14181d'
    """
    palette = PALETTES[mode]
    text = {"labelFontSize": SIZE, "titleFontSize": SIZE, "titleFontWeight": "normal"}
    colours = {"labelColor": palette.muted, "titleColor": palette.muted}
    return {
        "background": palette.background,
        "font": FONT,
        "padding": 6,
        "view": {"stroke": None},
        "axis": {
            **text,
            **colours,
            "labelFontWeight": "normal",
            "labelSeparation": 3,
            "domainColor": palette.model,
            "tickColor": palette.model,
            "tickSize": 4,
            "gridColor": palette.faint,
            "gridWidth": 0.6,
            "titlePadding": 6,
        },
        "header": {**text, **colours, "labelFontWeight": "bold", "labelColor": palette.ink},
        "legend": {**text, **colours, "gradientLength": 120, "gradientThickness": 8, "titleLimit": 300},
        "title": {
            "anchor": "start",
            "frame": "bounds",
            "color": palette.ink,
            "fontSize": TITLE_SIZE,
            "fontWeight": "bold",
            "lineHeight": TITLE_SIZE + 4,
            "subtitleColor": palette.muted,
            "subtitleFontSize": SIZE,
            "subtitleLineHeight": SIZE + 4,
            "subtitlePadding": 4,
            "offset": 10,
        },
        "concat": {"spacing": 18},
        "range": {
            "heatmap": list(palette.ramp),
            "ramp": list(palette.ramp),
            "diverging": list(palette.diverging),
            "category": [palette.first, palette.second, palette.muted, palette.model],
        },
        "text": {"color": palette.ink, "fontSize": SIZE},
        "style": _styles(palette),
    }


def _styles(palette: Palette) -> dict[str, dict[str, Any]]:
    """Returns the roles that marks name: series, guides, labels."""
    return {
        "first": {"color": palette.first},
        "second": {"color": palette.second},
        "model": {"color": palette.model},
        "ink": {"color": palette.ink},
        "guide": {"color": palette.muted, "strokeWidth": 1},
        "faint": {"color": palette.faint},
        "outline": {"stroke": palette.ink, "strokeWidth": 0},
        "tile": {"stroke": palette.faint, "strokeWidth": 0.5},
        "label": {"color": palette.ink, "fontSize": SIZE, "align": "left", "baseline": "middle"},
        "note": {"color": palette.muted, "fontSize": SIZE, "align": "left", "baseline": "middle"},
        "on-low": {"color": palette.on_low, "fontSize": SIZE - 2},
        "on-high": {"color": palette.on_high, "fontSize": SIZE - 2},
    }

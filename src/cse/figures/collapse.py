"""Compositional collapse: what holds singly, what holds together, and the curve between (paper, figure 1)."""

from __future__ import annotations

import altair as alt
import polars as pl

from cse.errors import NothingToShow
from cse.figures.figure import Figure
from cse.figures.frames import Row, data, need, rows, short_names
from cse.figures.parts import end_labels, hover, k_axis, lit, panel, share_axis, targets, titled, tooltip, zoom
from cse.figures.theme import COLUMN, FULL
from cse.figures.words import between, percent, points
from cse.stats.decay import ALL_MODELS

HEIGHT = 300
_FIT = ("model", "a", "r", "r_low", "r_high", "held_out_mae")
_LEVEL = ("k", "probes", "mcsr", "mcsr_low", "mcsr_high", "scsr", "scsr_low", "scsr_high", "penalty")


def collapse(
    by_k: pl.DataFrame,
    by_model_and_k: pl.DataFrame,
    predictions: pl.DataFrame,
    decay_mcsr: pl.DataFrame,
    *,
    width: int = FULL,
) -> Figure:
    """Single constraints hold far longer than all k together: mCSR, sCSR and the curve fitted to mCSR, over k.

    Args:
        by_k: Levels at each k, models together.
        by_model_and_k: Levels of each model at each k.
        predictions: The fitted mCSR, and which k it was fitted to.
        decay_mcsr: The parameters of the fit and its held-out error.
        width: Of the figure, in pixels.

    Raises:
        NothingToShow: Fewer than two k were run.
    """
    levels = rows(by_k, "collapse", *_LEVEL, known=("mcsr", "scsr"))
    ks = [row["k"] for row in levels]
    if len(ks) < 2:
        raise NothingToShow("collapse", f"a curve takes two values of k, and k = {ks[0]} alone was run")
    models = rows(by_model_and_k, "collapse", "model", "k", "mcsr", "mcsr_low", "mcsr_high", known=("mcsr",))
    names = short_names(row["model"] for row in models)
    whole = ALL_MODELS if len(names) > 1 else next(iter(names), "")
    fits = need(predictions, "collapse", "model", "k", "role", "predicted")
    fit = fits.filter(pl.col("model") == whole).to_dicts()
    parameters = need(decay_mcsr, "collapse", *_FIT).filter(pl.col("model") == whole).to_dicts()
    widest = max(levels, key=lambda row: row["penalty"] or 0.0)
    x = k_axis(ks)
    layers = [
        *_held_out(fit, x, max(ks), width),
        *(_models(models, names, x) if len(names) > 1 else []),
        *_series(levels, x, "scsr", "second", "square"),
        *_series(levels, x, "mcsr", "first", "circle"),
        *_penalty(widest, x, last=widest["k"] == ks[-1]),
        *_fit(fit, x),
        _ends(levels, fit, width),
    ]
    plot = width - (118 if width <= COLUMN else 210)
    chart = panel(layers, plot, HEIGHT)
    title = _title(widest)
    notes = f"{_fit_words(parameters)} Shaded: 95% intervals."
    if len(names) > 1:
        notes += f" Grey: mCSR of each of {len(names)} models."
    return Figure("collapse", title, _description(levels, title, notes), titled(chart, title, notes, width))


def _y(field: str) -> alt.Y:
    return share_axis(field, "share that holds")


def _series(levels: list[Row], x: alt.X, field: str, style: str, shape: str) -> list[alt.Chart]:
    base = alt.Chart(data(levels)).encode(x=x)
    lines = tooltip(k="k", mcsr="mCSR|.1%", scsr="sCSR|.1%", penalty="penalty|.1%", probes="probes|,")
    return [
        base.mark_area(style=style, opacity=0.22).encode(y=_y(f"{field}_low"), y2=f"{field}_high:Q"),
        base.mark_line(style=style, strokeWidth=2.2).encode(y=_y(field)),
        base.mark_point(style=style, filled=True, shape=shape, size=46, opacity=1).encode(y=_y(field), tooltip=lines),
    ]


def _models(models: list[Row], names: dict[str, str], x: alt.X) -> list[alt.Chart]:
    """Returns one line a model; the pointer lights it up."""
    pointed = hover("model", "model")
    named = [row | {"name": names[row["model"]]} for row in models]
    base = alt.Chart(data(named)).encode(x=x, y=_y("mcsr"), detail="model:N")
    lines = tooltip(name="model", k="k", mcsr="mCSR|.1%", mcsr_low="from|.1%", mcsr_high="to|.1%")
    return [
        base.mark_line(style="model").encode(strokeWidth=lit(pointed, 2.5, 0.9), opacity=lit(pointed, 1, 0.6)),
        targets(base, lines, pointed, zoom("zoom", "x", "y")),
    ]


def _fit(fit: list[Row], x: alt.X) -> list[alt.Chart]:
    if not fit:
        return []
    base = alt.Chart(data(fit)).encode(x=x, y=_y("predicted"))
    return [base.mark_line(style="ink", strokeDash=[5, 3], strokeWidth=1.4, interpolate="monotone")]


def _held_out(fit: list[Row], x: alt.X, last: int, width: int) -> list[alt.Chart]:
    """Shades the k that the curve was not fitted to, and says so."""
    held_out = [row["k"] for row in fit if row["role"] == "held out"]
    if not held_out:
        return []
    edge = min(held_out) - 0.5
    area = alt.Chart(data([{"k": edge, "end": last + 0.4}])).encode(x=x)
    words = area.mark_text(style="note", dx=5, y=8, clip=False).encode(text=alt.datum("held out"))
    before = area.mark_text(style="note", dx=-5, y=8, align="right").encode(text=alt.datum("fitted"))
    shade = area.mark_rect(style="faint", opacity=0.45).encode(x2="end:Q")
    return [shade, words] if width <= COLUMN else [shade, words, before]


def _penalty(widest: Row, x: alt.X, *, last: bool) -> list[alt.Chart]:
    """Marks the penalty where it is largest; at the last k, the labels of the lines leave room on the left alone."""
    if not widest["penalty"]:
        return []
    words = [points(widest["penalty"]).lstrip("+"), "penalty"]
    middle = (widest["scsr"] + widest["mcsr"]) / 2
    base = alt.Chart(data([widest | {"middle": middle, "text": words}])).encode(x=x)
    return [
        base.mark_rule(style="guide", strokeDash=[2, 2]).encode(y=_y("scsr"), y2="mcsr:Q"),
        base.mark_text(style="note", dx=-6 if last else 6, align="right" if last else "left").encode(
            y=_y("middle"), text="text:N"
        ),
    ]


def _ends(levels: list[Row], fit: list[Row], width: int) -> alt.Chart:
    last, narrow = levels[-1], width <= COLUMN
    labels = {
        "mCSR" if narrow else "mCSR: each constraint": last["mcsr"],
        "sCSR" if narrow else "sCSR: all k together": last["scsr"],
    }
    if fit:
        labels["fit" if narrow else "fit to mCSR"] = fit[-1]["predicted"]
    return end_labels(labels, _y("rate"), HEIGHT, 140)


def _title(widest: Row) -> str:
    if not widest["penalty"]:
        return f"mCSR and sCSR do not differ at any k: {percent(widest['mcsr'])} hold at k = {widest['k']}"
    k = widest["k"]
    together = "both" if k == 2 else f"all {k}"
    return (
        f"At k = {k}, {percent(widest['mcsr'])} of single constraints hold, but {together} together in "
        f"{percent(widest['scsr'])} of responses"
    )


def _fit_words(parameters: list[Row]) -> str:
    if not parameters or parameters[0]["a"] is None:
        return "No curve was fitted."
    row = parameters[0]
    r = f"r = {row['r']:.3f}{between(row['r_low'], row['r_high'], 3)}"
    words = f"Dashed: {row['a']:.1%} × r^(k−1), {r}"
    if row["held_out_mae"] is None:
        return f"{words}, without held-out k."
    return f"{words}, mean held-out error {points(row['held_out_mae']).lstrip('+')}."


def _description(levels: list[Row], title: str, notes: str) -> str:
    steps = "; ".join(f"k = {row['k']}: mCSR {percent(row['mcsr'])}, sCSR {percent(row['scsr'])}" for row in levels)
    return f"Line chart over k. {title}. {steps}. {notes}"

"""Two models side by side: their curves, and how often each constraint type holds."""

from __future__ import annotations

import altair as alt
import polars as pl

from cse.errors import NothingToShow, UnknownName
from cse.figures.figure import Figure
from cse.figures.frames import Row, data, need, rows, short_names
from cse.figures.parts import end_labels, k_axis, panel, share_axis, titled, tooltip
from cse.figures.theme import COLUMN, FULL
from cse.figures.type_rows import type_rows
from cse.figures.words import percent

HEIGHT = 190
_LABELS, _CODES, _NAMES = 130, 66, 125
"""Room for the labels of types, for their codes alone, and for the names of models, in pixels."""
_MCSR = ("mcsr", "mcsr_low", "mcsr_high")
_SCSR = ("scsr", "scsr_low", "scsr_high")
_CURVE = ("model", "k", *_MCSR, *_SCSR)
_TYPE = ("model", "type", "code", "dimension", "checks", *_MCSR)
_STYLES = (("first", "circle", [1, 0]), ("second", "square", [6, 3]))


def compare(
    by_model: pl.DataFrame,
    by_model_and_k: pl.DataFrame,
    by_type_and_model: pl.DataFrame,
    *,
    models: tuple[str, str] | None = None,
    width: int = FULL,
) -> Figure:
    """Two models side by side: mCSR and sCSR over k, and each constraint type, with 95% intervals.

    Args:
        by_model: Levels of each model, best sCSR first.
        by_model_and_k: Levels of each model at each k.
        by_type_and_model: Rates of each type in each model.
        models: The two to compare; by default the two with the highest sCSR.
        width: Of the figure, in pixels.

    Raises:
        NothingToShow: There are no two models.
        UnknownName: A model that was named is not there.
    """
    levels = rows(by_model, "compare", "model", *_SCSR, known=("scsr",))
    known = [row["model"] for row in levels]
    if models is None and len(known) < 2:
        raise NothingToShow("compare", f"a comparison takes two models, and {known[0]} alone was run")
    chosen = models or (known[0], known[1])
    for name in chosen:
        if name not in known:
            raise UnknownName("model", name, known)
    names = short_names(chosen)
    pair = [next(row for row in levels if row["model"] == name) for name in chosen]
    both = pl.col("model").is_in(chosen)
    by_k = rows(need(by_model_and_k, "compare", *_CURVE).filter(both), "compare", *_CURVE)
    by_type = rows(need(by_type_and_model, "compare", *_TYPE).filter(both), "compare", *_TYPE, known=("mcsr",))
    title, apart = _title(pair, names), _apart(by_type, chosen)
    count = len({row["type"] for row in by_type})
    notes = f"95% intervals; on {len(apart)} of {count} constraint types they lie apart."
    listed = f" They are {', '.join(apart)}." if apart else ""
    description = f"Curves over k for two models, and a dot plot of constraint types. {title}. {notes}{listed}"
    chart = titled(_chart(by_k, by_type, names, width), title, notes, width)
    return Figure("compare", title, description, chart)


def _chart(curves: list[Row], types: list[Row], names: dict[str, str], width: int) -> alt.VConcatChart:
    narrow = width <= COLUMN
    plot = width - _CODES - _NAMES if narrow else (width - _LABELS - _NAMES - 60) // 2
    panels = [
        panel(_curve(curves, names, field, title, named=narrow or field == "scsr"), plot, HEIGHT)
        for field, title in (("mcsr", "mCSR"), ("scsr", "sCSR"))
    ]
    joined = alt.vconcat(*panels) if narrow else alt.hconcat(*panels)
    return alt.vconcat(joined, _types(types, names, width))


def _curve(curves: list[Row], names: dict[str, str], field: str, title: str, *, named: bool) -> list[alt.Chart]:
    layers: list[alt.Chart] = []
    ends: dict[str, float] = {}
    ks = sorted({row["k"] for row in curves})
    x = k_axis(ks)
    for (model, name), (style, shape, dash) in zip(names.items(), _STYLES, strict=True):
        line = [row | {"name": name} for row in curves if row["model"] == model and row[field] is not None]
        told = tooltip(
            **{"name": "model", "k": "k", field: f"{title}|.1%", f"{field}_low": "from|.1%", f"{field}_high": "to|.1%"}
        )
        base = alt.Chart(data(line)).encode(x=x)
        y = share_axis(field, title)
        layers += [
            base.mark_area(style=style, opacity=0.2).encode(y=share_axis(f"{field}_low", title), y2=f"{field}_high:Q"),
            base.mark_line(style=style, strokeWidth=2, strokeDash=dash).encode(y=y),
            base.mark_point(style=style, shape=shape, filled=True, size=36, opacity=1).encode(y=y, tooltip=told),
        ]
        if line:
            ends[name] = line[-1][field]
    return [*layers, end_labels(ends, share_axis("rate", title), HEIGHT, _NAMES - 9)] if named else layers


def _types(types: list[Row], names: dict[str, str], width: int) -> alt.LayerChart:
    first = next(iter(names))
    order = sorted((row for row in types if row["model"] == first), key=lambda row: (row["dimension"], -row["mcsr"]))
    narrow = width <= COLUMN
    layout = type_rows(order, width, codes=narrow)
    axis = alt.Axis(format=".0%", values=[0, 0.25, 0.5, 0.75, 1], grid=True)
    layers: list[alt.Chart] = []
    for (model, name), (style, shape, _), shift in zip(names.items(), _STYLES, (-2.5, 2.5), strict=True):
        mine = [row | {"name": name} for row in types if row["model"] == model and row["type"] in layout.label]
        base = alt.Chart(data(layout.labelled(mine))).encode(y=layout.axis(_LABELS))
        told = tooltip(
            name="model", label="type", mcsr="mCSR|.1%", mcsr_low="from|.1%", mcsr_high="to|.1%", checks="checks|,"
        )
        x = alt.X("mcsr_low:Q", title="mCSR by constraint type", scale=alt.Scale(domain=[0, 1]), axis=axis)
        layers += [
            base.mark_rule(style=style, strokeWidth=1.6, yOffset=shift).encode(x=x, x2="mcsr_high:Q"),
            base.mark_point(style=style, shape=shape, filled=True, size=30, opacity=1, yOffset=shift).encode(
                x="mcsr:Q", tooltip=told
            ),
        ]
    return panel(layers, width - (_CODES if narrow else _LABELS) - 20, alt.Step(layout.step))


def _apart(types: list[Row], models: tuple[str, str]) -> list[str]:
    """Returns the types on which the intervals of the two models lie apart."""
    rates = {(row["model"], row["type"]): row for row in types if row["mcsr_low"] is not None}
    found = []
    for type_ in dict.fromkeys(row["type"] for row in types):
        one, other = (rates.get((model, type_)) for model in models)
        if one and other and (one["mcsr_low"] > other["mcsr_high"] or other["mcsr_low"] > one["mcsr_high"]):
            found.append(type_)
    return found


def _title(pair: list[Row], names: dict[str, str]) -> str:
    best, other = sorted(pair, key=lambda row: -row["scsr"])
    rates = f"sCSR {percent(best['scsr'])} against {percent(other['scsr'])}"
    one, two = names[best["model"]], names[other["model"]]
    if best["scsr_low"] is None or other["scsr_high"] is None:
        return f"{one} and {two}: {rates}"
    if best["scsr_low"] > other["scsr_high"]:
        return f"{one} keeps all constraints more often than {two}: {rates}"
    return f"{one} and {two}: {rates}, with 95% intervals that overlap"

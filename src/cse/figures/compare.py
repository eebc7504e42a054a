"""Two models side by side: their curves, and how often each constraint type holds.

Where both answered the same probes, what sets them apart is the difference with its paired interval, not whether two
intervals overlap: what makes a probe hard weighs on both.
"""

from __future__ import annotations

import altair as alt
import polars as pl

from cse.errors import NothingToShow, UnknownName
from cse.figures.figure import Figure
from cse.figures.frames import Row, data, need, rows, short_names
from cse.figures.parts import end_labels, k_axis, panel, share_axis, signed_axis, titled, tooltip
from cse.figures.theme import COLUMN, FULL
from cse.figures.type_rows import CODES, LABELS, TypeRows, type_rows
from cse.figures.words import percent, points

HEIGHT = 190
_NAMES = 125
"""Room for the names of models, in pixels."""
_RATES_SHARE = 0.55
"""Of the room for types, what the rates take where differences stand beside them."""
_WIDE = 200
"""From this width on, in pixels, a panel has room for the names of two models below it."""
_MCSR = ("mcsr", "mcsr_low", "mcsr_high")
_SCSR = ("scsr", "scsr_low", "scsr_high")
_CURVE = ("model", "k", *_MCSR, *_SCSR)
_TYPE = ("model", "type", "code", "dimension", "checks", *_MCSR)
_CHANGE = ("change", "change_low", "change_high")
_PAIRED = ("model", "against", "measure", "probes", *_CHANGE)
_STYLES = (("first", "circle", [1, 0]), ("second", "square", [6, 3]))


def compare(
    by_model: pl.DataFrame,
    by_model_and_k: pl.DataFrame,
    by_type_and_model: pl.DataFrame,
    paired: pl.DataFrame | None = None,
    paired_by_type: pl.DataFrame | None = None,
    *,
    models: tuple[str, str] | None = None,
    width: int = FULL,
) -> Figure:
    """Two models side by side: mCSR and sCSR over k, and each constraint type, with 95% intervals.

    Args:
        by_model: Levels of each model, best sCSR first.
        by_model_and_k: Levels of each model at each k.
        by_type_and_model: Rates of each type in each model.
        paired: Differences between two models on the probes that both answered; used where they are the two.
        paired_by_type: The same for each type.
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
    whole = _differences(paired, chosen, "measure", "probes")
    of_types = _differences(paired_by_type, chosen, "type")
    scsr = next((row for row in whole if row["measure"] == "scsr"), None)
    title = _title(pair, names) if scsr is None else _paired_title(pair, names, scsr)
    count = len({row["type"] for row in by_type})
    if of_types:
        apart = [row["type"] for row in of_types if _sign(row)]
        notes = f"95% intervals, of differences over shared probes; {len(apart)} of {count} types differ beyond chance."
    else:
        apart = _apart(by_type, chosen)
        notes = f"95% intervals; on {len(apart)} of {count} constraint types they lie apart."
    listed = f" They are {', '.join(apart)}." if apart else ""
    description = f"Curves over k for two models, and a dot plot of constraint types. {title}. {notes}{listed}"
    chart = titled(_chart(by_k, by_type, of_types, names, width), title, notes, width)
    return Figure("compare", title, description, chart)


def _differences(table: pl.DataFrame | None, chosen: tuple[str, str], *columns: str) -> list[Row]:
    """Returns the differences of the first model from the second, turned where the table has them the other way."""
    if table is None:
        return []
    found = need(table, "compare", *dict.fromkeys((*_PAIRED, *columns))).drop_nulls("change").to_dicts()
    same = [row for row in found if (row["model"], row["against"]) == chosen]
    other = [row for row in found if (row["against"], row["model"]) == chosen]
    return same or [row | _turned(row) for row in other]


def _turned(row: Row) -> Row:
    low, high = row["change_low"], row["change_high"]
    ends = {"change_low": None, "change_high": None} if low is None else {"change_low": -high, "change_high": -low}
    return {"change": -row["change"], **ends}


def _sign(row: Row) -> int:
    """Returns 1 or -1 where a difference is surely above or below zero, else 0."""
    if row["change_low"] is None:
        return 0
    return 1 if row["change_low"] > 0 else -1 if row["change_high"] < 0 else 0


def _chart(
    curves: list[Row], types: list[Row], differences: list[Row], names: dict[str, str], width: int
) -> alt.VConcatChart:
    narrow = width <= COLUMN
    plot = width - CODES - _NAMES if narrow else (width - LABELS - _NAMES - 60) // 2
    panels = [
        panel(_curve(curves, names, field, title, named=narrow or field == "scsr"), plot, HEIGHT)
        for field, title in (("mcsr", "mCSR"), ("scsr", "sCSR"))
    ]
    joined = alt.vconcat(*panels) if narrow else alt.hconcat(*panels)
    return alt.vconcat(joined, _types(types, differences, names, width))


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


def _types(
    types: list[Row], differences: list[Row], names: dict[str, str], width: int
) -> alt.LayerChart | alt.HConcatChart:
    """Draws the rates of each type, with their intervals or, where there are any, those of the differences."""
    first = next(iter(names))
    order = sorted((row for row in types if row["model"] == first), key=lambda row: (row["dimension"], -row["mcsr"]))
    narrow = width <= COLUMN
    layout = type_rows(order, width, codes=narrow)
    mine = [row | {"name": names[row["model"]]} for row in types if row["type"] in layout.label]
    plot = width - (CODES if narrow else LABELS) - 20
    if not differences:
        return panel(_rates(layout.labelled(mine), layout, names, plot, intervals=True), plot, alt.Step(layout.step))
    of_rates = round(plot * _RATES_SHARE)
    shown = [row for row in differences if row["type"] in layout.label]
    return alt.hconcat(
        panel(_rates(layout.labelled(mine), layout, names, of_rates, intervals=False), of_rates, alt.Step(layout.step)),
        _difference_panel(shown, layout, list(names.values()), plot - of_rates - 14),
        spacing=14,
    )


def _rates(types: list[Row], layout: TypeRows, names: dict[str, str], plot: int, *, intervals: bool) -> list[alt.Chart]:
    wide = plot >= _WIDE
    axis = alt.Axis(format=".0%", values=[0, 0.25, 0.5, 0.75, 1] if wide else [0, 0.5, 1], grid=True)
    scale = alt.Scale(domain=[0, 1])
    layers: list[alt.Chart] = []
    for (model, _), (style, shape, _), shift in zip(names.items(), _STYLES, (-2.5, 2.5), strict=True):
        base = alt.Chart(data(row for row in types if row["model"] == model)).encode(y=layout.axis())
        told = tooltip(
            name="model", label="type", mcsr="mCSR|.1%", mcsr_low="from|.1%", mcsr_high="to|.1%", checks="checks|,"
        )
        title = "mCSR by constraint type" if wide else "mCSR"
        if intervals:
            low = alt.X("mcsr_low:Q", title=title, scale=scale, axis=axis)
            layers.append(base.mark_rule(style=style, strokeWidth=1.6, yOffset=shift).encode(x=low, x2="mcsr_high:Q"))
        x = alt.X("mcsr:Q", title=title, scale=scale, axis=axis)
        point = base.mark_point(style=style, shape=shape, filled=True, size=30, opacity=1, yOffset=shift)
        layers.append(point.encode(x=x, tooltip=told))
    return layers


def _difference_panel(differences: list[Row], layout: TypeRows, names: list[str], plot: int) -> alt.LayerChart:
    """Draws the difference of each type's rate with its paired interval, and a line at zero."""
    base = alt.Chart(data(layout.labelled(differences))).encode(y=layout.axis().axis(None))
    told = tooltip(
        label="type", change="difference|+.1%", change_low="from|+.1%", change_high="to|+.1%", probes="shared probes|,"
    )
    title = "difference" if plot < _WIDE else f"{names[0]} less {names[1]}, shared probes"
    x = alt.X("change_low:Q", title=title, axis=signed_axis("+.0%"))
    zero = alt.Chart(data([{"zero": 0}])).mark_rule(style="guide").encode(x="zero:Q")
    layers = [
        zero,
        base.mark_rule(style="ink", strokeWidth=1.2).encode(x=x, x2="change_high:Q"),
        base.mark_point(style="ink", filled=True, size=30, opacity=1).encode(x="change:Q", tooltip=told),
    ]
    return panel(layers, plot, alt.Step(layout.step))


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


def _paired_title(pair: list[Row], names: dict[str, str], change: Row) -> str:
    """States the difference on shared probes, with the better of the two first."""
    first, second = (names[row["model"]] for row in pair)
    rates = f"sCSR {percent(pair[0]['scsr'])} against {percent(pair[1]['scsr'])}"
    if change["change"] < 0:
        first, second, change = second, first, change | _turned(change)
        rates = f"sCSR {percent(pair[1]['scsr'])} against {percent(pair[0]['scsr'])}"
    over = f"on {change['probes']:,} shared probes"
    if change["change_low"] is None:
        return f"{first} and {second}: {rates}, {points(change['change'])} {over}"
    ends = f"[{points(change['change_low'])}, {points(change['change_high'])}]".replace(" points", "")
    if change["change_low"] > 0:
        return (
            f"{first} keeps all constraints more often than {second}: {rates}, {points(change['change'])} {ends} {over}"
        )
    return f"{first} and {second}: {rates}; {points(change['change'])} {ends} {over} may be chance"

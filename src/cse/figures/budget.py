"""Reliability budget: how many constraints a model carries at a target reliability (paper, section 6)."""

from __future__ import annotations

import altair as alt
import polars as pl

from cse.errors import NothingToShow
from cse.figures.figure import Figure
from cse.figures.frames import Row, data, need, rows, short_names
from cse.figures.parts import band, hover, k_axis, linked, lit, panel, share_axis, targets, titled, tooltip, zoom
from cse.figures.theme import COLUMN, FULL
from cse.figures.words import percent
from cse.stats.decay import ALL_MODELS

HEIGHT = 220
_ROW = 17
_Y = "all k hold"
_COLUMNS = ("model", "target", "k", "k_low", "k_high", "statement")


def budget(budget: pl.DataFrame, by_model_and_k: pl.DataFrame, *, width: int = FULL) -> Figure:
    """The chance that all k constraints hold, and the largest k at which it still reaches the target.

    Args:
        budget: The largest k at the target reliability of each model; its rows of sCSR are shown.
        by_model_and_k: Levels of each model at each k.
        width: Of the figure, in pixels.

    Raises:
        NothingToShow: No model has a budget, or fewer than two k were run.
    """
    table = need(budget, "budget", "measure", *_COLUMNS)
    whole = table.filter(pl.col("measure") == "scsr", pl.col("model") != ALL_MODELS)
    carried = rows(whole, "budget", *_COLUMNS, known=("k",))
    curves = rows(by_model_and_k, "budget", "model", "k", "scsr", "scsr_low", "scsr_high", known=("scsr",))
    ks = sorted({row["k"] for row in curves})
    if len(ks) < 2:
        raise NothingToShow("budget", f"a curve takes two values of k, and k = {ks[0]} alone was run")
    names = short_names(row["model"] for row in carried)
    carried = [
        row | {"name": names[row["model"]], "amount": _amount(row), "end": row["k_high"] or row["k"]} for row in carried
    ]
    curves = [row | {"name": names[row["model"]]} for row in curves if row["model"] in names]
    target = carried[0]["target"]
    pointed = hover("model", "name")
    labels = 130 if width <= COLUMN else 150
    plot = width - labels - 24
    x = k_axis([0, *ks], None)
    lines = [*_curves(curves, x, pointed), *_target(target, x, max(ks)), *_best(curves, x, carried)]
    below = panel(_budgets(carried, pointed, ks, labels), plot, alt.Step(_ROW))
    chart = linked(alt.vconcat, panel(lines, plot, HEIGHT), below).resolve_scale(x="shared")
    title = _title(carried, target)
    notes = f"Above: sCSR by k. Below: the largest k at {percent(target)}, with its 95% interval."
    steps = "; ".join(f"{row['name']}: {row['amount']}" for row in carried)
    description = f"Line chart over k with a dot for each model. {title}. Largest k at {percent(target)}: {steps}."
    return Figure("budget", title, description, titled(chart, title, notes, width))


def _amount(row: Row) -> str:
    """Returns what is carried in few words: the statement up to its reason."""
    return str(row["statement"]).split(":")[0]


def _curves(curves: list[Row], x: alt.X, pointed: alt.Parameter) -> list[alt.Chart]:
    many = len({row["model"] for row in curves}) > 1
    base = alt.Chart(data(curves)).encode(x=x, y=share_axis("scsr", _Y), detail="name:N")
    lines = tooltip(name="model", k="k", scsr="sCSR|.1%", scsr_low="from|.1%", scsr_high="to|.1%")
    band = base.mark_area(style="first").encode(
        y=share_axis("scsr_low", _Y), y2="scsr_high:Q", opacity=lit(pointed, 0.25, 0 if many else 0.25)
    )
    return [
        band,
        base.mark_line(style="first").encode(
            strokeWidth=lit(pointed, 2.6, 1.1 if many else 2.2), opacity=lit(pointed, 1, 0.55 if many else 1)
        ),
        base.mark_point(style="first", filled=True, size=26).encode(opacity=lit(pointed, 1, 0 if many else 1)),
        targets(base, lines, pointed, zoom("zoom", "y")),
    ]


def _target(target: float, x: alt.X, last: int) -> list[alt.Chart]:
    base = alt.Chart(data([{"target": target, "k": last + 0.4, "text": f"target {percent(target)}"}]))
    return [
        base.mark_rule(style="second", strokeWidth=1.6, strokeDash=[6, 3]).encode(y=share_axis("target", _Y)),
        base.mark_text(style="label", align="right", dy=-8).encode(x=x, y=share_axis("target", _Y), text="text:N"),
    ]


def _best(curves: list[Row], x: alt.X, carried: list[Row]) -> list[alt.Chart]:
    """Names the line of the model that carries most, early on, where it stands clear of the others."""
    line = [row for row in curves if row["model"] == carried[0]["model"]]
    if len({row["model"] for row in curves}) == 1:
        return []
    base = alt.Chart(data(line[len(line) // 3 :][:1]))
    return [base.mark_text(style="label", dx=7, dy=-7, limit=130).encode(x=x, y=share_axis("scsr", _Y), text="name:N")]


def _budgets(carried: list[Row], pointed: alt.Parameter, ks: list[int], labels: int) -> list[alt.Chart]:
    names = [row["name"] for row in carried]
    axis = alt.Axis(labelLimit=labels, domain=False, ticks=False, grid=True, zindex=0)
    rows = alt.Chart(data(carried)).encode(y=alt.Y("name:N", sort=names, title=None, axis=axis))
    base = rows.encode(x=k_axis([0, *ks]))
    lines = tooltip(name="model", amount="carries", k_low="surely", k_high="perhaps")
    return [
        band(rows, lines, pointed),
        base.mark_rule(style="first", strokeWidth=2).encode(
            x=k_axis([0, *ks], field="k_low"), x2="k_high:Q", opacity=lit(pointed, 1, 0.8)
        ),
        base.mark_point(style="first", filled=True, opacity=1).encode(size=lit(pointed, 120, 60), tooltip=lines),
        base.mark_text(style="note", dx=9).encode(x=k_axis([0, *ks], field="end"), text="amount:N"),
    ]


def _title(carried: list[Row], target: float) -> str:
    best = max(carried, key=lambda row: row["k"])
    amount = best["amount"]
    what = "no constraint" if amount == "none" else f"{amount} constraint{'' if amount == '1' else 's'}"
    if not best["k"]:
        who = best["name"] if len(carried) == 1 else f"none of {len(carried)} models"
        if len(carried) == 1:
            return f"At {percent(target)} reliability {who} carries {what}"
        least = "even one constraint" if amount == "none" else f"as many as {amount.split()[-1]} constraints"
        return f"At {percent(target)} reliability {who} carries {least}"
    title = f"At {percent(target)} reliability {best['name']} carries {what}"
    unable = [row["amount"] for row in carried if not row["k"]]
    verb = "carries" if len(unable) == 1 else "carry"
    return f"{title}; {len(unable)} of {len(carried)} models {verb} {unable[0]}" if unable else title

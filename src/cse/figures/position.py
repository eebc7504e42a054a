"""Does the place of a constraint in the prompt matter? (paper, section N)."""

from __future__ import annotations

import altair as alt
import polars as pl

from cse.figures.figure import Figure
from cse.figures.frames import Row, data, rows
from cse.figures.parts import end_labels, k_axis, panel, share_axis, signed_axis, titled, tooltip, zoom
from cse.figures.theme import FULL
from cse.figures.words import between, number, percent

HEIGHT, LOWER = 200, 140
_LEVEL = ("k", "probes", "checks", "first", "last", "rho", "rho_low", "rho_high", "p")


def position(position_levels: pl.DataFrame, position_summary: pl.DataFrame, *, width: int = FULL) -> Figure:
    """Pass rates at the first and the last place of the prompt, and how passing goes with the place, over k.

    Args:
        position_levels: Rates and rank correlation at each k.
        position_summary: Their mean.
        width: Of the figure, in pixels.

    Raises:
        NothingToShow: No k has two places and both verdicts.
    """
    levels = rows(position_levels, "position", *_LEVEL, known=("rho",))
    summary = rows(position_summary, "position", "rho", "rho_low", "rho_high", "levels", "significant")[0]
    ks = [row["k"] for row in levels]
    plot = width - 100
    panels = panel(_rates(levels, ks), plot, HEIGHT), panel(_correlation(levels, ks), plot, LOWER)
    title = _title(summary)
    notes = (
        "Above: pass rate of the first and the last constraint. Below: rank correlation of passing with the place, "
        "95% intervals over probes."
    )
    chart = titled(alt.vconcat(*panels), title, notes, width)
    return Figure("position", title, _description(levels, title), chart)


def _rates(levels: list[Row], ks: list[int]) -> list[alt.Chart]:
    x, last = k_axis(ks, None), levels[-1]
    base = alt.Chart(data(levels)).encode(x=x)
    told = tooltip(k="k", first="first|.1%", last="last|.1%", probes="probes|,", checks="checks|,")
    layers = []
    for field, style, shape, dash in (("first", "first", "circle", [1, 0]), ("last", "second", "square", [6, 3])):
        y = share_axis(field, "pass rate")
        layers += [
            base.mark_line(style=style, strokeWidth=2, strokeDash=dash).encode(y=y),
            base.mark_point(style=style, filled=True, shape=shape, size=40, opacity=1).encode(y=y, tooltip=told),
        ]
    layers[-1] = layers[-1].add_params(zoom("zoom", "y"))
    ends = {"first": last["first"], "last": last["last"]}
    return [*layers, end_labels(ends, share_axis("rate", "pass rate"), HEIGHT, 40)]


def _correlation(levels: list[Row], ks: list[int]) -> list[alt.Chart]:
    base = alt.Chart(data(levels)).encode(x=k_axis(ks))
    told = tooltip(k="k", rho="rho|+.3f", rho_low="from|+.3f", rho_high="to|+.3f", p="p|.3f")
    y = alt.Y("rho_low:Q", title="rho", axis=signed_axis("+.2f"))
    return [
        alt.Chart(data([{"zero": 0}])).mark_rule(style="guide").encode(y="zero:Q"),
        base.mark_rule(style="ink", strokeWidth=1.4).encode(y=y, y2="rho_high:Q"),
        base.mark_point(style="ink", filled=True, size=40, opacity=1).encode(y="rho:Q", tooltip=told),
    ]


def _title(summary: Row) -> str:
    mean = f"mean rho {number(summary['rho'], 3)}{between(summary['rho_low'], summary['rho_high'], 3)}"
    if summary["rho_low"] is None:
        return f"The place of a constraint in the prompt: {mean}"
    if summary["rho_low"] > 0:
        return f"Constraints later in the prompt hold more often: {mean}"
    if summary["rho_high"] < 0:
        return f"Constraints later in the prompt hold less often: {mean}"
    return f"The place of a constraint in the prompt makes no difference that shows: {mean}"


def _description(levels: list[Row], title: str) -> str:
    steps = "; ".join(
        f"k = {row['k']}: first {percent(row['first'])}, last {percent(row['last'])}, rho {number(row['rho'], 3)}"
        f"{between(row['rho_low'], row['rho_high'], 3)}"
        for row in levels
    )
    return f"Two panels over k: pass rates, and rank correlation with intervals. {title}. {steps}."

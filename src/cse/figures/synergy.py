"""Do all constraints hold together more often than their rates tell? (paper, figure 2)."""

from __future__ import annotations

import altair as alt
import polars as pl

from cse.errors import NothingToShow
from cse.figures.figure import Figure
from cse.figures.frames import Row, data, rows
from cse.figures.parts import k_axis, panel, share_axis, signed_axis, titled, tooltip, zoom
from cse.figures.theme import COLUMN, FULL
from cse.figures.words import percent, points, ranges

HEIGHT, LOWER = 230, 120
OBSERVED, AT_K, OVERALL = "sCSR", "expected, rates at the same k", "expected, rates over all k"
THIRDS = "sCSR, easiest and hardest third"
_LINES = (OBSERVED, AT_K, OVERALL, THIRDS)
_DASHES = [[1, 0], [1, 0], [6, 3], [2, 2]]
_Y = "all k hold"
_BY_CHANCE = 0.1
"""Up to this share of 95% intervals may miss zero by chance before a title calls it a finding."""
_RATES = ("scsr", "expected", "synergy", "expected_at_k", "synergy_at_k")
_LEVEL = ("k", "probes", *(f"{name}{end}" for name in _RATES for end in ("", "_low", "_high")))


def synergy(synergy_levels: pl.DataFrame, synergy_terciles: pl.DataFrame, *, width: int = FULL) -> Figure:
    """How often all k hold against what independent checks would give; what is left over is synergy.

    Args:
        synergy_levels: sCSR, both expectations and both synergies at each k.
        synergy_terciles: sCSR of the easy, medium and hard third of the probes at each k.
        width: Of the figure, in pixels.

    Raises:
        NothingToShow: Fewer than two k were run.
    """
    levels = rows(synergy_levels, "synergy", *_LEVEL, known=("scsr", "expected"))
    ks = [row["k"] for row in levels]
    if len(ks) < 2:
        raise NothingToShow("synergy", f"a curve takes two values of k, and k = {ks[0]} alone was run")
    thirds = rows(synergy_terciles, "synergy", "k", "tercile", "scsr", known=("scsr",))
    plot = width - (64 if width <= COLUMN else 284)
    panels = panel(_rates(levels, thirds, ks, width), plot, HEIGHT), panel(_left_over(levels, ks), plot, LOWER)
    title = _title(levels)
    notes = "Expected: the product of the pass rates of a probe's types. Below: sCSR less expected. 95% intervals."
    chart = titled(alt.vconcat(*panels), title, notes, width)
    return Figure("synergy", title, _description(levels, title), chart)


def _rates(levels: list[Row], thirds: list[Row], ks: list[int], width: int) -> list[alt.Chart]:
    observed = [row | {"line": OBSERVED, "rate": row["scsr"]} for row in levels]
    lines = [
        *({"k": row["k"], "line": AT_K, "rate": row["expected_at_k"]} for row in levels),
        *({"k": row["k"], "line": OVERALL, "rate": row["expected"]} for row in levels),
        *({"k": row["k"], "line": THIRDS, "rate": row["scsr"], "tercile": row["tercile"]} for row in thirds),
        *observed,  # last, to be drawn on top
    ]
    x, y = k_axis(ks, None), share_axis("rate", _Y)
    narrow = width <= COLUMN
    legend = alt.Legend(
        title=None,
        orient="top" if narrow else "right",
        columns=1,
        symbolSize=300,
        labelLimit=300,
    )
    base = alt.Chart(data(row for row in lines if row.get("tercile") != "medium")).encode(
        x=x,
        y=y,
        color=alt.Color("line:N", scale=alt.Scale(domain=list(_LINES)), legend=legend),
        strokeDash=alt.StrokeDash("line:N", scale=alt.Scale(domain=list(_LINES), range=_DASHES), legend=legend),
        detail="tercile:N",
    )
    told = tooltip(
        k="k", scsr="sCSR|.1%", scsr_low="from|.1%", scsr_high="to|.1%", expected_at_k="expected at k|.1%",
        expected="expected over all k|.1%", probes="probes|,",
    )  # fmt: skip
    point = alt.Chart(data(observed)).encode(x=x, y=y, tooltip=told)
    band = alt.Chart(data(levels)).encode(x=x, y=share_axis("scsr_low", _Y), y2="scsr_high:Q")
    return [
        band.mark_area(style="first", opacity=0.2),
        base.transform_filter(alt.datum.line == AT_K).mark_line(strokeWidth=4.5, opacity=0.8),
        base.transform_filter(alt.datum.line != AT_K).mark_line(strokeWidth=1.8),
        point.mark_point(style="first", filled=True, size=40, opacity=1).add_params(zoom("zoom", "y")),
    ]


def _left_over(levels: list[Row], ks: list[int]) -> list[alt.Chart]:
    """Draws both synergies with their intervals, side by side at each k."""
    base = alt.Chart(data(levels)).encode(x=k_axis(ks))
    layers = [alt.Chart(data([{"zero": 0}])).mark_rule(style="guide").encode(y="zero:Q")]
    axis = signed_axis("+.0%")
    for field, style, shape, shift in (("synergy", "guide", "diamond", 3), ("synergy_at_k", "second", "square", -3)):
        told = tooltip(**{"k": "k", field: "synergy|+.1%", f"{field}_low": "from|+.1%", f"{field}_high": "to|+.1%"})
        y = alt.Y(f"{field}_low:Q", title="synergy", axis=axis)
        layers += [
            base.mark_rule(style=style, strokeWidth=1.4, xOffset=shift).encode(y=y, y2=f"{field}_high:Q"),
            base.mark_point(style=style, filled=True, shape=shape, size=34, opacity=1, xOffset=shift).encode(
                y=f"{field}:Q", tooltip=told
            ),
        ]
    return layers


def _title(levels: list[Row]) -> str:
    tested = [row for row in levels if row["k"] > 1 and row["synergy_at_k_low"] is not None]
    more = [row["k"] for row in tested if row["synergy_at_k_low"] > 0]
    less = [row["k"] for row in tested if row["synergy_at_k_high"] < 0]
    if not tested:
        return "How often all constraints hold together, against independent checks"
    if len(more + less) <= len(tested) * _BY_CHANCE:
        return "No sign that all constraints hold together more or less often than independent checks would"
    words = [f"{word} often at k = {ranges(ks)}" for word, ks in (("more", more), ("less", less)) if ks]
    return f"All constraints hold together {' and '.join(words)} than independent checks would"


def _description(levels: list[Row], title: str) -> str:
    steps = "; ".join(
        f"k = {row['k']}: sCSR {percent(row['scsr'])}, expected {percent(row['expected_at_k'])} from rates at that k, "
        f"{percent(row['expected'])} from rates over all k, synergy {points(row['synergy'])}"
        for row in levels
    )
    return f"Line chart over k and, below, the difference with intervals. {title}. {steps}."

"""Which constraint types fail together (paper, section M)."""

from __future__ import annotations

from typing import Any

import altair as alt
import polars as pl

from cse.errors import NothingToShow
from cse.figures.figure import Figure
from cse.figures.frames import Row, data, need, rows
from cse.figures.parts import band, hover, linked, outlined, panel, titled, tooltip
from cse.figures.theme import COLUMN, FULL, SIZE
from cse.figures.words import between, number

_MATRIX = 310
_LABELS = 215
_CODES = 50
_MOST = 12
_PAIR = (
    "type_a", "code_a", "feature_a", "type_b", "code_b", "feature_b", "cooccurrences", "phi", "phi_low", "phi_high",
)  # fmt: skip
_NO_FEATURE = "no feature known"


def cofailure(
    cofailure_pairs: pl.DataFrame, cofailure_groups: pl.DataFrame, cofailure_tests: pl.DataFrame, *, width: int = FULL
) -> Figure:
    """Which constraint types fail together: phi of all pairs, types ordered by the output feature that they read.

    Args:
        cofailure_pairs: phi of each pair of types.
        cofailure_groups: Mean phi within and across output features.
        cofailure_tests: Their difference.
        width: Of the figure, in pixels.

    Raises:
        NothingToShow: Fewer than two pairs have a phi.
    """
    found = rows(cofailure_pairs, "cofailure", *_PAIR, known=("phi",))
    if len(found) < 2:
        raise NothingToShow("cofailure", "one pair of types alone has a phi")
    pairs = [
        row | {"pair": f"{row['type_a']}, {row['type_b']}", "codes": f"{row['code_a']}, {row['code_b']}"}
        for row in found
    ]
    strongest = sorted(pairs, key=lambda row: -row["phi"])[:_MOST]
    clusters = _clusters(pairs)
    pointed = hover("cell", "pair")
    if width <= COLUMN:
        listed = _listed(strongest, "codes", width - _CODES - 20, pointed)
        matrix = _matrix(pairs, clusters, width - _CODES - 26, pointed)
        chart: Any = linked(alt.concat, matrix, listed, columns=1, align="none")
    else:
        listed = _listed(strongest, "pair", width - _MATRIX - _LABELS - 80, pointed)
        chart = linked(alt.hconcat, _matrix(pairs, clusters, _MATRIX, pointed), listed, spacing=20)
    title = _title(cofailure_groups, cofailure_tests)
    notes = (
        "phi: failing together within a model and k, median over models. Types grouped by output feature; "
        "− where the 95% interval lies below zero."
    )
    top = "; ".join(
        f"{row['pair']} {number(row['phi'])}{between(row['phi_low'], row['phi_high'])}" for row in strongest[:5]
    )
    description = f"Matrix of {len(pairs)} pairs of constraint types. {title}. Highest phi: {top}."
    return Figure("cofailure", title, description, titled(chart, title, notes, width))


def _clusters(pairs: list[Row]) -> dict[str, list[str]]:
    """Returns the codes of the types by the output feature that they read, both in the order of their names."""
    found: dict[str, set[str]] = {}
    for side in ("a", "b"):
        for row in pairs:
            found.setdefault(row[f"feature_{side}"] or _NO_FEATURE, set()).add(row[f"code_{side}"])
    return {name: sorted(found[name]) for name in sorted(found, key=lambda name: (name == _NO_FEATURE, name))}


def _matrix(pairs: list[Row], clusters: dict[str, list[str]], size: float, pointed: alt.Parameter) -> alt.LayerChart:
    """Draws the lower half of the matrix; the names of the groups stand in the empty upper half."""
    codes = [code for members in clusters.values() for code in members]
    step = size / len(codes)
    cells = []
    for row in pairs:
        left, lower = sorted((row["code_a"], row["code_b"]), key=codes.index)
        cells.append({key: row[key] for key in ("pair", "phi", "phi_low", "phi_high", "cooccurrences")})
        cells[-1] |= {"left": left, "lower": lower}
    base = alt.Chart(data(cells)).encode(
        x=alt.X("left:N", title=None, scale=_scale(codes), axis=_axis(step, -90)),
        y=alt.Y("lower:N", title=None, scale=_scale(codes), axis=_axis(step, 0)),
        tooltip=_lines(),
    )
    below = base.transform_filter("isValid(datum.phi_high) && datum.phi_high < 0")
    names = [
        {"left": members[0], "lower": members[0], "text": feature.replace("_", " ")}
        for feature, members in clusters.items()
    ]
    named = alt.Chart(data(names)).encode(x="left:N", y="lower:N", text="text:N")
    layers = [
        outlined(base, pointed).encode(color=_shade(pairs, size)),
        below.mark_text(style="label", align="center", text="−"),
        named.mark_text(style="note", dx=step, fontSize=min(SIZE, step + 1)),
    ]
    return panel(layers, alt.Step(step), alt.Step(step))


def _scale(codes: list[str]) -> alt.Scale:
    return alt.Scale(domain=codes, paddingInner=0.04, paddingOuter=0)


def _axis(step: float, angle: int) -> alt.Axis:
    size = min(SIZE, max(6.5, step - 1))
    return alt.Axis(labelFontSize=size, labelAngle=angle, labelOverlap=False, labelPadding=2, ticks=False, domain=False)


def _shade(pairs: list[Row], size: float) -> alt.Color:
    """Returns the colour of phi, the same distance from the middle for the same size of either sign."""
    largest = max(abs(row["phi"]) for row in pairs)
    bar = alt.Legend(
        orient="none", legendX=size * 0.55, legendY=2, direction="horizontal", title="phi", format=".2f",
        gradientLength=min(110, size * 0.4), tickCount=3,
    )  # fmt: skip
    return alt.Color(
        "phi:Q", scale=alt.Scale(domain=[-largest, largest], range="diverging", interpolate="rgb"), legend=bar
    )


def _lines() -> list[alt.Tooltip]:
    return tooltip(
        pair="pair", phi="phi|.3f", phi_low="from|.3f", phi_high="to|.3f", cooccurrences="probes with both|,"
    )


def _listed(pairs: list[Row], label: str, plot: float, pointed: alt.Parameter) -> alt.LayerChart:
    """Draws the highest phi with their intervals."""
    axis = alt.Axis(labelLimit=_LABELS, labelFontSize=SIZE - 1, domain=False, ticks=False)
    base = alt.Chart(data(pairs)).encode(
        y=alt.Y(f"{label}:N", sort=[row[label] for row in pairs], title=None, axis=axis)
    )
    x = alt.X("phi_low:Q", title="phi", axis=alt.Axis(tickCount=3, grid=True))
    layers = [
        band(base, _lines(), pointed),
        alt.Chart(data([{"zero": 0}])).mark_rule(style="guide").encode(x="zero:Q"),
        base.mark_rule(style="ink", strokeWidth=1.2).encode(x=x, x2="phi_high:Q"),
        base.mark_point(style="ink", filled=True, size=34, opacity=1).encode(x="phi:Q", tooltip=_lines()),
    ]
    title = alt.TitleParams(f"The {len(pairs)} highest", fontSize=SIZE, frame="group")
    return panel(layers, plot, alt.Step(17)).properties(title=title)


def _title(groups: pl.DataFrame, tests: pl.DataFrame) -> str:
    by_feature = pl.col("grouping") == "feature"
    known = need(groups, "cofailure", "grouping", "group", "phi").filter(by_feature)
    means = {row["group"]: row["phi"] for row in known.to_dicts()}
    differences = need(tests, "cofailure", "grouping", "difference_low", "difference_high")
    test = differences.filter(by_feature).to_dicts()
    if not test or test[0]["difference_low"] is None:
        return "Which constraint types fail together"
    together = f"mean phi {number(means['within'], 3)} within, {number(means['across'], 3)} across"
    if test[0]["difference_low"] > 0:
        return f"Types that read the same output feature fail together more than others: {together}"
    if test[0]["difference_high"] < 0:
        return f"Types that read the same output feature fail together less than others: {together}"
    return f"No sign that types which read the same output feature fail together more than others: {together}"

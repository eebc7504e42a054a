"""What holds for every figure: its specification, its size, its words, and that it is drawn without network."""

from __future__ import annotations

import inspect
import json
import re
import xml.etree.ElementTree as ElementTree

import polars as pl
import pytest
from specs import find, rows, title, units

import cse.figures as figures
from cse.errors import InvalidInput, NothingToShow
from cse.figures import COLUMN, FIGURES, FULL, draw, save, tables_of
from cse.figures.theme import config

WIDTHS = (FULL, COLUMN)
BOTH = [(name, width) for name in FIGURES for width in WIDTHS]
MARKS = {"first", "second", "model", "ink", "guide", "faint", "tile", "outline", "label", "note", "on-low", "on-high"}


def test_a_panel_has_every_figure_and_an_empty_analysis_says_why_it_has_none(tables):
    drawn, reasons = draw(tables)
    assert list(drawn) == list(FIGURES)
    assert reasons == {}
    nothing, reasons = draw({})
    assert nothing == {}
    assert list(reasons) == list(FIGURES)
    assert all(reason.startswith(f"The figure '{name}' has nothing to show: ") for name, reason in reasons.items())


def test_every_figure_is_public_and_has_a_caption_and_tables_of_the_analysis(tables):
    for name, function in FIGURES.items():
        assert getattr(figures, name) is function
        caption = inspect.getdoc(function).splitlines()[0]
        assert 40 <= len(caption) <= 120
        assert caption.endswith(".")
        assert set(tables_of(function)) <= set(tables)


@pytest.mark.parametrize(("name", "width"), BOTH)
def test_the_specification_carries_the_words_and_is_plain_json(drawn, name, width):
    figure = drawn[name, width]
    figure.chart.to_dict()  # refuses what Vega-Lite's schema does not know, for which `spec` takes no time
    spec = figure.spec()
    assert title(spec) == figure.title
    assert spec["description"] == figure.description
    assert figure.title in figure.description
    assert len(figure.description) > len(figure.title) + 80
    json.dumps(spec, allow_nan=False)
    assert not re.search(r"\b(nan|None|inf)\b", figure.title + figure.description)


@pytest.mark.parametrize(("name", "width"), BOTH)
def test_colours_come_from_the_theme_alone(drawn, name, width):
    """A page changes from light to dark by exchanging the configuration; a colour in the chart would stay behind."""
    spec = drawn[name, width].spec()
    del spec["config"]
    assert not re.search(r"#[0-9a-fA-F]{6}\b", json.dumps(spec))
    roles = set(find(spec, "style"))
    assert roles <= MARKS
    assert roles <= set(config("dark")["style"])
    assert drawn[name, width].spec("dark") == spec | {"config": config("dark")}


@pytest.mark.parametrize(("name", "width"), BOTH)
def test_it_renders_within_its_width_in_legible_words(drawn, name, width, tmp_path):
    save(drawn[name, width], tmp_path / "figure.svg")
    text = (tmp_path / "figure.svg").read_text("utf-8")
    root = ElementTree.fromstring(text)  # noqa: S314  # our own bytes
    assert root.tag.endswith("svg")
    assert width * 0.8 <= float(root.attrib["width"]) <= width + 16
    words = " ".join(node.text or "" for node in root.iter() if node.tag.endswith(("text", "tspan")))
    assert len(words) > 100
    assert not re.search(r"undefined|NaN|null", words)
    # Printed, a pixel is 0.7 points: 9 pixels are 6.3 points. Only the codes along a matrix are smaller.
    sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)px"', text)]
    assert min(sizes) >= (6.5 if name == "cofailure" else 9)


@pytest.mark.parametrize("name", FIGURES)
def test_a_table_without_rows_is_refused_in_one_sentence(tables, name):
    needed = tables_of(FIGURES[name])
    with pytest.raises(NothingToShow, match=f"^The figure '{name}' has nothing to show: .+\\.$") as caught:
        FIGURES[name](*(tables[table].clear() for table in needed))
    assert caught.value.figure == name


@pytest.mark.parametrize("name", FIGURES)
def test_a_table_of_something_else_is_refused_by_the_column_that_it_lacks(tables, name):
    needed = tables_of(FIGURES[name])
    for wrong in needed:
        given = [pl.DataFrame({"something": [1]}) if table == wrong else tables[table] for table in needed]
        with pytest.raises(
            InvalidInput, match=r"needs a table with the column '\w+'; this one has something\.$"
        ) as caught:
            FIGURES[name](*given)
        assert not isinstance(caught.value, NothingToShow)


@pytest.mark.parametrize("name", ["collapse", "budget", "synergy"])
def test_one_k_is_no_curve(tables, name):
    given = [
        frame.filter(pl.col("k") == 4) if "k" in (frame := tables[table]).columns and table != "budget" else frame
        for table in tables_of(FIGURES[name])
    ]
    with pytest.raises(NothingToShow, match="a curve takes two values of k, and k = 4 alone was run"):
        FIGURES[name](*given)


def test_the_note_of_most_rows_says_why_there_is_nothing(tables):
    notes = [
        "no correlation: the probes have one place only",
        *["no correlation: every check has the same verdict"] * 11,
    ]
    levels = tables["position_levels"].with_columns(pl.lit(None, pl.Float64).alias("rho"), pl.Series("note", notes))
    with pytest.raises(NothingToShow, match="every check has the same verdict"):
        figures.position(levels, tables["position_summary"])


def test_a_note_of_the_table_says_why_there_is_nothing(tables):
    why = "no phi: fewer than 20 responses of each model hold both types"
    pairs = tables["cofailure_pairs"].with_columns(phi=pl.lit(None, pl.Float64), note=pl.lit(why))
    with pytest.raises(NothingToShow, match=why):
        figures.cofailure(pairs, tables["cofailure_groups"], tables["cofailure_tests"])


@pytest.mark.parametrize(
    ("name", "field", "layers"),
    [
        ("collapse", "mcsr", 1), ("collapse", "scsr", 1), ("budget", "scsr", 1), ("budget", "k", 1),
        ("profiles", "baseline", 1), ("profiles", "late_rate", 1), ("profiles", "slope", 1), ("profiles", "gap", 1),
        ("cofailure", "phi", 1), ("synergy", "scsr", 1), ("synergy", "synergy", 1), ("synergy", "synergy_at_k", 1),
        ("position", "rho", 1), ("ability", "ability", 1), ("compare", "scsr", 2), ("compare", "mcsr", 2),
        ("compare", "change", 1), ("sacrifice", "first_kept", 1), ("sacrifice", "second_kept", 1),
    ],
)  # fmt: skip
def test_intervals_are_drawn_from_their_lower_to_their_upper_end(drawn, name, field, layers):
    ends = []
    for encoding in find(drawn[name, FULL].spec(), "encoding"):
        for axis in ("x", "y"):
            start, end = encoding.get(axis, {}).get("field"), encoding.get(f"{axis}2", {}).get("field")
            if (start, end) == (f"{field}_low", f"{field}_high"):
                ends.append(axis)
    assert len(ends) == layers


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("collapse", {("first", "circle", "mcsr"), ("second", "square", "scsr")}),
        ("budget", {("first", None, "k")}),
        ("profiles", {("first", None, "baseline"), ("second", "square", "late_rate"), ("ink", None, "slope")}),
        ("cofailure", {("ink", None, "phi")}),
        ("synergy", {("second", "square", "synergy_at_k"), ("guide", "diamond", "synergy"), ("first", None, "rate")}),
        ("position", {("first", "circle", "first"), ("second", "square", "last"), ("ink", None, "rho")}),
        ("sacrifice", {("first", None, "mcsr"), ("second", "square", "score"), ("first", "circle", "first_kept")}),
        ("ability", {("first", None, "ability")}),
        ("compare", {("first", "circle", "scsr"), ("second", "square", "mcsr"), ("ink", None, "change")}),
    ],
)
def test_each_estimate_has_its_own_mark(drawn, name, points):
    found = set()
    for unit in units(drawn[name, FULL].spec()):
        if unit["mark"]["type"] == "point":
            for axis in ("x", "y"):
                field = unit["encoding"].get(axis, {}).get("field")
                found.add((unit["mark"].get("style"), unit["mark"].get("shape"), field))
    assert points <= found


@pytest.mark.parametrize(("name", "kinds"), [("collapse", {"point", "interval"}), ("budget", {"point", "interval"})])
def test_a_line_lights_up_and_axes_zoom(drawn, name, kinds):
    parameters = [parameter for found in find(drawn[name, FULL].spec(), "params") for parameter in found]
    assert {parameter["select"]["type"] for parameter in parameters} == kinds
    named = {parameter["name"] for parameter in parameters}
    tests = {str(test) for test in find(drawn[name, FULL].spec(), "param")}
    assert "model" in named & tests


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_tells_the_pointer_what_is_there(drawn, name):
    spec = drawn[name, FULL].spec()
    told = [
        line["field"] for lines in find(spec, "tooltip") if isinstance(lines, list) for line in lines if "field" in line
    ]
    assert told
    assert set(told) <= {key for row in rows(spec) for key in row}

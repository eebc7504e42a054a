"""Figures saved as pages, and shown by a notebook, in a real browser: they draw, answer the pointer, and zoom."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from watch import Watch

from cse.figures import COLUMN, FIGURES, FULL, Figure, draw, save
from cse.stats.analysis import analyse
from cse.stats.simulate import simulate
from cse.stats.truth import published_truth


@pytest.fixture(scope="module")
def tables() -> dict[str, pl.DataFrame]:
    panel = simulate(published_truth(models=3, scale=0.3), np.random.default_rng(2))
    return analyse(panel.responses, panel.checks, np.random.default_rng(3), draws=20).tables


@pytest.fixture(scope="module")
def figures(tables) -> dict[str, Figure]:
    return draw(tables)[0]


def opened(watched: Watch, figure: Figure, folder: Path):
    save(figure, folder / "figure.html")
    watched.page.goto((folder / "figure.html").as_uri())
    watched.page.wait_for_selector("#figure svg.marks")
    return watched.page


def test_every_figure_draws(watched, figures, tmp_path):
    assert list(figures) == list(FIGURES)
    for figure in figures.values():
        page = opened(watched, figure, tmp_path)
        assert page.title() == figure.title
        assert page.locator(f'[aria-label="{figure.description}"]').count() == 1
        assert page.locator("#figure svg.marks path").count() > 20
        box = page.locator("#figure svg.marks").bounding_box()
        assert box["width"] <= FULL + 2 * 6  # its padding; so much room a report has for it
        assert box["height"] > 200


def test_every_figure_fits_the_column_of_a_telephone(watched, tables, tmp_path):
    for figure in draw(tables, width=COLUMN)[0].values():
        page = opened(watched, figure, tmp_path)
        assert page.locator("#figure svg.marks").bounding_box()["width"] <= COLUMN + 2 * 6


@pytest.mark.parametrize(("name", "share"), [("collapse", "mCSR"), ("budget", "sCSR")])
def test_the_pointer_lights_up_a_model_and_reads_its_numbers(watched, tables, figures, tmp_path, name, share):
    page = opened(watched, figures[name], tmp_path)
    widths = "() => [...document.querySelectorAll('.mark-line path')].map((p) => +p.getAttribute('stroke-width'))"
    before = page.evaluate(widths)
    page.locator('path[aria-label*="Gemini 3.1 Pro"][aria-label*="k: 4"]').last.hover(force=True)
    told = page.locator("#vg-tooltip-element")
    told.wait_for()
    cells = told.locator("td").all_inner_texts()
    pairs = dict(zip(cells[::2], cells[1::2], strict=True))
    assert pairs["model"] == "Gemini 3.1 Pro"
    assert pairs["k"] == "4"
    (row,) = tables["by_model_and_k"].filter(model="simulated/Gemini 3.1 Pro", k=4).to_dicts()
    assert pairs[share] == f"{row[share.lower()]:.1%}"
    page.wait_for_function(f"(before) => ({widths})().some((width, place) => width > before[place] + 1)", arg=before)


@pytest.mark.parametrize(
    ("name", "field", "value", "seen"),
    [
        ("profiles", "label", "N2 no_digits", 3),
        ("budget", "name", "Gemini 3.1 Pro", 1),
        ("ability", "name", "Gemini 3.1 Pro", 1),
    ],
)
def test_a_row_shows_in_all_panels_wherever_the_pointer_is_in_it(watched, figures, tmp_path, name, field, value, seen):
    page = opened(watched, figures[name], tmp_path)
    bands = """([field, value]) => [...document.querySelectorAll('.mark-rect path')]
        .filter((path) => path.__data__.datum[field] === value && path.hasAttribute('fill-opacity'))"""
    lit = f"(found) => ({bands})(found).filter((path) => +path.getAttribute('fill-opacity') > 0.5).length"
    size = page.locator("#figure svg.marks").bounding_box()
    assert page.evaluate(lit, [field, value]) == 0
    box = page.evaluate_handle(f"(found) => ({bands})(found).at(-1)", [field, value]).bounding_box()
    page.mouse.move(box["x"] + box["width"] - 4, box["y"] + box["height"] / 2)
    page.wait_for_function(f"([seen, ...found]) => ({lit})(found) === seen", arg=[seen, field, value])
    assert value in page.locator("#vg-tooltip-element").inner_text()
    assert page.evaluate_handle(f"(found) => ({bands})(found).at(-1)", [field, value]).bounding_box() == box
    assert page.locator("#figure svg.marks").bounding_box() == size
    page.mouse.move(2, 2)
    page.wait_for_function(f"(found) => ({lit})(found) === 0", arg=[field, value])


def test_the_pointer_outlines_a_cell_and_a_listed_pair_its_cell(watched, figures, tmp_path):
    outlined = """() => [...document.querySelectorAll('.mark-rect path')]
        .filter((path) => +path.getAttribute('stroke-width') > 0).map((path) => path.__data__.datum)"""
    page = opened(watched, figures["heatmap"], tmp_path)
    page.locator('path[aria-label*="Gemini 3.1 Pro"][aria-label*="N2 no_digits"]').first.hover(force=True)
    page.wait_for_function(f"() => ({outlined})().length === 1")
    (cell,) = page.evaluate(outlined)
    assert (cell["name"], cell["label"]) == ("Gemini 3.1 Pro", "N2 no_digits")
    page = opened(watched, figures["cofailure"], tmp_path)
    row = page.locator(".mark-rect path[fill-opacity]").first
    pair = row.evaluate("(path) => path.__data__.datum.pair")
    row.hover(force=True)
    page.wait_for_function(f"() => ({outlined})().length === 1")
    assert page.evaluate(outlined)[0]["pair"] == pair


def test_the_wheel_zooms_with_shift_alone_and_a_double_click_resets(watched, figures, tmp_path):
    page = opened(watched, figures["collapse"], tmp_path)
    ticks = "() => [...document.querySelectorAll('.role-axis-label text')].map((t) => t.textContent).sort().join()"
    before = page.evaluate(ticks)
    middle = page.locator("#figure svg.marks").bounding_box()
    place = middle["x"] + 300, middle["y"] + 250
    page.mouse.move(*place)
    page.mouse.wheel(0, -300)
    page.wait_for_timeout(300)
    assert page.evaluate(ticks) == before
    page.keyboard.down("Shift")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Shift")
    page.wait_for_function(f"(before) => ({ticks})() !== before", arg=before)
    page.mouse.dblclick(*place)
    page.wait_for_function(f"(before) => ({ticks})() === before", arg=before)


def test_a_notebook_shows_several_on_one_page(watched, figures, tmp_path):
    shown = [figures[name]._repr_mimebundle_()["text/html"] for name in ("position", "sacrifice", "position")]
    (tmp_path / "notebook.html").write_text("<!doctype html><meta charset='utf-8'>" + "\n".join(shown), "utf-8")
    watched.page.goto((tmp_path / "notebook.html").as_uri())
    watched.page.wait_for_function("() => document.querySelectorAll('svg.marks').length === 3")

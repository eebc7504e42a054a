"""The report of a real run in a real browser: what it shows agrees with the tables that it was made from."""

from __future__ import annotations

import csv
import io
import json
from itertools import pairwise
from pathlib import Path

import polars as pl
import pytest
from axe_playwright_python.sync_playwright import Axe
from folders import chatty, faithful, shortening, write_folder, write_page
from watch import Watch

from cse.suites.loader import load_suite
from cse.suites.storage import read_certificates

MODELS = {"lab/faithful": faithful, "lab/shortening": shortening, "lab/chatty": chatty}
SUBJECT = next(
    probe
    for probe in load_suite("quick").probes
    if probe.k == 6 and any(constraint.code == "L1" for constraint in probe.constraints)
)
PROBE = SUBJECT.id


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Path:
    quick = {probe.id for probe in load_suite("quick").probes}
    probes = [probe for probe in load_suite("v1").probes if probe.id in quick]
    impossible = [probe for probe in load_suite("v1").probes if probe.impossible]
    return write_folder(tmp_path_factory.mktemp("run"), MODELS, probes + impossible[:6], suite="v1")


@pytest.fixture(scope="module")
def file(run: Path) -> Path:
    return write_page(run)


@pytest.fixture(scope="module")
def responses(run: Path) -> pl.DataFrame:
    return pl.read_parquet(run / "responses.parquet")


@pytest.fixture(scope="module")
def checks(run: Path) -> pl.DataFrame:
    return pl.read_parquet(run / "checks.parquet")


def test_it_asks_for_nothing_but_itself(watched: Watch, file: Path):
    page = watched.open(file)
    for plot in page.locator(".plot").all():
        plot.scroll_into_view_if_needed()
    page.wait_for_function("[...document.querySelectorAll('.plot')].every((plot) => plot.dataset.drawn)")
    assert watched.requests == [file.as_uri()]
    assert page.locator(".plot svg").count() == page.locator("figure").count() > 3


def test_it_says_what_was_run(kept: Watch, file: Path, responses: pl.DataFrame):
    page = kept.open(file)
    said = page.locator("#run").inner_text()
    assert load_suite("v1").digest in said
    assert "cse run --panel panel.toml --suite v1" in said
    assert "--draws 100 --seed 0 --train-to 6 --target 0.9" in said
    refused = responses.filter(pl.col("status") == "refused").height
    assert refused > 0
    assert (
        f"{responses.height - refused} of {responses.height} responses came back"
        in page.locator("#findings").inner_text()
    )


def test_filters_find_what_the_tables_hold(kept: Watch, file: Path, responses: pl.DataFrame, checks: pl.DataFrame):
    kept.open(file)
    ok, passed = pl.col("status") == "ok", pl.col("passed")
    assert kept.filter() == responses.height
    assert kept.filter(model="lab/chatty") == 102
    assert (
        kept.filter(model="lab/chatty", verdict="missing")
        == responses.filter(~ok & (pl.col("model") == "lab/chatty")).height
    )
    assert kept.filter(model="all", verdict="failed") == responses.filter(ok & ~passed).height
    assert kept.filter(verdict="passed", k="3") == responses.filter(ok & passed & (pl.col("k") == 3)).height
    assert (
        kept.filter(verdict="all", k="all", tag="absent") == responses.filter(pl.col("tag_status") == "absent").height
    )
    assert kept.filter(tag="all", impossible="impossible") == responses.filter("impossible").height
    of_type = checks.filter(pl.col("type") == "no_digits")
    assert kept.filter(impossible="all", type="N2 no_digits", verdict="failed") == of_type.filter(~passed).height > 0
    assert kept.filter(verdict="passed") == of_type.filter(passed).height > 0


def test_text_is_found_in_any_letter_case_and_in_the_reasoning_too(kept: Watch, file: Path, responses: pl.DataFrame):
    kept.open(file)
    holds = pl.col("response").str.to_lowercase().str.contains("count twice", literal=True)
    assert kept.filter(text="COUNT TWICE") == responses.filter(holds).height == 102
    assert kept.filter(text=PROBE) == 3
    assert kept.filter(text="no such words") == 0


def test_a_deep_link_opens_the_answer_with_its_spans_marked(kept: Watch, file: Path, responses, checks):
    page = kept.open(file, probe=PROBE, model="lab/chatty")
    chosen = page.locator("article.answer.chosen")
    assert chosen.locator("h4").inner_text().startswith("lab/chatty")
    mine = (pl.col("probe_id") == PROBE) & (pl.col("model") == "lab/chatty")
    answer = responses.filter(mine)["answer"][0]
    for row in checks.filter(mine).iter_rows(named=True):
        marked = chosen.locator(f'mark[data-codes~="{row["code"]}"]').evaluate_all(
            """(marks) => marks.flatMap((mark) => [...mark.childNodes]).filter((node) => node.nodeName !== "SUP")
                .map((node) => node.textContent).join("")"""
        )
        assert marked == "".join(answer[start:end] for start, end in json.loads(row["spans"]))
    assert checks.filter(mine & (pl.col("spans") != "[]")).height >= 3


def test_an_opened_probe_shows_prompt_verdicts_witness_and_the_other_models(kept: Watch, file: Path, checks):
    page = kept.open(file, probe=PROBE, model="lab/shortening")
    probe = next(probe for probe in load_suite("v1").probes if probe.id == PROBE)
    opened = page.locator(".opened")
    assert opened.locator("article").count() == 3
    opened.get_by_text("Prompt", exact=True).click()
    assert opened.locator("details[open] .text").first.inner_text() == probe.prompt()
    opened.get_by_text("A text that meets all constraints").click()
    assert opened.locator("details[open] .text").nth(1).inner_text() == read_certificates("v1")[PROBE]["witness"]
    mine = checks.filter((pl.col("probe_id") == PROBE) & (pl.col("model") == "lab/shortening")).sort("position")
    rows = opened.locator("article.chosen tbody tr")
    for place, row in enumerate(mine.iter_rows(named=True)):
        cells = rows.nth(place).locator("td").all_inner_texts()
        assert cells[:2] == [row["expected"], row["observed"]]
        word = "passed" if row["passed"] else "failed"
        assert rows.nth(place).locator("th [role=img]").get_attribute("aria-label") == word


def test_reasoning_is_folded_and_one_constraint_can_be_looked_at_alone(kept: Watch, file: Path, checks):
    page = kept.open(file, probe=PROBE, model="lab/chatty")
    chosen = page.locator("article.chosen")
    assert "Let me think" not in chosen.inner_text()
    chosen.get_by_text("Before the answer").click()
    chosen.locator("details[open] .text").wait_for()
    assert f"<think>Let me think about {SUBJECT.topic.name} first.</think>" in chosen.inner_text()
    chosen.locator("button.focus", has_text="L1").click()
    assert chosen.locator("mark:not(.faded)").count() == _pieces(checks, "L1") > 0
    chosen.locator("button.focus", has_text="L1").click()
    assert chosen.locator("mark.faded").count() == 0


def _pieces(checks: pl.DataFrame, code: str) -> int:
    """Counts the pieces into which the edges of all spans of the answer cut those of one constraint."""
    mine = checks.filter((pl.col("probe_id") == PROBE) & (pl.col("model") == "lab/chatty"))
    spans = {row["code"]: json.loads(row["spans"]) for row in mine.iter_rows(named=True)}
    edges = sorted({edge for found in spans.values() for span in found for edge in span})
    return sum(any(start <= a and b <= end for start, end in spans[code]) for a, b in pairwise(edges))


def test_an_impossible_probe_says_why(kept: Watch, file: Path, responses: pl.DataFrame):
    probe = responses.filter("impossible")["probe_id"][0]
    page = kept.open(file, probe=probe, model="lab/faithful")
    assert read_certificates("v1")[probe]["why"] in page.locator(".opened").inner_text()


def test_a_link_to_nothing_says_so(kept: Watch, file: Path):
    page = kept.open(file, probe="nowhere", model="lab/chatty")
    assert "There is no response to nowhere here." in page.locator(".opened").inner_text()


def test_the_list_leads_from_answer_to_answer(watched: Watch, file: Path):
    page = watched.open(file)
    page.locator("[data-part=list] a").first.click()
    page.get_by_text("Next →").click()
    second = page.locator("[data-part=list] a").nth(1)
    assert page.locator("a[aria-current]").get_attribute("href") == second.get_attribute("href")
    page.go_back()
    page.locator("[data-part=list] a[aria-current]").first.wait_for()
    assert page.locator("[data-part=list] a").first.get_attribute("aria-current") == "true"


def test_colours_follow_the_choice_and_the_system(watched: Watch, file: Path):
    page = watched.open(file)

    def background_becomes(colour: str) -> None:
        page.wait_for_function(f"getComputedStyle(document.body).backgroundColor === '{colour}'")

    background_becomes("rgb(255, 255, 255)")
    page.select_option("#theme", "dark")
    background_becomes("rgb(20, 24, 29)")
    page.locator(".plot[data-drawn$='dark']").first.wait_for()
    page.reload()
    background_becomes("rgb(20, 24, 29)")
    page.select_option("#theme", "auto")
    background_becomes("rgb(255, 255, 255)")
    page.emulate_media(color_scheme="dark")
    background_becomes("rgb(20, 24, 29)")


@pytest.mark.parametrize("width", [320, 390, 900, 1900])
def test_nothing_runs_over_the_edge(watched: Watch, file: Path, width: int):
    watched.page.set_viewport_size({"width": width, "height": 800})
    page = watched.open(file, probe=PROBE, model="lab/chatty")
    page.locator(".plot").first.scroll_into_view_if_needed()
    page.locator(".plot[data-drawn]").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator(".plot").first.get_attribute("data-drawn").startswith("column" if width < 700 else "full")


@pytest.mark.parametrize(("theme", "width"), [("light", 1400), ("dark", 390)])
def test_it_meets_wcag_aa(watched: Watch, file: Path, theme: str, width: int):
    watched.page.emulate_media(color_scheme=theme)
    watched.page.set_viewport_size({"width": width, "height": 900})
    page = watched.open(file, probe=PROBE, model="lab/chatty")
    page.evaluate("document.querySelectorAll('details').forEach((fold) => (fold.open = true))")
    page.wait_for_timeout(300)
    rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    found = Axe().run(page, options={"runOnly": rules, "resultTypes": ["violations"]})
    broken = [f"{rule['id']}: {node['html']}" for rule in found.response["violations"] for node in rule["nodes"]]
    assert not broken, "\n".join(broken)


def test_the_keyboard_reaches_and_opens_an_answer(watched: Watch, file: Path):
    page = watched.open(file)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "To the findings"
    page.locator("[data-part=list] a").first.focus()
    page.keyboard.press("Enter")
    page.locator(".opened article").first.wait_for()
    assert page.evaluate("document.activeElement.tagName") == "H3"


def test_tables_sort_and_can_be_taken_along(kept: Watch, file: Path):
    page = kept.open(file)
    table = page.locator("#table-by_k")
    button = table.get_by_role("button", name="k", exact=True)
    button.click()
    assert table.locator("th[aria-sort]").get_attribute("aria-sort") == "descending"
    assert table.locator("tbody th").all_inner_texts() == [str(k) for k in range(8, 0, -1)]
    button.click()
    assert table.locator("tbody th").all_inner_texts() == [str(k) for k in range(1, 9)]
    with page.expect_download() as taken:
        page.locator('[data-csv="by_k"]').click()
    rows = list(csv.DictReader(io.StringIO(Path(taken.value.path()).read_text("utf-8"))))
    assert [row["k"] for row in rows] == [str(k) for k in range(1, 9)]
    assert all(float(row["scsr_low"]) <= float(row["scsr"]) <= float(row["scsr_high"]) for row in rows)


def test_figures_can_be_taken_along(kept: Watch, file: Path):
    page = kept.open(file)
    for kind, start in (("svg", b"<svg"), ("png", b"\x89PNG")):
        with page.expect_download() as taken:
            page.locator(f'#figure-collapse [data-format="{kind}"]').click()
        assert taken.value.suggested_filename == f"collapse.{kind}"
        assert Path(taken.value.path()).read_bytes().startswith(start)

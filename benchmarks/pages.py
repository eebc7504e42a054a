"""The report's page and `cse view` in a real browser, at the size of the standard suite.

Three models answer all 4,527 probes of v1 with spoilt witnesses after some reasoning, which gives about 970 characters
a response; for `cse view` each stands under five names, 67,905 responses. Targets: a page of at most 25 MB that paints
within 2 s; a view that opens within 2 s and filters within 300 ms.
"""

from __future__ import annotations

import contextlib
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import polars as pl
from playwright.sync_api import Page, sync_playwright

from benchmarks.harness import Result
from cse.cli.report import write_report
from cse.compose.lexicon import lexicon
from cse.report.page import Settings
from cse.results.folder import write_info, write_run_tables
from cse.run.responses import Response, tables_of
from cse.suites.loader import load_suite
from cse.suites.storage import read_certificates

_MODELS = 3
_NAMES = 5
_REASONING = 200  # words before an answer, at most
_DRAWS = 200  # what the analysis takes is another benchmark
_VIEW = "import typer; from cse.cli.view import view; typer.run(view)"
_FILTERS = (
    ("one model", "model", "1"),
    ("failed", "verdict", "failed"),
    ("one k", "k", "6"),
    ("one type", "type", "10"),
    ("text, first time", "text", "zebra"),
    ("text, again", "text", "quarrel"),
)
_TIMED = """async ([name, value]) => {
    const form = document.querySelector("#explorer form");
    const status = document.querySelector("#explorer [data-part=status]");
    const start = performance.now();
    const done = new Promise((resolve) => new MutationObserver((_, watch) => {
        if (status.textContent.includes(" of ")) { watch.disconnect(); resolve(); }
    }).observe(status, { childList: true }));
    form.elements[name].value = value;
    form.elements[name].dispatchEvent(new Event(name === "text" ? "input" : "change"));
    await done;
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - start;
}"""


def run() -> Result:
    """Measures the page and the view."""
    with tempfile.TemporaryDirectory() as folder:
        small, large = Path(folder) / "three", Path(folder) / "fifteen"
        _write_runs(small, large)
        start = time.perf_counter()
        report = write_report([small], small / "report.html", Settings(_DRAWS, 0, 8, 0.9), None, str)
        written = time.perf_counter() - start
        size = (small / "report.html").stat().st_size / 1e6
        with _browser() as page:
            in_page = _measure(page, (small / "report.html").as_uri())
        with _served(large) as (address, up), _browser() as page:
            in_view = {"server up, s": up} | _measure(page, address)
    figures = {"written, s": written, "page, MB": size, "probes in page": report.explorer.included}
    rows: list[Sequence[str]] = [(name, f"{in_page[name]:.2f}", f"{in_view[name]:.2f}") for name in in_page]
    line = (
        f"page {size:.1f} MB, painted in {in_page['first paint, s']:.2f} s; "
        f"view of 67,905 opens in {in_view['server up, s'] + in_view['list stands, s']:.2f} s"
    )
    return Result(line, figures | {"page": in_page, "view": in_view}, ("", "page, 13,581", "view, 67,905"), rows)


def _write_runs(small: Path, large: Path) -> None:
    suite, certificates = load_suite("v1"), read_certificates("v1")
    words = list(lexicon())
    responses = []
    for number in range(_MODELS):
        rng = random.Random(f"pages {number}")
        for probe in suite.probes:
            answer = certificates[probe.id].get("witness") or "No text."
            text = f"{_prose(rng, words)}<answer>{_spoilt(rng, answer)}</answer>"
            responses.append(Response(f"model {number}", probe, 1, "ok", text))
    tables = tables_of(responses)
    info = {"suite": {"name": suite.name, "digest": suite.digest}}
    write_run_tables(small, tables.responses, tables.checks)
    many = [_renamed(frame) for frame in (tables.responses, tables.checks)]
    write_run_tables(large, many[0], many[1])
    for folder in (small, large):
        write_info(folder, info)


def _prose(rng: random.Random, words: list[str]) -> str:
    return " ".join(rng.choice(words) for _ in range(rng.randrange(_REASONING)))


def _spoilt(rng: random.Random, text: str) -> str:
    words = text.split(" ")
    for _ in range(rng.randrange(5)):
        place = rng.randrange(len(words))
        words[place] += rng.choice(["7", ".", " again", " "])
    return " ".join(words)


def _renamed(frame: pl.DataFrame) -> pl.DataFrame:
    return pl.concat([frame.with_columns(model=pl.format("{} of house {}", "model", pl.lit(n))) for n in range(_NAMES)])


@contextlib.contextmanager
def _browser() -> Iterator[Page]:
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser.new_page(viewport={"width": 1400, "height": 900})
        browser.close()


@contextlib.contextmanager
def _served(folder: Path) -> Iterator[tuple[str, float]]:
    start = time.perf_counter()
    arguments = [sys.executable, "-c", _VIEW, str(folder), "--no-open"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            yield server.stdout.readline().split()[0], time.perf_counter() - start
        finally:
            server.terminate()


def _measure(page: Page, address: str) -> dict[str, Any]:
    start = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_selector("#explorer[data-ready]")
    found = {"list stands, s": time.perf_counter() - start}
    found["first paint, s"] = (
        page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime") / 1000
    )
    for label, name, value in _FILTERS:
        found[f"{label}, s"] = page.evaluate(_TIMED, [name, value]) / 1000
        page.evaluate(_TIMED, [name, ""])
    start = time.perf_counter()
    page.locator("#explorer [data-part=list] a").nth(50).click()
    page.wait_for_selector(".opened article")
    return found | {"probe opened, s": time.perf_counter() - start}

"""Makes the pictures of the report and the explorer in docs/images, in a headless Chromium.

The figures are those of a small simulated panel; the opened answer is a real one, of the run in docs/example_run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

DOCS = Path(__file__).parent
IMAGES = DOCS / "images"
EXAMPLE = DOCS / "example_run"
PROBE = "v1-k06-0004"


def main() -> None:
    """Writes the pictures and says which."""
    from playwright.sync_api import sync_playwright

    browser_path = os.environ.get("CSE_BROWSER") or shutil.which("chromium") or shutil.which("google-chrome")
    if browser_path is None:
        raise SystemExit("no browser: install Chromium, or name one in CSE_BROWSER")
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        panel, example = Path(folder) / "panel", Path(folder) / "example.html"
        cse("simulate", panel, "--scale", 0.25)
        cse("report", panel, "--draws", 400)
        cse("report", EXAMPLE, "-o", example, "--draws", 400)
        sandbox = [] if os.getuid() else ["--no-sandbox"]
        browser = playwright.chromium.launch(executable_path=browser_path, args=sandbox)
        report = panel / "report.html"
        shoot(browser, report, "report-wide", width=1280, height=1000)
        shoot(browser, report, "report-narrow", width=390, height=900, at="#figure-budget")
        shoot(browser, report, "report-dark", width=1280, height=860, dark=True, at="#figure-heatmap")
        opened = f"#probe={PROBE}"
        shoot(browser, example, "explorer", width=1280, height=900, link=opened, at="#explorer [data-part=status]")
        browser.close()


def cse(*words: object) -> None:
    """Runs the command."""
    subprocess.run([sys.executable, "-m", "cse.cli.main", *map(str, words)], check=True)  # noqa: S603  # our own words


def shoot(
    browser: Any, page: Path, name: str, *, width: int, height: int, dark: bool = False, link: str = "", at: str = ""
) -> None:
    """Takes a picture of a page, from the element `at` down."""
    scheme = "dark" if dark else "light"
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    tab = context.new_page()
    tab.goto(page.as_uri() + link)
    tab.wait_for_selector("#explorer[data-ready]")
    for plot in tab.locator(".plot").all():
        plot.scroll_into_view_if_needed()
    tab.wait_for_function("[...document.querySelectorAll('.plot')].every((plot) => plot.dataset.drawn)")
    tab.evaluate("(at) => scrollTo(0, at && document.querySelector(at).getBoundingClientRect().top + scrollY - 16)", at)
    tab.wait_for_timeout(300)
    tab.screenshot(path=IMAGES / f"{name}.png")
    context.close()
    print(f"Wrote docs/images/{name}.png.")


if __name__ == "__main__":
    main()

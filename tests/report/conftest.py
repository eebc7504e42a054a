"""A real browser for the pages, and a watch over what they do in it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from watch import Watch

collect_ignore = ["conftest.py"]  # it holds no tests, and other folders have one of the same name
CANDIDATES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def _browser_path() -> str | None:
    named = os.environ.get("CSE_BROWSER")
    return named or next((path for name in CANDIDATES if (path := shutil.which(name))), None)


@pytest.fixture(scope="module")
def browser() -> Iterator[object]:
    """A headless Chromium, started once for a file of tests."""
    path = _browser_path()
    if path is None:
        message = "no browser: install Chromium (apt-get install chromium), or name one in CSE_BROWSER"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # A browser started by root, as in a container, has no sandbox of its own.
        sandbox = [] if os.getuid() else ["--no-sandbox"]
        running = playwright.chromium.launch(executable_path=path, args=sandbox)
        yield running
        running.close()


def _watching(browser) -> Iterator[Watch]:
    context = browser.new_context(viewport={"width": 1400, "height": 900}, accept_downloads=True)
    watch = Watch(context.new_page())
    yield watch
    watch.check()
    context.close()


@pytest.fixture
def watched(browser) -> Iterator[Watch]:
    """A fresh page; at its end nothing may have gone wrong in it, and it may have asked no host."""
    yield from _watching(browser)


@pytest.fixture(scope="module")
def page_of_module(browser) -> Iterator[Watch]:
    """The same for all tests of a file: going to another place of one report does not load it again."""
    yield from _watching(browser)


@pytest.fixture
def kept(page_of_module) -> Iterator[Watch]:
    """The page of this file's tests as the last one left it, with an empty form and no probe opened."""
    page_of_module.clear()
    yield page_of_module
    page_of_module.check()

"""A page of a browser with a record of its errors, dialogs and requests."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

READY = "#explorer[data-ready]"
OPENED = """([probe, model]) => {
    const text = (selector) => document.querySelector(`.opened ${selector}`)?.textContent ?? "";
    const there = text("h3").startsWith(probe) && text("article.chosen h4").startsWith(model);
    return there || text("h3") === "No such probe";
}"""


class Watch:
    """Drives one page.

    Attributes:
        page: The page.
        problems: Errors on the console, exceptions, dialogs.
        requests: Addresses that were asked for, without those that name data within the page.
    """

    def __init__(self, page: Any) -> None:
        self.page = page
        self.problems: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda message: self._said(message))
        page.on("pageerror", lambda error: self.problems.append(f"exception: {error}"))
        page.on("dialog", lambda dialog: (self.problems.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on("popup", lambda popup: self.problems.append(f"window: {popup.url}"))
        page.on("request", lambda request: self._asked(request.url))

    def _said(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(f"console {message.type}: {message.text}")

    def _asked(self, url: str) -> None:
        if urlsplit(url).scheme not in ("data", "blob"):
            self.requests.append(url)

    def open(self, file: Path, **link: Any) -> Any:
        """Opens a report from the disk, at a probe if one is named, and waits until its explorer stands."""
        return self.go(file.as_uri(), **link)

    def go(self, address: str, **link: Any) -> Any:
        """Opens an address."""
        self.page.goto(f"{address}#{urlencode(link)}" if link else address)
        self.page.wait_for_selector(READY)
        if "probe" in link:
            self.page.wait_for_function(OPENED, arg=[link["probe"], link.get("model", "")])
        return self.page

    def clear(self) -> None:
        """Empties the form and closes the opened probe, if a page has been opened."""
        if self.page.locator(READY).count():
            self.page.locator("#explorer [type=reset]").click()
            self.page.evaluate(
                "location.hash = ''; document.querySelector('#explorer [data-part=opened]').replaceChildren()"
            )

    def check(self) -> None:
        """Fails where something went wrong, or a host was asked that is not this machine."""
        assert self.problems == []
        strangers = [
            url for url in self.requests if urlsplit(url).scheme != "file" and urlsplit(url).hostname != "127.0.0.1"
        ]
        assert strangers == []

    def filter(self, **values: str) -> int:
        """Sets fields of the form by their options' texts, the text field by its text; returns how many are found."""
        form = self.page.locator("#explorer form")
        for name, value in values.items():
            field = form.locator(f"[name={name}]")
            field.fill(value) if name == "text" else field.select_option(label=value)
        self.page.wait_for_function(
            """(values) => {
                const form = document.querySelector("#explorer form");
                const shown = (name) => name === "text" ? form.elements[name].value
                    : form.elements[name].selectedOptions[0].text;
                return Object.entries(values).every(([name, value]) => shown(name) === value);
            }""",
            arg=values,
        )
        self.page.wait_for_timeout(600 if "text" in values else 50)
        status = self.page.locator("#explorer [data-part=status]")
        status.filter(has_text="responses").wait_for()
        return int(status.inner_text().split(" of ")[0].replace(",", ""))

"""The explorer as `cse view` serves it: the same answers, read from the files, on this machine alone."""

from __future__ import annotations

import contextlib
import http.client
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import polars as pl
import pytest
from axe_playwright_python.sync_playwright import Axe
from folders import chatty, faithful, shortening, write_folder
from watch import Watch

from cse.cli.probe_texts import probe_texts
from cse.errors import InvalidInput
from cse.report.server import ViewServer
from cse.report.store import Store
from cse.results.folder import read_info
from cse.suites import load_suite

PROBE = next(probe.id for probe in load_suite("quick").probes if probe.k == 6)
HOSTILE = "</script><script>window.pwned = 1</script><img src=x onerror='window.pwned = 1'>"


@pytest.fixture(scope="module")
def folders(tmp_path_factory) -> list[Path]:
    folder = tmp_path_factory.mktemp("runs")
    hostile = {"lab/hostile": lambda _, __: f"{HOSTILE}<answer>{HOSTILE}</answer>"}
    return [
        write_folder(folder / "one", {"lab/shortening": shortening, "lab/chatty": chatty}),
        write_folder(folder / "two", {"lab/faithful": faithful, **hostile}),
    ]


@pytest.fixture(scope="module")
def responses(folders: list[Path]) -> pl.DataFrame:
    return pl.concat([pl.read_parquet(folder / "responses.parquet") for folder in folders])


@pytest.fixture(scope="module")
def server(folders: list[Path]) -> Iterator[ViewServer]:
    store = Store(folders, lambda: probe_texts(read_info(folder) for folder in folders)[0])
    with ViewServer(store, "Answers") as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield running
        running.shutdown()
        thread.join()


def get(server: ViewServer, path: str, host: str | None = None) -> str:
    code, body = ask(server, path, host)
    assert code == 200, body
    return body


def ask(server: ViewServer, path: str, host: str | None = None) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=30)
    with contextlib.closing(connection):
        connection.request("GET", path, headers={"Host": host} if host else {})
        response = connection.getresponse()
        return response.status, response.read().decode("utf-8")


def rows_of(index: dict, rows: list[int]) -> set[tuple[str, str]]:
    return {
        (index["models"][index["rows"]["model"][row]], index["probes"]["id"][index["rows"]["probe"][row]])
        for row in rows
    }


@pytest.mark.parametrize(
    "text",
    [
        "count twice",
        "COUNT TWICE",
        "onerror='",
        "(.*",
        PROBE.upper(),
        "filter stopped",
        "<ANSWER>",
        "a\nb \x00",
        "“-”",
        "no such words",
    ],
)
def test_search_finds_the_rows_whose_texts_hold_it(server: ViewServer, responses: pl.DataFrame, text: str):
    index = json.loads(get(server, "/index.json"))
    found = json.loads(get(server, f"/search.json?{urlencode({'text': text})}"))
    expected = {
        (row["model"], row["probe_id"])
        for row in responses.iter_rows(named=True)
        if any(text.lower() in (row[name] or "").lower() for name in ("response", "error", "topic", "probe_id"))
    }
    assert rows_of(index, found) == expected
    assert found == sorted(found)
    assert bool(expected) == (
        text in ("count twice", "COUNT TWICE", "onerror='", PROBE.upper(), "filter stopped", "<ANSWER>")
    )


def test_a_probe_is_read_from_every_folder(server: ViewServer, responses: pl.DataFrame):
    detail = json.loads(get(server, f"/probe.json?id={PROBE}"))
    assert [answer["model"] for answer in detail["answers"]] == [
        "lab/shortening",
        "lab/chatty",
        "lab/faithful",
        "lab/hostile",
    ]
    for answer in detail["answers"]:
        known = responses.filter((pl.col("probe_id") == PROBE) & (pl.col("model") == answer["model"]))
        assert answer["answer"] == known["answer"][0]
        assert len(answer["checks"]) == 6
    assert detail["prompt"].startswith("Please write")


@pytest.mark.parametrize(
    "path", ["/nothing", "/probe.json?id=none", "/probe.json", "/search.json", "/assets/../page.py", "/assets/"]
)
def test_what_is_not_there_is_not_found(server: ViewServer, path: str):
    assert ask(server, path)[0] == 404


@pytest.mark.parametrize("host", ["example.org", "example.org:80", "127.0.0.1", "localhost:1"])
def test_a_page_of_another_host_gets_nothing(server: ViewServer, host: str):
    assert ask(server, "/index.json", host)[0] == 403


def test_it_listens_on_this_machine_alone(server: ViewServer):
    assert server.server_address[0] == "127.0.0.1"


def test_a_port_in_use_is_named(server: ViewServer):
    with pytest.raises(InvalidInput, match=str(server.server_port)):
        ViewServer(server.store, "again", server.server_port)


def test_it_shows_filters_and_opens_as_the_report_does(watched: Watch, server: ViewServer, responses: pl.DataFrame):
    page = watched.go(server.address)
    assert watched.filter() == responses.height
    failed = responses.filter((pl.col("status") == "ok") & ~pl.col("passed"))
    assert watched.filter(verdict="failed") == failed.height
    assert (
        watched.filter(verdict="failed", k="6", model="lab/chatty")
        == failed.filter((pl.col("k") == 6) & (pl.col("model") == "lab/chatty")).height
    )
    assert watched.filter(verdict="all", k="all", model="all", text="count twice") == 96
    page.locator("[data-part=list] a").first.click()
    page.locator(".opened article").nth(3).wait_for()
    assert {url.split("?")[0] for url in watched.requests} == {
        server.address + path
        for path in (
            *(
                "",
                "index.json",
                "search.json",
                "probe.json",
                "assets/theme.js",
                "assets/page.css",
                "assets/explorer.css",
            ),
            *(f"assets/{name}.js" for name in ("view", "explorer", "served", "detail", "answer", "dom", "filter")),
        )
    }


def test_what_a_model_wrote_does_not_run(watched: Watch, server: ViewServer):
    page = watched.go(server.address, probe=PROBE, model="lab/hostile")
    chosen = page.locator("article.chosen")
    assert HOSTILE in chosen.locator("[aria-label='Answer as written']").evaluate(
        "(box) => { box.querySelectorAll('sup').forEach((label) => label.remove()); return box.textContent; }"
    )
    chosen.get_by_text("Before the answer").click()
    chosen.locator("details[open] .text").wait_for()
    assert HOSTILE + "<answer>" in chosen.inner_text()
    assert page.evaluate("window.pwned") is None
    assert page.locator("#explorer :is(script, img)").count() == 0


def test_it_meets_wcag_aa(watched: Watch, server: ViewServer):
    page = watched.go(server.address, probe=PROBE, model="lab/chatty")
    rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    found = Axe().run(page, options={"runOnly": rules, "resultTypes": ["violations"]})
    broken = [f"{rule['id']}: {node['html']}" for rule in found.response["violations"] for node in rule["nodes"]]
    assert not broken, "\n".join(broken)

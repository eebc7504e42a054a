"""Whatever a model writes, the page shows it and runs none of it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import parse_qs, urlencode

import pytest
from folders import write_folder, write_page
from watch import Watch

from cse.compose.probe import Probe
from cse.suites.loader import load_suite

RUNS = "window.pwned = (window.pwned || 0) + 1"
HOSTILE = {
    "script": f"<script>{RUNS}</script>",
    "closing script": f"</script><script>{RUNS}</script><!--<script>",
    "closing everything": f"\"'></textarea></title></style></template></noscript></pre><script>{RUNS}</script>",
    "event handler": f'<img src=x onerror="{RUNS}"><svg onload="{RUNS}"><details open ontoggle="{RUNS}">',
    "link": f'<a href="javascript:{RUNS}" autofocus onfocus="{RUNS}" tabindex=1>here</a>',
    "frame": f'<iframe srcdoc="<script>parent.pwned=1</script>"></iframe><object data="javascript:{RUNS}"></object>',
    "style": "<style>*{display:none!important}</style><link rel=stylesheet href=//example.org/x.css>",
    "request": '<img src="https://example.org/a.png"><meta http-equiv=refresh content="0;url=https://example.org">',
    "template": "{{ 7 * 7 }} {% raw %} ${" + RUNS + "} <% =1 %>",
    "json": '\\u003cscript\\u003e \\" \\\\ ]]> \u2028\u2029',
    "bidi": "user \u202eevil\u202c \u2066hidden\u2069 \u200fabc\u200e",
    "control": "a\x00b\x01\x07\x08\x1b[31m\x7f\x85c\r\nd",
    "zero width": "zero\u200bwidth\ufeff soft\u00adhyphen",
    "combining": "Z" + "\u0351\u0363" * 500,
    "replacement": "lone \ufffd surrogate, an astral 😀 and 𝔘",
}
HUGE = {"long line": "x" * 1_000_000, "many lines": "\n" * 50_000 + "end", "many spans": "7 " * 20_000}
SHOWN = 20_000


def name_of(kind: str) -> str:
    return f'm/{kind}"><script>window.pwned=2</script>'


def probes_without_digits() -> list[Probe]:
    return [probe for probe in load_suite("quick").probes if any(c.name == "no_digits" for c in probe.constraints)]


@pytest.fixture(scope="module")
def file(tmp_path_factory) -> Path:
    """A report of models that each answer three probes with one hostile text; their names are hostile too.

    In the second probe the text stands before the answer, in the third behind it.
    """
    folder = tmp_path_factory.mktemp("hostile")
    probes = probes_without_digits()[:3]
    forms = dict(
        zip((probe.id for probe in probes), ("{}", "{}<answer>fine</answer>", "<answer>fine</answer>{}"), strict=True)
    )
    models = {
        name_of(kind): (lambda probe, _, text=text: forms[probe.id].replace("{}", text, 1))
        for kind, text in HOSTILE.items()
    }
    write_folder(folder, models, probes)
    info = json.loads((folder / "run.json").read_text("utf-8"))
    info["note"] = f"\ud800 </script><script>{RUNS}</script>"
    (folder / "run.json").write_text(json.dumps(info), encoding="utf-8")
    return write_page(folder)


@pytest.fixture(scope="module")
def huge(tmp_path_factory) -> Path:
    """A report of models that each answer one probe with far more than anybody reads."""
    probes = probes_for_huge()
    models = {
        name_of(kind): (lambda probe, _, kind=kind: HUGE[kind] if probe == probes[kind] else "fine") for kind in HUGE
    }
    return write_page(write_folder(tmp_path_factory.mktemp("huge"), models, list(probes.values())))


def probes_for_huge() -> dict[str, Probe]:
    return dict(zip(HUGE, probes_without_digits(), strict=False))


def test_the_file_is_one_text_that_no_answer_breaks(file: Path):
    text = file.read_text("utf-8")
    assert "\x00" not in text
    assert text.startswith("<!doctype html>")
    assert text.endswith("</html>\n")
    assert RUNS not in text.replace("&lt;", "<")[: text.index("<main>")]
    assert f"<script>{RUNS}" not in text


def test_nothing_that_a_model_wrote_runs(watched: Watch, file: Path):
    page = watched.open(file)
    links = [link.get_attribute("href") for link in page.locator("[data-part=list] a").all()]
    assert len(links) == 3 * len(HOSTILE)
    for link in links[:: len(HOSTILE)]:
        page.evaluate("(link) => { location.hash = link; }", link)
        page.wait_for_function(
            "([id, count]) => document.querySelector('.opened h3').textContent.startsWith(id)"
            " && document.querySelectorAll('.opened article').length === count",
            arg=[parse_qs(link[1:])["probe"][0], len(HOSTILE)],
        )
        page.evaluate("document.querySelectorAll('.opened details').forEach((fold) => (fold.open = true))")
        page.wait_for_timeout(500)
    assert page.evaluate("window.pwned") is None
    assert page.title().startswith("How many constraints hold at once?")
    assert page.evaluate("getComputedStyle(document.body).display") == "block"
    inside = page.locator("#explorer :is(script, style, iframe, img, object, link, meta, svg, embed, form form)")
    assert inside.count() == 0
    assert page.locator("script").count() == page.locator("body > script, head > script").count()


@pytest.mark.parametrize("kind", HOSTILE)
def test_an_answer_is_shown_as_it_was_written(kept: Watch, file: Path, kind: str):
    probe = probes_without_digits()[0]
    page = kept.open(file, probe=probe.id, model=name_of(kind))
    box = page.locator("article.chosen [aria-label='Answer as written']")
    shown = box.evaluate(
        """(box) => {
            const copy = box.cloneNode(true);
            copy.querySelectorAll("button, sup").forEach((node) => node.remove());
            copy.querySelectorAll(".invisible").forEach((node) => {
                const [, code, times] = node.textContent.match(/^U\\+([0-9A-F]+)(?: ×([0-9,]+))?$/);
                const character = String.fromCodePoint(parseInt(code, 16));
                node.replaceWith(character.repeat(times ? Number(times.replace(",", "")) : 1));
            });
            return copy.textContent;
        }"""
    )
    assert shown == HOSTILE[kind].strip()
    seen = box.inner_text()
    assert not re.search("[\x00-\x08\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f\ufeff\u00ad]", seen)


@pytest.mark.parametrize("kind", HUGE)
def test_a_huge_answer_is_cut_with_a_word_about_it_and_opens_at_once(watched: Watch, huge: Path, kind: str):
    probe = probes_for_huge()[kind]
    page = watched.open(huge)
    took = page.evaluate(
        """async (link) => {
            const start = performance.now();
            location.hash = link;
            while (!document.querySelector(".opened article.chosen")) await new Promise(requestAnimationFrame);
            document.querySelector(".opened").getBoundingClientRect();
            await new Promise(requestAnimationFrame);
            return performance.now() - start;
        }""",
        f"#{urlencode({'probe': probe.id, 'model': name_of(kind)})}",
    )
    assert took < 5000
    text = HUGE[kind].strip()
    chosen = page.locator("article.chosen")
    if len(text) > SHOWN:
        assert f"{SHOWN:,} of {len(text):,} characters" in chosen.inner_text()


def test_spans_count_characters_beyond_the_first_plane(watched: Watch, tmp_path: Path):
    probe = probes_without_digits()[0]
    write_folder(tmp_path, {"m": lambda _, __: "<answer>😀 é 𝔘 then 7 of them 😀 and 42.</answer>"}, [probe])
    page = watched.open(write_page(tmp_path), probe=probe.id, model="m")
    marks = page.locator('mark[data-codes~="N2"]')
    texts = marks.evaluate_all("(marks) => marks.map((mark) => mark.firstChild.textContent)")
    assert "".join(texts) == "742"

"""Figures as files and in notebooks: every format, whole, without network, whatever a model is called."""

from __future__ import annotations

import json
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest

from cse.errors import InvalidInput
from cse.figures import COLUMN, FULL, save
from cse.figures.page import fragment, page
from cse.figures.theme import PALETTES


@pytest.fixture(scope="module")
def figure(drawn):
    return drawn["position", COLUMN]


def test_svg_names_the_finding_for_screen_readers(figure, tmp_path):
    save(figure, tmp_path / "f.svg")
    root = ElementTree.parse(tmp_path / "f.svg").getroot()  # noqa: S314  # our own bytes
    assert (root.attrib["role"], root.attrib["aria-label"]) == ("img", figure.description)


def test_pdf_and_png_are_whole(figure, tmp_path):
    for name in ("f.svg", "f.pdf", "f.png"):
        save(figure, tmp_path / name, scale=2)
    pdf = (tmp_path / "f.pdf").read_bytes()
    assert pdf.startswith(b"%PDF-")
    assert pdf.rstrip().endswith(b"%%EOF")
    png = (tmp_path / "f.png").read_bytes()
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    svg = ElementTree.parse(tmp_path / "f.svg").getroot().attrib  # noqa: S314
    assert struct.unpack(">II", png[16:24]) == pytest.approx((2 * float(svg["width"]), 2 * float(svg["height"])), abs=2)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_mode_is_in_the_file(figure, tmp_path, mode):
    save(figure, tmp_path / "f.json", mode=mode)
    save(figure, tmp_path / "f.svg", mode=mode)
    spec = json.loads((tmp_path / "f.json").read_text("utf-8"))
    assert spec == figure.spec(mode)
    assert PALETTES[mode].first in (tmp_path / "f.svg").read_text("utf-8")


def test_html_asks_no_host(figure, tmp_path):
    save(figure, tmp_path / "f.html")
    text = (tmp_path / "f.html").read_text("utf-8")
    assert not re.search(r"""(?:src|href)\s*=\s*["']?https?:|@import|<link\b""", text)
    assert text.count("<script>") == text.count("</script>") == 2
    assert len(text) > 500_000  # the libraries are inside


def test_another_ending_is_refused_and_leaves_nothing(figure, tmp_path):
    with pytest.raises(
        InvalidInput, match=r"A figure is written as \.svg, \.pdf, \.png, \.html, \.json, not as 'f\.gif'\."
    ):
        save(figure, tmp_path / "f.gif")
    assert list(tmp_path.iterdir()) == []


def test_a_notebook_shows_it_interactive_still_or_in_words(drawn):
    figure = drawn["collapse", FULL]
    bundle = figure._repr_mimebundle_()
    assert list(bundle) == ["text/html", "image/svg+xml", "text/plain"]
    assert "https://cdn" not in bundle["text/html"]
    assert bundle["image/svg+xml"].startswith("<svg")
    assert bundle["text/plain"] == f"{figure.title}\n{figure.description}"
    # two figures on one page, or one twice, do not fight for an element
    ids = [re.search(r'<div id="([^"]+)"', figure._repr_mimebundle_()["text/html"]).group(1) for _ in range(2)]
    assert ids[0] != ids[1]


def test_a_name_cannot_leave_the_script_or_the_title():
    hostile = "</script><script>alert(1)</script><!--"
    spec = {"description": hostile, "config": {"background": "#ffffff"}}
    text = page(spec, hostile)
    assert text.count("</script>") == 2
    assert "alert(1)</script>" not in text
    assert "<title>&lt;/script&gt;" in text
    written = fragment(spec, "a").rsplit("vegaEmbed(", 1)[1]
    assert json.loads(written[written.index("{") : written.index(', {"renderer"')])["description"] == hostile


DRAW = """
import sys, urllib.request
import polars as pl
from cse.figures import position, save
try:
    urllib.request.urlopen("http://192.0.2.1", timeout=0.5)
except OSError:
    pass
else:
    sys.exit("there is a network")
rho = {"rho": 0.1, "rho_low": 0.0, "rho_high": 0.2}
row = {"k": 2, "probes": 9, "checks": 18, "first": 0.6, "last": 0.5, "p": 0.3}
summary = {"levels": 1, "significant": 0}
figure = position(pl.DataFrame([row | rho]), pl.DataFrame([summary | rho]))
for ending in ("svg", "pdf", "png", "html"):
    save(figure, f"{sys.argv[1]}/f.{ending}")
figure._repr_mimebundle_()
"""


def test_all_of_it_works_where_there_is_no_network(tmp_path):
    alone = ["unshare", "--map-root-user", "--net"]
    try:
        subprocess.run([*alone, "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("NOT TESTED: this system lets no process give up its network (unshare --net)")
    subprocess.run([*alone, sys.executable, "-c", DRAW, str(tmp_path)], check=True)
    assert {path.name for path in tmp_path.iterdir()} == {"f.svg", "f.pdf", "f.png", "f.html"}

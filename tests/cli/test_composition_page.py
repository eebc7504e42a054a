"""docs/composition.md tells of the suite as it is shipped, and of blind draws as they come out today."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from cse.cli.composition_frames import drawn_frame, draws_frame
from cse.cli.composition_views import VIEWS
from cse.cli.suites_report import composition_of
from cse.compose.blind import blind_draws
from cse.stats.refusals import refusals
from cse.suites.loader import load_suite

DOCS = Path(__file__).parents[2] / "docs"
STALE = "run `python docs/composition.py`"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_composition", DOCS / "composition.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def page() -> str:
    return (DOCS / "composition.md").read_text("utf-8")


def test_the_page_is_about_the_shipped_suite(script: ModuleType, page: str):
    suite = load_suite(script.SUITE)
    assert suite.digest in page, STALE
    found = composition_of(suite, blind=0, seed=script.SEED)
    for statement in (found.statements[0], found.statements[1], *found.statements[3:6]):
        assert f"- {statement}\n" in page, STALE
    levels = [view for view in VIEWS if view.table == "levels"]
    assert len(levels) == 2
    for view in levels:
        assert script.markdown(found.tables["levels"], view) in page, STALE


def test_blind_draws_at_one_level_come_out_as_on_the_page(script: ModuleType, page: str):
    draws = blind_draws({6: script.BLIND}, script.SEED)
    table = refusals(draws_frame(draws), drawn_frame(draws))
    for view in VIEWS:
        if view.table == "refusals":
            assert script.markdown(table, view).splitlines()[-1] in page, STALE


def test_every_note_stands_below_its_title(script: ModuleType, page: str):
    titles = {view.title for view in VIEWS}
    assert len(titles) == len(VIEWS)
    for title, note in script._NOTES.items():
        assert title in titles
        assert f"## {title}\n\n{note}\n" in page, STALE

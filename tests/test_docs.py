"""The docs say what the code does: generated pages are up to date, links lead somewhere, commands exist."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])


def generated():
    spec = importlib.util.spec_from_file_location("docs_generate", ROOT / "docs" / "generate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.pages()


@pytest.mark.parametrize("name", ["constraints.md", "columns.md"])
def test_generated_pages_are_up_to_date(name):
    assert (ROOT / "docs" / name).read_text("utf-8") == generated()[name], "run `make docs`"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_within_the_repository_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text("utf-8")):
        if not target.startswith(("http://", "https://")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_named_source_paths_exist(page):
    for path in re.findall(r"`((?:src|tests|docs|benchmarks)/[\w./-]+)`", page.read_text("utf-8")):
        assert (ROOT / path).exists(), f"{page.name} names {path}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_named_commands_exist(page):
    from cse.cli.main import app

    known = {command.callback.__name__.replace("_", "-") for command in app.registered_commands}
    known |= {group.name for group in app.registered_groups}
    for command in re.findall(r"\bcse ([a-z]+)\b(?! eval)", page.read_text("utf-8")):
        assert command in known or command in _WORDS, f"{page.name} names `cse {command}`"


_WORDS = {"core"}

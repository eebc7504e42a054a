"""The page docs/figures.md: its example runs, and its table is that of the registry."""

import re
from pathlib import Path

import pytest

from cse.figures import FIGURES, tables_of

TEXT = (Path(__file__).parents[2] / "docs" / "figures.md").read_text("utf-8")


def test_the_table_lists_every_figure_with_its_tables():
    listed = re.findall(r"^\| `(\w+)` \|[^|]+\| ([^|]+) \|$", TEXT, re.MULTILINE)
    assert {name: tuple(re.findall(r"`(\w+)`", tables)) for name, tables in listed} == {
        name: tables_of(function) for name, function in FIGURES.items()
    }
    assert [name for name, _ in listed] == list(FIGURES)


def test_the_example_runs(tmp_path, monkeypatch: pytest.MonkeyPatch, capsys):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(re.search(r"```python\n(.*?)```", TEXT, re.DOTALL).group(1), names)  # noqa: S102  # our own page
    assert set(names["figures"]) | set(names["reasons"]) == set(FIGURES)
    assert capsys.readouterr().out == f"{names['figures']['collapse'].title}\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["collapse-dark.svg", "collapse.pdf"]

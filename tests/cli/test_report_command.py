"""`cse report` writes what it says, where it says."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path

import polars as pl
import pytest
from click.testing import Result
from runner import run

from cse.cli.report import report
from cse.cli.simulate import simulate
from cse.errors import InvalidInput
from cse.figures import draw

OPTIONS = ("--draws", 100, "--seed", 3)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("panel") / "run"
    assert run(simulate, path, "--scale", 0.03, "--models", 2).exit_code == 0
    return path


@pytest.fixture(scope="module")
def written(folder: Path) -> tuple[Result, bytes]:
    """What the command says for one run, and the page that it writes into its folder."""
    return run(report, folder, *OPTIONS), (folder / "report.html").read_bytes()


def part(folder: Path, path: Path, model: str, ks: Collection[int]) -> Path:
    """Writes a run of one model at a few k, of which few figures can be drawn; `model` is what it is called there."""
    path.mkdir()
    for name in ("responses.parquet", "checks.parquet"):
        table = pl.read_parquet(folder / name)
        some = table.filter(pl.col("model") == table["model"][0], pl.col("k").is_in(ks))
        some.with_columns(model=pl.lit(model)).write_parquet(path / name)
    (path / "run.json").write_bytes((folder / "run.json").read_bytes())
    return path


def test_one_run_gets_its_report_in_its_folder(folder: Path, written: tuple[Result, bytes]):
    result, page = written
    assert result.exit_code == 0, result.output
    probes = pl.read_parquet(folder / "responses.parquet")["probe_id"].n_unique()
    assert f"{probes} of {probes} probes" in result.output
    text = page.decode("utf-8")
    assert "These are simulated respondents" in text
    assert "cse simulate" in text
    assert "--seed 3" in text


def test_the_same_command_writes_the_same_bytes(folder: Path, written: tuple[Result, bytes]):
    assert run(report, folder, *OPTIONS).exit_code == 0
    assert (folder / "report.html").read_bytes() == written[1]


def test_figures_and_tables_are_written_for_a_paper(folder: Path, tmp_path: Path):
    one = part(folder, tmp_path / "one", "one", (1, 4))
    result = run(report, one, "--figures", tmp_path / "paper", *OPTIONS)
    assert result.exit_code == 0, result.output
    names = {path.name for path in (tmp_path / "paper").iterdir()}
    for name in ("collapse", "heatmap", "budget"):
        assert {f"{name}.svg", f"{name}.pdf", f"{name}.png", f"{name}-column.svg", f"{name}-column.pdf"} <= names
    for name in ("by_k", "by_model", "decay_mcsr"):
        assert {f"{name}{end}" for end in (".tex", ".md", ".csv")} <= names
    rates = pl.read_csv(tmp_path / "paper" / "by_k.csv")
    latex = (tmp_path / "paper" / "by_k.tex").read_text("utf-8")
    assert latex.count(r"\\") == rates.height + 1
    assert f"{100 * rates['scsr'][0]:.1f}" in latex


def test_several_runs_need_a_name_only_if_the_default_does_not_suit(folder: Path, tmp_path: Path, monkeypatch):
    runs = [part(folder, tmp_path / model, model, (4,)) for model in ("one", "another")]
    monkeypatch.chdir(tmp_path)
    result = run(report, *runs, *OPTIONS)
    assert result.exit_code == 0, result.output
    assert "another and one" in (tmp_path / "report.html").read_text("utf-8")


def test_a_suite_that_is_not_at_hand_is_named_in_the_report(folder: Path, tmp_path: Path):
    moved = part(folder, tmp_path / "moved", "moved", (4,))
    (moved / "run.json").write_text(json.dumps({"suite": {"name": "quick", "digest": "0" * 64}}), encoding="utf-8")
    assert run(report, moved, *OPTIONS).exit_code == 0
    assert "its digest is another" in (moved / "report.html").read_text("utf-8")


def test_mistakes_are_named_before_anything_is_computed(folder: Path, tmp_path: Path):
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for arguments, message in (
        ((tmp_path / "nowhere",), "There is no folder"),
        ((tmp_path,), "it has no run.json"),
        ((folder, "-o", tmp_path), "is a folder; name the file"),
        ((folder, "--figures", tmp_path / "file"), "is a file; name a folder"),
    ):
        result = run(report, *arguments, *OPTIONS)
        assert isinstance(result.exception, InvalidInput)
        assert message in str(result.exception)


def test_every_figure_that_can_be_drawn_is_in_the_page(folder: Path, written: tuple[Result, bytes]):
    import numpy as np

    from cse.results.folder import read_run
    from cse.stats.analysis import analyse

    found = read_run(folder)
    tables = analyse(found.responses, found.checks, np.random.default_rng(3), draws=100).tables
    text = written[1].decode("utf-8")
    drawn, reasons = draw(tables)
    assert [f'id="figure-{name}"' in text for name in drawn] == [True] * len(drawn)
    assert all(f'id="figure-{name}"' not in text for name in reasons)

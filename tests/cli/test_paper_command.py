"""`cse paper`: exit code, screen, JSON and files."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from runner import run

import cse.stats.paper
from cse.cli.paper import paper, shortened
from cse.stats.paper import comparisons


@pytest.fixture(scope="module")
def table() -> pl.DataFrame:
    return comparisons()


@pytest.fixture
def at_hand(table: pl.DataFrame, monkeypatch: pytest.MonkeyPatch) -> pl.DataFrame:
    """Lets the command show the table as computed once; the first test has it computed by the command itself."""
    monkeypatch.setattr(cse.stats.paper, "comparisons", lambda: table)
    return table


def test_all_that_can_be_reproduced_is_and_contradictions_are_named(table: pl.DataFrame):
    result = run(paper)
    assert result.exit_code == 0
    total = table.height
    assert f"{total} of {total} figures hold within rounding." in result.output
    assert "Where the paper contradicts itself" in result.output
    assert "they add up to 6,071" in result.output
    assert "GPT-5.5" in result.output


def test_json_and_files_hold_every_figure(at_hand: pl.DataFrame, tmp_path: Path):
    result = run(paper, "--json", "--out", tmp_path)
    data = json.loads(result.output)
    assert len(data["comparisons"]) == at_hand.height
    assert set(data["comparisons"][0]) == {
        *("source", "group", "item", "published", "computed", "allowed", "difference", "holds")
    }
    written = pl.read_csv(tmp_path / "comparisons.csv")
    assert written.height == at_hand.height
    assert pl.read_parquet(tmp_path / "contradictions.parquet").height == len(data["contradictions"])


def test_a_difference_beyond_rounding_exits_with_1(table: pl.DataFrame, monkeypatch: pytest.MonkeyPatch):
    off = table.with_columns(
        holds=pl.when(pl.col("item") == "GPT-5.5", pl.col("group") == "decay factor r").then(False).otherwise("holds")
    )
    monkeypatch.setattr(cse.stats.paper, "comparisons", lambda: off)
    result = run(paper)
    assert result.exit_code == 1
    assert "NO" in result.output
    assert f"{off.height - 1} of {off.height} figures hold" in result.output


def test_long_groups_are_cut_but_never_what_does_not_hold(at_hand: pl.DataFrame):
    whole = at_hand.with_columns(holds=pl.col("item") != "O4")
    short = shortened(whole)
    assert short.height < whole.height
    assert short.filter(~pl.col("holds")).height == whole.filter(~pl.col("holds")).height
    assert short.filter(pl.col("group") == "decay factor r").height == 15
    assert len(run(paper, "--all").output.splitlines()) > len(run(paper).output.splitlines())

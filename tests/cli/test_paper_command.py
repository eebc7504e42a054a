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


def test_all_that_can_be_reproduced_is_and_contradictions_are_named():
    result = run(paper)
    assert result.exit_code == 0
    total = comparisons().height
    assert f"{total} of {total} figures hold within rounding." in result.output
    assert "Where the paper contradicts itself" in result.output
    assert "they add up to 6,071" in result.output
    assert "GPT-5.5" in result.output


def test_json_and_files_hold_every_figure(tmp_path: Path):
    result = run(paper, "--json", "--out", tmp_path)
    data = json.loads(result.output)
    assert len(data["comparisons"]) == comparisons().height
    assert set(data["comparisons"][0]) == {
        *("source", "group", "item", "published", "computed", "allowed", "difference", "holds")
    }
    written = pl.read_csv(tmp_path / "comparisons.csv")
    assert written.height == comparisons().height
    assert pl.read_parquet(tmp_path / "contradictions.parquet").height == len(data["contradictions"])


def test_a_difference_beyond_rounding_exits_with_1(monkeypatch: pytest.MonkeyPatch):
    off = comparisons().with_columns(
        holds=pl.when(pl.col("item") == "GPT-5.5", pl.col("group") == "decay factor r").then(False).otherwise("holds")
    )
    monkeypatch.setattr(cse.stats.paper, "comparisons", lambda: off)
    result = run(paper)
    assert result.exit_code == 1
    assert "NO" in result.output
    assert f"{off.height - 1} of {off.height} figures hold" in result.output


def test_long_groups_are_cut_but_never_what_does_not_hold():
    table = comparisons().with_columns(holds=pl.col("item") != "O4")
    short = shortened(table)
    assert short.height < table.height
    assert short.filter(~pl.col("holds")).height == table.filter(~pl.col("holds")).height
    assert short.filter(pl.col("group") == "decay factor r").height == 15
    assert len(run(paper, "--all").output.splitlines()) > len(run(paper).output.splitlines())

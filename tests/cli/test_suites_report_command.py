"""`cse suites report`: screen, JSON, files, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from runner import run

import cse
from cse.cli.suites_report import report
from cse.compose.probe import write_probes
from cse.errors import InvalidInput, UnknownName


@pytest.fixture(scope="module")
def probe_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("probes") / "probes.jsonl"
    types = ["word_count", "lipogram", "bullet_list", "no_digits"]
    write_probes(path, [*cse.compose(1, 4, types=types), *cse.compose(2, 6, types=types)])
    return path


def test_v1_holds_what_the_design_asks_for():
    result = run(report, "v1", "--blind", 0, "--json")
    assert result.exit_code == 0, result.output
    data = json.loads(result.output)
    assert data["statements"][0] == "4,470 satisfiable and 57 impossible probes, k = 1 to 12."
    levels = data["tables"]["levels"]
    assert [row["probes"] for row in levels] == [360, 500, 500, 500, 500, 500, 400, 400, 250, 220, 180, 160]
    assert sum(row["impossible"] for row in levels) == 57
    assert all(row["types"] == 36 for row in levels)
    assert all(row["is_even"] for row in data["tables"]["types"])
    assert data["tables"]["difficulty"][0]["p"] > 0.05
    assert "refusals" not in data["tables"]
    assert len(data["digest"]) == 64


def test_a_probe_file_is_reported_like_a_suite(probe_file: Path):
    data = json.loads(run(report, probe_file, "--blind", 60, "--seed", 3, "--json").output)
    assert (data["suite"], data["blind"], data["seed"]) == (str(probe_file), 60, 3)
    one, two = data["tables"]["levels"]
    assert (one["probes"], one["type_sets"], two["probes"], two["type_sets"]) == (4, 4, 6, 6)
    assert (two["pairs"], two["pair_least"], two["pair_most"], two["pair_even"]) == (6, 1, 1, 1.0)
    assert data["statements"][2] == "6 of 6 pairs of types occur."
    assert [(row["k"], row["draws"]) for row in data["tables"]["refusals"]] == [(1, 60), (2, 60)]
    # no constraint contradicts itself
    assert data["tables"]["refusals"][0]["witness"] + data["tables"]["refusals"][0]["unknown"] == 60
    again = json.loads(run(report, probe_file, "--blind", 60, "--seed", 3, "--json").output)
    assert again == data


def test_all_tables_become_files(probe_file: Path, tmp_path: Path):
    result = run(report, probe_file, "--blind", 20, "--out", tmp_path / "report")
    assert result.exit_code == 0, result.output
    info = json.loads((tmp_path / "report" / "composition.json").read_text())
    assert info["statements"][0].startswith("10 satisfiable and 0 impossible probes")
    names = {path.stem for path in (tmp_path / "report").glob("*.parquet")}
    assert names == {path.stem for path in (tmp_path / "report").glob("*.csv")}
    assert {"levels", "types", "pairs", "parameters", "refusals", "reasons", "cores", "unknown_types"} <= names
    refusals = pl.read_parquet(tmp_path / "report" / "refusals.parquet")
    assert refusals["draws"].to_list() == [20, 20]
    assert pl.read_csv(tmp_path / "report" / "types.csv").height == 8


def test_the_screen_shows_tables_and_sentences(probe_file: Path):
    result = run(report, probe_file, "--blind", 20)
    assert result.exit_code == 0, result.output
    for text in (
        "Types and pairs of types at each k",
        "Blind draws: what becomes of them",
        "Refused by claims, beside the paper's checker (table 11), in %",
        "- 10 satisfiable and 0 impossible probes, k = 1 to 2.",
    ):
        assert text in result.output
    without = run(report, probe_file, "--blind", 0).output
    assert "Parameters over k" in without
    assert "Blind draws" not in without


def test_what_is_no_suite_is_refused(tmp_path: Path):
    assert isinstance(run(report, "v9").exception, UnknownName)
    (tmp_path / "empty.jsonl").write_text("")
    assert isinstance(run(report, tmp_path / "empty.jsonl").exception, InvalidInput)
    (tmp_path / "file").write_text("")
    result = run(report, "quick", "--blind", 0, "--out", tmp_path / "file")
    assert isinstance(result.exception, InvalidInput)
    assert run(report, "quick", "--blind", -1).exit_code == 2

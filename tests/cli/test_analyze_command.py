"""`cse analyze` and `cse budget` on simulated folders: screen, JSON, files, and folders that are none."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from runner import run

from cse.cli.analysis_views import VIEWS
from cse.cli.analyze import analyze
from cse.cli.budget import budget
from cse.cli.simulate import simulate
from cse.errors import InvalidInput


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A simulated panel of two models, cut into one folder for each."""
    from cse.results.folder import read_run, write_info, write_run_tables

    whole = tmp_path_factory.mktemp("panel")
    run(simulate, whole, "--scale", 0.04, "--models", 2)
    found = read_run(whole)
    parts = []
    for model in found.info["models"]:
        part = tmp_path_factory.mktemp("part")
        chosen = pl.col("model") == model
        write_run_tables(part, found.responses.filter(chosen), found.checks.filter(chosen))
        write_info(part, {"simulated": True, "model": model})
        parts.append(part)
    return parts


def test_the_screen_shows_each_table_and_says_that_it_is_simulated(folders: list[Path]):
    result = run(analyze, *folders, "--draws", 100)
    assert result.exit_code == 0, result.exception
    for title in ("Levels by model", "Decay of mCSR", "Largest k at the target reliability", "Constraint types"):
        assert title in result.output
    assert "These are simulated respondents, not models." in result.output


@pytest.fixture(scope="module")
def written(folders: list[Path], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Where both folders were analysed to, and what was printed as JSON."""
    out = tmp_path_factory.mktemp("tables")
    return out, run(analyze, *folders, "--draws", 100, "--json", "--out", out).stdout


def test_json_and_files_hold_the_same_tables(written: tuple[Path, str]):
    out, printed = written
    data = json.loads(printed)
    assert data["draws"] == 100
    assert data["simulated"] is True
    assert len(data["runs"]) == 2
    assert "NaN" not in printed
    assert "Infinity" not in printed
    for name, rows in data["tables"].items():
        assert pl.read_parquet(out / f"{name}.parquet").height == len(rows)
        assert (out / f"{name}.csv").is_file()
    assert json.loads((out / "analysis.json").read_text())["statements"] == data["statements"]
    assert [row["model"] for row in data["tables"]["by_model"]] == ["simulated/GPT-5.5", "simulated/Gemini 3.1 Pro"]


def test_the_same_seed_gives_the_same_numbers(folders: list[Path], written: tuple[Path, str]):
    assert run(analyze, *folders, "--draws", 100, "--json").stdout == written[1]
    assert run(analyze, *folders, "--draws", 100, "--seed", 1, "--json").stdout != written[1]


def test_every_shown_column_exists(written: tuple[Path, str]):
    tables = json.loads(written[1])["tables"]
    for view in VIEWS:
        if tables.get(view.table):
            assert {column.name for column in view.columns} <= set(tables[view.table][0]), view.table


@pytest.mark.parametrize("command", [analyze, budget])
def test_what_is_no_run_is_named(command, folders: list[Path], tmp_path: Path):
    for arguments, message in (
        ([tmp_path / "none"], "There is no folder"),
        ([tmp_path], "not the folder of a run"),
        ([folders[0], folders[0]], "more than once"),
    ):
        result = run(command, *arguments)
        assert isinstance(result.exception, InvalidInput)
        assert message in str(result.exception)


def test_budget_tells_both_measures_at_the_target(folders: list[Path], tmp_path: Path):
    result = run(budget, folders[0], "--target", 0.6, "--draws", 100, "--out", tmp_path)
    assert result.exit_code == 0
    assert "Largest k at which 60% of responses keep all k constraints (sCSR)" in result.output
    assert pl.read_parquet(tmp_path / "budget.parquet")["measure"].to_list() == ["scsr", "mcsr"]
    data = json.loads(run(budget, folders[0], "--target", 0.6, "--draws", 100, "--json").stdout)
    assert [row["measure"] for row in data["budget"]] == ["scsr", "mcsr"]
    result = run(budget, folders[0], "--target", 1.5)
    assert isinstance(result.exception, InvalidInput)


def test_a_file_is_no_folder_to_write_to(folders: list[Path], tmp_path: Path):
    (tmp_path / "file").write_text("x")
    result = run(budget, folders[0], "--draws", 100, "--out", tmp_path / "file")
    assert isinstance(result.exception, InvalidInput)
    assert "is a file" in str(result.exception)


def test_a_passed_impossible_probe_is_named_with_its_text_and_ends_with_1(tmp_path: Path):
    from cse.results.folder import write_info, write_run_tables
    from cse.results.tables import checks_frame, responses_frame

    probes = [("v1-x-digits-sum-0", True, True), ("v1-x-digits-sum-1", True, False)]
    key = {"model": "m", "epoch": 1, "k": 2, "impossible": True}
    responses = [
        key
        | {"probe_id": probe, "topic": "t", "status": "ok", "tag_status": "closed", "passed": all(passed)}
        | {"response": "<answer>\x1b1 + 1</answer>", "answer": "\x1b1 + 1"}
        for probe, *passed in probes
    ]
    types = [("no_digits", "N2"), ("integer_sum", "N1")]
    checks = [
        key
        | {"probe_id": probe, "position": place, "type": types[place - 1][0], "code": types[place - 1][1]}
        | {"dimension": "numerical", "params": "{}", "passed": held, "score": float(held)}
        for probe, *passed in probes
        for place, held in enumerate(passed, 1)
    ]
    write_run_tables(tmp_path, responses_frame(responses), checks_frame(checks))
    write_info(tmp_path, {"suite": {"name": "v1", "digest": "?"}})
    result = run(analyze, tmp_path, "--draws", 100, "--json")
    assert result.exit_code == 1
    assert (
        'v1-x-digits-sum-0 is proved impossible, yet m passed all constraints (epoch 1) with: "\\u001b1 + 1"\n'
        in result.stderr
    )
    data = json.loads(result.stdout)
    (row,) = data["tables"]["impossible_passed"]
    assert (row["probe_id"], row["answer"]) == ("v1-x-digits-sum-0", "\x1b1 + 1")
    assert any("a verifier or a proof is wrong" in statement for statement in data["statements"])
    (pair,) = data["tables"]["sacrifice_pairs"]
    assert (pair["design"], pair["first"], pair["first_kept"], pair["second_kept"], pair["both"]) == (
        ("digits-sum", "integer_sum", 0.5, 1.0, 1)
    )


def test_a_simulated_panel_passes_no_impossible_probe(written: tuple[Path, str]):
    tables = json.loads(written[1])["tables"]
    assert tables["impossible_passed"] == []
    assert tables["impossible"]

"""The folder of a run: written, read back, and refused where it is not one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from cse.errors import InvalidInput
from cse.results.folder import read_passes, read_run, read_runs, write_info, write_run_tables
from cse.results.tables import checks_frame, passes_frame, responses_frame


def write_folder(folder: Path, model: str = "m", probes: tuple[str, ...] = ("p1", "p2")) -> Path:
    keys = [{"model": model, "probe_id": probe, "epoch": 1, "k": 1, "impossible": False} for probe in probes]
    responses = [key | {"topic": "tides", "status": "ok", "tag_status": "closed", "passed": True} for key in keys]
    constraint: dict[str, Any] = {"type": "lipogram", "code": "L1", "dimension": "lexical", "params": "{}"}
    checks = [key | constraint | {"position": 1, "passed": True, "score": 1.0} for key in keys]
    write_run_tables(folder, responses_frame(responses), checks_frame(checks))
    write_info(folder, {"model": model, "note": "é"})
    return folder


def test_a_run_is_read_back(tmp_path: Path):
    run = read_run(write_folder(tmp_path / "run"))
    assert run.info == {"model": "m", "note": "é"}
    assert run.responses["probe_id"].to_list() == ["p1", "p2"]
    assert run.checks["score"].to_list() == [1.0, 1.0]
    assert sorted(p.name for p in (tmp_path / "run").iterdir()) == ["checks.parquet", "responses.parquet", "run.json"]


def test_passes_are_read_back_and_their_lack_is_told(tmp_path: Path):
    folder = write_folder(tmp_path / "run")
    with pytest.raises(InvalidInput, match=r"holds no passes\.parquet; `cse score "):
        read_passes(folder)
    run = read_run(folder)
    key = {"model": "m", "probe_id": "p1", "epoch": 1, "k": 1, "impossible": False, "status": "ok"}
    rows = [key | {"pass_index": index, "role": "draw", "chosen": index == 2, "response": "x"} for index in (1, 2)]
    write_run_tables(folder, run.responses, run.checks, passes_frame(rows))
    assert read_passes(folder)["chosen"].to_list() == [False, True]
    assert "response" not in read_passes(folder, without=["response"]).columns


def test_columns_can_be_left_out(tmp_path: Path):
    run = read_run(write_folder(tmp_path / "run"), without=("response", "params"))
    assert "response" not in run.responses.columns
    assert "params" not in run.checks.columns
    assert "passed" in run.checks.columns


def test_several_runs_join_and_the_same_model_twice_is_refused(tmp_path: Path):
    first, second = write_folder(tmp_path / "a", "m1"), write_folder(tmp_path / "b", "m2")
    run = read_runs([first, second])
    assert run.responses["model"].to_list() == ["m1", "m1", "m2", "m2"]
    assert run.info[str(second)]["model"] == "m2"
    with pytest.raises(InvalidInput, match="holds a response more than once: model = 'm1', probe_id = 'p1'"):
        read_runs([first, write_folder(tmp_path / "c", "m1")])
    with pytest.raises(InvalidInput, match="No folder of a run"):
        read_runs([])


def test_runs_of_different_suites_are_not_joined(tmp_path: Path):
    first, second = write_folder(tmp_path / "a", "m1"), write_folder(tmp_path / "b", "m2")
    run = read_run(second)
    write_run_tables(second, run.responses.with_columns(k=pl.lit(3)), run.checks.with_columns(k=pl.lit(3)))
    with pytest.raises(InvalidInput, match=r"different suites: probe_id = 'p1', k = 1, .* probe_id = 'p1', k = 3"):
        read_runs([first, second])


def test_a_missing_folder_file_or_column_is_named(tmp_path: Path):
    with pytest.raises(InvalidInput, match="There is no folder"):
        read_run(tmp_path / "none")
    (tmp_path / "empty").mkdir()
    with pytest.raises(InvalidInput, match=r"not the folder of a run: it has no run\.json"):
        read_run(tmp_path / "empty")
    folder = write_folder(tmp_path / "run")
    (folder / "checks.parquet").unlink()
    with pytest.raises(InvalidInput, match=r"There is no file .*checks\.parquet"):
        read_run(folder)


@pytest.mark.parametrize(("text", "message"), [("{", "cannot be read as JSON"), ("[1]", "holds no JSON object")])
def test_a_broken_run_json_is_named(tmp_path: Path, text: str, message: str):
    folder = write_folder(tmp_path / "run")
    (folder / "run.json").write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput, match=message):
        read_run(folder)


def test_a_check_without_its_response_is_refused(tmp_path: Path):
    folder = write_folder(tmp_path / "run")
    responses = pl.read_parquet(folder / "responses.parquet").head(1)
    write_run_tables(folder, responses, pl.read_parquet(folder / "checks.parquet"))
    with pytest.raises(InvalidInput, match="checks of a response that is not there: model = 'm', probe_id = 'p2'"):
        read_run(folder)


def test_a_table_of_another_shape_is_not_written(tmp_path: Path):
    with pytest.raises(InvalidInput, match="The table of responses lacks the column 'model'"):
        write_run_tables(tmp_path, pl.DataFrame({"x": [1]}), checks_frame([]))
    assert list(tmp_path.iterdir()) == []

"""`cse simulate` writes an ordinary run that says what it is."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from runner import run

from cse.cli.simulate import simulate
from cse.errors import InvalidInput
from cse.results.folder import read_run, write_info


def test_the_folder_is_a_run_marked_as_simulated(tmp_path: Path):
    result = run(simulate, tmp_path / "panel", "--scale", 0.02, "--models", 2, "--seed", 5)
    assert result.exit_code == 0, result.output
    found = read_run(tmp_path / "panel")
    assert found.info["simulated"] is True
    assert found.info["seed"] == 5
    assert found.info["models"] == ["simulated/GPT-5.5", "simulated/Gemini 3.1 Pro"]
    assert found.responses["model"].unique().sort().to_list() == found.info["models"]
    truth = pl.read_parquet(tmp_path / "panel" / "truth.parquet")
    assert truth.height == 2 * 36 * 12
    assert truth["probability"].is_between(0, 1).all()
    assert f"{found.responses.height:,} simulated responses of 2 models" in result.output


def test_the_same_seed_writes_the_same_bytes(tmp_path: Path):
    for name in ("a", "b"):
        run(simulate, tmp_path / name, "--scale", 0.01, "--models", 1, "--seed", 3)
    for name in ("responses.parquet", "checks.parquet", "truth.parquet"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    assert json.loads((tmp_path / "a" / "run.json").read_text()) == json.loads(
        (tmp_path / "b" / "run.json").read_text()
    )


def test_a_simulation_may_be_drawn_again_but_a_real_run_is_never_overwritten(tmp_path: Path):
    assert run(simulate, tmp_path, "--scale", 0.01, "--models", 1).exit_code == 0
    assert run(simulate, tmp_path, "--scale", 0.01, "--models", 1).exit_code == 0
    write_info(tmp_path, {"model": "openai/real"})
    result = run(simulate, tmp_path, "--scale", 0.01, "--models", 1)
    assert isinstance(result.exception, InvalidInput)
    assert "holds a run of a real model" in str(result.exception)


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--models", 16, "models = 16 is not valid"),
        ("--scale", 0, "scale = 0.0 is not valid"),
        ("--coupling", 2, "coupling = 2.0 is not valid"),
        ("--tag-effect", -1, "tag_effect = -1.0 is not valid"),
    ],
)
def test_a_setting_out_of_range_is_refused(tmp_path: Path, option: str, value: float, message: str):
    result = run(simulate, tmp_path / "panel", option, value)
    assert isinstance(result.exception, InvalidInput)
    assert message in str(result.exception)
    assert not (tmp_path / "panel").exists()

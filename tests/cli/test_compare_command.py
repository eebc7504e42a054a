"""`cse compare` on simulated and hand-made folders: screen, JSON, files, and runs that cannot be compared."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from runner import run

from cse.cli.compare import compare
from cse.cli.compare_views import VIEWS
from cse.cli.simulate import simulate
from cse.errors import InvalidInput
from cse.results.folder import write_info, write_run_tables
from cse.results.tables import checks_frame, passes_frame, responses_frame


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two attempts at the same probes, the second with a lift."""
    base, treated = tmp_path_factory.mktemp("base"), tmp_path_factory.mktemp("treated")
    run(simulate, base, "--scale", 0.03, "--models", 2)
    run(simulate, treated, "--scale", 0.03, "--models", 2, "--attempt", 2, "--lift", 1)
    return base, treated


@pytest.fixture(scope="module")
def written(folders: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Where the tables were written to, and what was printed as JSON."""
    out = tmp_path_factory.mktemp("tables")
    return out, run(compare, *folders, "--draws", 100, "--json", "--out", out).stdout


def test_the_screen_shows_each_table_and_says_what_was_found(folders: tuple[Path, Path]):
    result = run(compare, *folders, "--draws", 100)
    assert result.exit_code == 0, result.exception
    for title in ("What changed, over all k", "Half-life k*", "Probes rescued and broken", "mCSR by type"):
        assert title in result.output
    assert "- simulated/GPT-5.5: sCSR goes from " in result.output
    assert "These are simulated respondents, not models." in result.output
    assert "- Recorded settings that differ: lift 0.0 → 1.0; attempt 1 → 2." in result.output
    assert "the same with --out FOLDER" in result.output


def test_json_and_files_hold_the_same_tables(written: tuple[Path, str]):
    out, printed = written
    data = json.loads(printed)
    assert (data["draws"], data["seed"], data["simulated"]) == (100, 0, True)
    assert "NaN" not in printed
    for name, rows in data["tables"].items():
        assert pl.read_parquet(out / f"{name}.parquet").height == len(rows)
        assert (out / f"{name}.csv").is_file()
    assert json.loads((out / "comparison.json").read_text())["statements"] == data["statements"]
    lift = next(row for row in data["tables"]["changes"] if row["measure"] == "mcsr")
    assert 0 < lift["change_low"] < lift["change"] < lift["change_high"]


def test_the_same_seed_gives_the_same_numbers(folders: tuple[Path, Path], written: tuple[Path, str]):
    assert run(compare, *folders, "--draws", 100, "--json").stdout == written[1]
    assert run(compare, *folders, "--draws", 100, "--seed", 1, "--json").stdout != written[1]


def folder(path: Path, draws: list[list[bool]], *, digest: str = "one", model: str = "m") -> Path:
    """Writes a run of probes of one constraint, each with its draws; the response passes if one of them does."""
    key = [{"model": model, "probe_id": f"p{i}", "epoch": 1, "k": 1} for i in range(len(draws))]
    best = [any(passed) for passed in draws]
    tokens = {"input_tokens": 50, "output_tokens": 100 * len(draws[0])}
    responses = [
        row | tokens | {"topic": "t", "impossible": False, "status": "ok", "tag_status": "closed", "passed": passed}
        for row, passed in zip(key, best, strict=True)
    ]
    of_type = {"type": "no_digits", "code": "N2", "dimension": "numerical", "params": "{}", "position": 1}
    checks = [
        row | of_type | {"impossible": False, "passed": passed, "score": float(passed)}
        for row, passed in zip(key, best, strict=True)
    ]
    passes = [
        row
        | {"impossible": False, "pass_index": index, "role": "draw", "chosen": index == 1, "status": "ok"}
        | {"passed": passed, "response": str(passed)}
        for row, outcomes in zip(key, draws, strict=True)
        for index, passed in enumerate(outcomes, 1)
    ]
    write_run_tables(path, responses_frame(responses), checks_frame(checks), passes_frame(passes))
    write_info(path, {"suite": {"name": digest, "digest": digest}})
    return path


def test_draws_tokens_and_prices_are_told(tmp_path: Path):
    base = folder(tmp_path / "base", [[True], [False], [False], [False]])
    treated = folder(tmp_path / "treated", [[True, True], [False, True], [False, False], [False, False]])
    result = run(compare, base, treated, "--output-price", 10, "--draws", 100, "--json")
    tables = json.loads(result.stdout)["tables"]
    assert tables["tokens"][0]["per_rescued"] == 4 * 100
    assert tables["costs"][0]["per_rescued"] == pytest.approx(4 * 100 * 10 / 1e6)
    (row,) = tables["best_of"]
    assert (row["run"], row["draws"], row["single"], row["best"]) == ("treated", 2, 3 / 8, 2 / 4)
    for view, _ in VIEWS:
        if tables.get(view.table):
            assert {column.name for column in view.columns} <= set(tables[view.table][0]), view.table
    result = run(compare, base, treated, "--input-price", 1, "--draws", 100, "--out", tmp_path / "out")
    for title in (
        "Output tokens of a response",
        "Cost of a response",
        "Best of several draws",
        "What fewer draws would",
    ):
        assert title in result.output
    assert f"tables to {tmp_path / 'out'}." in result.output


def test_two_models_are_compared_where_each_run_holds_one(tmp_path: Path):
    base = folder(tmp_path / "base", [[True], [False]])
    other = folder(tmp_path / "other", [[True], [True]], model="n")
    rows = json.loads(run(compare, base, other, "--draws", 100, "--json").stdout)["tables"]["outcomes"]
    assert [(row["model"], row["rescued"]) for row in rows] == [("m → n", 1)]


def test_what_cannot_be_compared_is_named(folders: tuple[Path, Path], tmp_path: Path):
    base = folder(tmp_path / "base", [[True]])
    other = folder(tmp_path / "other", [[True]], digest="two")
    for arguments, message in (
        ([base, other], "The two runs are of different suites, 'one' and 'two'"),
        ([base, folders[0]], "The two runs share no model"),
        ([base, tmp_path / "none"], "There is no folder"),
        ([base, base, base], "3 folders were given"),
        ([folders[0]], "holds no passes.parquet"),
    ):
        result = run(compare, *arguments)
        assert isinstance(result.exception, InvalidInput)
        assert message in str(result.exception)


def test_it_ends_with_2_and_one_sentence_where_no_probe_is_shared(
    cse_command, folders: tuple[Path, Path], tmp_path: Path
):
    alone = tmp_path / "alone"
    run(simulate, alone, "--scale", 0.03, "--models", 1, "--seed", 9)
    write_run_tables(
        alone,
        *(
            pl.read_parquet(alone / f"{name}.parquet").with_columns(probe_id="other-" + pl.col("probe_id"))
            for name in ("responses", "checks")
        ),
    )
    ended = cse_command("compare", folders[0], alone)
    assert ended.code == 2
    assert ended.err.strip().splitlines()[-1] == (
        "cse: The two runs share no satisfiable probe that was answered and scored in both; compare runs over the same "
        "probes of one suite."
    )


def test_figures_show_both_sides_of_each_model(folders: tuple[Path, Path], tmp_path: Path):
    from cse.cli.compare_figures import side_figures

    result = run(compare, *folders, "--draws", 100, "--figures", tmp_path / "figures", "--json")
    names = [f"compare_simulated-{model}.svg" for model in ("GPT-5.5", "Gemini-3.1-Pro")]
    assert sorted(path.name for path in (tmp_path / "figures").iterdir()) == names
    printed = json.loads(result.stdout)["tables"]
    tables = {name: pl.DataFrame(rows, infer_schema_length=None) for name, rows in printed.items() if rows}
    model, figure = next(iter(side_figures(tables, ("plain", "lifted"))))
    row = next(row for row in printed["changes"] if (row["model"], row["measure"]) == (model, "scsr"))
    assert figure.title.startswith("lifted keeps all constraints more often than plain: sCSR ")
    assert f"+{100 * row['change']:.0f} points" in figure.title
    result = run(compare, *folders, "--draws", 100, "--figures", folders[0] / "run.json")
    assert "is a file; name a folder to write to" in str(result.exception)

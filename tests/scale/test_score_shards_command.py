"""`cse score` over a folder or a pattern of shards."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from shards import rows, write

from cse.cli.main import main
from cse.results.folder import read_run


@pytest.fixture
def cse(capsys, monkeypatch, tmp_path):
    """Returns a function that runs `cse ARGS` in this process, and returns exit code, output and error."""
    monkeypatch.chdir(tmp_path)

    def run(*args):
        monkeypatch.setattr(sys, "argv", ["cse", *map(str, args)])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        return ended.value.code or 0, out, err

    return run


def test_a_folder_a_pattern_and_a_large_file(cse, tmp_path):
    found = rows()
    write(tmp_path / "in" / "a.jsonl", found[:100])
    write(tmp_path / "in" / "b.jsonl", found[100:])
    write(tmp_path / "in" / "readme.txt", [])
    write(tmp_path / "all.parquet", found)
    heights = []
    for source, out in (("in", "1"), ("in/*.jsonl", "2"), ("all.parquet", "3")):
        code, said, _ = cse("score", source, "--probes", "quick", "--out", out, "--workers", 1)
        assert code == 0, said
        assert "192 responses, 26 of them missing" in said
        assert ("1 files are neither" in said) == (source == "in")
        assert f"Next: cse analyze {out}" in said
        run = read_run(tmp_path / out)
        heights.append((run.responses.height, run.checks.height, run.checks["passed"].sum()))
    assert len(set(heights)) == 1
    code, said, _ = cse("score", "in", "--probes", "quick", "--out", "1", "--workers", 1, "--json")
    data = json.loads(said)
    assert (data["pieces"], data["earlier"], data["responses"], data["passed_over"]) == (2, 2, 192, 1)
    assert cse("analyze", "1", "--draws", 100)[0] == 0


def test_malformed_rows_are_told(cse, tmp_path):
    write(tmp_path / "in" / "a.jsonl", [*rows(1, count=2), {"probe_id": "\x1b[31mred", "response": "x"}])
    code, said, _ = cse("score", "in", "--probes", "quick", "--out", "out", "--workers", 1)
    assert code == 1
    assert "Line 3 of" in said
    assert "\x1b" not in said
    assert "1 rows are malformed and were not scored; all are in out/malformed.jsonl." in said


def test_mistakes(cse, tmp_path):
    write(tmp_path / "in" / "a.jsonl", rows(1, count=2))
    for args, said in (
        (["in/*.jsonl"], "needs --probes"),
        (["in", "--probes", "quick"], "needs --probes"),
        (["in/*.parquet", "--probes", "quick", "-o", "out"], "There is no file"),
        (["in", "--probes", "nothing", "-o", "out"], "There is no suite"),
        (["in"], "no run.json"),
    ):
        code, _, err = cse("score", *args)
        assert (code, len(err.splitlines())) == (2, 1), err
        assert said in err


def test_ctrl_c_keeps_what_is_finished_and_says_how_to_go_on(tmp_path):
    found = rows(5)
    for number in range(60):
        write(tmp_path / "in" / f"{number}.jsonl", [{**row, "model": f"m{number}"} for row in found])
    command = [sys.executable, "-m", "cse.cli.main", "score", "in", "--probes", "quick", "-o", "out", "--workers", "2"]
    process = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        while process.poll() is None and not [*(tmp_path / "out" / "shards").glob("*.json")]:
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=20)
    finally:
        process.kill()
    assert (process.returncode, err) == (130, ""), err
    assert "The same command again goes on" in out
    records = len([*(tmp_path / "out" / "shards").glob("*.json")])
    assert 0 < records < 60
    assert not [*(tmp_path / "out" / "unfinished").glob("*")]

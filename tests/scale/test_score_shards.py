"""Scoring of shards: the tables of one file, whoever works on them and however often it is stopped."""

import json
import shutil
import subprocess
import sys
from contextlib import contextmanager

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from shards import end_process, partitions, rows, write

import cse.scale.work as work_module
from cse.errors import InvalidInput, RunError
from cse.results.folder import read_run
from cse.run.plain import score_plain
from cse.scale import pieces as pieces_module
from cse.scale.files import find
from cse.scale.pieces import cut
from cse.scale.pool import pool
from cse.scale.score import score_shards
from cse.scale.work import Job
from cse.suites import load_suite

KEY = ["model", "probe_id", "epoch"]


def score(source, out, workers=1, suite="quick", **more):
    return score_shards(str(source), suite, str(out), lambda job: pool(job, workers), **more)


@pytest.fixture
def shards(tmp_path):
    """192 rows in five shards of both kinds, one of which is empty."""
    found = rows()
    write(tmp_path / "in" / "a.jsonl", found[:50])
    write(tmp_path / "in" / "b" / "c.parquet", found[50:120])
    write(tmp_path / "in" / "b" / "d.jsonl", found[120:121])
    write(tmp_path / "in" / "e.parquet", found[121:])
    write(tmp_path / "in" / "f.jsonl", [])
    return tmp_path / "in"


@pytest.fixture
def whole(tmp_path):
    """The same rows scored as one file."""
    return score_plain(write(tmp_path / "whole.jsonl", rows()), load_suite("quick"), tmp_path / "whole")


def test_shards_make_the_tables_of_one_file(shards, whole, tmp_path):
    outcome = score(shards, tmp_path / "out")
    run = read_run(tmp_path / "out")
    assert_frame_equal(run.responses.sort(KEY), whole.responses.sort(KEY))
    assert_frame_equal(run.checks.sort(*KEY, "position"), whole.checks.sort(*KEY, "position"))
    assert outcome.totals() == {
        "rows": 192,
        "responses": 192,
        "missing": whole.responses["passed"].null_count(),
        "whole": whole.responses["passed"].sum(),
        "checks": whole.checks.height,
        "passed": whole.checks["passed"].sum(),
        "unscored": 0,
        "malformed": 0,
    }
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert manifest["totals"] == outcome.totals()
    assert [shard["rows"] for shard in manifest["shards"]] == [50, 70, 1, 71, 0]
    assert [(tmp_path / "out" / "checks.parquet" / f"{shard['name']}.parquet").exists() for shard in manifest["shards"]]
    assert not (tmp_path / "out" / "unfinished").exists()


def test_two_processes_write_the_same_bytes(shards, tmp_path):
    score(shards, tmp_path / "one")
    score(shards, tmp_path / "two", workers=2)
    assert partitions(tmp_path / "one") == partitions(tmp_path / "two")


def test_pieces_of_a_large_shard_make_its_tables(whole, tmp_path, monkeypatch):
    monkeypatch.setattr(pieces_module, "BYTES", 3000)
    outcome = score(tmp_path / "whole.jsonl", tmp_path / "out")
    assert outcome.pieces > 10
    assert_frame_equal(read_run(tmp_path / "out").checks, whole.checks)
    assert_frame_equal(read_run(tmp_path / "out").responses, whole.responses)


def test_draws_are_numbered_over_all_shards(tmp_path, monkeypatch):
    monkeypatch.setattr(pieces_module, "BYTES", 3000)
    bare = [{name: row[name] for name in ("probe_id", "response")} for row in rows(4, count=20)]
    for number in range(4):
        write(tmp_path / "teapot" / f"{number}.jsonl", bare[number * 20 : number * 20 + 20])
    score(tmp_path / "teapot", tmp_path / "out")
    responses = read_run(tmp_path / "out").responses
    assert responses["model"].unique().to_list() == ["teapot"]
    assert responses.group_by("probe_id").agg(pl.col("epoch").sort())["epoch"].unique().to_list() == [[1, 2, 3, 4]]
    assert (responses["response"] == pl.Series(row["response"] for row in bare)).all()


def stopping(after):
    """An engine that is stopped by hand when so many pieces are verified."""

    @contextmanager
    def engine(job):
        def each(task, pieces):
            for number, piece in enumerate(pieces):
                if task is work_module.score and number == after:
                    raise KeyboardInterrupt
                yield task(job, piece, lambda: False)

        yield each

    return engine


def test_a_second_start_does_the_rest(shards, tmp_path, monkeypatch):
    score(shards, tmp_path / "straight")
    seen = []
    first = score_shards(str(shards), "quick", str(tmp_path / "out"), stopping(2), lambda *what: seen.append(what))
    assert (first.finished, len(first.records), first.pieces) == (False, 2, 5)
    assert seen[-1] == ("verifying", 2, 5)
    with pytest.raises(InvalidInput, match="not all scored"):
        read_run(tmp_path / "out")
    done = []
    score_piece = work_module.score
    monkeypatch.setattr(
        "cse.scale.score.score", lambda job, piece, stop: done.append(piece) or score_piece(job, piece, stop)
    )
    second = score(shards, tmp_path / "out")
    assert (second.finished, second.earlier, len(done)) == (True, 2, 3)
    assert partitions(tmp_path / "out") == partitions(tmp_path / "straight")
    third = score(shards, tmp_path / "out")
    assert (third.earlier, len(done)) == (5, 3)
    assert third.totals() == second.totals()


def test_what_a_killed_process_leaves_is_done_again(shards, tmp_path):
    """A partition without a record is not finished, and a file without a name is nothing."""
    score(shards, tmp_path / "out")
    before = partitions(tmp_path / "out")
    (tmp_path / "out" / "unfinished").mkdir()
    (tmp_path / "out" / "unfinished" / "half").write_text("PAR")
    record = next((tmp_path / "out" / "shards").glob("c-*.json"))
    record.unlink()
    (tmp_path / "out" / "responses.parquet" / f"{record.stem}.parquet").write_text("half")
    next((tmp_path / "out" / "checks.parquet").glob("e-*")).unlink()
    assert score(shards, tmp_path / "out").earlier == 3
    assert partitions(tmp_path / "out") == before
    assert not (tmp_path / "out" / "unfinished").exists()


def test_a_shard_that_changed_is_scored_again_and_a_new_one_too(shards, tmp_path):
    score(shards, tmp_path / "out")
    write(shards / "a.jsonl", rows()[:40])
    write(shards / "g.jsonl", rows(1, "other"))
    outcome = score(shards, tmp_path / "out")
    assert (outcome.pieces, outcome.earlier) == (6, 4)
    assert read_run(tmp_path / "out").responses.height == 192 - 10 + 96


def test_malformed_rows_are_set_aside_and_named(tmp_path):
    good = rows(1, count=3)
    lines = [
        json.dumps(good[0]),
        "",
        "{]",
        json.dumps({"probe_id": "nowhere", "response": "x"}),
        json.dumps(good[1]),
        json.dumps({"probe_id": good[2]["probe_id"]}),
        json.dumps(good[1]),
        "[" * 100_000,
    ]
    (tmp_path / "in").mkdir()
    path = tmp_path / "in" / "a.jsonl"
    path.write_bytes("\n".join(lines).encode() + b'\n{"probe_id": "\xff"}\n')
    write(tmp_path / "in" / "b.parquet", [{"probe_id": "nowhere", "response": "x"}, {**good[2], "response": "y"}])
    outcome = score(tmp_path / "in", tmp_path / "out")
    totals = outcome.totals()
    assert (totals["rows"], totals["responses"], totals["malformed"]) == (10, 3, 7)
    kept = [json.loads(line) for line in (tmp_path / "out" / "malformed.jsonl").read_text().splitlines()]
    assert [(row["shard"].rpartition("/")[2], row["line"]) for row in kept] == [
        *(("a.jsonl", line) for line in (3, 4, 6, 7, 8, 9)),
        ("b.parquet", 1),
    ]
    said = ("is not JSON", "no probe", "has no response", "repeats", "nested", "UTF-8", "no probe")
    assert [words in row["problem"] for words, row in zip(said, kept, strict=True)] == [True] * 7
    assert read_run(tmp_path / "out").responses.height == 3


def test_a_draw_in_two_shards_is_named(tmp_path):
    write(tmp_path / "in" / "a.jsonl", rows(1, count=5))
    write(tmp_path / "in" / "b.jsonl", rows(1, count=1))
    first = load_suite("quick").probes[0].id
    assert score(tmp_path / "in", tmp_path / "out").twice == {"model": "m", "probe_id": first, "epoch": 1}


def test_mistakes(shards, tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "x.txt").write_text("x")
    write(tmp_path / "strange" / "a.jsonl", [{"probe_id": "a", "response": "x"}])
    write(tmp_path / "empty" / "a.jsonl", [])
    for source, out, said in (
        (tmp_path / "none", "out", "There is no file"),
        (tmp_path / "other", "out", "holds no .parquet or .jsonl file"),
        (tmp_path / "strange", "out", "The first problem: There is no probe 'a'"),
        (tmp_path / "empty", "out", "It is empty"),
        (shards, "in/out", "lies in the input"),
        (shards, "other", "is not empty and holds no run"),
    ):
        with pytest.raises(InvalidInput, match=said):
            score(source, tmp_path / out)
        assert not (tmp_path / "out").exists()
    score(shards, tmp_path / "out")
    with pytest.raises(InvalidInput, match="of another input"):
        score(tmp_path / "in" / "*.jsonl", tmp_path / "out")
    with pytest.raises(InvalidInput, match="of another suite"):
        score(shards, tmp_path / "out", suite="v1")
    (shards / "a.jsonl").unlink()
    with pytest.raises(InvalidInput, match="no longer in the input"):
        score(shards, tmp_path / "out")


def test_a_folder_that_cannot_be_written_is_told_in_one_sentence(shards, tmp_path):
    with pytest.raises((RunError, InvalidInput), match="cannot be"):
        score(shards, "/dev/null/out")
    score(shards, tmp_path / "out")
    write(shards / "g.jsonl", rows(1, "other", 3))
    shutil.rmtree(tmp_path / "out" / "checks.parquet")
    (tmp_path / "out" / "checks.parquet").write_text("x")
    with pytest.raises(RunError, match="cannot be written"):
        score(shards, tmp_path / "out")


def test_shards_and_tables_in_a_store(shards, tmp_path):
    """The address of a local folder takes the way through the library that writes to object stores."""
    score(shards, tmp_path / "here")
    outcome = score(f"file://{shards}", f"file://{tmp_path}/stored")
    assert outcome.finished
    assert score(f"file://{shards}", f"file://{tmp_path}/stored").earlier == 5
    here, stored = read_run(tmp_path / "here"), read_run(tmp_path / "stored")
    assert_frame_equal(here.responses.sort(KEY), stored.responses.sort(KEY))
    assert_frame_equal(here.checks.sort(*KEY, "position"), stored.checks.sort(*KEY, "position"))
    assert not (tmp_path / "stored" / "unfinished").exists()


def test_a_probe_file_travels_to_the_workers(tmp_path):
    from cse.compose.composer import compose
    from cse.compose.probe import write_probes

    probes = compose(k=2, n=3, seed=5)
    write_probes(tmp_path / "probes.jsonl", probes)
    write(tmp_path / "in" / "a.jsonl", [{"probe_id": probe.id, "response": "Warm tea."} for probe in probes])
    write(tmp_path / "in" / "b.jsonl", [{"probe_id": probes[0].id, "response": "Cold tea."}])
    assert (
        score(tmp_path / "in", tmp_path / "out", workers=2, suite=str(tmp_path / "probes.jsonl")).totals()["checks"]
        == 8
    )


def test_no_part_of_it_knows_the_harness():
    code = "import sys, cse.scale.score, cse.cli.score_shards; print(sorted({*sys.modules} & {'inspect_ai', 'ray'}))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_a_worker_that_is_ended_from_outside(shards):
    pieces = cut([file for file in find(str(shards)) if file.size])
    with (
        pytest.raises(RunError, match="same command again goes on"),
        pool(Job("quick", load_suite("quick").digest, None, ""), 2) as each,
    ):
        list(each(end_process, pieces))

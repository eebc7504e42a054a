"""`cse score`: a run from its logs, and responses that something else generated, with the verdicts of the live run."""

import json

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from provider import HARNESS_WARNINGS, MODEL

from cse.results.folder import read_run
from cse.suites import load_suite

pytestmark = [pytest.mark.filterwarnings(warning) for warning in HARNESS_WARNINGS]


@pytest.fixture
def live(cse, provider, witnesses, tmp_path):
    """A run in which every second answer is a witness."""
    texts = dict(witnesses)

    def reply(prompt, _):
        good = sorted(texts).index(prompt) % 2
        return f"<think>hm</think> <answer>{texts[prompt]}</answer>" if good else f"{texts[prompt]} And 17 more words!"

    provider.reply = reply
    assert cse("run", "--model", MODEL, "--limit", 40, "--out", "live").code == 0
    return tmp_path / "live"


def test_a_run_is_derived_again_from_its_logs(cse, live):
    before = read_run(live)
    assert 0 < before.responses["passed"].sum() < 40
    for name in ("responses.parquet", "checks.parquet"):
        (live / name).unlink()
    found = cse("score", live)
    assert found.code == 0, found
    after = read_run(live)
    assert_frame_equal(after.responses, before.responses)
    assert_frame_equal(after.checks, before.checks)
    assert after.info == before.info
    assert "sCSR" in found.out


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_plain_responses_get_the_same_verdicts(cse, live, tmp_path, ending):
    before = read_run(live)
    plain = before.responses.select("probe_id", "response", "model", "epoch").sample(fraction=1, shuffle=True, seed=1)
    path = tmp_path / f"responses.{ending}"
    plain.write_ndjson(path) if ending == "jsonl" else plain.write_parquet(path)
    found = cse("score", path, "--probes", "quick", "--out", "scored")
    assert found.code == 0, found
    scored = read_run(tmp_path / "scored")
    key = ["model", "probe_id", "epoch"]
    assert_frame_equal(scored.checks.sort(*key, "position"), before.checks.sort(*key, "position"))
    same = ["k", "topic", "status", "tag_status", "answer", "passed"]
    assert_frame_equal(scored.responses.sort(key)[same], before.responses.sort(key)[same])
    assert scored.info["suite"]["digest"] == load_suite("quick").digest
    again = cse("score", path, "--probes", "quick", "--out", "scored", "--json")
    assert json.loads(again.out)["models"][0]["statuses"] == {"ok": 40}


def test_a_log_of_inspect_itself(cse, live, tmp_path):
    (log,) = live.rglob("*.eval")
    found = cse("score", log, "--out", "from-log")
    assert found.code == 0, found
    assert_frame_equal(read_run(tmp_path / "from-log").checks, read_run(live).checks)


def write(path, *rows):
    path.write_text("".join(row if isinstance(row, str) else json.dumps(row) + "\n" for row in rows))
    return path


def test_what_a_file_may_leave_out(cse, tmp_path):
    first, second = (probe.id for probe in load_suite("quick").probes[:2])
    rows = [
        {"probe_id": first, "response": "One."},
        {"probe_id": first, "response": "Two."},
        {"probe_id": second, "response": None, "note": "ignored"},
        {"probe_id": second, "response": " ", "model": "b"},
    ]
    assert cse("score", write(tmp_path / "mine.jsonl", *rows), "--probes", "quick", "-o", "s").code == 0
    responses = read_run(tmp_path / "s").responses
    assert responses.select("model", "probe_id", "epoch", "status").rows() == [
        ("mine", first, 1, "ok"),
        ("mine", first, 2, "ok"),
        ("mine", second, 1, "empty"),
        ("b", second, 1, "empty"),
    ]
    assert read_run(tmp_path / "s").checks["epoch"].unique().sort().to_list() == [1, 2]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([{"probe_id": "v1-k01-000", "response": "x"}], "There is no probe 'v1-k01-000'. Nearest: v1-k01-00"),
        ([{"response": "x"}], "There is no probe None"),
        ([{"probe_id": "v1-k01-0000"}], "Line 1 of"),
        ([{"probe_id": "v1-k01-0000", "response": 5}], "must be a text or null"),
        ([{"probe_id": "v1-k01-0000", "response": "x", "epoch": 0.5}], "epoch = 0.5"),
        ([{"probe_id": "v1-k01-0000", "response": "x", "epoch": 1}] * 2, "repeats model"),
        ([{"probe_id": "v1-k01-0000", "response": "x", "model": 3}], "model = 3"),
        (["{]\n"], "is not JSON"),
        (["\n\n", "{]\n"], "Line 3 of"),
        (["[1]\n"], "is not a JSON object"),
        (["\n"], "holds no response"),
    ],
)
def test_mistakes_in_a_file(cse, tmp_path, rows, said):
    found = cse("score", write(tmp_path / "r.jsonl", *rows), "--probes", "quick", "--out", "s")
    assert (found.code, len(found.err.splitlines())) == (2, 1), found
    assert said in found.err
    assert not (tmp_path / "s").exists()


def test_mistakes_in_the_command(cse, tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "bad.parquet").write_text("x")
    for args, said in (
        (["nowhere"], "There is no file or folder 'nowhere'"),
        (["empty"], "it has no run.json"),
        (["bad.parquet"], "needs --probes"),
        (["bad.parquet", "--probes", "quick", "--out", "s"], "cannot be read as Parquet"),
    ):
        found = cse("score", *args)
        assert (found.code, len(found.err.splitlines())) == (2, 1), found
        assert said in found.err


def test_scored_responses_have_no_logs_to_derive_from(cse, tmp_path):
    probe = load_suite("quick").probes[0].id
    cse("score", write(tmp_path / "r.jsonl", {"probe_id": probe, "response": "x"}), "--probes", "quick", "--out", "s")
    found = cse("score", "s")
    assert found.code == 2
    assert "holds no logs" in found.err
    assert read_run(tmp_path / "s").responses.height == 1, "the tables are as they were"


def test_a_verifier_that_fails_exits_with_1(cse, tmp_path, monkeypatch):
    probe = load_suite("quick").probes[0]

    def broken(*_):
        raise RecursionError("too deep")

    monkeypatch.setattr(type(probe.constraints[0]), "judge", broken)
    path = write(tmp_path / "r.jsonl", {"probe_id": probe.id, "response": "x"})
    found = cse("score", path, "--probes", "quick", "--out", "s")
    assert found.code == 1
    assert f"failed on probe {probe.id}: RecursionError: too deep" in " ".join(found.out.split())
    checks = read_run(tmp_path / "s").checks
    assert checks.select(pl.col("passed", "score", "expected").is_null().all()).row(0) == (True, True, True)

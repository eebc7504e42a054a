"""`cse run` against a provider on the loopback interface."""

import json

import polars as pl
import pytest
from provider import HARNESS_WARNINGS, MODEL, completion, refusal

from cse.results.folder import read_run
from cse.run.logs import log_files
from cse.suites import load_suite
from cse.text.answer import extract

pytestmark = [pytest.mark.filterwarnings(warning) for warning in HARNESS_WARNINGS]
FOLDER = "runs/quick_openai-api-fake-parrot"


def test_a_run_from_prompt_to_tables(cse, provider, witnesses, tmp_path):
    provider.reply = lambda prompt, _: f"Here it is.\n<answer>{witnesses[prompt]}</answer>"
    found = cse("run", "--model", MODEL, "--limit", 16)
    assert found.code == 0, found
    run = read_run(tmp_path / FOLDER)
    probes = {probe.id: probe for probe in load_suite("quick").probes}
    assert sorted(provider.prompts) == sorted(probes[name].prompt() for name in run.responses["probe_id"])
    assert run.responses["k"].value_counts().sort("k").rows() == [(k, 2) for k in range(1, 9)]
    assert run.checks.height == sum(range(1, 9)) * 2
    assert run.responses["passed"].all(), "a witness meets every constraint of its probe"
    assert run.checks["passed"].all()
    row = run.responses.row(0, named=True)
    assert (row["model"], row["status"], row["tag_status"], row["epoch"]) == (MODEL, "ok", "closed", 1)
    assert (row["input_tokens"], row["output_tokens"], row["stop_reason"]) == (10, 20, "stop")
    assert extract(row["response"]).text == row["answer"]
    assert row["seconds"] > 0
    first = run.checks.filter(probe_id=row["probe_id"]).sort("position")
    constraints = probes[row["probe_id"]].constraints
    assert first["type"].to_list() == [constraint.name for constraint in constraints]
    assert [json.loads(params) for params in first["params"]] == [constraint.params() for constraint in constraints]


def test_the_page_is_written_unless_it_is_not_wanted(cse, tmp_path):
    found = cse("run", "--model", MODEL, "--limit", 1, page=True)
    page = tmp_path / FOLDER / "report.html"
    assert f"Open {page.relative_to(tmp_path)}" in found.out
    assert MODEL in page.read_text("utf-8")
    page.unlink()
    found = cse("run", "--model", MODEL, "--limit", 1)
    assert "Open" not in found.out
    assert not page.exists()


def test_what_is_recorded(cse, provider, tmp_path):
    assert cse("run", "--model", MODEL, "--k", 2, "--limit", 1, "-G", "seed=7", "--temperature", "none").code == 0
    request = provider.requests[0]
    assert "temperature" not in request
    assert (request["seed"], request["max_tokens"]) == (7, 4096)
    info = read_run(tmp_path / FOLDER).info
    suite = load_suite("quick")
    assert info["suite"] == {"name": "quick", "digest": suite.digest}
    assert info["models"][0]["generate"]["temperature"] is None
    assert info["models"][0]["generate"]["max_tokens"] == 4096
    assert info["seeds"] == {"generation": {MODEL: 7}}
    assert {"python", "cse", "inspect-ai"} <= info["versions"].keys()
    assert {"system", "machine", "processors"} <= info["host"].keys()


def test_the_defaults_are_sent(cse, provider):
    assert cse("run", "--model", MODEL, "--limit", 1).code == 0
    assert (provider.requests[0]["temperature"], provider.requests[0]["max_tokens"]) == (0, 4096)


def test_missing_responses_are_no_failures(cse, provider, tmp_path):
    replies = {
        "filter": completion("No.", "content_filter"),
        "empty": completion(" "),
        "cut": completion("", "length"),
        "error": refusal(400, "the probe is odd"),
        "answer": completion("<answer>Tea is hot.</answer>"),
    }
    order = iter(replies)
    provider.reply = lambda *_: replies[next(order)]
    found = cse("run", "--model", MODEL, "--limit", 5, "--max-connections", 1)
    assert found.code == 0, found
    run = read_run(tmp_path / FOLDER)
    assert dict(run.responses["status"].value_counts().rows()) == {"refused": 1, "empty": 2, "error": 1, "ok": 1}
    missing = run.responses.filter(pl.col("status") != "ok")
    assert missing["passed"].null_count() == missing["answer"].null_count() == 4
    assert missing["error"].null_count() == 0
    assert run.checks["probe_id"].unique().to_list() == run.responses.filter(status="ok")["probe_id"].to_list()
    said = " ".join(found.out.split())
    assert "1 of 5: the provider's filter refused" in said
    assert "1 of 5: the call failed (Error code: 400 - the probe is odd)" in said
    assert "2 of 5: no text came back" in said


def test_only_failed_calls_are_repeated(cse, provider, tmp_path):
    provider.reply = lambda *_: refusal(400, "odd") if len(provider.requests) == 1 else completion("", "content_filter")
    cse("run", "--model", MODEL, "--limit", 3, "--max-connections", 1)
    asked = provider.prompts
    provider.requests.clear()
    provider.reply = lambda *_: "<answer>Tea.</answer>"
    cse("run", "--model", MODEL, "--limit", 3)
    assert provider.prompts == [asked[1]]
    assert sorted(read_run(tmp_path / FOLDER).responses["status"]) == ["ok", "refused", "refused"]


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (refusal(401, "Incorrect API key provided."), "refuses the key (Incorrect API key provided.); set a valid one"),
        (refusal(404, "The model does not exist."), "is not known to its provider (The model does not exist.)"),
        (
            refusal(400, "Unsupported value: 'temperature' does not support 0.0 with this model."),
            "does not support 0.0 with this model.); run it with -G temperature=none",
        ),
    ],
)
def test_a_provider_that_refuses_everything(cse, provider, reply, said):
    provider.reply = lambda *_: reply
    found = cse("run", "--model", MODEL, "--max-connections", 2)
    assert found.code == 2
    assert said in found.err
    assert "Traceback" not in found.err
    assert len(provider.requests) <= 6, "no further call can succeed, so none is made"


def test_a_refused_setting_can_be_mended_in_the_same_folder(cse, provider):
    provider.reply = lambda _, request: refusal(400, "no temperature, please") if "temperature" in request else "Tea."
    assert cse("run", "--model", MODEL, "--limit", 2).code == 2
    found = cse("run", "--model", MODEL, "--limit", 2, "-G", "temperature=none")
    assert found.code == 0, found


def test_failures_in_a_row_end_the_run(cse, provider, tmp_path):
    provider.reply = lambda *_: refusal(400, "out of order")
    found = cse("run", "--model", MODEL, "--max-connections", 2)
    assert found.code == 2
    assert "failed 10 times in a row, the last time with: Error code: 400 - out of order" in found.err
    assert len(provider.requests) < 20
    assert set(read_run(tmp_path / FOLDER).responses["status"]) == {"error"}


def test_another_configuration_is_refused(cse, provider):
    assert cse("run", "--model", MODEL, "--limit", 1, "--out", "x").code == 0
    for change, what in (
        (["--temperature", "1"], "another setting of openai-api/fake/parrot, generate"),
        (["--model", "openai-api/fake/other"], "another model"),
        (["--suite", "v1"], "another suite, 'quick'"),
    ):
        found = cse(
            "run", "--limit", 1, "--out", "x", *(["--model", MODEL] if "--model" not in change else []), *change
        )
        assert (found.code, len(found.err.splitlines())) == (2, 1), found
        assert what in found.err
        assert "--out" in found.err
    assert len(provider.requests) == 1
    assert cse("run", "--model", MODEL, "--limit", 2, "--out", "x").code == 0, "more probes add to the run"
    assert len(provider.requests) == 2


def test_a_folder_of_something_else_is_left_alone(cse, tmp_path):
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter.txt").write_text("one")
    found = cse("run", "--model", MODEL, "--limit", 1, "--out", "thesis")
    assert found.code == 2
    assert "is not empty and holds no run" in found.err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--model", "groq/llama"], "pip install groq"),
        (["--model", "openai-api/nokey/x"], "set NOKEY_API_KEY to your key"),
        (["--model", "nobody/x"], "Model API nobody of model 'nobody/x' not recognized"),
        (["--model", "gguf:nowhere.gguf"], "'nowhere.gguf' cannot be read"),
        (["--model", "gguf:text.gguf"], "is no GGUF file"),
        (["--model", MODEL, "--k", "9"], "holds no probe with k = 9"),
        (["--model", MODEL, "--suite", "no-such"], "There is no suite 'no-such'"),
        (["--model", MODEL, "-G", "temperatur=1"], "Nearest: temperature"),
        (["--model", MODEL, "--temperature", "hot"], "it must be a number, or none"),
        (["--model", MODEL, "-M", "api_key=x"], "looks like a secret"),
        (["--model", MODEL, "--model", MODEL], "Two models have the label"),
        (["--panel", "nowhere.toml"], "cannot be read"),
    ],
)
def test_mistakes_are_one_sentence_and_leave_nothing(cse, tmp_path, args, said):
    (tmp_path / "text.gguf").write_text("not a model")
    found = cse("run", "--limit", 1, *args)
    assert (found.code, len(found.err.splitlines())) == (2, 1), found
    assert said in found.err
    assert not (tmp_path / "runs").exists()


def test_a_dry_run_asks_nothing(cse, provider, tmp_path):
    found = cse("run", "--model", MODEL, "--model", "local", "--k", "1-2", "--dry-run", "--json")
    probes = [probe for probe in load_suite("quick").probes if probe.k <= 2]
    estimates = {one["label"]: one for one in json.loads(found.out)}
    assert estimates[MODEL]["calls"] == len(probes) == 24
    assert estimates[MODEL]["most_output_tokens"] == 24 * 4096
    assert estimates["local/SmolLM2-135M-Instruct"]["most_output_tokens"] == 24 * 512
    characters = sum(len(probe.prompt()) for probe in probes)
    assert characters / 6 < estimates[MODEL]["input_tokens"] < characters / 3
    assert not provider.requests
    assert not (tmp_path / "runs").exists()
    cse("run", "--model", MODEL, "--k", "1", "--limit", 5)
    assert "19 calls" in cse("run", "--model", MODEL, "--k", "1-2", "--dry-run").out


def test_summary_as_json(cse, provider, witnesses):
    provider.reply = lambda prompt, _: f"<answer>{witnesses[prompt]}</answer>" if "tea" not in prompt else "No."
    found = json.loads(cse("run", "--model", MODEL, "--limit", 16, "--json").out)
    (model,) = found["models"]
    assert [row["k"] for row in model["by_k"]] == list(range(1, 9))
    assert model["statuses"] == {"ok": 16}
    assert model["overall"]["probes"] == 16
    assert found["unscored"] == []
    assert found["interrupted"] is False


def test_epochs_go_on_where_they_were(cse, provider, tmp_path):
    cse("run", "--model", MODEL, "--limit", 2)
    provider.requests.clear()
    assert cse("run", "--model", MODEL, "--limit", 3, "--epochs", 2).code == 0
    assert len(provider.requests) == 4
    responses = read_run(tmp_path / FOLDER).responses
    assert responses.group_by("probe_id").agg(pl.col("epoch").sort())["epoch"].to_list() == [[1, 2]] * 3


def test_a_verifier_that_fails_is_named_and_exits_with_1(cse, tmp_path, monkeypatch):
    probe = next(p for p in load_suite("quick").probes if p.k == 3)

    def broken(*_):
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(type(probe.constraints[1]), "judge", broken)
    found = cse("run", "--model", MODEL, "--k", 3)
    assert found.code == 1
    run = read_run(tmp_path / FOLDER)
    unscored = run.checks.filter(pl.col("passed").is_null())
    assert probe.id in unscored["probe_id"].to_list()
    assert unscored["type"].unique().to_list() == [probe.constraints[1].name]
    assert run.responses.filter(probe_id=probe.id)["passed"].to_list() == [None]
    said = " ".join(found.out.split())
    assert f"the verifier of {probe.constraints[1].name} failed on probe" in said
    assert "ZeroDivisionError: a bug" in said


def test_a_long_run_is_written_in_several_logs(cse, provider, tmp_path, monkeypatch):
    monkeypatch.setattr("cse.run.runner.PROBES_A_LOG", 4)
    assert cse("run", "--model", MODEL, "--limit", 10).code == 0
    assert len(log_files(tmp_path / FOLDER)) == 3
    assert len(provider.prompts) == len(set(provider.prompts)) == read_run(tmp_path / FOLDER).responses.height == 10
    provider.reply = lambda *_: refusal(401, "expired")
    found = cse("run", "--model", MODEL, "--limit", 24, "--max-connections", 1)
    assert found.code == 2
    assert len(provider.requests) - 10 < 4, "what is refused in one log is not asked in the next"
    assert read_run(tmp_path / FOLDER).responses.filter(status="ok").height == 10

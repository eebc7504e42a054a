"""`cse run --intervention` against a provider on the loopback interface, and as a parameter of the task."""

import json
import signal
import time

import polars as pl
import pytest
from provider import HARNESS_WARNINGS, MODEL, refusal
from test_resume import wait_for
from test_task import evaluated

from cse.results.folder import read_info, read_passes, read_run
from cse.run.logs import answered, log_files
from cse.run.task import cse_task
from cse.suites import load_suite

pytestmark = [pytest.mark.filterwarnings(warning) for warning in HARNESS_WARNINGS]
FOLDER = "runs/quick_openai-api-fake-parrot"
BAD = "?!"
"""An answer without a letter or digit passes nothing."""


def knows_after(rounds, witnesses):
    """Answers with a witness after so many failed texts in the same run of a probe; it remembers them itself."""
    seen = {}

    def reply(_, request):
        prompt = request["messages"][0]["content"]
        seen[prompt] = seen.get(prompt, 0) + 1
        return f"<answer>{witnesses[prompt] if seen[prompt] > rounds else BAD}</answer>"

    return reply


def texts(request):
    return [message["content"] for message in request["messages"]]


def test_repair_from_prompt_to_tables(cse, provider, witnesses, tmp_path):
    provider.reply = knows_after(1, witnesses)
    found = cse("run", "--model", MODEL, "--limit", 8, "--intervention", "repair:2")
    assert found.code == 0, found
    folder = tmp_path / f"{FOLDER}_repair-2"
    run, passes = read_run(folder), read_passes(folder)
    assert run.responses["passed"].all()
    assert passes["role"].value_counts().sort("role").rows() == [("answer", 8), ("revision", 8)]
    assert passes.filter(role="answer")["checks_passed"].to_list() == [0] * 8
    revisions = passes.filter(role="revision")
    assert revisions["checks_passed"].to_list() == revisions["k"].to_list()
    assert revisions["chosen"].all()
    assert run.responses["output_tokens"].to_list() == [40] * 8, "20 in each of two passes"
    assert "16 calls for 8 responses" in " ".join(found.out.split())
    second = next(texts(request) for request in provider.requests if len(request["messages"]) == 3)
    assert second[1] == f"<answer>{BAD}</answer>"
    probe = next(probe for probe in load_suite("quick").probes if probe.prompt() == second[0])
    for constraint in probe.constraints:
        assert f"- {constraint.instruction().split('.')[0]}"[:40] in second[2]
        assert constraint.name not in second[2] or "_" not in constraint.name


def test_what_a_treated_run_records(cse, tmp_path):
    assert (
        cse("run", "--model", MODEL, "--limit", 1, "--max-tokens", 64, "--intervention", "repair:2", "--json").code == 0
    )
    info = read_info(tmp_path / f"{FOLDER}_repair-2")
    assert info["intervention"] == {"name": "repair:2", "most_passes": 3}
    assert info["budget"] == {MODEL: {"tokens_a_pass": 64, "tokens_in_all": 192}}
    assert cse("run", "--model", MODEL, "--limit", 1, "--json").code == 0
    assert read_info(tmp_path / FOLDER)["intervention"] == {"name": "base", "most_passes": 1}


def test_best_of_draws_at_a_temperature(cse, provider, tmp_path):
    assert cse("run", "--model", MODEL, "--limit", 2, "--intervention", "best-of:3", "--json").code == 0
    assert [request["temperature"] for request in provider.requests] == [0.7] * 6
    folder = tmp_path / f"{FOLDER}_best-of-3"
    assert read_info(folder)["models"][0]["generate"]["temperature"] == 0.7
    passes = read_passes(folder)
    assert passes.group_by("probe_id").agg(pl.col("pass_index").sort())["pass_index"].to_list() == [[1, 2, 3]] * 2
    provider.requests.clear()
    hotter = ("--json", "--temperature", 1.1, "--out", "hot", "--intervention", "best-of:2")
    assert cse("run", "--model", MODEL, "--limit", 1, *hotter).code == 0
    assert [request["temperature"] for request in provider.requests] == [1.1, 1.1]


def test_a_provider_without_temperature_is_reported_and_not_asked_otherwise(cse, provider):
    provider.reply = lambda *_: refusal(400, "Unsupported parameter: 'temperature' is not supported with this model.")
    found = cse("run", "--model", MODEL, "--limit", 4, "--max-connections", 1, "--intervention", "best-of:3")
    assert found.code == 2
    assert "refuses temperature = 0.7" in found.err
    assert "run it with -G temperature=none" in found.err
    assert all(request["temperature"] == 0.7 for request in provider.requests)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--intervention", "best-off:5"], "There is no intervention 'best-off:5'. Nearest: best-of."),
        (["--intervention", "best-of"], "write best-of:N, with a whole number from 2 to 100"),
        (["--intervention", "repair:99"], "write repair:N, with a whole number from 1 to 20"),
        (["--intervention", "plan:3"], "takes no number"),
        (["--intervention", "best-of:5", "--temperature", "0"], "leave the temperature away (0.7 then)"),
    ],
)
def test_mistakes_are_one_sentence(cse, provider, tmp_path, args, said):
    found = cse("run", "--model", MODEL, "--limit", 1, *args)
    assert (found.code, len(found.err.splitlines())) == (2, 1), found
    assert said in found.err
    assert not provider.requests
    assert not (tmp_path / "runs").exists()


def test_a_folder_holds_one_intervention(cse, provider):
    assert cse("run", "--model", MODEL, "--limit", 1, "--out", "x", "--json").code == 0
    for name, other in (("plan", "x"), ("base", "y")):
        cse("run", "--model", MODEL, "--limit", 1, "--intervention", "self-correct", "--out", "y", "--json")
        asked = len(provider.requests)
        found = cse("run", "--model", MODEL, "--limit", 1, "--intervention", name, "--out", other)
        assert (found.code, len(found.err.splitlines())) == (2, 1)
        assert "holds a run with another intervention" in found.err
        assert len(provider.requests) == asked


@pytest.mark.parametrize(("name", "calls"), [("plan", 2), ("best-of:5", 5), ("repair-control:3", 4)])
def test_a_dry_run_counts_the_calls_of_all_passes(cse, provider, name, calls):
    args = ("run", "--model", MODEL, "--k", "1", "--limit", 6, "--intervention", name, "--dry-run")
    (one,) = json.loads(cse(*args, "--json").out)
    assert (one["responses"], one["calls"]) == (6, 6 * calls)
    assert one["most_output_tokens"] == 6 * calls * 4096
    assert f"6 responses in at most {6 * calls} calls" in cse(*args).out
    assert not provider.requests


def test_scoring_again_gives_the_same_tables(cse, provider, witnesses, tmp_path):
    answers = iter(range(1000))
    provider.reply = lambda prompt, _: f"<answer>{witnesses[prompt] if next(answers) % 3 == 1 else BAD}</answer>"
    args = ("run", "--model", MODEL, "--limit", 4, "--intervention", "best-of:3", "--max-connections", 1, "--json")
    assert cse(*args).code == 0
    folder = tmp_path / f"{FOLDER}_best-of-3"
    before = {path.name: pl.read_parquet(path) for path in folder.glob("*.parquet")}
    assert sorted(before) == ["checks.parquet", "passes.parquet", "responses.parquet"]
    assert before["passes.parquet"].filter("chosen")["pass_index"].to_list().count(2) == 4, "the witness is chosen"
    for path in folder.glob("*.parquet"):
        path.unlink()
    assert cse("score", folder, "--json").code == 0
    for name, frame in before.items():
        assert pl.read_parquet(folder / name).equals(frame), name


def test_after_kill_no_answered_probe_is_asked_again(provider, cse, cse_process, tmp_path):
    args = (
        "run",
        "--model",
        MODEL,
        "--limit",
        12,
        "--max-connections",
        2,
        "--intervention",
        "repair-control:1",
        "--json",
    )
    folder = tmp_path / f"{FOLDER}_repair-control-1"
    provider.reply = lambda *_: f"<answer>{BAD}</answer>"
    provider.delay = 0.2
    process = cse_process(*args)
    wait_for(lambda: len(provider.requests) >= 10)
    time.sleep(provider.delay / 2)  # what was answered is on disk, and nothing is being written
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)
    time.sleep(3 * provider.delay)  # calls that were under way reach the provider's list only now
    kept = answered(log_files(folder))
    assert 4 <= len(kept) < 12
    prompts = {probe.id: probe.prompt() for probe in load_suite("quick").probes}
    provider.requests.clear()
    provider.delay = 0.0
    again = cse(*args)
    assert again.code == 0, again
    opened = [texts(request)[0] for request in provider.requests]
    assert not {prompts[name] for name, _ in kept} & set(opened)
    assert sorted(opened) == sorted(2 * list(set(opened))), "both passes of what was left, each once"
    passes = read_passes(folder)
    assert passes.height == 24
    assert read_run(folder).responses["probe_id"].n_unique() == 12


@pytest.mark.parametrize("name", ["plan", "plan-control", "self-correct", "best-of:2", "repair:2"])
def test_witnesses_hold_under_every_intervention(cse, tmp_path, name):
    found = cse("run", "--model", "witness", "--limit", 3, "--intervention", name, "--out", "w", "--json")
    (model,) = json.loads(found.out)["models"]
    assert model["overall"]["scsr"] == 1.0
    assert model["passes"] == read_passes(tmp_path / "w").height == (3 if name == "repair:2" else 6)


def test_as_a_parameter_of_the_task(cse, tmp_path):
    logs = evaluated(tmp_path / "logs", k="1", limit=2, intervention="repair-control:1")
    assert cse("score", logs[0], "--out", "scored").code == 0
    assert read_info(tmp_path / "scored")["intervention"] == {"name": "repair-control:1"}
    passes = read_passes(tmp_path / "scored")
    mock = passes.group_by("probe_id", maintain_order=True).agg("role", "passed")
    for roles, passed in mock.select("role", "passed").iter_rows():
        assert roles == (["answer"] if passed[0] else ["answer", "revision"])
    assert cse_task(intervention="best-of:3").config.temperature == 0.7
    assert cse_task().config.temperature == 0.0


def test_the_embedded_model_revises_its_own_text(cse, tmp_path):
    """Real tokens: the conversation with findings fits into the server's memory."""
    args = ("--k", 4, "--limit", 1, "--max-tokens", 16, "--intervention", "repair:1", "--out", "real", "--json")
    found = cse("run", *args)
    assert found.code == 0, found
    first, second = read_passes(tmp_path / "real").to_dicts()
    assert (first["role"], second["role"]) == ("answer", "revision")
    assert (first["status"], second["status"]) == ("ok", "ok"), "16 tokens do not meet four constraints"
    assert second["input_tokens"] > first["input_tokens"] + first["output_tokens"] + 100
    assert second["request"].count("\n- ") == 4 - first["checks_passed"]
    assert max(first["output_tokens"], second["output_tokens"]) <= 16

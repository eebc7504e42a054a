"""Several models: one process each, arguments for each, and nothing left behind."""

import signal
import time

import pytest
from provider import HARNESS_WARNINGS, MODEL, refusal
from test_resume import wait_for

from cse.results.folder import read_run
from cse.run.logs import log_files

pytestmark = [pytest.mark.filterwarnings(warning) for warning in HARNESS_WARNINGS]
OTHER = "openai-api/fake/crow"
PANEL = f"""
[[model]]
name = "{MODEL}"
generate = {{ temperature = 0.5, max_tokens = 100 }}

[[model]]
name = "{OTHER}"
label = "crow without temperature"
generate = {{ temperature = "none" }}
"""


def test_a_panel_file(provider, cse, tmp_path):
    (tmp_path / "panel.toml").write_text(PANEL)
    found = cse("run", "--panel", "panel.toml", "--limit", 6, "--out", "run")
    assert found.code == 0, found
    run = read_run(tmp_path / "run")
    assert run.responses["model"].value_counts().sort("model").rows() == [("crow without temperature", 6), (MODEL, 6)]
    assert run.responses.group_by("model").agg("probe_id").explode("probe_id")["probe_id"].n_unique() == 6
    sent = {request["model"]: (request.get("temperature"), request["max_tokens"]) for request in provider.requests}
    assert sent == {"parrot": (0.5, 100), "crow": (None, 4096)}
    assert "sCSR by k" in found.out
    assert len(log_files(tmp_path / "run")) == 2


def test_one_model_that_fails_does_not_stop_the_other(provider, cse, tmp_path):
    provider.reply = lambda _, request: refusal(401, "no key") if request["model"] == "crow" else "Tea."
    found = cse("run", "--model", MODEL, "--model", OTHER, "--limit", 6, "--out", "run")
    assert found.code == 2
    assert f"{OTHER} refuses the key" in found.err
    responses = read_run(tmp_path / "run").responses
    assert set(responses.filter(model=MODEL)["status"]) == {"ok"}
    assert responses.filter(model=MODEL).height == 6


def test_killing_the_command_ends_its_processes(provider, cse_process):
    provider.delay = 0.2
    process = cse_process("run", "--model", MODEL, "--model", OTHER, "--out", "run", "--max-connections", 1)
    wait_for(lambda: {request["model"] for request in provider.requests} == {"parrot", "crow"})
    process.send_signal(signal.SIGKILL)
    process.wait()
    wait_for(lambda: quiet(provider), seconds=30)
    assert len(provider.requests) < 2 * 96


def quiet(provider):
    before = len(provider.requests)
    time.sleep(1.5)
    return len(provider.requests) == before

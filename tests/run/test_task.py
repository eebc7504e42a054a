"""The task as Inspect's own users run it."""

import subprocess
import sys

import inspect_ai
import pytest
from inspect_ai.log import read_eval_log
from provider import HARNESS_WARNINGS

from cse.run.logs import log_files, read_logs
from cse.run.models import DEFAULTS
from cse.run.stored import stored_probe
from cse.run.task import cse_task, probe_sample
from cse.suites import load_suite


def inspect_eval(folder, *args):
    command = [sys.executable, "-m", "inspect_ai", "eval", "cse/cse", "--model", "mockllm/model", "--display", "plain"]
    done = subprocess.run([*command, "--log-dir", folder, *args], capture_output=True, text=True, timeout=120)
    return done, log_files(folder)


def evaluated(folder, epochs=1, **parameters):
    """Evaluates the task in this process, found by its name as the command finds it; returns the log files."""
    inspect_ai.eval(
        "cse/cse", task_args=parameters, model="mockllm/model", epochs=epochs, log_dir=str(folder), display="none"
    )
    return log_files(folder)


def test_inspect_finds_the_task(tmp_path):
    done, logs = inspect_eval(tmp_path, "-T", "suite=quick", "-T", "k=1-2", "-T", "limit=4")
    assert done.returncode == 0, done.stderr
    log = read_eval_log(logs[0])
    assert (log.eval.task, log.status, len(log.samples)) == ("cse", "success", 4)
    assert {sample.metadata["k"] for sample in log.samples} == {1, 2}
    assert all(not sample.error and sample.output.usage for sample in log.samples), "no tokenizer may be fetched"
    metrics = log.results.scores[0].metrics
    assert {"mcsr", "mcsr_stderr", "scsr", "score", "scsr_k1", "scsr_k2"} <= metrics.keys()
    assert log.plan.config.temperature == 0.0
    assert log.plan.config.max_tokens == 4096
    assert log.plan.config.max_retries == DEFAULTS["max_retries"]


@pytest.mark.parametrize(
    ("k", "levels"), [("1-3", {1, 2, 3}), (4, {4}), ("4", {4}), ([1, "7-8"], {1, 7, 8}), (None, set(range(1, 9)))]
)
def test_k_arrives_as_text_number_or_list(k, levels):
    assert {sample.metadata["k"] for sample in cse_task(k=k).dataset} == levels


def test_a_mistake_is_one_sentence(tmp_path):
    done, logs = inspect_eval(tmp_path, "-T", "k=1-99")
    assert done.returncode != 0
    said = " ".join((done.stdout + done.stderr).split())
    assert "The suite holds no probe with k = 9; it holds k = 1 to 8." in said
    assert "Traceback" not in said
    assert not logs


@pytest.mark.filterwarnings(*HARNESS_WARNINGS)
def test_epochs_of_a_probe_are_averaged_before_the_standard_error(tmp_path):
    logs = evaluated(tmp_path, epochs=3, k="1", limit=2)
    log = read_eval_log(logs[0])
    # The mock answers each epoch alike, so three epochs must give the standard error of two probes, not of six.
    values = [sample.scores["verifiers"].value["mcsr"] for sample in log.samples if sample.epoch == 1]
    assert log.results.scores[0].metrics["mcsr_stderr"].value == pytest.approx(abs(values[0] - values[1]) / 2)
    assert sorted(response.epoch for response in read_logs(logs)) == [1, 1, 2, 2, 3, 3]


def test_a_sample_holds_its_whole_probe():
    probe = load_suite("quick").probes[50]
    sample = probe_sample(probe)
    assert sample.id == probe.id
    assert sample.input == probe.prompt()
    assert stored_probe(sample.metadata) == probe

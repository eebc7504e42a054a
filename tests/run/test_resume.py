"""A run that is stopped goes on, and repeats no answered probe.

What is stopped, or runs beside another, is a process of its own; what is asked of its folder then needs none.
"""

import signal
import time

import pytest
from inspect_ai.log import read_eval_log
from provider import HARNESS_WARNINGS, MODEL

from cse.errors import InvalidInput
from cse.results.folder import read_run
from cse.run.logs import answered, log_files

pytestmark = [pytest.mark.filterwarnings(warning) for warning in HARNESS_WARNINGS]
FOLDER = "runs/quick_openai-api-fake-parrot"
RUN = ("run", "--model", MODEL, "--limit", 24, "--max-connections", 2)


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.02)


def on_disk(folder):
    """Returns how many answers the logs hold; none while one is just being replaced by its next version."""
    try:
        return len(answered(log_files(folder)))
    except InvalidInput:
        return 0


@pytest.fixture
def stopped(provider, cse_process, tmp_path):
    """Returns a function that starts a run, stops it by a signal after some answers are on disk, and tells which."""

    def stop(how):
        provider.delay = 0.3
        process = cse_process(*RUN)
        wait_for(lambda: on_disk(tmp_path / FOLDER) >= 6)
        process.send_signal(how)
        out, err = process.communicate(timeout=60)
        time.sleep(2 * provider.delay)  # calls that were under way reach the provider's list only now
        provider.delay = 0.0
        kept = answered(log_files(tmp_path / FOLDER))
        assert 6 <= len(kept) < 24
        return process.returncode, out, err, kept

    return stop


def go_on(provider, cse, tmp_path, kept):
    """Gives the same command again and checks that it asks what is left, each once."""
    before = {
        sample.input for path in log_files(tmp_path / FOLDER) for sample in read_eval_log(path).samples if ok(sample)
    }
    assert len(before) == len(kept)
    provider.requests.clear()
    again = cse(*RUN)
    assert again.code == 0, again
    assert len(provider.prompts) == len(set(provider.prompts)) == 24 - len(kept)
    assert not before & set(provider.prompts)
    responses = read_run(tmp_path / FOLDER).responses
    assert responses.height == responses["probe_id"].n_unique() == 24
    assert set(responses["status"]) == {"ok"}
    return again.out


def ok(sample):
    return bool(sample.output.choices) and not sample.error


def test_after_kill(provider, cse, stopped, tmp_path):
    code, _, _, kept = stopped(signal.SIGKILL)
    assert code == -signal.SIGKILL
    go_on(provider, cse, tmp_path, kept)


def test_after_ctrl_c(provider, cse, stopped, tmp_path):
    code, out, err, kept = stopped(signal.SIGINT)
    assert code == 130
    assert "Traceback" not in err
    assert "The same command again goes on" in out
    assert "not asked yet" in out
    tables = read_run(tmp_path / FOLDER)
    assert tables.responses.height == len(kept), "what was cut off is not missing"
    assert "Next: cse analyze" in go_on(provider, cse, tmp_path, kept)


def test_a_finished_run_asks_nothing(provider, cse):
    cse(*RUN)
    assert len(provider.requests) == 24
    again = cse(*RUN)
    assert (again.code, len(provider.requests)) == (0, 24)
    assert "Next: cse analyze" in again.out


def test_two_runs_in_one_folder_would_ask_twice(provider, cse, cse_process, tmp_path):
    provider.gate.clear()
    first = cse_process(*RUN)
    wait_for(lambda: provider.arrived)
    second = cse(*RUN)
    assert second.code == 2
    assert "Another process writes to" in second.err
    provider.gate.set()
    first.communicate(timeout=60)
    assert first.returncode == 0
    assert len(provider.prompts) == len(set(provider.prompts)) == 24
    assert read_run(tmp_path / FOLDER).responses.height == 24

"""From logs to responses: which of several answers counts, and what counts as one."""

import pytest
from inspect_ai.log import EvalConfig, EvalDataset, EvalLog, EvalSample, EvalSpec, EvalStats, write_eval_log
from inspect_ai.log._log import EvalPlan  # the public module leaves it out
from inspect_ai.model import ModelOutput, ModelUsage

from cse.compose.probe import Probe
from cse.constraints.base import Topic
from cse.constraints.registry import constraint
from cse.errors import InvalidInput
from cse.run.logs import LABEL, answered, log_files, read_logs
from cse.run.stored import store_probe

PROBES = {name: Probe(name, 0, Topic("tea", ("tea",)), (constraint("S1", count=3),)) for name in "abc"}


def sample(name, text=None, error=None, epoch=1, usage=None, metadata=None):
    output = ModelOutput(model="m") if text is None else ModelOutput.from_content("m", text)
    output.usage, output.time = usage, 1.5
    fields = {"metadata": {"probe": store_probe(PROBES[name])} if metadata is None else metadata}
    if error is not None:
        fields["error"] = {"message": error, "traceback": "", "traceback_ansi": ""}
    return EvalSample(id=name, epoch=epoch, input="?", target="", output=output, **fields)


def write(folder, number, *samples, label="parrot"):
    spec = EvalSpec(
        created="2026-01-01T00:00:00+00:00",
        task="cse",
        dataset=EvalDataset(),
        model="provider/m",
        config=EvalConfig(),
        metadata={LABEL: label} if label else None,
    )
    path = folder / f"2026-01-0{number}T00-00-00_cse_x.eval"
    log = EvalLog(eval=spec, plan=EvalPlan(), stats=EvalStats(), samples=list(samples), status="success")
    write_eval_log(log, str(path))
    return path


def test_a_response_wins_over_a_failed_call_and_a_later_over_an_earlier(tmp_path):
    write(tmp_path, 1, sample("a", error="busy"), sample("b", "first"), sample("c", error="busy"))
    write(tmp_path, 2, sample("a", "second"), sample("b", error="busy"), sample("c", error="still busy"))
    logs = log_files(tmp_path)
    found = {response.probe.id: (response.status, response.text, response.error) for response in read_logs(logs)}
    assert found == {"a": ("ok", "second", None), "b": ("ok", "first", None), "c": ("error", None, "still busy")}
    assert answered(logs) == {("a", 1), ("b", 1)}


def test_what_a_response_carries(tmp_path):
    usage = ModelUsage(input_tokens=3, input_tokens_cache_read=40, output_tokens=7, total_tokens=50)
    path = write(tmp_path, 1, sample("a", "Tea.", epoch=2, usage=usage))
    (found,) = read_logs([path])
    assert (found.model, found.probe, found.epoch, found.stop_reason) == ("parrot", PROBES["a"], 2, "stop")
    assert (found.input_tokens, found.output_tokens, found.seconds) == (43, 7, 1.5)


def test_without_a_label_the_model_is_inspects_name(tmp_path):
    (found,) = read_logs([write(tmp_path, 1, sample("a", "Tea."), label=None)])
    assert (found.model, found.input_tokens) == ("provider/m", None)


def test_a_call_that_ctrl_c_cut_off_is_not_missing(tmp_path):
    path = write(tmp_path, 1, sample("a", error="CancelledError('Cancelled via cancel scope 7f')"), sample("b", "Tea."))
    assert [response.probe.id for response in read_logs([path])] == ["b"]
    assert answered([path]) == {("b", 1)}


def test_logs_that_cannot_be_used(tmp_path):
    other = write(tmp_path, 1, sample("a", "Tea.", metadata={"question": 5}))
    with pytest.raises(InvalidInput, match="is not of this evaluation: sample 'a' holds no probe"):
        read_logs([other])
    broken = tmp_path / "broken.eval"
    broken.write_bytes(other.read_bytes()[:200])
    for use in (read_logs, answered):
        with pytest.raises(InvalidInput, match=r"broken\.eval' cannot be read"):
            use([broken])

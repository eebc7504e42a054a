"""Inspect's scores and metrics: values, missing responses, failed verifiers, standard errors over probes."""

import asyncio
import json
import math
import statistics
from types import SimpleNamespace

import pytest
from inspect_ai.model import ModelOutput
from inspect_ai.scorer import SampleScore, Score, Target

from cse.compose.probe import Probe
from cse.constraints.base import Topic
from cse.constraints.registry import constraint
from cse.constraints.structural.word_count import WordCount
from cse.run.scorer import clustered_mean, saturation, verifiers
from cse.run.stored import store_probe

PROBE = Probe("p", 0, Topic("tea", ("tea",)), (constraint("S1", count=3), constraint("L1", letter="z")))


def scored(output):
    state = SimpleNamespace(output=output, metadata={"probe": store_probe(PROBE)})
    return asyncio.run(verifiers()(state, Target("")))


def answer(text, stop_reason="stop", **more):
    return ModelOutput.from_content("m", text, stop_reason, **more)


def test_verdicts_become_the_value():
    found = scored(answer("<answer>Tea is very hot.</answer>"))
    # Four words of three asked give 1 - 1/3; no z gives 1.
    assert found.value == {"mcsr": 0.5, "scsr": 0.0, "score": pytest.approx((2 / 3 + 1) / 2), "checks": 2}
    assert found.answer == "Tea is very hot."
    assert found.metadata["tag_status"] == "closed"
    assert [check["passed"] for check in json.loads(found.metadata["checks"]["json"])] == [False, True]
    assert scored(answer("<answer>Tea is hot.</answer>")).value["scsr"] == 1.0


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        (answer("I cannot help with that.", "content_filter"), "refusal"),
        (answer(""), "no_response"),
        (answer("  \n", "max_tokens"), "no_response"),
        (answer("", error="overloaded"), "error"),
        (answer("prompt is too long: 9000 tokens", "model_length"), "error"),
    ],
)
def test_a_missing_response_is_unscored(output, reason):
    found = scored(output)
    assert math.isnan(found.value)
    assert found.reason == reason
    assert found.explanation


def test_a_verifier_that_raises_is_neither_pass_nor_fail(monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(WordCount, "judge", broken)
    found = scored(answer("<answer>Tea is hot.</answer>"))
    assert found.value["checks"] == 1
    assert found.value["mcsr"] == 1.0
    assert math.isnan(found.value["scsr"])
    assert json.loads(found.metadata["checks"]["json"])[0]["error"] == "ZeroDivisionError: a bug"


def sample(k, mcsr, scsr, checks=None, impossible=False):
    value = {"mcsr": mcsr, "scsr": scsr, "score": mcsr, "checks": k if checks is None else checks}
    return SampleScore(score=Score(value=value), sample_metadata={"k": k, "impossible": impossible})


def test_metrics_by_k():
    scores = [sample(1, 1.0, 1.0), sample(1, 0.0, 0.0), sample(4, 0.5, 0.0), sample(4, 1.0, 1.0, impossible=True)]
    found = saturation()(scores)
    # Over all levels the checks count alike: 1 + 0 + 2 of 6.
    assert found["mcsr"] == pytest.approx(3 / 6)
    assert found["scsr"] == pytest.approx(1 / 3)
    assert (found["mcsr_k1"], found["scsr_k1"], found["mcsr_k4"]) == (0.5, 0.5, 0.5)
    assert found["mcsr_k1_stderr"] == pytest.approx(statistics.stdev([1.0, 0.0]) / math.sqrt(2))
    assert "mcsr_k4_stderr" not in found, "one probe has no standard error"


def test_unscored_parts_count_nowhere():
    found = saturation()([sample(2, 0.5, 0.0), sample(2, 1.0, math.nan, checks=1), sample(2, math.nan, math.nan, 0)])
    assert found["mcsr"] == pytest.approx((0.5 * 2 + 1.0) / 3)
    assert found["scsr"] == 0.0


def test_no_scores():
    assert saturation()([]) == {}


def test_standard_error_is_that_of_whole_probes():
    """The linearised ratio estimator, written out again from its textbook form."""
    values = [(0.2, 5.0), (0.9, 3.0), (0.5, 8.0), (1.0, 1.0)]
    mean, stderr = clustered_mean(values)
    weight = sum(w for _, w in values)
    expected = sum(v * w for v, w in values) / weight
    variance = sum((w * v - w * expected) ** 2 for v, w in values) * len(values) / (len(values) - 1) / weight**2
    assert mean == pytest.approx(expected)
    assert stderr == pytest.approx(math.sqrt(variance))
    equal = [(0.2, 2.0), (0.9, 2.0), (0.5, 2.0)]
    assert clustered_mean(equal)[1] == pytest.approx(statistics.stdev([0.2, 0.9, 0.5]) / math.sqrt(3))

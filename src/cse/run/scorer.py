"""Verdicts as Inspect scores, and mCSR, sCSR and score as its metrics, by k, with standard errors over probes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, Value, metric, scorer
from inspect_ai.solver import TaskState
from inspect_ai.util import store

from cse.compose.probe import Probe
from cse.constraints.base import Constraint, Verdict
from cse.constraints.verify import Unscored
from cse.run.interventions.record import stored_passes
from cse.run.output import status_of
from cse.run.passes import BEFORE_THE_ANSWER, Judged, Pass, judge
from cse.run.stored import as_json, stored_probe

_REASONS = {"refused": "refusal", "empty": "no_response"}
_NAN = math.nan


@metric
def saturation() -> Metric:
    """Computes mCSR, sCSR and score, over all levels and at each k, each with its standard error.

    The probe is the unit that was drawn: Inspect has averaged a probe's epochs before, and the checks of a probe
    stay together in the standard error (linearised ratio of two sums over probes). Impossible probes count nowhere.
    """

    def compute(scores: list[SampleScore]) -> Value:
        possible = [score for score in scores if not _metadata(score)["impossible"]]
        found: dict[str, float | None] = {}
        for k in [None, *sorted({int(_metadata(score)["k"]) for score in possible})]:
            rows = [_row(score) for score in possible if k is None or _metadata(score)["k"] == k]
            for name in ("mcsr", "scsr", "score"):
                known = [row for row in rows if not math.isnan(row[name])]
                mean, stderr = clustered_mean([(row[name], 1 if name == "scsr" else row["checks"]) for row in known])
                label = name if k is None else f"{name}_k{k}"
                found |= {label: mean, f"{label}_stderr": stderr}
        return {name: value for name, value in found.items() if value is not None}

    return compute


def _metadata(score: SampleScore) -> dict[str, Any]:
    return score.sample_metadata or {}


def _row(score: SampleScore) -> dict[str, float]:
    return {name: float(value) for name, value in score.score.as_dict().items() if value is not None}


def clustered_mean(values: Sequence[tuple[float, float]]) -> tuple[float | None, float | None]:
    """Averages probes' means, each weighted by its number of checks, with the standard error over probes.

    Args:
        values: Mean and weight of each probe.

    Returns:
        The mean, None without probes; and its standard error, None for fewer than two.

    >>> clustered_mean([(0.0, 1.0), (1.0, 1.0)])
    (0.5, 0.5)
    """
    total = sum(weight for _, weight in values)
    if not total:
        return None, None
    mean = sum(value * weight for value, weight in values) / total
    n = len(values)
    if n < 2:
        return mean, None
    squares = sum((weight * (value - mean)) ** 2 for value, weight in values)
    return mean, math.sqrt(squares * n / (n - 1)) / total


@scorer(metrics=[saturation()])
def verifiers() -> Scorer:
    """Verifies the response against the constraints of its probe.

    The value holds `mcsr`, `scsr`, `score` and `checks`, the number of scored checks. A missing response is unscored as
    a whole, `scsr` is NaN where a check is unscored.
    """

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001  # the probe's constraints are the target
        status, why = status_of(state.output)
        if status != "ok":
            return Score.unscored(reason=_REASONS.get(status, status), explanation=why)
        probe = stored_probe(state.metadata)
        judged = judge(state.output.completion, probe.constraints)
        pairs = list(zip(probe.constraints, judged.verdicts, strict=True))
        return Score(
            value=_value(judged),
            answer=judged.answer.text,
            explanation="\n".join(_line(*one) for one in pairs),
            metadata={"tag_status": judged.answer.status, "checks": _checks(pairs)} | _passes(probe),
        )

    return score


def _passes(probe: Probe) -> dict[str, Any]:
    """Tells how far each pass of an intervention came; nothing where the probe was asked once."""
    passes = stored_passes(store())
    return {"passes": [_pass(one, probe.constraints) for one in passes]} if passes else {}


def _pass(one: Pass, constraints: Sequence[Constraint]) -> dict[str, Any]:
    if one.text is None or one.role in BEFORE_THE_ANSWER:
        return {"role": one.role, "status": one.status}
    judged = judge(one.text, constraints)
    return {"role": one.role, "status": one.status, "checks_passed": judged.held, "passed": judged.passed}


def _value(judged: Judged) -> dict[str, str | int | float | bool | None]:
    scored = [verdict for verdict in judged.verdicts if isinstance(verdict, Verdict)]
    return {
        "mcsr": _mean(scored, lambda verdict: float(verdict.passed)),
        "scsr": _NAN if judged.passed is None else float(judged.passed),
        "score": _mean(scored, lambda verdict: verdict.score),
        "checks": len(scored),
    }


def _mean(verdicts: Sequence[Verdict], value: Callable[[Verdict], float]) -> float:
    return sum(map(value, verdicts)) / len(verdicts) if verdicts else _NAN


def _line(constraint: Constraint, verdict: Verdict | Unscored) -> str:
    name = f"{constraint.code} {constraint.name}"
    if isinstance(verdict, Unscored):
        return f"unscored  {name}: the verifier failed ({verdict.error})"
    word = "pass" if verdict.passed else "FAIL"
    return f"{word}  {name}: expected {verdict.expected}; found {verdict.observed}"


def _checks(pairs: Sequence[tuple[Constraint, Verdict | Unscored]]) -> dict[str, str]:
    return as_json(
        [
            {"type": constraint.name, "code": constraint.code}
            | (asdict(verdict) if isinstance(verdict, Unscored) else verdict.to_dict())
            for constraint, verdict in pairs
        ]
    )

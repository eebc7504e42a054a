"""A response of a model, or why there is none, and the rows that come of it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import polars as pl

from cse.compose.probe import Probe
from cse.constraints.base import Constraint, Verdict
from cse.constraints.verify import Unscored
from cse.results.tables import checks_frame, passes_frame, responses_frame
from cse.run.passes import BEFORE_THE_ANSWER, Judged, Pass, Status, judge, pass_row
from cse.text.letters import storable

_AT_A_TIME = 2000
"""Responses whose rows are held as Python objects, which take many times the memory of a table."""


@dataclass(frozen=True, slots=True)
class Response:
    """What became of asking a model once about a probe, in one pass or several.

    Attributes:
        model: The model's label.
        probe: What was asked.
        epoch: Number of the draw, from 1.
        status: `ok`, or why the response is missing.
        text: All that the model returned; None where it is missing.
        error: Why it is missing, in the provider's words where it said something.
        stop_reason: Why generation ended, if known.
        input_tokens: Tokens of the prompts of all passes, if known.
        output_tokens: Tokens generated in all passes, reasoning included, if known.
        seconds: Time from request to response, over all passes, if known.
        passes: The passes on the way to it, in the order made; empty where they are not known.
        chosen: Which of the passes it is, from 0.
    """

    model: str
    probe: Probe
    epoch: int
    status: Status
    text: str | None = None
    error: str | None = None
    stop_reason: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    seconds: float | None = None
    passes: tuple[Pass, ...] = ()
    chosen: int = 0


@dataclass(frozen=True, slots=True)
class Failure:
    """A verifier that raised: a bug of ours, to be named at the end of the run.

    Attributes:
        probe_id: The probe whose check is unscored.
        type: Name of the constraint type.
        error: The exception's type and message.
    """

    probe_id: str
    type: str
    error: str


@dataclass(frozen=True)
class Tables:
    """The result tables of some responses, and the verifiers that failed on them."""

    responses: pl.DataFrame
    checks: pl.DataFrame
    failures: list[Failure]
    passes: pl.DataFrame = field(default_factory=lambda: passes_frame([]))


def tables_of(responses: Iterable[Response]) -> Tables:
    """Verifies responses and makes the result tables; missing responses have no checks."""
    waiting = iter(responses)
    parts = [_tables_of(())]
    while some := list(islice(waiting, _AT_A_TIME)):
        parts.append(_tables_of(some))
    return Tables(
        pl.concat([part.responses for part in parts]),
        pl.concat([part.checks for part in parts]),
        [failure for part in parts for failure in part.failures],
        pl.concat([part.passes for part in parts]),
    )


def _tables_of(responses: Iterable[Response]) -> Tables:
    rows: list[dict[str, Any]] = []
    check_rows: list[dict[str, Any]] = []
    pass_rows: list[dict[str, Any]] = []
    failures: list[Failure] = []
    for response in responses:
        row = _response_row(response)
        judged = None if response.text is None else judge(response.text, response.probe.constraints)
        if judged is not None:
            row |= {"response": judged.text, "answer": judged.answer.text, "tag_status": judged.answer.status}
            row["passed"] = judged.passed
            pairs = list(zip(response.probe.constraints, judged.verdicts, strict=True))
            check_rows += [_check_row(response, place, *one) for place, one in enumerate(pairs, 1)]
            failures += [
                Failure(response.probe.id, constraint.name, verdict.error)
                for constraint, verdict in pairs
                if isinstance(verdict, Unscored)
            ]
        rows.append(row)
        pass_rows += _pass_rows(response, judged)
    return Tables(responses_frame(rows), checks_frame(check_rows), failures, passes_frame(pass_rows))


def _pass_rows(response: Response, judged: Judged | None) -> list[dict[str, Any]]:
    """Makes the rows of a response's passes; only texts that are not the response are still to be judged."""
    constraints = response.probe.constraints
    if not response.passes:
        return [] if response.status == "error" else [_pass_keys(response) | _only_pass(response, judged)]
    rows = []
    for index, one in enumerate(response.passes):
        chosen = index == response.chosen
        found = judged if chosen else None
        if found is None and one.text is not None and one.role not in BEFORE_THE_ANSWER:
            found = judge(one.text, constraints)
        rows.append(_pass_keys(response) | pass_row(one, found, index=index + 1, chosen=chosen))
    return rows


def _only_pass(response: Response, judged: Judged | None) -> dict[str, Any]:
    only = Pass(
        role="answer",
        status=response.status,
        text=response.text,
        error=response.error,
        stop_reason=response.stop_reason,
        input_tokens=response.input_tokens,
        output_tokens=response.output_tokens,
        seconds=response.seconds,
    )
    return pass_row(only, judged, index=1, chosen=True)


def _pass_keys(response: Response) -> dict[str, Any]:
    probe = response.probe
    return {
        "model": response.model,
        "probe_id": probe.id,
        "epoch": response.epoch,
        "k": probe.k,
        "impossible": probe.impossible,
    }


def _response_row(response: Response) -> dict[str, Any]:
    probe = response.probe
    return {
        "model": response.model,
        "probe_id": probe.id,
        "epoch": response.epoch,
        "k": probe.k,
        "topic": probe.topic.name,
        "impossible": probe.impossible,
        "status": response.status,
        "error": None if response.error is None else storable(response.error),
        "stop_reason": response.stop_reason,
        "input_tokens": response.input_tokens,
        "output_tokens": response.output_tokens,
        "seconds": response.seconds,
    }


def _check_row(
    response: Response, position: int, constraint: Constraint, verdict: Verdict | Unscored
) -> dict[str, Any]:
    row = {
        "model": response.model,
        "probe_id": response.probe.id,
        "epoch": response.epoch,
        "k": response.probe.k,
        "impossible": response.probe.impossible,
        "position": position,
        "type": constraint.name,
        "code": constraint.code,
        "dimension": constraint.dimension,
        "params": json.dumps(constraint.params(), ensure_ascii=False),
    }
    if isinstance(verdict, Unscored):
        return row
    return row | {
        "passed": verdict.passed,
        "score": verdict.score,
        "expected": verdict.expected,
        "observed": verdict.observed,
        "spans": json.dumps(verdict.spans, separators=(",", ":")),
    }

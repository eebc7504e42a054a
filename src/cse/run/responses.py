"""A response of a model, or why there is none, and the rows that come of it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import polars as pl

from cse.compose.probe import Probe
from cse.constraints.base import Constraint, Verdict
from cse.constraints.verify import Unscored, check_document
from cse.results.tables import checks_frame, responses_frame
from cse.text.answer import extract
from cse.text.document import Document
from cse.text.letters import storable

Status = Literal["ok", "refused", "error", "empty"]


@dataclass(frozen=True, slots=True)
class Response:
    """What became of one call.

    Attributes:
        model: The model's label.
        probe: What was asked.
        epoch: Number of the draw, from 1.
        status: `ok`, or why the response is missing.
        text: All that the model returned; None where it is missing.
        error: Why it is missing, in the provider's words where it said something.
        stop_reason: Why generation ended, if known.
        input_tokens: Tokens of the prompt, if known.
        output_tokens: Tokens generated, reasoning included, if known.
        seconds: Time from request to response, if known.
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
    """Both result tables of some responses, and the verifiers that failed on them."""

    responses: pl.DataFrame
    checks: pl.DataFrame
    failures: list[Failure]


def tables_of(responses: Iterable[Response]) -> Tables:
    """Verifies responses and makes the two result tables; missing responses have no checks."""
    rows: list[dict[str, Any]] = []
    check_rows: list[dict[str, Any]] = []
    failures: list[Failure] = []
    for response in responses:
        row = _response_row(response)
        if response.text is not None:
            text = storable(response.text)
            answer = extract(text)
            verdicts = check_document(Document(answer.text), response.probe.constraints)
            row |= {"response": text, "answer": answer.text, "tag_status": answer.status}
            row["passed"] = all_passed(verdicts)
            judged = list(zip(response.probe.constraints, verdicts, strict=True))
            check_rows += [_check_row(response, place, *one) for place, one in enumerate(judged, 1)]
            failures += [
                Failure(response.probe.id, constraint.name, verdict.error)
                for constraint, verdict in judged
                if isinstance(verdict, Unscored)
            ]
        rows.append(row)
    return Tables(responses_frame(rows), checks_frame(check_rows), failures)


def all_passed(verdicts: Iterable[Verdict | Unscored]) -> bool | None:
    """Tells whether all constraints hold; None where a check is unscored, whatever the others say."""
    verdicts = list(verdicts)
    if any(isinstance(verdict, Unscored) for verdict in verdicts):
        return None
    return all(isinstance(verdict, Verdict) and verdict.passed for verdict in verdicts)


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

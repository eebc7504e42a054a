"""One call of the model on the way to a response, and which of them is the response."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from cse.constraints.base import Constraint, Verdict
from cse.constraints.verify import Unscored, check_document
from cse.text.answer import Answer, extract
from cse.text.document import Document
from cse.text.letters import storable

Status = Literal["ok", "refused", "error", "empty"]
Role = Literal["answer", "draw", "revision", "plan", "notes"]
ROLES: tuple[Role, ...] = ("answer", "draw", "revision", "plan", "notes")
BEFORE_THE_ANSWER: tuple[Role, ...] = ("plan", "notes")
"""What comes before an answer and is none: it is stored, and not scored."""


@dataclass(frozen=True, slots=True)
class Pass:
    """What became of one call.

    Attributes:
        role: What it was for: `draw` is one of several independent answers, `revision` an answer to remarks on an
            earlier one, `plan` and `notes` come before the answer.
        status: `ok`, or why nothing came back.
        text: All that the model returned; None where nothing came back.
        request: The last message of the request; None where it was the probe's prompt alone.
        error: Why nothing came back, in the provider's words where it said something.
        stop_reason: Why generation ended, if known.
        input_tokens: Tokens of the request, if known.
        output_tokens: Tokens generated, reasoning included, if known.
        seconds: Time from request to response, if known.
    """

    role: Role
    status: Status
    text: str | None = None
    request: str | None = None
    error: str | None = None
    stop_reason: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """A text with what the verifiers say of it.

    Attributes:
        text: All that the model returned, made fit to be stored.
        answer: The part that was scored.
        verdicts: One for each constraint, in the order of the prompt.
    """

    text: str
    answer: Answer
    verdicts: tuple[Verdict | Unscored, ...]

    @property
    def held(self) -> int:
        """How many constraints passed."""
        return sum(isinstance(verdict, Verdict) and verdict.passed for verdict in self.verdicts)

    @property
    def passed(self) -> bool | None:
        """Whether all constraints passed; None where a check is unscored, whatever the others say."""
        if any(isinstance(verdict, Unscored) for verdict in self.verdicts):
            return None
        return self.held == len(self.verdicts)


def judge(text: str, constraints: Sequence[Constraint]) -> Judged:
    """Extracts the answer of a response and verifies it.

    >>> from cse.constraints.registry import constraint
    >>> judge("<answer>Tea is hot.</answer>", [constraint("S1", count=3), constraint("L1", letter="t")]).held
    1
    """
    text = storable(text)
    answer = extract(text)
    return Judged(text, answer, tuple(check_document(Document(answer.text), constraints)))


def chosen_index(passes: Sequence[Pass], constraints: Sequence[Constraint]) -> int:
    """Tells which pass is the response, always by the same rule.

    Of independent draws it is the one of which the verifiers pass most constraints, the earliest of equals. Otherwise
    it is the last answer or revision that came back: a revision that did not leaves the earlier text standing. Where no
    answer came back it is the last pass, whose status says why.

    Args:
        passes: The passes of one response, at least one.
        constraints: The constraints of its probe.
    """
    there = [index for index, one in enumerate(passes) if one.text is not None and one.role not in BEFORE_THE_ANSWER]
    if not there:
        return len(passes) - 1
    if passes[there[0]].role != "draw":
        return there[-1]
    held = {index: judge(passes[index].text or "", constraints).held for index in there}
    return max(there, key=lambda index: (held[index], -index))


def pass_row(one: Pass, judged: Judged | None, *, index: int, chosen: bool) -> dict[str, Any]:
    """Makes what the table of passes says of a pass, without the keys of its response.

    Args:
        one: The pass.
        judged: What the verifiers say of its text; None where nothing is scored.
        index: Its number, from 1.
        chosen: Whether it is the response.
    """
    row: dict[str, Any] = {
        "pass_index": index,
        "role": one.role,
        "chosen": chosen,
        "status": one.status,
        "error": None if one.error is None else storable(one.error),
        "request": None if one.request is None else storable(one.request),
        "response": None if one.text is None else storable(one.text),
        "stop_reason": one.stop_reason,
        "input_tokens": one.input_tokens,
        "output_tokens": one.output_tokens,
        "seconds": one.seconds,
    }
    if judged is None:
        return row
    scores = [verdict.score if isinstance(verdict, Verdict) else None for verdict in judged.verdicts]
    return row | {
        "answer": judged.answer.text,
        "checks_passed": judged.held,
        "scores": json.dumps(scores, separators=(",", ":")),
        "passed": judged.passed,
    }

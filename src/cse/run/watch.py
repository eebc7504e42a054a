"""Watches an evaluation: skips what was answered before, counts, and stops it when no call can succeed any more."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from inspect_ai.dataset import Sample
from inspect_ai.log import EvalSpec
from inspect_ai.scorer import SampleScore
from inspect_ai.util import EarlyStop
from pydantic import JsonValue

from cse.run.failures import fatal, what_was_said
from cse.run.models import ModelSpec

FAILURES_IN_A_ROW = 10
"""After that many failed calls without one that succeeded, the rest would most likely fail too."""


@dataclass(frozen=True, slots=True)
class News:
    """How far a model is.

    Attributes:
        label: The model's label.
        answered: Calls of this session that gave a response.
        missing: Calls of this session that gave none.
        passed: Responses that passed all constraints of their probe.
    """

    label: str
    answered: int
    missing: int
    passed: int


class Watch:
    """An early-stopping manager for Inspect (its protocol `EarlyStopping`) that is also told of every call.

    Attributes:
        stopped: Why the evaluation was stopped, as a sentence; None if it was not.
    """

    def __init__(
        self, spec: ModelSpec, answered_before: Collection[tuple[str, int]], notify: Callable[[News], None]
    ) -> None:
        self.stopped: str | None = None
        self._spec = spec
        self._before = answered_before
        self._notify = notify
        self._answered = self._missing = self._passed = self._in_a_row = 0

    def answered(self) -> None:
        """Notes that the provider is there."""
        self._in_a_row = 0

    def failed(self, error: Exception) -> None:
        """Counts a call that raised, and stops the evaluation where no other can succeed."""
        self._missing += 1
        self._in_a_row += 1
        why = fatal(self._spec, error)
        if why is None and self._in_a_row >= FAILURES_IN_A_ROW:
            why = (
                f"{self._spec.label} failed {self._in_a_row} times in a row, the last time with: "
                f"{what_was_said(error)}; what was answered is kept, and the same command goes on."
            )
        self.stopped = self.stopped or why
        self._tell()

    def _tell(self) -> None:
        self._notify(News(self._spec.label, self._answered, self._missing, self._passed))

    async def start_task(self, task: EvalSpec, samples: list[Sample], epochs: int) -> str:  # noqa: ARG002
        """Names the manager."""
        return "cse"

    async def schedule_sample(self, id: str | int, epoch: int) -> EarlyStop | None:  # noqa: A002
        """Leaves a sample out that was answered before, or once the evaluation is stopped."""
        if (str(id), epoch) in self._before:
            return EarlyStop(id=id, epoch=epoch, reason="answered before")
        return EarlyStop(id=id, epoch=epoch, reason=self.stopped) if self.stopped else None

    async def complete_sample(self, id: str | int, epoch: int, scores: dict[str, SampleScore]) -> None:  # noqa: A002, ARG002
        """Counts a scored sample; one that is unscored as a whole is a missing response."""
        values = [score.score.value for score in scores.values()]
        verdicts = [value for value in values if isinstance(value, Mapping)]
        self._answered += bool(verdicts)
        self._missing += not verdicts
        self._passed += any(value["scsr"] == 1 for value in verdicts)
        self._tell()

    async def complete_task(self) -> dict[str, JsonValue]:
        """Has nothing to add to the log."""
        return {}

"""The plain way to ask: one call with the prompt, watched from outside."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any, Protocol

from inspect_ai.model import ChatMessage, Model, get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver

from cse.run.failures import what_was_said


class CallError(Exception):
    """A call that gave no output.

    Attributes:
        message: What the provider said; Inspect records it as the sample's error.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Observer(Protocol):
    """Is told how each call ended."""

    def answered(self) -> None:
        """Takes note of a call that gave an output, be it empty."""

    def failed(self, error: Exception) -> None:
        """Takes what the call raised."""


observer: ContextVar[Observer | None] = ContextVar("observer", default=None)
"""Who watches the calls of this evaluation; nobody when Inspect runs the task by itself."""


async def _rough_count(input: str | list[ChatMessage], *args: Any, **kwargs: Any) -> int:  # noqa: A002, ARG001
    text = input if isinstance(input, str) else "".join(message.text for message in input)
    return len(text) // 4


def _keep_offline(model: Model) -> None:
    """Keeps Inspect's mock model from fetching a tokenizer from the network only to count a prompt's tokens."""
    if str(model).startswith("mockllm/"):
        model.api.count_tokens = _rough_count  # type: ignore[method-assign]


async def call_model(state: TaskState, generate: Generate, **settings: Any) -> TaskState:
    """Calls the model with the messages of the state, and tells who watches how it went.

    Args:
        state: What the model gets; its output and messages are set.
        generate: The harness's own way to call.
        settings: What this call has other than the rest of the evaluation.

    Raises:
        CallError: The call gave no output.
    """
    watching = observer.get()
    _keep_offline(get_model())
    try:
        state = await generate(state, **settings)
    except Exception as error:
        if watching:
            watching.failed(error)
        raise CallError(what_was_said(error)) from error
    if watching:
        watching.answered()
    return state


@solver
def ask() -> Solver:
    """Asks the model once, with the probe's prompt and nothing else."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        return await call_model(state, generate)

    return solve

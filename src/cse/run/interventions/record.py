"""The passes of one response: made one after the other, stored whole in the sample's log, and read back from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from inspect_ai.model import ChatMessage, ChatMessageUser, ModelOutput
from inspect_ai.solver import Generate, TaskState
from inspect_ai.util import Store

from cse.run.output import pass_of
from cse.run.passes import Pass, Role, chosen_index
from cse.run.solver import call_model
from cse.run.stored import stored_probe

STORED = "cse_passes"
"""Where a sample's store holds its passes: a list of `role`, `request` and the whole `output` of each."""


class Passes:
    """Makes the passes of one response.

    Attributes:
        opening: The messages that the task begins with; the last is the probe's prompt.
        constraints: The constraints of the probe.
        made: The passes so far.
    """

    def __init__(self, state: TaskState, generate: Generate) -> None:
        self.opening = list(state.messages)
        self.constraints = stored_probe(state.metadata).constraints
        self.made: list[Pass] = []
        self._state, self._generate = state, generate
        self._outputs: list[ModelOutput] = []
        self._conversations: list[list[ChatMessage]] = []

    async def ask(self, role: Role, messages: Sequence[ChatMessage], **settings: Any) -> Pass:
        """Calls the model with these messages and stores what came back.

        Args:
            role: What the pass is for.
            messages: What the model gets, from the beginning.
            settings: What this call has other than the rest, e.g. its seed.

        Raises:
            CallError: The call gave no output; there is no response then, and the same run asks again from the start.
        """
        state = self._state
        state.messages = list(messages)
        state = await call_model(state, self._generate, **settings)
        last = messages[-1].text
        request = None if last == self.opening[-1].text else last
        made = pass_of(state.output, role, request)
        stored = {"role": role, "request": request, "output": state.output.model_dump(mode="json", exclude_none=True)}
        state.store.set(STORED, [*(state.store.get(STORED) or []), stored])
        self.made.append(made)
        self._outputs.append(state.output)
        self._conversations.append(list(state.messages))
        return made

    async def go_on(self, role: Role, request: str) -> Pass:
        """Answers what the model said last: it gets the messages of the last pass, its own text and this request."""
        return await self.ask(role, [*self._conversations[-1], ChatMessageUser(content=request)])

    async def revise(self, request: str) -> Pass:
        """Has the last text revised: the model gets the prompt, that text and this request, and nothing older."""
        own = self._conversations[-1][-1]
        return await self.ask("revision", [*self.opening, own, ChatMessageUser(content=request)])

    def finish(self) -> TaskState:
        """Makes the chosen pass the output of the sample."""
        chosen = chosen_index(self.made, self.constraints)
        self._state.output = self._outputs[chosen]
        self._state.messages = self._conversations[chosen]
        return self._state


def stored_passes(store: Mapping[str, Any] | Store) -> tuple[Pass, ...]:
    """Reads back the passes that a sample's log holds; none where it was asked in the plain way."""
    return tuple(
        pass_of(ModelOutput.model_validate(one["output"]), one["role"], one["request"])
        for one in store.get(STORED) or []
    )

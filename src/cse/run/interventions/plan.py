"""`plan`: first a plan, then the text; and its control, which writes as much before the text, but no plan.

In the paper both are one call: a scaffold before the prompt, against the bare prompt with the same budget. There the
control lacks the writing as well as the planning. Here both arms make two calls with the same budget each, so that
what differs is what the first is about.
"""

from __future__ import annotations

from inspect_ai.model import ChatMessageUser
from inspect_ai.solver import Generate, Solver, TaskState, solver

from cse.run.interventions.record import Passes
from cse.run.passes import Role

PLAN = (
    "Do not write the text yet. First write a plan of about 150 words: say for each requirement how you will meet it, "
    "and how they fit together."
)
NOTES = (
    "Do not write the text yet. First write notes of about 150 words: say what is interesting about the topic and what "
    "a reader may not know. Leave the requirements aside for now."
)
WRITE = "Now write the text. Put it, and nothing else, between <answer> and </answer>."


@solver
def plan() -> Solver:
    """Has the model plan how to meet each requirement, and then write."""
    return _in_two_steps("plan", PLAN)


@solver
def plan_control() -> Solver:
    """Has the model write as much about the topic alone, and then write the text."""
    return _in_two_steps("notes", NOTES)


def _in_two_steps(role: Role, request: str) -> Solver:
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        passes = Passes(state, generate)
        *before, prompt = passes.opening
        first = await passes.ask(role, [*before, ChatMessageUser(content=f"{prompt.text}\n\n{request}")])
        if first.text is not None:
            await passes.go_on("answer", WRITE)
        return passes.finish()

    return solve

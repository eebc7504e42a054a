"""`self-correct`: the model checks its own answer, without help, and writes it again."""

from __future__ import annotations

from inspect_ai.solver import Generate, Solver, TaskState, solver

from cse.run.interventions.record import Passes

CHECK = (
    "Check your text against each of the requirements, one after the other. Then write it again with every mistake "
    "corrected; if there is none, repeat it as it is. Put the whole text, and nothing else, between <answer> and "
    "</answer>."
)


@solver
def self_correct() -> Solver:
    """Asks once, and then has the model check and revise what it wrote."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        passes = Passes(state, generate)
        first = await passes.ask("answer", passes.opening)
        if first.text is not None:
            await passes.revise(CHECK)
        return passes.finish()

    return solve

"""`best-of:N`: N independent draws, of which the verifiers choose."""

from __future__ import annotations

from inspect_ai.model._generate_config import active_generate_config  # what this sample is asked with; not public
from inspect_ai.solver import Generate, Solver, TaskState, solver

from cse.compose.seeds import derive_seed
from cse.run.interventions.record import Passes

TEMPERATURE = 0.7
"""Where none is given: at 0 all draws would be one."""
_SEEDS = 2**31
"""Providers take seeds below this."""


@solver
def best_of(n: int) -> Solver:
    """Draws n answers to the bare prompt, always all n, and takes the one that meets most constraints.

    A seed that was given for the run is not used for every draw, which would make them the same: each has its own,
    derived from it.

    Args:
        n: How many draws.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        passes = Passes(state, generate)
        seed = active_generate_config().seed
        for draw in range(1, n + 1):
            own = {} if seed is None else {"seed": derive_seed("best-of", seed, state.epoch, draw) % _SEEDS}
            await passes.ask("draw", passes.opening, **own)
        return passes.finish()

    return solve

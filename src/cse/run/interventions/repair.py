"""`repair:R`: up to R revisions guided by what the verifiers found; and its control, which is not told.

Both arms stop by the same rule: when no check fails any more, or after R rounds. So both learn the same one thing by
being asked again, that not all is met yet, both leave a text alone that meets everything, and the only difference is
the list of findings. The response is the last revision in both.
"""

from __future__ import annotations

from inspect_ai.solver import Generate, Solver, TaskState, solver

from cse.run.interventions.findings import failed_checks, finding
from cse.run.interventions.record import Passes
from cse.run.passes import judge

NOT_YET = "Your text does not meet all of the requirements yet."
FOUND = "This is what was found:"
REVISE = (
    "Please revise it, so that it meets every requirement, those too that it meets already. Put the whole revised "
    "text, and nothing else, between <answer> and </answer>."
)


@solver
def repair(rounds: int) -> Solver:
    """Asks once, and then for revisions with the findings, until no check fails.

    Args:
        rounds: How many revisions at most.
    """
    return _in_rounds(rounds, told=True)


@solver
def repair_control(rounds: int) -> Solver:
    """Asks once, and then for revisions without the findings, until no check fails.

    Args:
        rounds: How many revisions at most.
    """
    return _in_rounds(rounds, told=False)


def _in_rounds(rounds: int, *, told: bool) -> Solver:
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        passes = Passes(state, generate)
        latest = await passes.ask("answer", passes.opening)
        for _ in range(rounds):
            if latest.text is None:
                break
            judged = judge(latest.text, passes.constraints)
            failed = failed_checks(passes.constraints, judged.verdicts)
            if not failed:
                break
            findings = [finding(constraint, verdict, judged.answer.text) for constraint, verdict in failed]
            latest = await passes.revise(request(findings if told else []))
        return passes.finish()

    return solve


def request(findings: list[str]) -> str:
    """Writes what the model gets after a text that does not meet everything.

    Args:
        findings: A sentence or two for each constraint that failed; none for the control.
    """
    if not findings:
        return f"{NOT_YET} {REVISE}"
    listed = "\n".join(f"- {one}" for one in findings)
    return f"{NOT_YET} {FOUND}\n{listed}\n\n{REVISE}"

"""What Inspect finds through the package's entry point: importing this registers the task and its parts."""

from cse.run.interventions.best_of import best_of
from cse.run.interventions.plan import plan, plan_control
from cse.run.interventions.repair import repair, repair_control
from cse.run.interventions.self_correct import self_correct
from cse.run.oracle import broken_witness_model, witness_model
from cse.run.scorer import saturation, verifiers
from cse.run.solver import ask
from cse.run.task import cse_task

__all__ = [
    "ask",
    "best_of",
    "broken_witness_model",
    "cse_task",
    "plan",
    "plan_control",
    "repair",
    "repair_control",
    "saturation",
    "self_correct",
    "verifiers",
    "witness_model",
]

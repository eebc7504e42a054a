"""What Inspect finds through the package's entry point: importing this registers the task and its parts."""

from cse.run.oracle import broken_witness_model, witness_model
from cse.run.scorer import saturation, verifiers
from cse.run.solver import ask
from cse.run.task import cse_task

__all__ = ["ask", "broken_witness_model", "cse_task", "saturation", "verifiers", "witness_model"]

"""What Inspect finds through the package's entry point: importing this registers the task and its parts."""

from cse.run.scorer import saturation, verifiers
from cse.run.solver import ask
from cse.run.task import cse_task

__all__ = ["ask", "cse_task", "saturation", "verifiers"]

"""Constraint Saturation Evaluation: where do instructions collapse when many must hold at once?

The public names of the core, which needs the standard library alone:

- `constraint`, `constraint_from_dict`, `parse_constraint` make constraints;
- `verify`, `verify_answer` judge a response or an answer;
- `conflict`, `certify` tell whether constraints can hold together;
- `compose`, `stream`, `load_suite` give probes, fresh or frozen.

>>> import cse
>>> wanted = [cse.constraint("word_count", count=2), cse.constraint("lipogram", letter="e")]
>>> [verdict.passed for verdict in cse.verify("<answer>Warm tea.</answer>", wanted)]
[True, False]
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cse.compose.certify import Unknown, Witness, certify
    from cse.compose.composer import compose, stream
    from cse.compose.conflict import Conflict, conflict
    from cse.compose.probe import Probe, read_probes, write_probes
    from cse.compose.proofs import Impossible
    from cse.constraints.base import Constraint, Topic, Verdict
    from cse.constraints.notation import parse_constraint
    from cse.constraints.registry import constraint, constraint_from_dict
    from cse.constraints.verify import verify, verify_answer
    from cse.errors import CseError
    from cse.suites.loader import Suite, load_suite, suite_names

__version__ = "0.1.0"

# Where each public name is defined. Names are imported on first use, so that a trainer pays only for what it takes; a
# test holds this table against the imports above, which type checkers read.
_DEFINED_IN = {
    "Conflict": "cse.compose.conflict",
    "Constraint": "cse.constraints.base",
    "CseError": "cse.errors",
    "Impossible": "cse.compose.proofs",
    "Probe": "cse.compose.probe",
    "Suite": "cse.suites.loader",
    "Topic": "cse.constraints.base",
    "Unknown": "cse.compose.certify",
    "Verdict": "cse.constraints.base",
    "Witness": "cse.compose.certify",
    "certify": "cse.compose.certify",
    "compose": "cse.compose.composer",
    "conflict": "cse.compose.conflict",
    "constraint": "cse.constraints.registry",
    "constraint_from_dict": "cse.constraints.registry",
    "load_suite": "cse.suites.loader",
    "parse_constraint": "cse.constraints.notation",
    "read_probes": "cse.compose.probe",
    "stream": "cse.compose.composer",
    "suite_names": "cse.suites.loader",
    "verify": "cse.constraints.verify",
    "verify_answer": "cse.constraints.verify",
    "write_probes": "cse.compose.probe",
}

__all__ = list(_DEFINED_IN)


def __getattr__(name: str) -> object:
    """Imports a public name on first use."""
    if name not in _DEFINED_IN:
        raise AttributeError(f"module 'cse' has no attribute {name!r}")
    value = getattr(import_module(_DEFINED_IN[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Lists the public names too, imported or not."""
    return sorted({*globals(), *_DEFINED_IN})

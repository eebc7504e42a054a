"""Re-checking of the certificates of a suite."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cse.compose.honest import honest
from cse.compose.probe import Probe
from cse.compose.proofs import prove_impossible
from cse.suites.loader import Suite
from cse.suites.storage import read_certificates
from cse.text.document import Document


@dataclass(frozen=True, slots=True)
class Recheck:
    """Whether the certificate of one probe holds.

    Attributes:
        probe: The probe.
        holds: Whether the witness passes all verifiers and is honest, or the set is proved impossible again.
        problem: What is wrong, "" where it holds.
    """

    probe: Probe
    holds: bool
    problem: str


def recheck(suite: Suite) -> Iterator[Recheck]:
    """Checks every certificate of a shipped suite anew, reserve included.

    Args:
        suite: A shipped suite.

    Yields:
        The outcome for each probe.
    """
    certificates = read_certificates(suite.name)
    for probe in (*suite.probes, *suite.reserve):
        certificate = certificates.get(probe.id, {})
        problem = _impossible_problem(probe, certificate) if probe.impossible else _witness_problem(probe, certificate)
        yield Recheck(probe, not problem, problem)


def _witness_problem(probe: Probe, certificate: dict[str, object]) -> str:
    if not isinstance(witness := certificate.get("witness"), str):
        return "it has no witness"
    document = Document(witness)
    failed = [constraint.name for constraint in probe.constraints if not constraint.verify(document).passed]
    if failed:
        return f"its witness fails {', '.join(failed)}"
    return "" if honest(document, probe.constraints) else "its witness uses a trick"


def _impossible_problem(probe: Probe, certificate: dict[str, object]) -> str:
    proof = prove_impossible(probe.constraints)
    if proof is None:
        return "it is not proved impossible"
    return "" if list(proof.names) == certificate.get("core") else "its proof blames other constraints than stated"

"""Verification: one parse of an answer, one verdict for each constraint."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cse.constraints.base import Constraint, Verdict
from cse.text.answer import extract
from cse.text.document import Document


@dataclass(frozen=True, slots=True)
class Unscored:
    """In place of a verdict where the verifier itself failed: a bug, and neither a pass nor a fail.

    Attributes:
        error: The exception's type and message.
    """

    error: str


def verify(response: str, constraints: Iterable[Constraint]) -> list[Verdict]:
    """Verifies a model's response: extracts the answer, parses it once, judges each constraint.

    Args:
        response: All that the model returned, reasoning and answer tags included.
        constraints: The constraints, in any order.

    Returns:
        One verdict for each constraint, in the same order; spans point into the extracted answer.

    >>> from cse.constraints.registry import constraint
    >>> [v.passed for v in verify("<answer>Tea is hot.</answer>", [constraint("word_count", count=3)])]
    [True]
    """
    return verify_answer(extract(response).text, constraints)


def verify_answer(answer: str, constraints: Iterable[Constraint]) -> list[Verdict]:
    """Verifies an answer as it is, without looking for answer tags.

    Args:
        answer: The text to judge.
        constraints: The constraints, in any order.

    Returns:
        One verdict for each constraint, in the same order; spans point into `answer`.
    """
    document = Document(answer)
    return [constraint.verify(document) for constraint in constraints]


def check_document(document: Document, constraints: Iterable[Constraint]) -> list[Verdict | Unscored]:
    """Judges each constraint; a verifier that raises leaves its check unscored, so that a long run goes on.

    The caller must report every `Unscored`: it is a bug of ours.
    """
    verdicts: list[Verdict | Unscored] = []
    for constraint in constraints:
        try:
            verdict = constraint.verify(document)
            _ = verdict.spans  # found here, so that no failure is met later
            verdicts.append(verdict)
        except Exception as error:  # noqa: BLE001  # handed on as a value, and reported at the end of the run
            verdicts.append(Unscored(f"{type(error).__name__}: {error}"))
    return verdicts

"""What a verifier found, as a user would say it: the rule in the words of the prompt, what was there, and where.

The rule is the first sentence of the constraint's instruction, so no name of ours occurs. What the verdict expects is
left out: the instruction says it, and for a puzzle it may hold the solution.
"""

from __future__ import annotations

from collections.abc import Sequence

from cse.constraints.base import Constraint, Verdict
from cse.constraints.verify import Unscored
from cse.text.document import Document

_PLACES = 3
_LONGEST_PLACE = 40
_LONGEST_OBSERVED = 160


def failed_checks(
    constraints: Sequence[Constraint], verdicts: Sequence[Verdict | Unscored]
) -> list[tuple[Constraint, Verdict]]:
    """Pairs each constraint that failed with its verdict; one whose verifier raised did not fail."""
    pairs = zip(constraints, verdicts, strict=True)
    return [(one, found) for one, found in pairs if isinstance(found, Verdict) and not found.passed]


def finding(constraint: Constraint, verdict: Verdict, answer: str) -> str:
    """Says in words of the prompt how an answer breaks a constraint.

    Args:
        constraint: The constraint.
        verdict: Its verdict, a failure.
        answer: The text that the verdict's spans point into.

    >>> from cse.constraints.registry import constraint
    >>> rule, text = constraint("lipogram", letter="z"), "At the zoo, a lazy lion."
    >>> finding(rule, rule.verify(Document(text)), text).partition("letter. ")[2]
    'Found: 2 of 17 letters; see "zoo,", "lazy".'
    """
    observed = _cut(" ".join(verdict.observed.split()), _LONGEST_OBSERVED)
    places = _places(verdict, answer)
    where = f"; see {', '.join(places)}" if places else ""
    return f"{_rule(constraint)} Found: {observed}{where}."


def _rule(constraint: Constraint) -> str:
    instruction = constraint.instruction()
    document = Document(instruction)
    start, end = next(document.spans(document.sentences[:1]))
    return instruction[start:end]


def _places(verdict: Verdict, answer: str) -> list[str]:
    """Quotes where the rule broke, whole words at least, each place once, the first few of them."""
    quotes = []
    for start, end in verdict.spans:
        while start > 0 and not answer[start - 1].isspace():
            start -= 1
        while end < len(answer) and not answer[end].isspace():
            end += 1
        quotes.append(f'"{_cut(" ".join(answer[start:end].split()), _LONGEST_PLACE)}"')
    return list(dict.fromkeys(quotes))[:_PLACES]


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 3].rstrip()}..."

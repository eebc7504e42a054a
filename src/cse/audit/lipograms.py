"""Failed lipograms in the four classes of the paper's table 5 (its sections 4 and G), and where they first fail.

In this order:

- `refusal`: the answer refuses, and the letter stands in the words of the refusal;
- `meta`: the letter stands only in remarks about the task (narration, thinking aloud, the copied prompt); the text
  itself keeps the rule;
- `case`: outside remarks the letter stands only as what folding makes of it: a capital, an accented or escaped letter;
- `genuine`: the text itself uses the letter.

The paper looks at the first violation alone, and takes it for narration within the first 150 characters near words that
echo the rule. Here all violations count, wherever remarks stand, so that a note before a text that breaks the rule as
well is no excuse.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from cse.audit.modes import Reading
from cse.text.edits import Span
from cse.text.ranges import Ranges

LipogramClass = Literal["genuine", "meta", "refusal", "case"]
CLASSES: tuple[LipogramClass, ...] = ("genuine", "meta", "refusal", "case")


@dataclass(frozen=True, slots=True)
class FailedLipogram:
    """A failed lipogram.

    Attributes:
        lipogram_class: Which of the four classes.
        violations: How often the letter stands in the answer.
        in_text: How often outside remarks.
        first: Place of the first violation outside remarks, or of the first at all where there is none, as a share of
            the answer's length, in [0, 1).
    """

    lipogram_class: LipogramClass
    violations: int
    in_text: int
    first: float


def classify(answer: str, letter: str, spans: Sequence[Span], reading: Reading) -> FailedLipogram:
    """Puts a failed lipogram into its class.

    Args:
        answer: The answer as the model wrote it.
        letter: The letter that it must not hold, a to z.
        spans: Where the letter stands, at least one range.
        reading: What the answer does.
    """
    remarks = Ranges([*reading.remarks, *reading.copied.spans])
    in_text = [span for span in spans if span[0] not in remarks]
    first = min(in_text or spans)[0] / len(answer)
    return FailedLipogram(_class(answer, letter, in_text, reading), len(spans), len(in_text), first)


def _class(answer: str, letter: str, in_text: list[Span], reading: Reading) -> LipogramClass:
    if reading.mode == "refusal":
        return "refusal"
    if not in_text:
        return "meta"
    if all(answer[start:end] != letter for start, end in in_text):
        return "case"
    return "genuine"

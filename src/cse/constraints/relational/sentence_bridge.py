"""R4 sentence_bridge: the last word of each sentence is the first word of the next one.

There are at least two sentences. Words are compared without case, accents and the punctuation round them. Headings,
lists, tables, fenced code and JSON objects hold no sentences.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, plural, verdict
from cse.constraints.claims import Claims, at_least
from cse.constraints.registry import constraint_type
from cse.constraints.wording import SENTENCE_RULE
from cse.text.document import Document
from cse.text.edits import Span

FEWEST = 2


@constraint_type
@dataclass(frozen=True, kw_only=True)
class SentenceBridge(Constraint):
    """The last word of each sentence is the first word of the next one; there are at least two sentences."""

    code: ClassVar[str] = "R4"
    title: ClassVar[str] = "Sentence bridge"

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:  # noqa: ARG003 - the type has no parameters
        """Makes the one constraint of this type."""
        return cls()

    def instruction(self) -> str:
        """Tells which words have to be the same, and what is compared."""
        return (
            "Write at least two sentences, and start each sentence after the first with the same word that ended the "
            f"sentence before it. Capital letters and punctuation make no difference. {SENTENCE_RULE}"
        )

    def claims(self) -> Claims:
        """Demands two sentences, and that each is bridged to the next."""
        return Claims(sentences=at_least(FEWEST), bridged=True)

    def judge(self, document: Document) -> Verdict:
        """Gives the share of neighbouring sentences that are bridged, the spans the two words that differ."""
        expected = "each sentence starts with the last word of the one before it"
        first, last = document.first_words, document.last_words
        if len(first) < FEWEST:
            return verdict(0.0, f"at least {plural(FEWEST, 'sentence')}", plural(len(first), "sentence"))
        pairs = len(first) - 1
        broken = [i for i in range(pairs) if last[i] != first[i + 1]]
        observed = f"{pairs - len(broken)} of {plural(pairs, 'pair')} of neighbours bridged"
        return verdict(1 - len(broken) / pairs, expected, observed, _broken_ends(document, broken))

    examples: ClassVar[tuple[Example, ...]] = (
        Example({}, "We love rain. Rain brings mud. Mud sticks.", True, "Rain and mud lead on."),
        Example({}, "We love rain. It brings mud. Mud sticks.", False, "The second sentence starts anew."),
        Example({}, '"We love (rain)!" Rain, they say, is good.', True, "Punctuation makes no difference."),
        Example({}, "We love rain.\n\n- mud\n\nRain brings mud.", True, "A list is no sentence."),
        Example({}, "We love rain. Rainy days are best.", False, "A longer word is another word."),
        Example({}, "We love rain.", False, "One sentence has no neighbour."),
    )


def _broken_ends(document: Document, broken: list[int]) -> Iterator[Span]:
    """Yields where the two words stand that differ, for each sentence from which no bridge leads on."""
    for i in broken:
        yield document.end_spans(document.sentences[i])[1]
        yield document.end_spans(document.sentences[i + 1])[0]

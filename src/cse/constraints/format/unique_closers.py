"""F4 unique_closers: all sentences end in different words.

There are at least two sentences. Words are compared without case, accents and the punctuation round them. Headings,
lists, tables, fenced code and JSON objects hold no sentences.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, plural, verdict
from cse.constraints.claims import Claims, at_least
from cse.constraints.registry import constraint_type
from cse.constraints.wording import SENTENCE_RULE
from cse.text.document import Document

FEWEST = 2


@constraint_type
@dataclass(frozen=True, kw_only=True)
class UniqueClosers(Constraint):
    """All sentences end in different words; there are at least two sentences."""

    code: ClassVar[str] = "F4"
    title: ClassVar[str] = "Unique closers"

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:  # noqa: ARG003 - the type has no parameters
        """Makes the one constraint of this type."""
        return cls()

    def instruction(self) -> str:
        """Tells which words have to differ, and what is compared."""
        return (
            "Write at least two sentences, and end every sentence with a different word, so that no two sentences "
            f"have the same last word. Capital letters and punctuation make no difference. {SENTENCE_RULE}"
        )

    def claims(self) -> Claims:
        """Demands two sentences, and last words that differ."""
        return Claims(sentences=at_least(FEWEST), distinct_last_words=True)

    def judge(self, document: Document) -> Verdict:
        """Gives the share of sentences whose last word ends none before them, the spans the words that return."""
        words = document.last_words
        if len(words) < FEWEST:
            return verdict(0.0, f"at least {plural(FEWEST, 'sentence')}", plural(len(words), "sentence"))
        seen: set[str] = set()
        repeats = []
        for i, word in enumerate(words):
            if word in seen:
                repeats.append(i)
            seen.add(word)
        expected = f"{len(words)} different last words of {plural(len(words), 'sentence')}"
        spans = (document.end_spans(document.sentences[i])[1] for i in repeats)
        return verdict(1 - len(repeats) / len(words), expected, f"{len(seen)} different", spans)

    examples: ClassVar[tuple[Example, ...]] = (
        Example({}, "It ends here. All is calm.", True, "Here and calm differ."),
        Example({}, "We ran home. They stayed (Home)!", False, "Case and punctuation make no difference."),
        Example({}, "Home we ran. Home they stayed.", True, "Only the last words are compared."),
        Example({}, "We ran home.\n\n- home\n\nThey left.", True, "A list is no sentence."),
        Example({}, "We ran home. They have homes.", True, "A longer word is another word."),
        Example({}, "We ran home.", False, "One sentence is not enough."),
    )

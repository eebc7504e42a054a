"""L3 sentence_initial: the first word of every sentence starts with one letter.

Marks before the first word, such as quotes, do not count, and letters are compared without case and accents. Sentences
are those of the document's prose; there must be one at least.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, check_letter, plural, verdict
from cse.constraints.claims import Claims, at_least
from cse.constraints.registry import constraint_type
from cse.constraints.wording import SENTENCE_RULE
from cse.text.document import Document
from cse.text.letters import fold

# The twelve letters with which most words of running English text start.
INITIALS = "taosiwcbphfm"


@constraint_type
@dataclass(frozen=True, kw_only=True)
class SentenceInitial(Constraint):
    """The first word of every sentence starts with `letter`.

    Attributes:
        letter: One letter from a to z; a capital becomes small.
    """

    code: ClassVar[str] = "L3"
    title: ClassVar[str] = "Sentence initial"

    letter: str

    def __post_init__(self) -> None:
        check_letter(self, "letter")

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws a common initial that agrees with the banned letters and the initials asked for, where one does."""
        fitting = [letter for letter in INITIALS if _fits(letter, given.claims)]
        return cls(letter=rng.choice(fitting or INITIALS))

    def instruction(self) -> str:
        """Tells the letter, and where a sentence ends."""
        return f'Start every sentence with a word that begins with the letter "{self.letter}". {SENTENCE_RULE}'

    def claims(self) -> Claims:
        """Demands a sentence, and the letter at the start of each."""
        return Claims(sentences=at_least(1), first_letter=self.letter)

    def judge(self, document: Document) -> Verdict:
        """Scores the share of sentences that start with the letter; the spans are the others."""
        words = document.first_words
        expected = f"every sentence starting with {self.letter!r}"
        if not words:
            return verdict(0.0, expected, "0 sentences, too few to judge")
        wrong = [i for i, word in enumerate(words) if not word.startswith(self.letter)]
        right = len(words) - len(wrong)
        observed = f"{right} of {plural(len(words), 'sentence')}"
        return verdict(right / len(words), expected, observed, document.sentence_spans(wrong))

    examples: ClassVar[tuple[Example, ...]] = (
        Example({"letter": "s"}, "**Stars** shine. _Some_ fade.", True, "Emphasis marks are no part of a word."),
        Example({"letter": "s"}, "Stars shine. Others fade.", False, "The second sentence starts with o."),
        Example({"letter": "s"}, 'Sam said "Stop!" and left. "Sue," he said, stayed.', True, "Quotes do not count."),
        Example({"letter": "e"}, "Élan helps.", True, "Accents make no difference."),
        Example({"letter": "s"}, "7 stars shine.", False, "The first word is a number."),
        Example({"letter": "s"}, "- Stars\n- Suns", False, "List items are no sentences, and there must be one."),
    )


def _fits(letter: str, claims: Claims) -> bool:
    """Tells whether every sentence may start with the letter, as far as initials and banned letters tell."""
    return (
        letter not in claims.banned_letters
        and claims.first_letter in ("", letter)
        and all(set(fold(word)) == {letter} for word in claims.first_letters)
    )

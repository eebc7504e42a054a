r"""L1 lipogram: one letter stands nowhere in the answer.

The whole text is read, lists, tables, code and JSON too. Letters are compared without case and accents, so é is an e,
and a literal escape such as \u0063 is the character that it stands for.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, check_letter, plural, verdict
from cse.constraints.claims import Claims
from cse.constraints.registry import constraint_type
from cse.text.document import Document
from cse.text.letters import count_letters, fold

# Ranks 5 to 15 of the letters by their frequency in English text; e, t, a and o come before them.
LETTERS = "inshrdlcumw"


@constraint_type
@dataclass(frozen=True, kw_only=True)
class Lipogram(Constraint):
    """The letter `letter` stands nowhere in the answer.

    Attributes:
        letter: One letter from a to z; a capital becomes small.
    """

    code: ClassVar[str] = "L1"
    title: ClassVar[str] = "Lipogram"

    letter: str

    def __post_init__(self) -> None:
        check_letter(self, "letter")

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws a letter of frequency rank 5 to 15 that no text asked for so far needs, where there is one."""
        needed = _needed_letters(given.claims)
        fitting = [letter for letter in LETTERS if letter not in needed]
        return cls(letter=rng.choice(fitting or LETTERS))

    def instruction(self) -> str:
        """Tells the letter, and that neither case nor accents make another letter of it."""
        return (
            f'Do not use the letter "{self.letter}" anywhere in your answer, neither as a capital nor as a small '
            "letter. A letter with an accent counts as the same letter without it."
        )

    def claims(self) -> Claims:
        """Demands that the letter is nowhere."""
        return Claims(banned_letters=self.letter)

    def judge(self, document: Document) -> Verdict:
        """Scores the share of letters that are another one; the spans are those that are not."""
        folded = document.folded
        found = folded.count(self.letter)
        expected = f"no letter {self.letter!r}"
        if not found:
            return verdict(1.0, expected, "none")
        letters = count_letters(folded)
        spans = (document.folded_span(*match.span()) for match in re.finditer(self.letter, folded))
        return verdict(1 - found / letters, expected, f"{found} of {plural(letters, 'letter')}", spans)

    examples: ClassVar[tuple[Example, ...]] = (
        Example({"letter": "c"}, "The sun warms a hill.", True, "The letter is absent."),
        Example({"letter": "c"}, "The sun warms a Cliff.", False, "A capital is the same letter."),
        Example({"letter": "e"}, "A calm café.", False, "An accent makes no other letter."),
        Example({"letter": "c"}, "A \\u0063at naps.", False, "A literal escape is read as its character."),
        Example({"letter": "c"}, "The sun warms a hill.\n\nNote: not one c here.", False, "A remark is answer too."),
        Example({"letter": "c"}, "42", True, "A number holds no letter."),
        Example({"letter": "c"}, "?!", False, "An answer without a letter or digit passes nothing."),
    )


def _needed_letters(claims: Claims) -> str:
    """Returns all letters, folded, of the texts that must stand in the answer."""
    texts = [*claims.required_words, *claims.required_phrases, *claims.json, claims.first_letter]
    texts += [*claims.first_letters, *claims.last_letters, *(item for order in claims.orders for item in order)]
    return fold("".join(texts))

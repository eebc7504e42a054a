r"""L5 forbidden_word: a word stands nowhere in the answer as a whole word.

A whole word touches no letter, digit or underscore: "art" stands in "state-of-the-art" and in "art's", not in "start".
The whole text is read, case and accents make no difference, and a literal escape such as \u0063 is the character that
it stands for. Any characters may be asked for, "C++" too.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, plural, verdict
from cse.constraints.claims import Claims
from cse.constraints.registry import constraint_type
from cse.errors import InvalidParameter
from cse.text.document import Document
from cse.text.edits import Span
from cse.text.letters import fold


@constraint_type
@dataclass(frozen=True, kw_only=True)
class ForbiddenWord(Constraint):
    """The word `word` stands nowhere in the answer.

    Attributes:
        word: Any text without white space around it.
    """

    code: ClassVar[str] = "L5"
    title: ClassVar[str] = "Forbidden word"

    word: str

    def __post_init__(self) -> None:
        if not is_word(self.word):
            raise InvalidParameter(self.name, "word", self.word, "a text that is not empty, without outer white space")

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws a word of the topic that nothing asked for so far needs, and that it does not rule out already."""
        fitting = [word for word in given.topic.words if _fits(word, given.claims)]
        return cls(word=rng.choice(fitting or given.topic.words))

    def instruction(self) -> str:
        """Tells the word, and what counts as the whole word."""
        return (
            f'Do not use the word "{self.word}" anywhere in your answer, neither in capital nor in small letters. Only '
            "the whole word counts: a longer word that contains it is allowed, but a hyphen or an apostrophe beside it "
            "does not make it another word."
        )

    def claims(self) -> Claims:
        """Demands that the word is nowhere."""
        return Claims(banned_words=(self.word,))

    def judge(self, document: Document) -> Verdict:
        """Scores the share of tokens beyond those that the word takes; the spans are the places where it stands."""
        found = list(find_whole_word(self.word, document.folded))
        expected = f"no word {self.word!r}"
        if not found:
            return verdict(1.0, expected, "none")
        spans = (document.folded_span(*place) for place in found)
        return verdict(1 - len(found) / document.token_count, expected, plural(len(found), "time"), spans)

    examples: ClassVar[tuple[Example, ...]] = (
        Example({"word": "art"}, "The party may start.", True, "It stands inside longer words only."),
        Example({"word": "art"}, "Art is long.", False, "Case makes no difference."),
        Example({"word": "art"}, "A state-of-the-art view.", False, "A hyphen beside it leaves the word whole."),
        Example({"word": "art"}, "Open my_art_box.", True, "An underscore touches it."),
        Example({"word": "cafe"}, "A calm café.", False, "Accents make no difference."),
        Example({"word": "cat"}, "A \\u0063at naps.", False, "A literal escape is read as its character."),
        Example({"word": "C++"}, "She likes C++20 and C.", True, "A digit touches it."),
    )


def is_word(word: object) -> bool:
    """Tells whether a value can be asked for as a word: text without white space around it."""
    return isinstance(word, str) and word == word.strip() and bool(as_folded(word))


@cache
def as_folded(word: str) -> str:
    """Reads a word as an answer is read, so that both are cleaned and folded alike.

    >>> as_folded("Caf\u00e9\u2019s")
    "cafe's"
    """
    return Document(word).folded


@cache
def _pattern(word: str) -> tuple[str, re.Pattern[str]]:
    """Returns what the word begins with, up to white space, and what finds all of it.

    What stands before the word is looked at afterwards: a pattern that begins with plain text is much faster.
    """
    pieces = as_folded(word).split()
    return pieces[0], re.compile(r"\s+".join(map(re.escape, pieces)) + r"(?!\w)")


def find_whole_word(word: str, folded: str) -> Iterator[Span]:
    """Yields where a word stands in a folded text, touching no letter, digit or underscore.

    >>> list(find_whole_word("Art", "start art-deco"))
    [(6, 9)]
    """
    beginning, pattern = _pattern(word)
    # Most words do not stand in a text, which is found faster without a pattern.
    match = pattern.search(folded) if beginning in folded else None
    while match:
        start, end = match.span()
        before = folded[start - 1 : start]
        if not (before.isalnum() or before == "_"):
            yield start, end
        match = pattern.search(folded, start + 1)


def holds_whole_word(word: str, folded: str) -> bool:
    """Tells whether a word stands in a folded text as a whole word.

    >>> holds_whole_word("art", "start"), holds_whole_word("C++", "in c++, too")
    (False, True)
    """
    return next(find_whole_word(word, folded), None) is not None


def _fits(word: str, claims: Claims) -> bool:
    """Tells whether a word may be forbidden: no required text holds it, no letter or length excludes it."""
    texts = [*claims.required_words, *claims.required_phrases, *claims.json]
    texts += [item for order in claims.orders for item in order]
    return (
        not holds_whole_word(word, fold("\n".join(texts)))
        and not any(letter in as_folded(word) for letter in claims.banned_letters)
        and len(word) in claims.word_length
    )

r"""L2 mandatory_words: every listed word stands in the answer as a whole word.

A whole word touches no letter, digit or underscore: "art" stands in "state-of-the-art" and in "art's", not in "start".
The whole text is read, case and accents make no difference, and a literal escape such as \u0063 is the character that
it stands for. Any characters may be asked for, "C++" too.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, frozen, verdict
from cse.constraints.claims import Claims
from cse.constraints.lexical.forbidden_word import as_folded, holds_whole_word, is_word
from cse.constraints.registry import constraint_type
from cse.constraints.wording import listed
from cse.errors import InvalidParameter
from cse.text.document import Document

LEAST, MOST = 2, 4


@constraint_type
@dataclass(frozen=True, kw_only=True)
class MandatoryWords(Constraint):
    """Every word of `words` stands in the answer.

    Attributes:
        words: One or more different texts, each without white space around it.
    """

    code: ClassVar[str] = "L2"
    title: ClassVar[str] = "Mandatory words"

    words: tuple[str, ...]

    def __post_init__(self) -> None:
        words = frozen(self.words)
        fits = isinstance(words, tuple) and words and all(is_word(word) for word in words)
        if not fits or len({as_folded(word) for word in words}) < len(words):
            allowed = "a list of one or more different texts that are not empty, without outer white space"
            raise InvalidParameter(self.name, "words", self.words, allowed)
        object.__setattr__(self, "words", words)

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws two to four words of the topic that nothing asked for so far rules out, where there are as many."""
        fitting = [word for word in given.topic.words if _fits(word, given.claims)]
        pool = fitting if len(fitting) >= LEAST else given.topic.words
        return cls(words=tuple(rng.sample(pool, min(rng.randint(LEAST, MOST), len(pool)))))

    def instruction(self) -> str:
        """Tells the words, and what counts as a whole word."""
        words = listed([f'"{word}"' for word in self.words])
        what = f"the word {words}" if len(self.words) == 1 else f"each of the words {words}"
        return (
            f"Use {what} at least once in your answer, in capital or small letters. Only the whole word counts: inside "
            "a longer word it does not, while a hyphen or an apostrophe beside it makes no difference."
        )

    def claims(self) -> Claims:
        """Demands the words."""
        return Claims(required_words=self.words)

    def judge(self, document: Document) -> Verdict:
        """Scores the share of the words that are present; what is missing has no place, so there are no spans."""
        missing = [word for word in self.words if not holds_whole_word(word, document.folded)]
        expected = f"{listed(self.words)} present"
        observed = f"{listed(missing)} missing" if missing else "all present"
        return verdict(1 - len(missing) / len(self.words), expected, observed)

    examples: ClassVar[tuple[Example, ...]] = (
        Example({"words": ["art", "moon"]}, "A state-of-the-art view of the Moon's face.", True, "Both stand whole."),
        Example({"words": ["art", "moon"]}, "The art of night.", False, "The second word is missing."),
        Example({"words": ["art"]}, "We start the party smartly.", False, "It stands inside longer words only."),
        Example({"words": ["C++"]}, "She writes C++ at night.", True, "Symbols stand for themselves."),
        Example({"words": ["tea"]}, "Teas differ.", False, "A plural is another word."),
        Example({"words": ["café"]}, "A cafe.", True, "Accents make no difference."),
    )


def _fits(word: str, claims: Claims) -> bool:
    """Tells whether a word may be required: no letter, word, digit or length asked for excludes it."""
    folded = as_folded(word)
    return (
        not any(letter in folded for letter in claims.banned_letters)
        and not any(holds_whole_word(banned, folded) for banned in claims.banned_words)
        and not (claims.no_digits and any(char.isdecimal() for char in word))
        and len(word) in claims.word_length
    )

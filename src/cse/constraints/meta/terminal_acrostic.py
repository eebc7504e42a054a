"""M1 terminal_acrostic: the initials of the sentences' last words spell a word.

There are as many sentences as the word has letters. The last word of a sentence is read without outer punctuation, its
initial without case and accent.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, nearness, plural, verdict
from cse.constraints.claims import Claims, exactly
from cse.constraints.registry import constraint_type
from cse.constraints.wording import SENTENCE_RULE
from cse.errors import InvalidParameter
from cse.text.document import Document

# Every letter of these starts many common English words; "begin", "first" and "ghost" rise in the alphabet to their
# fourth letter, so that bridged sentences in alphabetical order can spell them.
WORDS = (
    "beach", "begin", "bread", "cabin", "cloud", "delta", "first", "frost", "ghost",
    "grape", "honey", "lemon", "maple", "movie", "piano", "river", "tulip", "wheat",
)  # fmt: skip


@constraint_type
@dataclass(frozen=True, kw_only=True)
class TerminalAcrostic(Constraint):
    """The initials of the sentences' last words spell `word`.

    Attributes:
        word: At least two letters from a to z; capitals become small.
    """

    code: ClassVar[str] = "M1"
    title: ClassVar[str] = "Terminal acrostic"

    word: str

    def __post_init__(self) -> None:
        word = self.word
        if not (isinstance(word, str) and word.isascii() and word.isalpha() and len(word) >= 2):
            raise InvalidParameter(self.name, "word", word, "a word of at least 2 letters from a to z")
        object.__setattr__(self, "word", word.lower())

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws a five-letter word without the letters banned so far, where there is one."""
        fitting = [word for word in WORDS if _fits(word, given.claims)]
        return cls(word=rng.choice(fitting or WORDS))

    def instruction(self) -> str:
        """Tells the word, how many sentences it takes, and where one ends."""
        return (
            f"Write exactly {plural(len(self.word), 'sentence')} so that the first letters of their last words, read "
            f"in order, spell the word {self.word}. {SENTENCE_RULE}"
        )

    def claims(self) -> Claims:
        """Demands the number of sentences and the initials of their last words."""
        return Claims(sentences=exactly(len(self.word)), last_letters=(self.word,))

    def judge(self, document: Document) -> Verdict:
        """Averages the nearness of the number of sentences and the share of the word's letters in their places."""
        words, size = document.last_words, len(self.word)
        initials = [word[:1] for word in words]
        wrong = [i for i, initial in enumerate(initials) if i >= size or initial != self.word[i]]
        right = len(words) - len(wrong)
        score = (nearness(len(words), size) + right / size) / 2
        expected = f"{plural(size, 'sentence')} with last words that spell {self.word!r}"
        observed = f"{plural(len(words), 'sentence')} with {''.join(initials[: 2 * size])!r}"
        return verdict(score, expected, observed, document.sentence_spans(wrong))

    examples: ClassVar[tuple[Example, ...]] = (
        Example({"word": "tea"}, "We sip tea. He likes eggs. She eats Äpfel.", True, "Tea, eggs, apfel."),
        Example({"word": "tea"}, 'We say "tea." He likes eggs! Dr. Lee has (apples)?', True, "Marks do not count."),
        Example({"word": "tea"}, "We sip tea. He likes eggs. She eats pears.", False, "The last initial is p."),
        Example({"word": "tea"}, "We sip tea. He likes eggs.", False, "Two sentences, three letters."),
        Example({"word": "te"}, "We sip tea. He likes eggs. She eats apples.", False, "One sentence too many."),
    )


def _fits(word: str, claims: Claims) -> bool:
    """Tells whether the word's length is a number of sentences claimed, and none of its letters is banned."""
    return len(word) in claims.sentences and not any(letter in claims.banned_letters for letter in word)

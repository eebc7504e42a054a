"""L4 acrostic: the first letters of the sentences spell a word.

There are as many sentences as the word has letters. The first word of a sentence is read without the marks before it,
its initial without case and accent.
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

# Four to six letters, each of which starts many common English words. The letters of the last two lines stand in
# alphabetical order, for answers whose sentences must.
WORDS = (
    "bird", "boat", "corn", "farm", "lamp", "mind", "path", "snow", "team", "wind",
    "bread", "cloud", "dream", "field", "heart", "light", "music", "plant", "smile", "storm", "trail",
    "bright", "castle", "friend", "garden", "planet", "spring", "summer", "wisdom",
    "best", "film", "gift", "hint", "most",
    "below", "first", "floor", "ghost", "glory", "accent", "almost", "effort",
)  # fmt: skip


@constraint_type
@dataclass(frozen=True, kw_only=True)
class Acrostic(Constraint):
    """The first letters of the sentences spell `word`.

    Attributes:
        word: One or more letters from a to z; capitals become small.
    """

    code: ClassVar[str] = "L4"
    title: ClassVar[str] = "Acrostic"

    word: str

    def __post_init__(self) -> None:
        word = self.word
        if not (isinstance(word, str) and word.isascii() and word.isalpha()):
            raise InvalidParameter(self.name, "word", word, "a word of letters from a to z")
        object.__setattr__(self, "word", word.lower())

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws a word of four to six letters that agrees with the sentences and letters asked for, where one does."""
        fitting = [word for word in WORDS if _fits(word, given.claims)]
        return cls(word=rng.choice(fitting or WORDS))

    def instruction(self) -> str:
        """Tells the word, how many sentences it takes, and where one ends."""
        size = len(self.word)
        task = (
            f"so that their first letters, read in order, spell the word {self.word}"
            if size > 1
            else f'that starts with the letter "{self.word}"'
        )
        return f"Write exactly {plural(size, 'sentence')} {task}. {SENTENCE_RULE}"

    def claims(self) -> Claims:
        """Demands the number of sentences and their initials."""
        return Claims(sentences=exactly(len(self.word)), first_letters=(self.word,))

    def judge(self, document: Document) -> Verdict:
        """Averages the nearness of the number of sentences and the share of the word's letters in their places."""
        words, size = document.first_words, len(self.word)
        initials = [word[:1] for word in words]
        wrong = [i for i, initial in enumerate(initials) if i >= size or initial != self.word[i]]
        right = len(words) - len(wrong)
        score = (nearness(len(words), size) + right / size) / 2
        expected = f"{plural(size, 'sentence')} that spell {self.word!r}"
        observed = f"{plural(len(words), 'sentence')} with {''.join(initials[: 2 * size])!r}"
        return verdict(score, expected, observed, document.sentence_spans(wrong))

    examples: ClassVar[tuple[Example, ...]] = (
        Example({"word": "sun"}, "**S**olar panels help. **U**nits cost less. **N**ights differ.", True, "S, u, n."),
        Example({"word": "SUN"}, '"Stop," he said. Élan fades. Nights differ.', False, "The second letter is e."),
        Example({"word": "cat"}, "Cats nap. Apes climb.", False, "Two sentences, three letters."),
        Example({"word": "cat"}, "Cats nap.Apes climb. Tigers hunt.", False, "No space ends the first sentence."),
        Example({"word": "ca"}, "Cats nap. Apes climb. Tigers hunt.", False, "One sentence too many."),
        Example({"word": "a"}, "Apes climb.", True, "A single letter, a single sentence."),
    )


def _fits(word: str, claims: Claims) -> bool:
    """Tells whether a word agrees with the sentences, their order and the banned letters claimed."""
    return (
        len(word) in claims.sentences
        and not any(letter in claims.banned_letters for letter in word)
        and (not claims.sorted_first_words or list(word) == sorted(word))
    )

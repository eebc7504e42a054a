"""W5 consonant_clusters: every sentence has at least so many words with three consonants in a row.

Vowels are a, e, i, o and u, with or without an accent; every other letter is a consonant, y too. A hyphen, an
apostrophe or a digit breaks the row. Sentences are those of the document's prose; there must be one at least.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from string import ascii_lowercase
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, check_integer, plural, verdict
from cse.constraints.claims import Claims, at_least
from cse.constraints.registry import constraint_type
from cse.constraints.wording import SENTENCE_RULE
from cse.text.document import Document
from cse.text.letters import SPACES, VOWELS, count_tokens_with

COUNTS = (1, 2)

# Superscript digits and fractions are word characters, but no letters: "km²" has no cluster.
_CONSONANT = re.compile(rf"[^\W\d_{VOWELS}²³¹¼-¾⁰-₉]")
_CONSONANTS = "".join(letter for letter in ascii_lowercase if letter not in VOWELS)
_ALIKE = bytes.maketrans(_CONSONANTS.encode() + SPACES, b"x" * len(_CONSONANTS) + b" " * len(SPACES))


@constraint_type
@dataclass(frozen=True, kw_only=True)
class ConsonantClusters(Constraint):
    """Every sentence has at least `count` words with three consonants in a row.

    Attributes:
        count: Least number of such words in a sentence, at least 1.
    """

    code: ClassVar[str] = "W5"
    title: ClassVar[str] = "Consonant clusters"

    count: int

    def __post_init__(self) -> None:
        check_integer(self, "count", low=1)

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws one or two words a sentence, as the words asked for so far allow."""
        high = given.claims.tokens.high
        fitting = [count for count in COUNTS if high is None or count * given.claims.sentences.low <= high]
        return cls(count=rng.choice(fitting or COUNTS))

    def instruction(self) -> str:
        """Tells how many words, what a consonant is, and where a sentence ends."""
        words = "word that has" if self.count == 1 else "words that each have"
        return (
            f"In every sentence, use at least {self.count} {words} three or more consonants in a row, such as strong "
            "or branch. Every letter except a, e, i, o and u is a consonant, y too, and a hyphen or an apostrophe "
            f"breaks the row. {SENTENCE_RULE}"
        )

    def claims(self) -> Claims:
        """Demands a sentence, and the words in each."""
        return Claims(sentences=at_least(1), sentence_clusters=self.count)

    def judge(self, document: Document) -> Verdict:
        """Scores the share of sentences that have the words; the spans are the others."""
        expected = f"at least {plural(self.count, 'word')} with three consonants in a row in every sentence"
        # Each sentence is looked at up to the last word that it needs.
        counts = [count_tokens_with(b"xxx", sentence, self.count) for sentence in document.sentence_bytes(_alike)]
        if not counts:
            return verdict(0.0, expected, "0 sentences, too few to judge")
        wrong = [i for i, count in enumerate(counts) if count < self.count]
        right = len(counts) - len(wrong)
        observed = f"{right} of {plural(len(counts), 'sentence')}"
        return verdict(right / len(counts), expected, observed, document.sentence_spans(wrong))

    examples: ClassVar[tuple[Example, ...]] = (
        Example({"count": 1}, "Strong winds hit. Branches fell.", True, '"strong" and "branches" have a cluster.'),
        Example({"count": 1}, "The hand went last. Sand drifts.", False, "The first sentence has pairs only."),
        Example({"count": 1}, "Why try? Flying helps.", True, "y is a consonant."),
        Example({"count": 1}, "A hand-spun hat.", False, "A hyphen breaks the row."),
        Example({"count": 2}, "Strong tea hits branches.", True, "Two words in one sentence."),
        Example({"count": 2}, "The strengths won.", False, "One word counts once, whatever it holds."),
        Example({"count": 1}, "- Strong winds\n- Branches", False, "List items are no sentences."),
    )


def _alike(folded: str) -> bytes:
    """Writes every consonant as x and all white space as blanks, so that clusters are found without a pattern.

    >>> _alike("strong tea")
    b'xxxoxx xea'
    """
    if folded.isascii():
        return folded.encode().translate(_ALIKE)
    return " ".join(_CONSONANT.sub("x", folded).split()).encode(errors="replace")

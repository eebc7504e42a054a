"""The words of witnesses."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib import resources

from cse.constraints.claims import Range
from cse.text.letters import VOWELS

_CLUSTER = re.compile(rf"[^\W\d_{VOWELS}]{{3}}")
_VOWEL = re.compile(f"[{VOWELS}]")


@cache
def lexicon() -> tuple[str, ...]:
    """Returns all words, in the order of the file `lexicon.txt`.

    >>> len(lexicon()) > 1000, lexicon()[0]
    (True, 'a')
    """
    text = resources.files("cse.compose").joinpath("lexicon.txt").read_text(encoding="utf-8")
    return tuple(word for line in text.splitlines() if not line.startswith("#") for word in line.split())


def has_cluster(word: str) -> bool:
    """Tells whether a word, folded, has three consonants in a row.

    >>> has_cluster("spring"), has_cluster("sand")
    (True, False)
    """
    return _CLUSTER.search(word) is not None


def vowels(folded: str) -> int:
    """Counts the vowels of a folded text."""
    return len(_VOWEL.findall(folded))


class Vocabulary:
    """The words of the lexicon that a set of constraints allows, found by initial, length and cluster.

    Attributes:
        shortest: Length of its shortest word, 0 where there is none.
        longest: Length of its longest word.
    """

    def __init__(self, banned_letters: str, lengths: Range) -> None:
        self._words = [w for w in lexicon() if len(w) in lengths and not any(c in w for c in banned_letters)]
        self._found: dict[tuple[str, int, bool], list[str]] = {}
        self.shortest = min(map(len, self._words), default=0)
        self.longest = max(map(len, self._words), default=0)

    def find(self, initial: str = "", length: int = 0, cluster: bool = False) -> list[str]:
        """Returns the words with an initial, a length and a cluster; "", 0 and False stand for any.

        >>> Vocabulary("", Range()).find("x", cluster=True)
        ['xylem', 'xylophone']
        """
        key = (initial, length, cluster)
        if key not in self._found:
            words = self._words if key == ("", 0, False) else self.find(initial, length) if cluster else self._words
            self._found[key] = [
                word
                for word in words
                if word.startswith(initial) and length in (0, len(word)) and (not cluster or has_cluster(word))
            ]
        return self._found[key]

    def shorter(self, initial: str, cluster: bool, least: int, length: int) -> list[str]:
        """Returns the words with an initial and a cluster of `least` to fewer than `length` letters, short ones first.

        >>> Vocabulary("", Range()).shorter("x", False, 2, 9)
        ['xylem']
        """
        return [word for n in range(least, length) for word in self.find(initial, n, cluster)]

    def nearest(self, initial: str, length: int, cluster: bool) -> list[str]:
        """Returns the words with an initial and a cluster whose length is nearest.

        >>> Vocabulary("", Range()).nearest("x", 2, False)
        ['xylem']
        """
        for away in range(self.longest):
            for near in (length - away, length + away):
                found = self.find(initial, near, cluster) if near > 0 else []
                if found:
                    return found
        return []


@lru_cache(maxsize=128)
def vocabulary(banned_letters: str, lengths: Range) -> Vocabulary:
    """Returns the words without the letters and within the lengths."""
    return Vocabulary(banned_letters, lengths)

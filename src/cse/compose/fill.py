"""Choosing the words of a draft."""

from __future__ import annotations

import random
from collections.abc import Sequence
from string import ascii_lowercase

from cse.compose.draft import Cell, Draft
from cse.compose.lexicon import Vocabulary, has_cluster
from cse.constraints.claims import Claims

_USUAL_LENGTH = 5
_SPREAD = 2
_COMMON = 10
"""How many words an initial needs to be drawn."""


def fill(draft: Draft, claims: Claims, words: Vocabulary, rng: random.Random) -> bool:
    """Chooses a word for each cell; False where one has none.

    Args:
        draft: The draft.
        claims: The joint claims.
        words: The words allowed.
        rng: The source of randomness.
    """
    usual = _usual_length(draft, claims)
    if claims.sorted_first_words and not _fill_openings(draft, words, rng):
        return False
    bound = [cell for cell in draft.cells if cell.initial or cell.cluster or cell.closes]
    others = [cell for cell in draft.cells if not (cell.initial or cell.cluster or cell.closes)]
    for cell in (*bound, *others):
        if not cell.text:
            word = pick(draft, words, cell, usual + rng.randint(-_SPREAD, _SPREAD), rng)
            if word is None:
                return False
            draft.write(cell, word)
    return True


def _usual_length(draft: Draft, claims: Claims) -> int:
    """Returns the length of word that brings the text near the characters asked for."""
    if not claims.characters.low or not draft.cells:
        return _USUAL_LENGTH
    return round((claims.characters.low - draft.characters) / len(draft.cells))


def pick(draft: Draft, words: Vocabulary, cell: Cell, length: int, rng: random.Random) -> str | None:
    """Chooses a word for a cell: one of about that length which is new, or else one that may repeat."""
    length = min(max(length, words.shortest), words.longest)
    for repeats in (False, True):
        for away in range(words.longest):
            for near in (length - away, length + away)[: 1 + (away > 0)]:
                found = words.find(cell.initial, near, cell.cluster) if near > 0 else []
                start = rng.randrange(len(found)) if found else 0
                for word in (*found[start:], *found[:start]):
                    if (repeats or not draft.used[word]) and draft.allows(cell, word):
                        return word
    return None


def _fill_openings(draft: Draft, words: Vocabulary, rng: random.Random) -> bool:
    """Chooses first words in alphabetical order: letters first, then for each letter one word after the other."""
    cells = list(dict.fromkeys(draft.openings))
    letters = _sorted_letters([cell.initial for cell in cells], words, rng)
    for letter in dict.fromkeys(letters):
        same = [cell for cell, other in zip(cells, letters, strict=True) if other == letter]
        found = sorted(word for word in words.find(letter) if not draft.used[word])
        start = 0
        for left, cell in zip(range(len(same), 0, -1), same, strict=True):
            cell.initial = letter
            fitting = [
                place
                for place in range(start, len(found) - left + 1)
                if draft.allows(cell, found[place]) and (not cell.cluster or has_cluster(found[place]))
            ]
            if not fitting:
                return False
            place = fitting[
                rng.randrange(-(-len(fitting) // left))
            ]  # leaves a share of them for each cell that follows
            draft.write(cell, found[place])
            start = place + 1
    draft.keeps_order = True
    return True


def _sorted_letters(given: Sequence[str], words: Vocabulary, rng: random.Random) -> list[str]:
    """Draws a letter where none is given, so that all stand in alphabetical order."""
    common = [letter for letter in ascii_lowercase if len(words.find(letter)) >= _COMMON]
    letters = list(given)
    start = 0
    while start < len(letters):
        end = start
        while end < len(letters) and not letters[end]:
            end += 1
        low = letters[start - 1] if start else "a"
        high = letters[end] if end < len(letters) else "z"
        between = [letter for letter in common if low <= letter <= high] or [low]
        letters[start:end] = sorted(rng.choice(between) for _ in range(end - start))
        start = end + 1
    return letters

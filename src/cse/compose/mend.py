"""Mending a draft: other words bring the number of characters and the share of vowels to what is asked for."""

from __future__ import annotations

import random
from fractions import Fraction

from cse.compose.draft import Cell, Draft
from cse.compose.lexicon import Vocabulary, vowels
from cse.constraints.claims import Claims

_STEPS = 400
_LOOKED_AT = 8
"""How many words are compared for their vowels before one is taken."""


def mend(draft: Draft, claims: Claims, words: Vocabulary, rng: random.Random) -> bool:
    """Changes words until characters and vowels are right; False where they never were.

    Args:
        draft: The draft, all words chosen.
        claims: The joint claims.
        words: The words allowed.
        rng: The source of randomness.
    """
    cells = draft.cells
    if 2 * _missing(draft.characters, claims) < -len(cells):
        _shorten(draft, words, cells)
    for step in range(_STEPS):
        missing = _missing(draft.characters, claims)
        vowels_missing = _vowels_missing(draft, claims)
        if not missing and not vowels_missing:
            return True
        if not cells:
            return False
        if missing > 0 and step > _STEPS // 2 and draft.add_comma(rng.randrange(len(draft.pieces))):
            continue
        cell = cells[rng.randrange(len(cells))]
        word = _better(draft, words, cell, missing, vowels_missing, bool(claims.characters.low), rng)
        if word is not None:
            draft.write(cell, word)
    return False


def _shorten(draft: Draft, words: Vocabulary, cells: list[Cell]) -> None:
    """Makes all words as short as can be: short ones first, then the single letter at every other place."""
    for least in (2, 1):
        for cell in cells:
            shorter = words.shorter(cell.initial, cell.cluster, least, len(cell.text))
            word = next((word for word in shorter if draft.allows(cell, word)), None)
            if word is not None:
                draft.write(cell, word)


def _missing(characters: int, claims: Claims) -> int:
    """Returns how many characters are missing, less than 0 where there are too many."""
    if characters < claims.characters.low:
        return claims.characters.low - characters
    high = claims.characters.high
    return min(0, high - characters) if high is not None else 0


def _vowels_missing(draft: Draft, claims: Claims) -> int:
    """Returns how many more of the letters should be vowels, less than 0 where fewer should."""
    for low, high in claims.vowel_ratios:
        least, most = Fraction(str(low)), Fraction(str(high))
        others = draft.letters - draft.vowels
        if draft.vowels * least.denominator < least.numerator * others:
            return 1
        if draft.vowels * most.denominator > most.numerator * others:
            return -1
    return 0


def _better(
    draft: Draft, words: Vocabulary, cell: Cell, missing: int, vowels_missing: int, exact: bool, rng: random.Random
) -> str | None:
    """Looks for a word that brings characters nearer and, where they are right, vowels."""
    times = len(cell.places)
    length = len(cell.text)
    if missing:
        change = missing // times if missing > 0 else -(-missing // times)
        if not change:
            return None
        length = min(max(length + change, words.shortest), words.longest)
        if length == len(cell.text):
            return None
    elif not exact:
        length = 0
    found = words.nearest(cell.initial, length, cell.cluster) if length else words.find(cell.initial, 0, cell.cluster)
    if missing and abs(missing - times * (len(found[0]) - len(cell.text))) >= abs(missing):
        return None
    best: str | None = None
    best_gain = 0
    for _ in range(min(_LOOKED_AT, len(found))):
        word = found[rng.randrange(len(found))]
        if word == cell.text or not draft.allows(cell, word):
            continue
        gain = (vowels(word) * 5 - len(word) * 2 - vowels(cell.text) * 5 + len(cell.text) * 2) * vowels_missing
        if best is None or gain > best_gain:
            best, best_gain = word, gain
    return best if missing or best_gain > 0 else None

"""A witness in the making: tokens whose words may still change, and the measures that follow each change."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from cse.compose.lexicon import vowels
from cse.constraints.claims import Claims
from cse.text.letters import fold

_WORD = re.compile(r"[^\W_](?:\S*[^\W_])?")


@dataclass(eq=False, slots=True)
class Cell:
    """A word of the text, which may stand in several places at once.

    Attributes:
        text: How it is written; "" as long as it is not chosen.
        fixed: Whether it has to stay as it is.
        initial: The letter it has to start with, "" for any.
        cluster: Whether it has to hold three consonants in a row.
        closes: Whether it is the last word of a sentence.
        places: Its places among all words of the text.
    """

    text: str = ""
    fixed: bool = False
    initial: str = ""
    cluster: bool = False
    closes: bool = False
    places: list[int] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Token:
    """A place where a cell is written.

    Attributes:
        cell: The cell.
        mark: What follows the word without a space, e.g. a comma.
        capital: Whether it starts with a capital letter.
        tied: Whether the next token has to follow without a comma.
    """

    cell: Cell
    mark: str = ""
    capital: bool = False
    tied: bool = False

    def __str__(self) -> str:
        text = self.cell.text
        return f"{text[:1].upper() + text[1:] if self.capital else text}{self.mark}"


Piece = Token | str
"""A token, or text that is no word: white space, marks, code, JSON."""


def words_in(text: str) -> list[str]:
    """Returns the words of a text as the document sees them.

    >>> words_in("C++ (Café)")
    ['c', 'cafe']
    """
    return _WORD.findall(fold(text))


class Draft:
    """A text of pieces, with what the rules measure.

    Attributes:
        pieces: The text.
        openings: The cells of the first words of the sentences.
        cells: The cells of which the words may change, in the order of the text.
        characters: Number of characters.
        letters: Number of letters.
        vowels: How many of these are vowels.
        used: How often each word stands in the text.
        keeps_order: Whether the first words of sentences have to stay in alphabetical order.
    """

    def __init__(self, claims: Claims, pieces: Sequence[Piece], openings: Sequence[Cell]) -> None:
        self.pieces, self.openings = list(pieces), list(openings)
        self._distinct_words, self._distinct_bigrams = claims.distinct_words, claims.distinct_bigrams
        self._distinct_last_words = claims.distinct_last_words
        self.characters = self.letters = self.vowels = 0
        self.keeps_order = False
        self.used: Counter[str] = Counter()
        self._closing: Counter[str] = Counter()
        self._bigrams: Counter[tuple[str, str]] = Counter()
        self._sequence: list[Cell] = []
        self._words: list[str] = []
        for piece in self.pieces:
            if isinstance(piece, str):
                self._measure(piece, 1)
            else:
                self.characters += len(piece.mark)
                piece.cell.places.append(len(self._sequence))
                self._sequence.append(piece.cell)
                self._words.append("")
        self.cells = [cell for cell in dict.fromkeys(self._sequence) if not cell.fixed]
        for cell in dict.fromkeys(self._sequence):
            if cell.text:
                self.write(cell, cell.text)

    def _measure(self, text: str, times: int) -> None:
        self.characters += len(text) * times
        folded = fold(text)
        self.letters += sum(map(str.isalpha, folded)) * times
        self.vowels += vowels(folded) * times

    def write(self, cell: Cell, text: str) -> None:
        """Writes a word into a cell, in all its places."""
        affected = list(dict.fromkeys(start for place in cell.places for start in (place - 1, place)))
        old = self._words[cell.places[0]]
        if old:
            self._measure(cell.text, -len(cell.places))
            self._count(cell, old, affected, -1)
        new = (words_in(text) or [text])[0]
        for place in cell.places:
            self._words[place] = new
        cell.text = text
        self._measure(text, len(cell.places))
        self._count(cell, new, affected, 1)

    def _count(self, cell: Cell, word: str, affected: Sequence[int], step: int) -> None:
        self.used[word] += step * len(cell.places)
        if cell.closes:
            self._closing[word] += step
        for start in affected:
            pair = self._pair(start)
            if pair is not None:
                self._bigrams[pair] += step

    def _pair(self, start: int) -> tuple[str, str] | None:
        if start < 0 or start + 1 >= len(self._words):
            return None
        first, second = self._words[start], self._words[start + 1]
        return (first, second) if first and second else None

    def allows(self, cell: Cell, word: str) -> bool:
        """Tells whether a word may stand in a cell, as far as the other words matter."""
        if cell.closes and len(word) == 1:
            return False  # A period after a single letter may not end a sentence.
        if self.keeps_order and not self._in_order(cell, word):
            return False
        if not self.used[word]:
            return True
        if self._distinct_words or (self._distinct_last_words and cell.closes and self._closing[word]):
            return False
        pairs = self._new_pairs(cell, word)
        if any(first == second for first, second, own in pairs if not own):
            return False
        return not self._distinct_bigrams or not any(self._bigrams[first, second] for first, second, _ in pairs)

    def _in_order(self, cell: Cell, word: str) -> bool:
        texts = [word if opening is cell else opening.text for opening in self.openings]
        return cell not in self.openings or all(first <= second for first, second in pairwise(texts))

    def _new_pairs(self, cell: Cell, word: str) -> list[tuple[str, str, bool]]:
        """Lists the pairs that a word would make in a cell, and whether both words are the cell's own."""
        pairs = []
        for start in dict.fromkeys(start for place in cell.places for start in (place - 1, place)):
            if 0 <= start < len(self._words) - 1:
                own = [self._sequence[place] is cell for place in (start, start + 1)]
                first, second = (word if mine else self._words[start + i] for i, mine in enumerate(own))
                pairs.append((first, second, all(own)))
        return pairs

    def add_comma(self, index: int) -> bool:
        """Writes a comma after the token at an index of the pieces, where prose goes on behind it."""
        piece, *following = self.pieces[index : index + 3]
        if not isinstance(piece, Token) or piece.mark or piece.tied or len(following) < 2:
            return False
        if following[0] not in (" ", "\n") or not isinstance(following[1], Token):
            return False
        piece.mark = ","
        self.characters += 1
        return True

    def __str__(self) -> str:
        return "".join(map(str, self.pieces))

"""How letters are compared: without case and accents, everywhere (design, section 4)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from cse.text.edits import Edit, Trail, apply
from cse.text.views import view

VOWELS = "aeiou"
"""Every other letter is a consonant, y too."""

# Accents are nonspacing marks once a character is taken apart.
_MARK = "Mn"


class _Folds(dict[int, str]):
    """Maps a code point to its folded form, worked out on first use."""

    def __missing__(self, code: int) -> str:
        parts = unicodedata.normalize("NFD", chr(code).casefold())
        folded = "".join(part for part in parts if unicodedata.category(part) != _MARK)
        self[code] = unicodedata.normalize("NFC", folded)
        return self[code]


_FOLDS = _Folds()


def fold(text: str) -> str:
    """Folds case and removes accents, each character by itself.

    >>> fold("Café Straße")
    'cafe strasse'
    """
    return text.lower() if text.isascii() else text.translate(_FOLDS)


WORD = re.compile(r"[^\W_](?:\S*[^\W_])?")
"""A token from its first letter or digit to its last."""

_COMMON_MARKS = ".,;:!?\"'()"


def trimmed(token: str) -> str:
    """Returns a token from its first letter or digit to its last; nothing where it has none.

    >>> trimmed('("well-made",'), trimmed("--")
    ('well-made', '')
    """
    word = token.strip(_COMMON_MARKS)
    if word.isalnum():
        return word
    match = WORD.search(word)
    return match[0] if match else ""


# An escape of a letter, digit or accent dodges the rules about words; any other is left as it is written, an accent
# without a letter too: read, it would leave a sentence without a word.
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")


def _escapes(text: str) -> list[Edit]:
    edits = []
    for match in _ESCAPE.finditer(text):
        char = chr(int(match[1], 16))
        before = text[match.start() - 1 : match.start()]
        if char.isalnum() or (before.isalnum() and unicodedata.category(char) == _MARK):
            edits.append(Edit(match.start(), match.end(), char))
    return edits


def fold_read(source: str) -> str:
    r"""Folds a text after its literal `\uXXXX` escapes have been read.

    >>> fold_read(r"A \u0063af\u00e9.")
    'a cafe.'
    """
    return fold(_read(source) if "\\u" in source else source)


def _read(source: str) -> str:
    return apply(source, _escapes(source))


class Folded:
    """A text as `fold_read` makes it, and the way back."""

    def __init__(self, source: str) -> None:
        self._source = source
        self.text = fold_read(source)

    @view
    def trail(self) -> Trail:
        """The way back from the folded text to the source."""
        trail = Trail()
        trail.add(_escapes(self._source))
        read = _read(self._source)
        if not read.isascii():
            folds = ((place, _FOLDS[ord(char)]) for place, char in enumerate(read))
            trail.add([Edit(place, place + 1, new) for place, new in folds if len(new) != 1])
        return trail


def word_of(token: str) -> str:
    r"""Returns the word in a token: from its first letter or digit to its last, folded, with escapes read.

    >>> word_of('"Caf\u00e9!"')
    'cafe'
    """
    word = token.strip(_COMMON_MARKS)
    # Nearly always this is the word, and nothing in it has to be read or folded.
    return word.lower() if word.isascii() and word.isalnum() else trimmed(fold_read(token))


def words_of(folded: str) -> list[str]:
    """Lists the words of a folded text.

    >>> words_of('a "well-made" cup -- hot.')
    ['a', 'well-made', 'cup', 'hot']
    """
    # Most tokens are words as they are.
    words = [token if token.isalnum() else trimmed(token) for token in folded.split()]
    return words if all(words) else [word for word in words if word]


def first_word(sentence: str) -> str:
    """Returns the first word of a sentence, folded.

    >>> first_word('-- "Tea" cools.')
    'tea'
    """
    return word_of(sentence.split(None, 1)[0]) or next(filter(None, map(word_of, sentence.split())), "")


def last_word(sentence: str) -> str:
    """Returns the last word of a sentence, folded.

    >>> last_word("Tea cools (fast) ...")
    'fast'
    """
    return word_of(sentence.rsplit(None, 1)[-1]) or next(filter(None, map(word_of, reversed(sentence.split()))), "")


_BYTES_BUT_LETTERS = bytes(code for code in range(128) if not chr(code).isalpha())
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")


def count_letters(text: str) -> int:
    """Counts the letters of a text, of any script.

    >>> count_letters("3 øre")
    3
    """
    # Bytes are counted many times faster than characters.
    letters = len(text.encode("ascii", "ignore").translate(None, _BYTES_BUT_LETTERS))
    return letters if text.isascii() else letters + sum(map(str.isalpha, "".join(_BEYOND_ASCII.findall(text))))


_SURROGATE = re.compile("[\ud800-\udfff]")


def storable(text: str) -> str:
    r"""Replaces halves of characters, which no file can hold, each by one mark, so that offsets stay.

    >>> storable("a\ud83d")
    'a�'
    """
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


SPACES = bytes(code for code in range(128) if chr(code).isspace())
"""The white space of ASCII."""

_NO_SPACES = bytes(set(range(256)) - set(SPACES))
_ALL_ALIKE = bytes.maketrans(SPACES + _NO_SPACES, b" " * len(SPACES) + b"x" * len(_NO_SPACES))


def count_tokens(text: str, places: Iterable[tuple[int, int]]) -> list[int]:
    """Counts the white-space separated pieces in ranges of a text, none of which starts with white space.

    >>> count_tokens("one, two", [(0, 8), (5, 8)])
    [2, 1]
    """
    if not text.isascii():
        return [len(text[start:end].split()) for start, end in places]
    # Further ones start behind white space; these starts are counted several times faster than tokens are made.
    alike = text.encode().translate(_ALL_ALIKE)
    return [alike.count(b" x", start, end) + (start < end) for start, end in places]


def count_tokens_with(mark: bytes, alike: bytes, most: int | None = None) -> int:
    """Counts tokens that hold a mark, in a text whose white space is blanks.

    Args:
        mark: What is looked for.
        alike: The text, with every letter or digit that is meant written as the mark's.
        most: Where to stop counting; None counts all.

    >>> count_tokens_with(b"xx", b"oxx xo xxoxx"), count_tokens_with(b"xx", b"oxx xo xxoxx", 1)
    (2, 1)
    """
    count, place = 0, alike.find(mark)
    while place != -1:
        count += 1
        space = alike.find(b" ", place) if count != most else -1
        place = alike.find(mark, space) if space != -1 else -1
    return count

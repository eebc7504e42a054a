"""How letters are compared: without case and accents, everywhere (design, section 4)."""

from __future__ import annotations

import re
import unicodedata

from cse.text.edits import Edit, Span, Trail, apply

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


# An escape of a letter, digit or accent dodges the rules about words; any other is left as it is written.
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")


def _escapes(text: str) -> list[Edit]:
    edits = []
    for match in _ESCAPE.finditer(text):
        char = chr(int(match[1], 16))
        if char.isalnum() or unicodedata.category(char) == _MARK:
            edits.append(Edit(match.start(), match.end(), char))
    return edits


class Folded:
    r"""A text with literal `\uXXXX` escapes read, case folded and accents removed, and the way back.

    >>> Folded(r"A \u0063af\u00e9.").text
    'a cafe.'
    """

    def __init__(self, source: str) -> None:
        self._source = source
        self._read = apply(source, _escapes(source)) if "\\u" in source else source
        self.text = fold(self._read)
        self._trail: Trail | None = None

    def back(self, start: int, end: int) -> Span:
        """Returns the range of the source that became the range `(start, end)` of the folded text."""
        if self._trail is None:
            self._trail = Trail()
            self._trail.add(_escapes(self._source))
            if not self._read.isascii():
                folds = ((place, _FOLDS[ord(char)]) for place, char in enumerate(self._read))
                self._trail.add([Edit(place, place + 1, new) for place, new in folds if len(new) != 1])
        return self._trail.back(start, end)

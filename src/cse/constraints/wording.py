"""Pieces of instructions that several types share, so that one convention is always told in the same words."""

from __future__ import annotations

from collections.abc import Sequence

_ENDS = "A sentence ends with a period, question mark, exclamation mark or ellipsis, or at a blank line"
_NO_PROSE = "headings, lists, tables, code and JSON do not count"

SENTENCE_RULE = f"{_ENDS}; {_NO_PROSE}."
"""What a sentence is."""

SENTENCE_LENGTH_RULE = f"{_ENDS}, and a word is any piece of text between spaces or line breaks; {_NO_PROSE}."
"""What a sentence is, and what its length is counted in."""

TOTAL_RULE = "Each piece of text between spaces or line breaks counts as one word, wherever it stands"
"""What a total of words counts; without its period, so that a type may add to it."""

WORD_RULE = "A word is what stands between spaces or line breaks without the punctuation around it"
"""What a single word is; without its period."""

NO_WORDS = "Code blocks, JSON and the numbers of a numbered list do not count."
"""Where single words are not looked for."""


def listed(texts: Sequence[str], joint: str = "and") -> str:
    """Writes texts one after the other.

    >>> listed(["a", "b", "c"]), listed(["a"])
    ('a, b and c', 'a')
    """
    return f"{', '.join(texts[:-1])} {joint} {texts[-1]}" if len(texts) > 1 else "".join(texts)

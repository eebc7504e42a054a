"""Rules about characters: words, marks, JSON and white space that need more of them than there may be."""

from __future__ import annotations

import re

from cse.compose.contradiction import Finding, Rule
from cse.compose.count_rules import block_tokens, least_lines, least_sentences
from cse.compose.draft import words_in
from cse.compose.layout_rules import least_prose_words
from cse.constraints.claims import Claims
from cse.text.letters import fold

# Single code points fold to these letters, so a text may have fewer characters than letters.
_LIGATURE = re.compile("ffi|ffl|ff|fi|fl|st|ss")
_LETTERS_PER_CHARACTER = 3
_QUOTED_NUMBER = re.compile(r'"(-?[0-9]+)"(?!:)')
_ALPHANUMERIC = re.compile(r"[^\W_]+")
_BESIDE_CONTENT_OF_FENCE = len("``````")
_BESIDE_CONTENT_OF_BULLET = len("-")
_BESIDE_CONTENT_OF_EQUATION = len("+1=2")

_FIELDS = (
    "sentences", "paragraphs", "paragraph_sentences", "sentence_tokens", "sentence_clusters", "length_orders",
    "alternations", "growth", "bullets", "fences", "tables", "tokens", "token_divisor", "lines", "equations", "json",
    "required_words", "required_phrases", "orders", "characters",
)  # fmt: skip


def too_many_characters(claims: Claims) -> Finding | None:
    """Finds words, lines, blocks and JSON that need more characters than there may be."""
    most = claims.characters.high
    if most is None:
        return None
    needed = least_characters(claims)
    if needed <= most:
        return None
    return Finding("number of characters", _FIELDS, f"however short the words, that takes at least {needed} characters")


def least_characters(claims: Claims) -> int:
    """Returns a least number of characters: white space between tokens and lines, and what is no white space."""
    return _least_white_space(claims) + _least_marks(claims) + _least_content(claims)


def _least_tokens(claims: Claims) -> int:
    tokens = max(claims.tokens.low, claims.lines.low, least_prose_words(claims) + block_tokens(claims))
    return -(-tokens // claims.token_divisor) * claims.token_divisor


def _least_white_space(claims: Claims) -> int:
    """Counts a space or line break between tokens, and what more it takes to end sentences and paragraphs.

    A sentence but the last ends with a mark, with a second line break, or before a block.
    """
    sentences = least_sentences(claims)
    blocks = claims.bullets.low + claims.fences.low + len(claims.tables) + len(claims.json)
    ends = max(sentences - 1 - blocks, claims.paragraphs.low - 1, 0)
    return max(_least_tokens(claims), least_lines(claims), 1) - 1 + ends


def _least_marks(claims: Claims) -> int:
    """Counts the characters of blocks and equations beside their content, and JSON without its white space."""
    tables = sum((t.rows + 1) * (t.columns - 1) + 2 * t.columns - 1 for t in claims.tables)
    bullets = _BESIDE_CONTENT_OF_BULLET * claims.bullets.low
    fences = _BESIDE_CONTENT_OF_FENCE * claims.fences.low
    objects = sum(map(least_length, claims.json))
    in_objects = any("=" in text for text in claims.json)
    equations = 0 if in_objects else _BESIDE_CONTENT_OF_EQUATION * claims.equations.low
    return tables + bullets + fences + objects + equations


def _least_content(claims: Claims) -> int:
    """Counts a character for each token of prose, bullet, fence, row and equation, and what words have beyond one.

    Different words without marks inside never share a character, unless JSON holds them already. Content of blocks may
    be JSON, which is counted elsewhere, so a character is taken off for each object.
    """
    places = least_prose_words(claims) + claims.bullets.low + claims.fences.low
    places += sum(table.rows + 1 for table in claims.tables)
    texts = [*claims.required_words, *claims.required_phrases, *(item for order in claims.orders for item in order)]
    inside = [word for text in claims.json for word in _ALPHANUMERIC.findall(fold(text))]
    words = dict.fromkeys(word for text in texts if "\\" not in text for word in words_in(text))
    beyond = sum(
        max(0, least_length(word) - 1) for word in words if _ALPHANUMERIC.fullmatch(word) and word not in inside
    )
    return max(0, places - len(claims.json)) + beyond


def least_length(text: str) -> int:
    """Returns how few characters other than white space may hold a text of which case and accents do not matter.

    A whole number that is a value in JSON needs no quotes.

    >>> least_length("office"), least_length('{"n":"7"}')
    (4, 7)
    """
    if "\\" in text:
        return 0  # What an escape stands for may be written in another way.
    folded = _QUOTED_NUMBER.sub(r"\1", "".join(fold(text).split()))
    return len(_LIGATURE.sub("x", folded)) if folded.isascii() else len(folded) // _LETTERS_PER_CHARACTER


RULES: tuple[Rule, ...] = (too_many_characters,)

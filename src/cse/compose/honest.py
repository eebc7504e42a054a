"""Whether a text meets constraints honestly (design, section 6).

A witness need not be good prose, but it must not rest on a trick: no block that is not asked for, no words hidden in
JSON or code, no lone symbols that pass for words, no padding, no stutter, no word but those of the lexicon and those
asked for.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from cse.compose.blocks import CODE
from cse.compose.draft import words_in
from cse.compose.letter_rules import SPELLED
from cse.compose.lexicon import lexicon
from cse.constraints.base import Constraint
from cse.constraints.claims import Claims, join
from cse.constraints.lexical.forbidden_word import as_folded, holds_whole_word
from cse.text.document import Document
from cse.text.letters import fold
from cse.text.ranges import FILLER, Ranges, hide

_PADDING = re.compile(r"[^\S\n]{2}|\n{3}|[^\S\n]\n|\n[^\S\n]|[.!?]{2}")
_SYMBOL = re.compile(rf"(?<!\S)(?:[^\w\s{FILLER}]|_)+(?!\S)")
_INTEGER = re.compile(r"[0-9]+")
_ORDINAL = re.compile(r"[0-9]+(?:st|nd|rd|th)")
_EQUATION = re.compile(r"[0-9]+\+[0-9]+=[0-9]+")


def honest(document: Document, constraints: Sequence[Constraint]) -> bool:
    """Tells whether a text uses no trick to meet constraints.

    Args:
        document: The text.
        constraints: The constraints that it is to meet.

    >>> from cse.constraints.registry import constraint
    >>> honest(Document("Young wolf."), [constraint("word_count", count=2)])
    True
    >>> honest(Document("Young wolf -"), [constraint("word_count", count=3)])
    False
    """
    claims = join([constraint.claims() for constraint in constraints])
    told = tuple(phrase.format(len(document.tokens)) for phrase in claims.told_totals)
    claims = claims & Claims(required_phrases=told)
    hidden = [(fence.start, fence.end) for fence in document.fences]
    hidden += [(found.start, found.end) for found in document.json_objects]
    visible = hide(document.text, sorted(hidden))
    return (
        document.answer == document.text  # no marks that cleaning takes off, such as those of headings
        and _blocks_are_asked_for(document, claims)
        and _code_is_plain(document, claims)
        and not _PADDING.search(document.text)
        and _symbols_are_marks(document, visible)
        and _words_are_known(document, claims)
        and not any(_stutters(sentence.words) for sentence in document.sentences)
        and _required_texts_are_visible(visible, claims)
    )


def _blocks_are_asked_for(document: Document, claims: Claims) -> bool:
    items = sum(len(order) for order in claims.orders)
    return (
        len(document.fences) == claims.fences.low
        and len(document.tables) == len(claims.tables)
        and len(document.bullets) == claims.bullets.low
        and len(document.numbered) in (0, items)
        and sorted(_canonical(found.value) for found in document.json_objects) == sorted(_objects(claims))
    )


def _objects(claims: Claims) -> list[str]:
    return [_canonical(json.loads(text)) for text in claims.json]


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _code_is_plain(document: Document, claims: Claims) -> bool:
    """Tells whether each fence holds one plain line of code, or JSON that is asked for."""
    inside = [
        found for found in document.json_objects if found.start in Ranges((f.start, f.end) for f in document.fences)
    ]
    asked = _objects(claims)
    plain = sum(fence.content.strip() in CODE for fence in document.fences)
    return plain + sum(_canonical(found.value) in asked for found in inside) == len(document.fences)


def _symbols_are_marks(document: Document, visible: str) -> bool:
    """Tells whether tokens without letter or digit are the marks of bullets or the pipes of tables."""
    tables = Ranges((table.start, table.end) for table in document.tables)
    symbols = _SYMBOL.finditer(visible)
    return sum(match.start() not in tables for match in symbols) == len(document.bullets)


def _words_are_known(document: Document, claims: Claims) -> bool:
    """Tells whether all words are of the lexicon, asked for, or integers; a pipe may join those of a table's row."""
    texts = [*claims.required_words, *claims.required_phrases, *(item for order in claims.orders for item in order)]
    asked = [word for text in texts for word in words_in(text)]
    if claims.orders:
        asked += [name for names in SPELLED for name in names]
    numbers = (_INTEGER, _EQUATION, _ORDINAL) if claims.orders else (_INTEGER, _EQUATION)
    words = [word for joined in document.words for word in joined.split("|")]
    return all(word in _known() or word in asked or any(number.fullmatch(word) for number in numbers) for word in words)


@cache
def _known() -> frozenset[str]:
    return frozenset(lexicon())


def _stutters(words: Sequence[str]) -> bool:
    """Tells whether a word stands twice in a row; integers may."""
    return any(first == second and first[0].isalpha() for first, second in pairwise(words))


def _required_texts_are_visible(visible: str, claims: Claims) -> bool:
    """Tells whether what has to stand in the text stands outside code and JSON."""
    folded = fold(visible)
    texts = [*claims.required_words, *(item for order in claims.orders for item in order)]
    return all(holds_whole_word(text, folded) for text in texts) and all(
        as_folded(phrase) in " ".join(folded.split()) for phrase in claims.required_phrases
    )

"""The spans of a witness: words that have to stand together as they are, wherever a carrier has room for them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from cse.compose.draft import Cell, Token, words_in
from cse.compose.letter_rules import SPELLED
from cse.constraints.claims import Claims
from cse.constraints.lexical.forbidden_word import as_folded, holds_whole_word

_SCATTERED = 0.5
"""How often the entries of a list are scattered over the prose."""


@dataclass(frozen=True, slots=True)
class Span:
    """Tokens that stand together.

    Attributes:
        tokens: The tokens, without the mark after each.
        marks: The mark after each token, mostly "".
        rank: Spans with a rank stand in the order of their ranks; 0 for anywhere.
    """

    tokens: tuple[str, ...]
    marks: tuple[str, ...]
    rank: int = 0

    def written(self) -> list[Token]:
        """Returns it as tokens of a draft."""
        written = [
            Token(Cell(text, fixed=True), mark, tied=True) for text, mark in zip(self.tokens, self.marks, strict=True)
        ]
        written[-1].tied = False
        return written


def span(text: str) -> Span:
    """Makes a span of the tokens of a text."""
    tokens = tuple(text.split())
    return Span(tokens, ("",) * len(tokens))


def phrase_and_word_spans(claims: Claims, elsewhere: Sequence[str]) -> list[Span]:
    """Makes spans of the required phrases, and of the required words that these and other visible texts do not hold.

    Args:
        claims: The joint claims.
        elsewhere: Texts that stand in the answer anyway, outside code and JSON.
    """
    held = [as_folded(text) for text in (*claims.required_phrases, *elsewhere)]
    spans = [span(phrase) for phrase in claims.required_phrases]
    for word in claims.required_words:
        if not any(holds_whole_word(word, text) for text in held):
            spans.append(span(word))
            held.append(as_folded(word))
    return spans


def order_spans(orders: Sequence[Sequence[str]], claims: Claims, rng: random.Random) -> list[Span] | None:
    """Makes spans of numbered lists within the prose; None where a number can be written in no way.

    A list is one span, or a span for each entry, to be put in order wherever there is room.

    >>> order_spans([["Oslo", "Rome"]], Claims(banned_letters="t"), random.Random(2))[0].tokens
    ('one', 'Oslo', 'second', 'Rome')
    """
    spans: list[Span] = []
    scattered = rng.random() < _SCATTERED
    form = rng.randrange(2)
    for order in orders:
        entries: list[Span] = []
        for place, item in enumerate(order, start=1):
            forms = [*SPELLED[place - 1]] if place <= len(SPELLED) else []
            forms = forms[form:] + forms[:form] + [_ordinal(place), f"({place})", f"{place:02}"]
            fitting = [name for name in forms if _may_stand(name, claims)]
            if not fitting:
                return None
            words = item.split()
            rank = len(spans) + len(entries) + 1
            entries.append(Span((fitting[0], *words), (*[""] * len(words), ","), rank))
        spans += entries if scattered else [_joined(entries)]
    return spans


def _ordinal(place: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(place % 10 if place % 100 // 10 != 1 else 0, "th")
    return f"{place}{ending}"


def _joined(entries: Sequence[Span]) -> Span:
    tokens = tuple(token for entry in entries for token in entry.tokens)
    return Span(tokens, tuple(mark for entry in entries for mark in entry.marks), entries[0].rank)


def _may_stand(name: str, claims: Claims) -> bool:
    [word] = words_in(name)
    return (
        len(word) in claims.word_length
        and not (claims.no_digits and any(map(str.isdecimal, name)))
        and not any(letter in word for letter in claims.banned_letters)
        and not any(as_folded(banned) == word for banned in claims.banned_words)
    )

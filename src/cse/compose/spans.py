"""The spans of a witness: words that have to stand together as they are, wherever a carrier has room for them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from cse.compose.draft import Cell, Token, words_in
from cse.compose.letter_rules import SPELLED
from cse.constraints.claims import Claims
from cse.constraints.lexical.forbidden_word import as_folded, holds_whole_word
from cse.text.letters import fold


@dataclass(frozen=True, slots=True)
class Span:
    """Tokens that stand together.

    Attributes:
        tokens: The tokens, without the mark after each.
        marks: The mark after each token, mostly "".
    """

    tokens: tuple[str, ...]
    marks: tuple[str, ...]

    def written(self) -> list[Token]:
        """Returns it as tokens of a draft."""
        return [Token(Cell(text, fixed=True), mark) for text, mark in zip(self.tokens, self.marks, strict=True)]


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


def order_span(order: Sequence[str], claims: Claims, rng: random.Random) -> Span | None:
    """Makes a span of a numbered list within a line, its numbers spelled out, or in digits where that is not possible.

    >>> order_span(["Oslo", "Rome"], Claims(banned_letters="t"), random.Random(0)).tokens
    ('one', 'Oslo', 'second', 'Rome')
    """
    names: list[str] = []
    form = rng.randrange(2)
    for place in range(len(order)):
        forms = SPELLED[place] if place < len(SPELLED) else ()
        fitting = [name for name in forms[form:] + forms[:form] if _may_stand(name, claims)]
        if not fitting:
            return _in_digits(order, claims)
        names.append(fitting[0])
    return _list_span(names, order)


def _in_digits(order: Sequence[str], claims: Claims) -> Span | None:
    counted = claims.integers.high is not None or claims.distinct_integers.high is not None or claims.integer_totals
    if claims.no_digits or counted or 1 not in claims.word_length:
        return None
    return _list_span([f"({place})" for place in range(1, len(order) + 1)], order)


def _list_span(numbers: Sequence[str], order: Sequence[str]) -> Span:
    tokens: list[str] = []
    marks: list[str] = []
    for number, item in zip(numbers, order, strict=True):
        words = item.split()
        tokens += [number, *words]
        marks += ["", *[""] * (len(words) - 1), ","]
    return Span(tuple(tokens), tuple(marks))


def _may_stand(word: str, claims: Claims) -> bool:
    return (
        len(word) in claims.word_length
        and not any(letter in word for letter in claims.banned_letters)
        and not any(as_folded(banned) == word for banned in claims.banned_words)
    )


def unfit_word(spans: Sequence[Span], claims: Claims) -> str | None:
    """Returns a word of the spans that claims rule out, where only a trick could hide it."""
    seen: list[str] = []
    for one in spans:
        for token in one.tokens:
            for word in words_in(token):
                if len(word) not in claims.word_length or (claims.distinct_words and word in seen):
                    return word
                seen.append(word)
        if any(letter in fold(" ".join(one.tokens)) for letter in claims.banned_letters):
            return " ".join(one.tokens)
    return None

"""Rules about letters and words: initials that differ, letters and words that are asked for and banned."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from cse.compose.contradiction import Finding, Rule
from cse.constraints.claims import Claims
from cse.constraints.lexical.forbidden_word import as_folded, holds_whole_word
from cse.text.letters import fold

_INITIAL_FIELDS = ("first_letter", "first_letters", "last_letters", "bridged", "sorted_first_words")

SPELLED = (
    ("one", "first"), ("two", "second"), ("three", "third"), ("four", "fourth"), ("five", "fifth"), ("six", "sixth"),
    ("seven", "seventh"), ("eight", "eighth"), ("nine", "ninth"), ("ten", "tenth"),
)  # fmt: skip
"""How the numbers of a list are spelled out, as cardinal and as ordinal."""


def first_initials(claims: Claims, count: int) -> list[str]:
    """Returns the letters with which each sentence has to start, as far as claims tell, "" where they do not.

    A sentence for which claims name several letters holds them all.

    Args:
        claims: The joint claims.
        count: The number of sentences.

    >>> first_initials(Claims(last_letters=("tea",), bridged=True), 4)
    ['', 't', 'e', 'a']
    """
    known = [dict.fromkeys(claims.first_letter) for _ in range(count)]
    for word in claims.first_letters:
        for letters, letter in zip(known, fold(word), strict=False):
            letters[letter] = None
    if claims.bridged:
        for word in claims.last_letters:
            for letters, letter in zip(known[1:], fold(word), strict=False):
                letters[letter] = None
    return ["".join(letters) for letters in known]


def different_initials(claims: Claims) -> Finding | None:
    """Finds a sentence that would have to start, or to end in a word that starts, with two different letters."""
    for place, letters in enumerate(first_initials(claims, claims.sentences.low), start=1):
        if len(letters) > 1:
            reason = f"sentence {place} would have to start with both {letters[0]} and {letters[1]}"
            fields = _INITIAL_FIELDS[:-1] if claims.bridged else _INITIAL_FIELDS[:2]
            return Finding("initials", fields, reason)
    for place, initials in enumerate(zip(*map(fold, claims.last_letters), strict=False), start=1):
        if len(dict.fromkeys(initials)) > 1:
            reason = f"the last word of sentence {place} would have to start with different letters"
            return Finding("initials", ("last_letters",), reason)
    return None


def unsorted_initials(claims: Claims) -> Finding | None:
    """Finds initials that are asked for and do not stand in alphabetical order."""
    if not claims.sorted_first_words:
        return None
    before = ""
    for letter in first_initials(claims, claims.sentences.low):
        if letter and letter < before:
            return Finding("initials", _INITIAL_FIELDS, f"{letter} would have to follow {before}")
        before = letter or before
    return None


def _texts(claims: Claims) -> Iterator[tuple[str, str]]:
    """Goes through the texts whose letters must stand in the answer, each with the field that asks for it."""
    if claims.sentences.low:
        yield "first_letter", claims.first_letter
    for field in ("first_letters", "last_letters", "required_words", "required_phrases", "told_totals"):
        for text in getattr(claims, field):
            yield field, text
    for text in claims.json:
        yield "json", "".join(_strings(json.loads(text)))
    for order in claims.orders:
        for item in order:
            yield "orders", item


def _strings(value: Any) -> Iterator[str]:
    """Goes through the keys and texts of a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)


def banned_letter(claims: Claims) -> Finding | None:
    """Finds a banned letter that a text needs."""
    if not claims.banned_letters:
        return None
    for field, text in _texts(claims):
        folded = fold(text)
        for letter in claims.banned_letters:
            if letter in folded:
                what = f'"{text}" holds it' if field != "json" else "the keys or values of the object hold it"
                return Finding(f"letter {letter}", (field, "banned_letters", "sentences"), what)
    return None


def banned_word(claims: Claims) -> Finding | None:
    """Finds a banned word that a required text holds.

    Inside JSON an escape may hide it, and behind a phrase one may touch it, so these prove nothing.
    """
    for banned in claims.banned_words:
        for text in claims.required_words:
            if holds_whole_word(banned, as_folded(text)):
                return Finding(f"word {banned}", ("required_words", "banned_words"), f'"{text}" holds it')
        for field in ("required_phrases", "told_totals"):
            for text in getattr(claims, field):
                if holds_whole_word(banned, fold(text) + "_"):
                    return Finding(f"word {banned}", (field, "banned_words"), f'"{text}" holds it')
    return None


def unwritable_list(claims: Claims) -> Finding | None:
    """Finds a list whose numbers can be written neither in digits nor as words."""
    if not claims.no_digits:
        return None
    for order in claims.orders:
        for place, names in enumerate(SPELLED[: len(order)], start=1):
            letters = [letter for letter in claims.banned_letters if all(letter in name for name in names)]
            if letters:
                reason = f'without digits the list needs "{names[0]}" or "{names[1]}" for its number {place}'
                return Finding(f"letter {letters[0]}", ("orders", "no_digits", "banned_letters"), reason)
    return None


def repeated_bridge(claims: Claims) -> Finding | None:
    """Finds a bridge between sentences where no word may stand twice."""
    if not (claims.bridged and claims.distinct_words and claims.sentences.low >= 2):
        return None
    reason = "a sentence that starts with the last word of the one before repeats that word"
    return Finding("repeated words", ("bridged", "distinct_words"), reason)


def vowel_bands(claims: Claims) -> Finding | None:
    """Finds bands of the vowel ratio that do not overlap."""
    if max((low for low, _ in claims.vowel_ratios), default=0) <= min(
        (high for _, high in claims.vowel_ratios), default=0
    ):
        return None
    return Finding("vowel ratio", ("vowel_ratios",), "no vowel ratio lies in both")


RULES: tuple[Rule, ...] = (
    different_initials,
    unsorted_initials,
    banned_letter,
    banned_word,
    unwritable_list,
    repeated_bridge,
    vowel_bands,
)

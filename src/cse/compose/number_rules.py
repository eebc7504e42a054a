"""Rules about integers: digits that are asked for and banned, counts and sums that do not add up."""

from __future__ import annotations

from cse.compose.contradiction import Finding, Rule
from cse.constraints.claims import Claims
from cse.text.document import Document

_PER_EQUATION = 3


def banned_digits(claims: Claims) -> Finding | None:
    """Finds integers that are asked for where no digit may stand."""
    if not claims.no_digits:
        return None
    needed = ("integers", "distinct_integers", "equations")
    for field in needed:
        if getattr(claims, field).low > 0:
            return Finding("digits", (field, "no_digits"), "an integer is written in digits")
    if claims.required_integers:
        return Finding("digits", ("required_integers", "no_digits"), "an integer is written in digits")
    for field in ("required_words", "required_phrases", "json", "orders"):
        for text in getattr(claims, field):
            if any(char.isdecimal() for char in "".join(text)):
                return Finding("digits", (field, "no_digits"), "a digit is part of it")
    return None


def phrase_integers(claims: Claims) -> list[int]:
    """Returns the integers of the required phrases, which no equation can share: words stand around them."""
    return [number.value for phrase in claims.required_phrases for number in Document(phrase).numbers]


def least_integers(claims: Claims) -> int:
    """Returns the least number of integers: those of equations, and those of one phrase (two phrases may overlap)."""
    phrases = 1 if phrase_integers(claims) or claims.told_totals else 0
    return max(claims.integers.low, _PER_EQUATION * claims.equations.low + phrases)


def too_many_integers(claims: Claims) -> Finding | None:
    """Finds equations, phrases and different integers that need more integers than there may be."""
    most = claims.integers.high
    if most is None or least_integers(claims) <= most:
        if most is not None and claims.distinct_integers.low > most:
            reason = "there would have to be more different integers than integers"
            return Finding("number of integers", ("distinct_integers", "integers"), reason)
        return None
    fields = ("equations", "required_phrases", "told_totals", "integers")
    return Finding("number of integers", fields, f"that takes at least {least_integers(claims)} integers")


def too_many_different(claims: Claims) -> Finding | None:
    """Finds more integers that are asked for by name than there may be different ones."""
    needed = len(dict.fromkeys(claims.required_integers))
    if claims.distinct_integers.high is None or needed <= claims.distinct_integers.high:
        return None
    fields = ("required_integers", "distinct_integers")
    return Finding("number of different integers", fields, f"{needed} different integers are asked for by name")


def different_totals(claims: Claims) -> Finding | None:
    """Finds two different sums of the same integers."""
    if len(claims.integer_totals) < 2:
        return None
    return Finding("sum of integers", ("integer_totals",), "the same integers have one sum")


def odd_total(claims: Claims) -> Finding | None:
    """Finds a sum that is odd although all integers belong to equations, in which X + Y and Z sum to twice Z."""
    phrase = phrase_integers(claims)
    if (
        claims.told_totals
        or len(claims.required_phrases) > 1
        or claims.integers.high is None
        or not claims.equations.low
    ):
        return None
    if claims.integers.high > _PER_EQUATION * claims.equations.low + len(phrase):
        return None
    for total in claims.integer_totals:
        if (total - sum(phrase)) % 2:
            beside = f", and {phrase[0]} of the phrase" if phrase else ""
            reason = f"the three integers of an equation sum to an even number{beside}, so {total} cannot be reached"
            return Finding("sum of integers", ("equations", "required_phrases", "integers", "integer_totals"), reason)
    return None


RULES: tuple[Rule, ...] = (
    banned_digits,
    too_many_integers,
    too_many_different,
    different_totals,
    odd_total,
)

"""Claims in words, for the sentences that explain a conflict or a proof."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cse.constraints.claims import NO_CLAIMS, Claims, Range


def asks(names: Sequence[str], claims: Sequence[Claims], fields: Sequence[str]) -> str:
    """Says what each of several constraints demands of the given fields.

    Args:
        names: Names of the constraints.
        claims: Their claims, in the same order.
        fields: Names of the fields of `Claims` that matter.

    >>> from cse.constraints.claims import exactly
    >>> claims = [Claims(sentences=exactly(5)), Claims(lines=exactly(4))]
    >>> asks(["acrostic", "line_count"], claims, ["sentences", "lines"])
    'acrostic asks for exactly 5 sentences, line_count for exactly 4 lines'
    """
    parts: list[str] = []
    for name, claim in zip(names, claims, strict=True):
        demands = [demand(field, getattr(claim, field)) for field in fields if _demands(claim, field)]
        if demands:
            verb = "for" if parts else "asks for"
            parts.append(f"{name} {verb} {listed(demands)}")
    return listed(parts, ", ", ", ") if len(parts) < 3 else listed(parts, ", ", " and ")


def demand(field: str, value: Any) -> str:
    """Says what a value of a field of `Claims` demands.

    >>> demand("growth", 3)
    'a run of 3 sentences of which the third is longer than the two before it together'
    """
    words = _WORDS.get(field)
    return words(value) if words else f"{value} {field.replace('_', ' ')}"


def counted(span: Range, noun: str) -> str:
    """Writes a range with its noun.

    >>> counted(Range(1, 1), "line"), counted(Range(2), "integer")
    ('exactly 1 line', 'at least 2 integers')
    """
    text = f"at least {span.low} and at most {span.high}" if span.empty else str(span)
    return f"{text} {noun if span.high == 1 or (span.high is None and span.low == 1) else noun + 's'}"


def listed(parts: Sequence[str], comma: str = ", ", last: str = " and ") -> str:
    """Joins parts into one phrase."""
    return last.join([*([comma.join(parts[:-1])] if len(parts) > 1 else []), *parts[-1:]])


def _demands(claims: Claims, field: str) -> bool:
    return bool(getattr(claims, field) != getattr(NO_CLAIMS, field))


def _quoted(texts: Sequence[str]) -> str:
    return listed([f'"{text}"' for text in texts])


def _growth(count: int) -> str:
    which = "the third is" if count == 3 else "each from the third on is"
    return f"a run of {count} sentences of which {which} longer than the two before it together"


def _count(noun: str) -> Callable[[Any], str]:
    return lambda span: counted(span, noun)


_ORDERS = {
    "increasing": "sentences that each are longer than the one before",
    "decreasing": "sentences that each are shorter than the one before",
    "palindrome": "sentence lengths that read the same both ways",
}

_WORDS: dict[str, Callable[[Any], str]] = {
    "sentences": _count("sentence"),
    "paragraphs": _count("paragraph"),
    "paragraph_sentences": lambda n: f"at least {n} sentences in each paragraph",
    "lines": _count("line"),
    "tokens": lambda span: f"{counted(span, 'word')} in all",
    "token_divisor": lambda n: f"a total of words divisible by {n}",
    "characters": _count("character"),
    "sentence_tokens": lambda n: f"at least {n} words in each sentence",
    "sentence_clusters": lambda n: f"at least {n} words with three consonants in a row in each sentence",
    "length_orders": lambda orders: listed([_ORDERS.get(order, order) for order in orders]),
    "alternations": lambda pairs: listed(
        [f"odd sentences of at most {a.short_max} words and even ones of at least {a.long_min}" for a in pairs]
    ),
    "growth": _growth,
    "first_letter": lambda letter: f"sentences that all start with {listed(list(letter))}",
    "first_letters": lambda words: f"sentences whose first letters spell {_quoted(words)}",
    "last_letters": lambda words: f"sentences whose last words' initials spell {_quoted(words)}",
    "sorted_first_words": lambda _: "first words in alphabetical order",
    "bridged": lambda _: "sentences that each start with the last word of the one before",
    "distinct_last_words": lambda _: "a different last word in each sentence",
    "banned_letters": lambda letters: f"no letter {listed(list(letters), last=' or ')}",
    "banned_words": lambda words: f"no word {_quoted(words)}",
    "required_words": lambda words: f"the word{'s' * (len(words) > 1)} {_quoted(words)}",
    "required_phrases": lambda phrases: f"the phrase {_quoted(phrases)}",
    "told_totals": lambda phrases: f"the phrase {_quoted([phrase.format('N') for phrase in phrases])}",
    "word_length": lambda span: f"words of {span} characters",
    "distinct_words": lambda _: "no word twice",
    "distinct_bigrams": lambda _: "no pair of neighbouring words twice",
    "vowel_ratios": lambda bands: listed([f"{low} to {high} vowels for each other letter" for low, high in bands]),
    "no_digits": lambda _: "no digits",
    "integers": _count("integer"),
    "distinct_integers": _count("different integer"),
    "integer_totals": lambda totals: f"integers that sum to {listed([str(total) for total in totals])}",
    "required_integers": lambda numbers: f"the number {listed([str(number) for number in numbers])}",
    "equations": lambda span: f"{counted(span, 'equation')} of three integers each",
    "bullets": _count("bullet"),
    "fences": _count("code block"),
    "tables": lambda shapes: listed([f"a table of {s.columns} columns and {s.rows} data rows" for s in shapes]),
    "json": lambda objects: "a JSON object" if len(objects) == 1 else f"{len(objects)} JSON objects",
    "orders": lambda orders: listed([f"a numbered list of {_quoted(order)}" for order in orders]),
}

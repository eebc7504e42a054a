"""Claims are necessary: whatever text passes a constraint has all that the constraint claims.

The texts are random; the constraints are fitted to each text, so that many of them pass.
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cse.constraints.base import Constraint
from cse.constraints.claims import Claims
from cse.constraints.registry import constraint, types
from cse.errors import InvalidParameter
from cse.text.document import Document, Sentence
from cse.text.letters import fold

PIECES = [
    *("Tea is hot. ", "It cools. ", "We ", "drink ", "strong ", "branches! ", "so ", "Arts, ", "end. ", "End ", "ß "),
    *("\n", "\n\n", "\n\n", " ", "Dr. Lee ", "… ", "e.g. ", "it's ", "state-of-the-art ", "**bold** ", "# Top\n", "٣"),
    *("42 ", "7 ", "2+3=5 ", "1,000 ", "3.14 ", "- one\n", "- two\n", "* three\n", "1. x\n2. y\n", "-", "café? "),
    *("```\nls -l\n```\n", "~~~\nx\n~~~\n", "| a | b |\n|---|---|\n| c | d |\n", '{"a": 1}', '{"a":\n\n1}'),
    "This text contains exactly 6 words. ",
]  # fmt: skip


def whole(text: str, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(fold(word))}(?!\w)", text) is not None


def ordered(lengths: list[int], order: str) -> bool:
    if order == "palindrome":
        return lengths == lengths[::-1]
    return all(a < b if order == "increasing" else a > b for a, b in pairwise(lengths))


def grows(lengths: list[int], count: int) -> bool:
    windows = [lengths[start : start + count] for start in range(len(lengths) - count + 1)]
    return any(all(w[i] > w[i - 1] + w[i - 2] for i in range(2, count)) for w in windows)


def vowel_ratio(folded: str) -> float:
    letters = [char for char in folded if char.isalpha()]
    vowels = sum(char in "aeiou" for char in letters)
    return vowels / (len(letters) - vowels) if len(letters) > vowels else float("inf")


def distinct(items: list[object]) -> bool:
    return all(item not in items[:i] for i, item in enumerate(items))


def about_sentences(claims: Claims, sentences: tuple[Sentence, ...]) -> Iterator[tuple[str, bool]]:
    firsts, lasts = [s.first_word for s in sentences], [s.last_word for s in sentences]
    lengths = [s.length for s in sentences]
    clusters = [len([w for w in s.words if re.search(r"[b-df-hj-np-tv-z]{3}", w)]) for s in sentences]
    yield "sentences", len(sentences) in claims.sentences
    yield "sentence_tokens", all(n >= claims.sentence_tokens for n in lengths)
    yield "sentence_clusters", all(n >= claims.sentence_clusters for n in clusters)
    yield "length_orders", all(ordered(lengths, order) for order in claims.length_orders)
    for turn in claims.alternations:
        yield "alternations", all(n <= turn.short_max for n in lengths[::2])
        yield "alternations", all(n >= turn.long_min for n in lengths[1::2])
    yield "growth", claims.growth == 0 or grows(lengths, claims.growth)
    yield "first_letter", all(word.startswith(letter) for word in firsts for letter in claims.first_letter)
    yield "first_letters", all("".join(w[:1] for w in firsts) == word for word in claims.first_letters)
    yield "last_letters", all("".join(w[:1] for w in lasts) == word for word in claims.last_letters)
    yield "sorted_first_words", not claims.sorted_first_words or firsts == sorted(firsts)
    yield "bridged", not claims.bridged or lasts[:-1] == firsts[1:]
    yield "distinct_last_words", not claims.distinct_last_words or distinct(lasts)


def about_text(claims: Claims, document: Document) -> Iterator[tuple[str, bool]]:
    text, folded, tokens, words = document.text, document.folded, document.tokens, document.words
    spaced = " ".join(text.casefold().split())
    numbers = [number.value for number in document.numbers]
    yield "lines", len(document.lines) in claims.lines
    yield "tokens", len(tokens) in claims.tokens
    yield "token_divisor", len(tokens) % claims.token_divisor == 0
    yield "characters", len(text) in claims.characters
    yield "banned_letters", not any(letter in folded for letter in claims.banned_letters)
    yield "banned_words", not any(whole(folded, word) for word in claims.banned_words)
    yield "required_words", all(whole(folded, word) for word in claims.required_words)
    yield "required_phrases", all(phrase.casefold() in spaced for phrase in claims.required_phrases)
    yield "word_length", all(len(word) in claims.word_length for word in words)
    yield "distinct_words", not claims.distinct_words or distinct(list(words))
    yield "distinct_bigrams", not claims.distinct_bigrams or distinct(list(pairwise(words)))
    yield "vowel_ratios", all(a - 1e-9 <= vowel_ratio(folded) <= b + 1e-9 for a, b in claims.vowel_ratios)
    yield "no_digits", not claims.no_digits or not any(unicodedata.category(char) == "Nd" for char in text)
    yield "integers", len(numbers) in claims.integers
    yield "distinct_integers", len(set(numbers)) in claims.distinct_integers
    yield "integer_totals", all(sum(numbers) == total for total in claims.integer_totals)
    yield "required_integers", all(number in numbers for number in claims.required_integers)
    yield "equations", len(re.findall(r"\d[ \t]*=", text)) >= claims.equations.low


def about_blocks(claims: Claims, document: Document) -> Iterator[tuple[str, bool]]:
    paragraphs, tables = document.paragraphs, [(len(t.header), len(t.rows)) for t in document.tables]
    yield "paragraphs", len(paragraphs) in claims.paragraphs
    yield "paragraph_sentences", all(len(p.sentences) >= claims.paragraph_sentences for p in paragraphs)
    yield "bullets", len(document.bullets) in claims.bullets
    dashes_alone = not document.numbered and all(item.mark == "-" for item in document.bullets)
    yield "other_lists", claims.other_lists or dashes_alone
    yield "fences", len(document.fences) in claims.fences
    yield "tables", all((shape.columns, shape.rows) in tables for shape in claims.tables)
    yield "json", not claims.json or len(document.json_objects) >= 1
    yield "orders", all(fold(item) in document.folded for order in claims.orders for item in order)


def broken(claims: Claims, document: Document) -> list[str]:
    """Names the claims that the text does not keep."""
    checks = [
        *about_sentences(claims, document.sentences),
        *about_text(claims, document),
        *about_blocks(claims, document),
    ]
    return [name for name, holds in checks if not holds]


def fitted(document: Document) -> Iterator[tuple[str, dict[str, object]]]:
    """Types and parameters that the text has a chance to keep."""
    sentences, paragraphs, words = document.sentences, document.paragraphs, document.words
    lengths = [s.length for s in sentences] or [1]
    numbers = [number.value for number in document.numbers]
    tokens = len(document.tokens)
    for name, count in {
        "word_count": tokens,
        "sentence_count": len(sentences),
        "character_count": len(document.text),
        "line_count": len(document.lines),
        "min_sentence_words": min(lengths),
        "bullet_list": len(document.bullets),
        "code_blocks": len(document.fences),
        "distinct_numbers": len(set(numbers)),
        "self_count": tokens,
    }.items():
        yield name, {"count": count}
    least = min((len(p.sentences) for p in paragraphs), default=1)
    yield "paragraph_structure", {"paragraphs": len(paragraphs), "min_sentences": least}
    yield "palindromic_lengths", {"sentences": len(sentences)}
    yield "acrostic", {"word": "".join(s.first_word[:1] for s in sentences)}
    yield "terminal_acrostic", {"word": "".join(s.last_word[:1] for s in sentences)}
    yield "word_length_range", {"low": min(map(len, words), default=1), "high": max(map(len, words), default=1)}
    ratio = min(vowel_ratio(document.folded), 9.0)
    yield "vowel_ratio", {"low": ratio, "high": ratio + 0.1}
    yield "alternating_lengths", {"short_max": max(lengths[::2]), "long_min": min(lengths[1::2] or [1])}
    yield "integer_sum", {"count": len(numbers), "total": sum(numbers)}
    yield "mandatory_words", {"words": list(dict.fromkeys(words))[:2]}
    for table in document.tables:
        yield "markdown_table", {"columns": len(table.header), "rows": len(table.rows)}
    for word in ("tea", "end", "art", "ß"):
        yield "forbidden_word", {"word": word}
    for letter in string.ascii_lowercase:
        yield "lipogram", {"letter": letter}
        yield "sentence_initial", {"letter": letter}
    for count in (1, 2, 3, 4):
        yield from ((name, {"count": count}) for name in ("consonant_clusters", "equations", "relaxed_growth"))
        yield "word_divisibility", {"divisor": count + 1}
    for direction in ("increasing", "decreasing"):
        yield "monotonic_lengths", {"direction": direction}
    for name in (
        "unique_words",
        "unique_bigrams",
        "sentence_bridge",
        "unique_closers",
        "no_digits",
        "alphabetical",
        "self_count",
    ):
        yield name, {}


def passing(document: Document) -> Iterator[Constraint]:
    for name, params in fitted(document):
        try:
            item = constraint(name, **params)
        except InvalidParameter:
            continue
        if item.verify(document).passed:
            yield item


@pytest.mark.parametrize("name", types())
def test_passing_examples_keep_the_claims(name: str) -> None:
    for example in types()[name].examples:
        if example.passed:
            assert broken(constraint(name, **example.params).claims(), Document(example.text)) == [], example


def test_broken_claims_are_seen() -> None:
    """So that the tests of this file can fail."""
    document = Document("Tea is hot. It cools 7 pots.")
    for name, params in {
        "word_count": {"count": 6},
        "no_digits": {},
        "lipogram": {"letter": "t"},
        "alphabetical": {},
    }.items():
        assert broken(constraint(name, **params).claims(), document) != [], name


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=25).map("".join))
def test_whatever_passes_keeps_the_claims(answer: str) -> None:
    document = Document(answer)
    for item in passing(document):
        assert broken(item.claims(), document) == [], item


def test_fitted_constraints_do_pass() -> None:
    """So that the test above has something to look at."""
    prose = Document(
        "Tea. It cools. We drink it all.\n\n- salt\n- rice\n\nSo this text contains exactly 20 words, or 18 at most."
    )
    listed = Document("| a | b |\n|---|---|\n| c | d |\n\n```\nls\n```\n\n2+3=5 branches grow")
    names = {item.name for document in (prose, listed) for item in passing(document)}
    assert names >= {
        "word_count",
        "sentence_count",
        "lipogram",
        "bullet_list",
        "relaxed_growth",
        "equations",
        "code_blocks",
    }

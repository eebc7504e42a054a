"""Rules about sentence lengths: whether any number of sentences, with any lengths, meets all demands on them."""

from __future__ import annotations

from collections.abc import Iterator

from cse.compose.contradiction import Finding, Rule
from cse.compose.count_rules import block_note, block_tokens, least_sentences
from cse.compose.lengths import MOST_SENTENCES, base_length, caps, floors, growth_starts, least_lengths, too_long
from cse.constraints.claims import Claims

_ORDER_FIELDS = (
    "sentences", "paragraphs", "paragraph_sentences", "sentence_tokens", "sentence_clusters", "length_orders",
    "alternations", "growth", "first_letter", "first_letters", "last_letters", "bridged", "distinct_last_words",
)  # fmt: skip
_TOTAL_FIELDS = (*_ORDER_FIELDS, "bullets", "fences", "tables", "tokens")


def no_lengths(claims: Claims) -> Finding | None:
    """Finds demands on sentence lengths that no lengths meet, however many words there may be."""
    if not (claims.length_orders or claims.alternations or claims.growth):
        return None
    longest = None
    for lengths in _least_layouts(claims, None):
        if lengths is None:
            continue
        place = too_long(lengths, caps(claims, len(lengths)))
        if place is None:
            return None
        longest = longest or (place, lengths[place], len(lengths))
    reason = "no sentence lengths meet all of this"
    if longest is not None:
        place, length, count = longest
        reason += f"; with {count} sentences, the short sentence {place + 1} would need {length} words"
    return Finding("sentence lengths", _ORDER_FIELDS, reason)


def too_long_in_all(claims: Claims) -> Finding | None:
    """Finds demands on sentence lengths that take more words than there may be in all."""
    if claims.tokens.high is None:
        return None
    blocks = block_tokens(claims)
    best: list[int] | None = None
    for lengths in _least_layouts(claims, claims.tokens.high - blocks):
        if lengths is None or too_long(lengths, caps(claims, len(lengths))) is not None:
            continue
        if sum(lengths) + blocks <= claims.tokens.high:
            return None
        if best is None or sum(lengths) < sum(best):
            best = lengths
    if best is None:
        return None
    shown = ", ".join(map(str, best))
    reason = (
        f"the shortest such text has sentences of {shown} words, {sum(best) + blocks} words in all{block_note(claims)}"
    )
    return Finding("total of words", _TOTAL_FIELDS, reason)


def least_prose_words(claims: Claims) -> int:
    """Returns the least number of words that the sentences take together, as far as lengths are known at all."""
    totals = [
        sum(lengths)
        for lengths in _least_layouts(claims, claims.tokens.high)
        if lengths is not None and too_long(lengths, caps(claims, len(lengths))) is None
    ]
    return min(totals, default=0)


def _least_layouts(claims: Claims, budget: int | None) -> Iterator[list[int] | None]:
    """Goes through the least sentence lengths for each number of sentences and each start of the run of growth.

    More sentences than are looked at never help: a text that has more may drop its last ones, or its first two, and
    still meets what is asked. Where that does not hold, or where there are too many to look at, `[]` ends the search: a
    layout that meets everything.

    Args:
        claims: The joint claims.
        budget: The most words that sentences may have in all, None for any number.
    """
    low = least_sentences(claims)
    high = claims.sentences.high
    if high is None:
        # Letters by position and mirrored lengths stop a text from being shortened.
        if "palindrome" in claims.length_orders or claims.first_letters or claims.last_letters:
            high = budget
        else:
            high = max(low, claims.growth, 1) + 3
    if high is None or high > MOST_SENTENCES:
        yield []
        return
    for count in range(low, high + 1):
        least = floors(claims, count)
        for start in growth_starts(claims, count):
            yield least_lengths(claims, start, least)
        if budget is not None and count * base_length(claims) > budget:
            return


ORDER_RULES: tuple[Rule, ...] = (no_lengths,)
TOTAL_RULES: tuple[Rule, ...] = (too_long_in_all,)

"""The least lengths that the sentences of a text can have.

Every demand on sentence lengths is monotone: it says that a sentence is at least as long as something that grows with
the others (one more than its neighbour, as long as its mirror image, longer than the two before it together). So for
each number of sentences, and each place where a run of growth may start, there is one least solution, which plain
iteration finds; a demand with an upper end (short sentences, the total) can be met if and only if the least solution
meets it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cse.constraints.claims import Claims

MOST_SENTENCES = 200
"""Texts with more sentences are not looked at; no rule concludes anything about them."""


def base_length(claims: Claims) -> int:
    """Returns the least number of tokens of any sentence: a cluster word is a token, and a sentence has a word."""
    return max(1, claims.sentence_tokens, claims.sentence_clusters)


def floors(claims: Claims, count: int) -> list[int]:
    """Returns the least length of each of `count` sentences, as far as its neighbours do not matter."""
    base = base_length(claims)
    least = [max([base, *(a.long_min for a in claims.alternations if i % 2)]) for i in range(count)]
    for i in range(count):
        if least[i] == 1 and _needs_two_words(claims, i, count):
            least[i] = 2
    return least


def _needs_two_words(claims: Claims, i: int, count: int) -> bool:
    """Tells whether the first and the last word of the i-th sentence cannot be the same one."""
    if claims.bridged and claims.distinct_last_words and i > 0:
        return True  # It starts with the last word of the sentence before, and ends in another one.
    first = {*claims.first_letter, *(word[i] for word in claims.first_letters if i < len(word))}
    last = {word[i] for word in claims.last_letters if i < len(word)}
    if claims.bridged and i > 0:
        first |= {word[i - 1] for word in claims.last_letters if i <= len(word)}
    if claims.bridged and i + 1 < count:
        last |= {*claims.first_letter, *(word[i + 1] for word in claims.first_letters if i + 1 < len(word))}
    return len(first | last) > 1


def caps(claims: Claims, count: int) -> list[int | None]:
    """Returns the greatest length of each of `count` sentences, None where there is none."""
    short = min((a.short_max for a in claims.alternations), default=None)
    return [None if i % 2 else short for i in range(count)]


def growth_starts(claims: Claims, count: int) -> Iterator[int]:
    """Goes through the places where the run of growth may start; 0 alone where none is asked for."""
    yield from range(count - claims.growth + 1) if claims.growth else (0,)


def least_lengths(claims: Claims, start: int, least: Sequence[int]) -> list[int] | None:
    """Finds the least lengths of the sentences.

    Args:
        claims: The joint claims.
        start: Where the run of growth starts.
        least: The least length of each sentence by itself, as from `floors`.

    Returns:
        The least lengths, or None where lengths would have to grow for ever.

    >>> least_lengths(Claims(growth=4), 1, [1, 1, 1, 1, 1])
    [1, 1, 1, 3, 5]
    """
    lengths = list(least)
    # A demand reaches its end in as many rounds as there are sentences, or never.
    for _ in range(2 * len(lengths) + 2):
        before = list(lengths)
        _raise(lengths, claims, start)
        if lengths == before:
            return lengths
    return None


def _raise(lengths: list[int], claims: Claims, start: int) -> None:
    """Raises each length to what the others demand of it, once."""
    count = len(lengths)
    if "increasing" in claims.length_orders:
        for i in range(1, count):
            lengths[i] = max(lengths[i], lengths[i - 1] + 1)
    if "decreasing" in claims.length_orders:
        for i in range(count - 1, 0, -1):
            lengths[i - 1] = max(lengths[i - 1], lengths[i] + 1)
    for i in range(start + 2, start + claims.growth):
        lengths[i] = max(lengths[i], lengths[i - 1] + lengths[i - 2] + 1)
    if "palindrome" in claims.length_orders:
        for i in range(count // 2):
            lengths[i] = lengths[-1 - i] = max(lengths[i], lengths[-1 - i])


def too_long(lengths: Sequence[int], most: Sequence[int | None]) -> int | None:
    """Returns the index of the first sentence that is longer than it may be, None where there is none."""
    for i, (length, cap) in enumerate(zip(lengths, most, strict=True)):
        if cap is not None and length > cap:
            return i
    return None

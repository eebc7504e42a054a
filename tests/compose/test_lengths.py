"""The least sentence lengths, against all lengths there are."""

import random
from itertools import pairwise, product

import pytest

from cse.compose.layout_rules import least_prose_words, no_lengths, too_long_in_all
from cse.compose.lengths import caps, floors, growth_starts, least_lengths, too_long
from cse.constraints.claims import Alternation, Claims, at_least, exactly

_LONGEST = 7


def _meets(lengths, claims):
    """Tells whether lengths meet the claims, straight from their descriptions."""
    pairs = list(pairwise(lengths))
    runs = range(len(lengths) - claims.growth + 1) if claims.growth else ()
    return (
        all(length >= max(1, claims.sentence_tokens) for length in lengths)
        and ("increasing" not in claims.length_orders or all(a < b for a, b in pairs))
        and ("decreasing" not in claims.length_orders or all(a > b for a, b in pairs))
        and ("palindrome" not in claims.length_orders or lengths == lengths[::-1])
        and all(
            length <= a.short_max if i % 2 == 0 else length >= a.long_min
            for a in claims.alternations
            for i, length in enumerate(lengths)
        )
        and (
            not claims.growth
            or any(
                all(lengths[i] > lengths[i - 1] + lengths[i - 2] for i in range(s + 2, s + claims.growth)) for s in runs
            )
        )
    )


def _random_claims(rng, count):
    orders = rng.choice([(), (), ("increasing",), ("decreasing",), ("palindrome",)])
    short = rng.randint(1, 3)
    return Claims(
        sentences=exactly(count),
        sentence_tokens=rng.randint(0, 3),
        length_orders=orders,
        alternations=(Alternation(short, short + rng.randint(1, 3)),) if rng.random() < 0.4 else (),
        growth=rng.choice((0, 0, 3, 4)) if count > 3 else 0,
    )


def test_the_least_lengths_are_those_of_the_shortest_of_all_texts():
    rng = random.Random("lengths")
    refuted = 0
    for _ in range(120):
        count = rng.randint(1, 5)
        claims = _random_claims(rng, count)
        meeting = [lengths for lengths in product(range(1, _LONGEST + 1), repeat=count) if _meets(lengths, claims)]
        found = []
        for start in growth_starts(claims, count):
            lengths = least_lengths(claims, start, floors(claims, count))
            if lengths is not None and too_long(lengths, caps(claims, count)) is None:
                found.append(tuple(lengths))
        assert all(_meets(lengths, claims) for lengths in found)
        small = [lengths for lengths in found if max(lengths) <= _LONGEST]
        assert bool(meeting) == bool(small)
        if meeting:
            assert min(map(sum, small)) == min(map(sum, meeting)) == least_prose_words(claims)
            # Each text lies at or above the least lengths for one of the starts.
            assert all(any(all(a >= b for a, b in zip(m, s, strict=True)) for s in small) for m in meeting)
        elif not found:
            refuted += 1
            assert no_lengths(claims) is not None
    assert refuted > 10


def test_lengths_that_would_grow_for_ever_are_none():
    claims = Claims(length_orders=("increasing", "palindrome"))
    assert least_lengths(claims, 0, [1, 1, 1]) is None
    claims = Claims(length_orders=("palindrome",), growth=4)
    assert least_lengths(claims, 0, [1] * 5) is None  # the fourth mirrors the second, which it must exceed
    assert least_lengths(claims, 0, [1] * 7) == [1, 1, 3, 5, 3, 1, 1]


@pytest.mark.parametrize(("count", "total"), [(8, 36), (9, 45)])
def test_the_total_of_rising_lengths(count, total):
    claims = Claims(sentences=exactly(count), length_orders=("increasing",))
    assert (
        too_long_in_all(Claims(tokens=exactly(total), sentences=exactly(count), length_orders=("increasing",))) is None
    )
    finding = too_long_in_all(claims & Claims(tokens=exactly(total - 1)))
    assert f"{total} words in all" in finding.reason


def test_any_number_of_sentences():
    # Without an upper end, more sentences than the run of growth needs never help.
    claims = Claims(sentences=at_least(3), growth=4, sentence_tokens=5)
    assert least_prose_words(claims) == 5 + 5 + 11 + 17
    assert no_lengths(claims & Claims(alternations=(Alternation(6, 8),))) is not None
    assert no_lengths(Claims(sentences=at_least(3), growth=3, alternations=(Alternation(6, 8),))) is None


def test_one_word_cannot_open_and_close_a_sentence_with_two_letters():
    claims = Claims(first_letters=("ab",), last_letters=("aa",), sentences=exactly(2))
    assert floors(claims, 2) == [1, 2]
    bridged = Claims(bridged=True, distinct_last_words=True)
    assert floors(bridged, 3) == [1, 2, 2]

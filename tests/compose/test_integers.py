"""The integers of a witness meet all claims together, and are found nearly always."""

import random

from random_sets import draw_set

from cse.compose.conflict import conflict
from cse.compose.integers import choose_integers
from cse.constraints.claims import Claims, Range, at_least, exactly, join
from cse.constraints.registry import constraint
from cse.text.document import Document

FILLERS = ["ab", "cd", "ef", "gh", "ij", "kl", "mn", "op", "qr", "st", "uv", "wx"]
TYPES = ["integer_sum", "distinct_numbers", "equations", "self_count", "unique_words", "word_length_range"]


def test_what_is_chosen_meets_the_verifiers():
    rng = random.Random("integers")
    found = missed = 0
    while found + missed < 400:
        constraints = draw_set(rng, rng.sample(TYPES, rng.randint(1, 6)))
        claims = join([one.claims() for one in constraints])
        if conflict(constraints) is not None:
            continue
        chosen = choose_integers(claims, rng, claims.required_integers)
        if chosen is None:
            missed += 1
            continue
        found += 1
        texts = [*map(str, claims.required_integers), *chosen.texts()]
        document = Document(" ".join(f"{text} {word}" for text, word in zip(texts, FILLERS, strict=False)))
        skipped = ("self_count",) if claims.required_integers else ()
        judged = [one for one in constraints if one.name not in skipped]
        if document.text:
            assert all(one.verify(document).passed for one in judged), (constraints, document.text)
    assert missed <= 8


def test_none_where_none_are_asked_for():
    chosen = choose_integers(Claims(), random.Random(0), [])
    assert (chosen.equations, chosen.plain) == ((), ())


def test_negative_integers_only_where_they_must_be():
    rng = random.Random("signs")
    claims = Claims(integers=exactly(2), integer_totals=(5,))
    chosen = choose_integers(claims, rng, [40])  # one more integer, which brings the sum to 5
    assert chosen.plain == (-35,)
    assert all(value >= 0 for _ in range(50) for value in choose_integers(claims, rng, []).plain)


def test_none_where_it_cannot_be():
    rng = random.Random("none")
    assert choose_integers(Claims(integers=exactly(3), equations=exactly(1), integer_totals=(7,)), rng, []) is None
    assert choose_integers(Claims(integers=exactly(2), distinct_integers=at_least(3)), rng, []) is None
    assert choose_integers(Claims(equations=exactly(1), word_length=Range(1, 4)), rng, []) is None


def test_repeated_integers_where_words_may_not_repeat():
    # Eight integers of three kinds: as words of their own they would repeat, as parts of sums they do not.
    claims = Claims(integers=exactly(8), distinct_integers=exactly(3), distinct_words=True)
    chosen = choose_integers(claims, random.Random(3), [])
    texts = chosen.texts()
    assert len(set(texts)) == len(texts)
    document = Document(" ".join(texts))
    assert constraint("N3", count=3).verify(document).passed
    assert len(document.numbers) == 8

"""The words from which the puzzles are drawn."""

import random

import pytest

from cse.constraints.base import Given, Topic
from cse.constraints.claims import Claims
from cse.constraints.relational import _pools

FIXED_KEYS = ("objects", "relations", "name", "color", "size", "material", "subject", "relation", "object")
POOLS = {
    "objects": _pools.OBJECTS,
    "colors": _pools.COLORS,
    "sizes": _pools.SIZES,
    "materials": _pools.MATERIALS,
    "cities": _pools.CITIES,
    "people": _pools.PEOPLE,
    "attributes": tuple(_pools.ATTRIBUTES),
    **_pools.ATTRIBUTES,
}


def test_no_word_stands_twice_in_all_pools_together() -> None:
    everything = [word.lower() for pool in (*POOLS.values(), FIXED_KEYS) for word in pool]
    assert sorted(everything) == sorted(set(everything))


@pytest.mark.parametrize("name", POOLS)
def test_all_are_short_single_words_of_plain_letters(name: str) -> None:
    assert all(word.isascii() and word.isalpha() and len(word) <= 10 for word in POOLS[name])


def test_the_pools_that_name_things_hold_dozens() -> None:
    assert all(len(POOLS[name]) >= 36 for name in ("objects", "cities", "people"))


def test_a_pool_too_small_for_what_is_banned_is_used_whole() -> None:
    given = Given(Topic("tea", ()), Claims(banned_letters="aeiou"))
    assert len(_pools.pick(random.Random(1), ["tea", "oak"], 2, given)) == 2


def test_banned_words_are_compared_without_case_and_word_by_word() -> None:
    given = Given(Topic("tea", ()), Claims(banned_words=("LEFT",)))
    drawn = [_pools.pick(random.Random(n), ["left of", "leftover"], 1, given) for n in range(20)]
    assert drawn == [["leftover"]] * 20

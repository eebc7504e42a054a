"""Which probes are asked, and in which order."""

import random

import pytest

from cse.compose.probe import Probe
from cse.constraints.base import Topic
from cse.constraints.registry import constraint
from cse.errors import InvalidInput
from cse.run.selection import read_levels, select_probes


def probe(name, k):
    constraints = tuple(constraint("word_count", count=40 + n) for n in range(k))
    return Probe(name, 0, Topic("tea", ("tea",)), constraints)


@pytest.mark.parametrize(
    ("given", "levels"),
    [
        ("1-12", list(range(1, 13))),
        ("4", [4]),
        (4, [4]),
        (4.0, None),
        ([1, 2], [1, 2]),
        (["4", "5-6"], [4, 5, 6]),
        ("8, 1-2, 2", [1, 2, 8]),
        ("", None),
        ("0", None),
        ("3-1", None),
        ("a", None),
        ("1-", None),
        ([], []),
        (-1, None),
    ],
)
def test_levels_as_text_number_or_list(given, levels):
    if levels is None:
        with pytest.raises(InvalidInput, match="write a level, a range or a list"):
            read_levels(given)
    else:
        assert read_levels(given) == levels


def test_levels_take_turns():
    probes = [probe(f"{k}-{n}", k) for k, count in ((1, 3), (2, 1), (4, 2)) for n in range(count)]
    random.Random(0).shuffle(probes)
    asked = select_probes(probes)
    assert [p.k for p in asked] == [1, 2, 4, 1, 4, 1]
    assert sorted(p.id for p in asked) == sorted(p.id for p in probes)
    assert select_probes(probes, limit=4) == asked[:4]
    assert [p.k for p in select_probes(probes, [4, 1], 3)] == [4, 1, 4]


def test_what_the_suite_does_not_hold():
    probes = [probe("a", 1), probe("b", 2)]
    with pytest.raises(InvalidInput, match=r"no probe with k = 3; it holds k = 1 to 2\."):
        select_probes(probes, [2, 3])
    with pytest.raises(InvalidInput, match="limit = 0"):
        select_probes(probes, limit=0)

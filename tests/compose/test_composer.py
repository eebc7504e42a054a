"""The composer: shares, caps, determinism."""

import os
import random
import subprocess
import sys
from collections import Counter
from itertools import combinations

import pytest

from cse.compose.composer import LevelComposer, _weighted_index, compose, stream
from cse.compose.conflict import conflict
from cse.compose.levels import compose_levels
from cse.compose.probe import dump_probe
from cse.compose.seeds import derive_seed
from cse.errors import ComposeError, UnknownName


@pytest.mark.parametrize("k", [1, 2, 4, 8, 12])
def test_type_shares_stay_even(k):
    probes = compose(k, 72, seed=3, certified=False)
    counts = Counter(constraint.name for probe in probes for constraint in probe.constraints)
    even = 72 * k / 36
    assert len(counts) == 36
    assert min(counts.values()) >= 0.75 * even
    assert max(counts.values()) <= 1.25 * even


def test_constraints_of_a_probe_differ_and_agree_by_claims():
    for probe in compose(6, 40, seed=1, certified=False):
        assert len({constraint.name for constraint in probe.constraints}) == 6
        assert conflict(probe.constraints) is None


def test_few_subsets_are_all_used_and_none_twice_before():
    names = ["word_count", "lipogram", "bullet_list", "no_digits"]
    probes = compose(2, 6, seed=0, types=names, certified=False)
    used = {frozenset(constraint.name for constraint in probe.constraints) for probe in probes}
    assert used == {frozenset(pair) for pair in combinations(names, 2)}


def test_the_reuse_cap_rises_where_subsets_never_fit():
    # Of the three pairs one never fits (no_digits, integer_sum), so four probes need a third use of one of the others.
    probes = compose(2, 5, seed=0, types=["no_digits", "integer_sum", "bullet_list"], certified=False)
    assert len(probes) == 5


def test_what_never_fits_ends_in_one_sentence():
    with pytest.raises(ComposeError, match="No probe with k = 2"):
        compose(2, 1, types=["no_digits", "integer_sum"], certified=False)
    with pytest.raises(ComposeError, match="k is 1 to 36"):
        compose(37, 1)
    with pytest.raises(ComposeError, match="k = 0"):
        compose(0, 1)
    with pytest.raises(UnknownName, match="word_count"):
        compose(1, 1, types=["word_cuont"])


def test_presentation_order_is_no_order_of_types():
    firsts = Counter(probe.constraints[0].code for probe in compose(12, 60, seed=2, certified=False))
    assert len(firsts) > 20


def test_topics_are_balanced():
    topics = Counter(probe.topic.name for probe in compose(3, 128, seed=0, certified=False))
    assert set(topics.values()) == {2}


def test_more_probes_begin_with_the_same_ones():
    assert compose(3, 4, seed=5, certified=False) == compose(3, 9, seed=5, certified=False)[:4]
    endless = stream(3, seed=5, certified=False)
    assert [next(endless) for _ in range(4)] == compose(3, 4, seed=5, certified=False)


def test_seeds_differ_by_every_part():
    seeds = {derive_seed(*parts) for parts in [("a", 1, 2), ("a", 12), ("a", 2, 1), ("b", 1, 2), ("a", "1", "2", "")]}
    assert len(seeds) == 5


def test_weights_are_shares_of_draws():
    rng = random.Random(0)
    counts = Counter(_weighted_index(rng, [1, 0, 3]) for _ in range(4000))
    assert counts[1] == 0
    assert 2850 < counts[2] < 3150


SCRIPT = """
from cse.compose.composer import compose
from cse.compose.probe import dump_probe
for k in (1, 5, 12):
    for probe in compose(k, 3, seed=11):
        print(dump_probe(probe))
"""


@pytest.mark.parametrize("hash_seed", ["0", "1", "12345"])
def test_same_seed_same_bytes_in_another_process(hash_seed):
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    found = subprocess.run([sys.executable, "-c", SCRIPT], env=environment, capture_output=True, check=True, text=True)
    expected = [dump_probe(probe) for k in (1, 5, 12) for probe in compose(k, 3, seed=11)]
    assert found.stdout.splitlines() == expected


def test_two_workers_compose_the_same_as_one():
    made = []
    counts = {1: 3, 4: 3}
    one = compose_levels(counts, 9, workers=1, advance=lambda k, n: made.append((k, n)))
    two = compose_levels(counts, 9, workers=2)
    assert one == two
    assert sum(n for _, n in made) == 6


def test_tally_counts_add_up():
    level = LevelComposer(4, 20, 0)
    for _ in range(20):
        level.next()
    tally = level.tally
    assert tally.accepted == 20
    assert tally.drawn == tally.accepted + tally.refused + tally.repeated + tally.impossible + tally.unknown

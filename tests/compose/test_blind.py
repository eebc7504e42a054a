"""Blind draws: uniform, without regard to each other, and sorted by what becomes of them."""

from collections import Counter
from itertools import combinations

import pytest

from cse.compose.blind import blind_draw, blind_draws
from cse.compose.certify import Witness, certify
from cse.compose.conflict import conflict
from cse.compose.proofs import prove_impossible
from cse.compose.seeds import derive_seed
from cse.constraints.registry import types
from cse.constraints.verify import verify_answer
from cse.errors import ComposeError, UnknownName


def test_two_claims_that_exclude_each_other_are_a_pair():
    draws = blind_draws({2: 8}, 0, names=["no_digits", "integer_sum"], workers=1)
    assert {(draw.outcome, frozenset(draw.core), draw.measure) for draw in draws} == {
        ("pair", frozenset({"no_digits", "integer_sum"}), "digits")
    }


def test_three_claims_of_which_any_two_agree_are_joint():
    # A sentence starts with the last word of the one before, all sentences start alike, last words start differently.
    names = ["sentence_initial", "terminal_acrostic", "sentence_bridge"]
    draws = blind_draws({3: 8, 2: 12}, 0, names=names, workers=1)
    assert {(draw.k, draw.outcome, frozenset(draw.core)) for draw in draws} == {
        (3, "joint", frozenset(names)),
        (2, "witness", frozenset()),
    }


def test_outcomes_are_those_of_a_plain_search_over_all_pairs():
    outcomes = Counter()
    for draw in blind_draws({4: 40, 7: 80}, 5, workers=2):
        outcomes[draw.outcome] += 1
        clashing = [pair for pair in combinations(draw.constraints, 2) if conflict(pair)]
        jointly = conflict(draw.constraints) is not None
        proof = prove_impossible(draw.constraints)
        expected = "pair" if clashing else "joint" if jointly else "proof" if proof else draw.outcome
        assert draw.outcome == expected
        blamed = [constraint for constraint in draw.constraints if constraint.name in draw.core]
        if draw.outcome == "pair":
            assert tuple(blamed) in clashing
        elif draw.outcome in ("joint", "proof"):
            assert len(blamed) > (2 if draw.outcome == "joint" else 1)
            assert prove_impossible(blamed) is not None
        else:
            assert (draw.core, draw.measure) == ((), "")
    assert {"pair", "joint", "proof", "witness"} <= set(outcomes)


def test_a_draw_that_counts_as_met_has_a_text_that_the_verifiers_pass():
    met = [draw for draw in blind_draws({5: 20}, 2, workers=1) if draw.outcome == "witness"]
    assert met
    for draw in met:
        found = certify(draw.constraints, seed=derive_seed("blind certificate", 2, 5, draw.index))
        assert isinstance(found, Witness)
        assert all(verdict.passed for verdict in verify_answer(found.text, draw.constraints))


def test_parameters_are_drawn_as_if_each_stood_alone():
    # 40 to 60 words and a divisor of 3 to 9 agree by chance alone where they are drawn without regard to each other.
    agreeing = sum(words % divisor == 0 for words in range(40, 61) for divisor in range(3, 10)) / (21 * 7)
    draws = blind_draws({2: 600}, 0, names=["word_count", "word_divisibility"])
    agreed = sum(draw.outcome == "witness" for draw in draws) / 600
    assert abs(agreed - agreeing) < 4 * (agreeing * (1 - agreeing) / 600) ** 0.5


def test_types_are_drawn_evenly_and_no_type_twice():
    draws = blind_draws({2: 720}, 1)
    counts = Counter(constraint.name for draw in draws for constraint in draw.constraints)
    assert all(len({constraint.name for constraint in draw.constraints}) == 2 for draw in draws)
    # 40 expected of each type, standard deviation 6.1
    assert set(counts) == set(types())
    assert all(abs(count - 40) < 4.5 * 6.1 for count in counts.values())


def test_draws_do_not_depend_on_workers_or_on_how_many_are_made():
    made = []
    one = blind_draws({3: 60, 6: 55}, 9, workers=1, advance=lambda k, n: made.append((k, n)))
    assert one == blind_draws({3: 60, 6: 55}, 9, workers=2)
    assert [(draw.k, draw.index) for draw in one] == [(3, i) for i in range(60)] + [(6, i) for i in range(55)]
    assert Counter({3: 60, 6: 55}) == sum((Counter({k: n}) for k, n in made), Counter())
    assert blind_draws({3: 5}, 9, workers=1) == one[:5]
    assert blind_draw(6, 54, 9) == one[-1]
    assert blind_draws({3: 5}, 10, workers=1) != one[:5]


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(ComposeError, match="k is 1 to 36"):
        blind_draw(37, 0, 0)
    with pytest.raises(ComposeError, match="k = 3 is not possible with 2 constraint types"):
        blind_draws({3: 100}, 0, names=["no_digits", "equations"], workers=2)
    with pytest.raises(UnknownName, match="word_count"):
        blind_draw(1, 0, 0, names=["word_cuont"])

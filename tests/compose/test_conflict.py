"""Claims that exclude each other: which pairs never fit, which triples, whom they name, and why."""

import random
from itertools import combinations

import pytest
from random_sets import draw_set

from cse.compose.certify import Witness, certify
from cse.compose.conflict import conflict
from cse.compose.proofs import prove_impossible
from cse.constraints.registry import constraint, find_type, types

NEVER = [("S6", "O1"), ("O1", "O3"), ("L3", "L4"), ("W1", "R4"), ("N2", "N1"), ("N2", "N3"), ("N2", "N4"), ("N2", "M2")]
"""The pairs that never fit, whatever the parameters drawn (design, section 6); N1 and N4 fit from 6 integers on."""


def _names(*codes):
    return [find_type(code).name for code in codes]


@pytest.mark.parametrize("pair", NEVER, ids="+".join)
def test_these_pairs_never_fit(pair):
    rng = random.Random("never")
    for _ in range(40):
        constraints = draw_set(rng, rng.sample(_names(*pair), 2), agreeing=False)
        found = conflict(constraints)
        assert found is not None
        assert found.constraints == tuple(constraints)


def test_integers_and_equations_fit_from_three_integers_an_equation_on():
    equations = constraint("N4", count=2)
    for count in range(3, 6):
        found = conflict([constraint("N1", count=count, total=130), equations])
        assert found.measure == "number of integers"
    assert isinstance(certify([constraint("N1", count=6, total=130), equations]), Witness)


def test_every_other_pair_has_a_witness():
    never = [set(_names(*pair)) for pair in NEVER]
    for first, second in combinations(types(), 2):
        if {first, second} in never:
            continue
        rng = random.Random(f"{first} {second}")
        sets = [draw_set(rng, order) for order in ((first, second), (second, first)) for _ in range(3)]
        assert any(isinstance(certify(one), Witness) for one in sets), (first, second)


@pytest.mark.parametrize(
    ("constraints", "measure"),
    [
        (
            [constraint("L3", letter="s"), constraint("M1", word="stone"), constraint("R4")],
            "initials",
        ),
        (
            [constraint("O3", short_max=6, long_min=10), constraint("O4", count=3), constraint("S6", sentences=5)],
            "sentence lengths",
        ),
        (
            [constraint("L4", word="storm"), constraint("M1", word="heart"), constraint("R4")],
            "initials",
        ),
        ([constraint("O2"), constraint("M1", word="heart"), constraint("R4")], "initials"),
        (
            [constraint("F1", columns=2, rows=4), constraint("F3", count=2), constraint("F2", count=3),
             constraint("S5", count=15)],
            None,
        ),
        (
            [constraint("F1", columns=2, rows=4), constraint("F3", count=2), constraint("F2", count=3),
             constraint("S5", count=15), constraint("F4")],
            "number of lines",
        ),
        (
            [constraint("S1", count=40), constraint("W3", count=8), constraint("S2", count=5)],
            None,
        ),
        (
            [constraint("S1", count=40), constraint("W3", count=8), constraint("S2", count=6)],
            "total of words",
        ),
    ],
)  # fmt: skip
def test_what_several_exclude_together(constraints, measure):
    found = conflict(constraints)
    assert (found and found.measure) == measure
    if found is not None:
        assert len(found.constraints) == len(constraints)
        for left_out in range(len(constraints)):
            rest = constraints[:left_out] + constraints[left_out + 1 :]
            assert conflict(rest) is None


@pytest.mark.parametrize("letter", "abcdefghijklmnopqrstuvwxyz")
def test_a_lipogram_a_scene_and_a_self_count_leave_few_letters(letter):
    scene = constraint(
        "R1",
        objects=[{"name": "cup", "color": "red"}, {"name": "box", "color": "blue"}],
        relations=[{"subject": "cup", "relation": "above", "object": "box"}],
    )
    held = set("objectsrelationsnamecolorsubjectrelationobjectcupredboxblueabove") | set("thistextcontainsexactlywords")
    constraints = [scene, constraint("M2", count=40), constraint("L1", letter=letter)]
    assert (conflict(constraints) is not None) == (letter in held)


def test_the_reason_reads_like_a_sentence():
    found = conflict([constraint("sentence_count", count=4), constraint("acrostic", word="storm")])
    assert found.why == (
        "sentence_count asks for exactly 4 sentences, acrostic for exactly 5 sentences: "
        "no number of sentences meets both."
    )
    assert found.names == ("sentence_count", "acrostic")
    found = conflict([constraint("lipogram", letter="e"), constraint("mandatory_words", words=["telephone", "sun"])])
    assert found.why == (
        'lipogram asks for no letter e, mandatory_words for the words "telephone" and "sun": "telephone" holds it.'
    )
    found = conflict([constraint("sentence_bridge"), constraint("unique_words")])
    assert found.why.endswith("a sentence that starts with the last word of the one before repeats that word.")


def test_the_explanation_names_no_demand_that_is_not_needed():
    growth = constraint("relaxed_growth", count=3)  # asks for three sentences, too
    found = conflict([growth, constraint("alternating_lengths", short_max=6, long_min=10), constraint("S2", count=3)])
    assert found.measure == "sentence lengths"
    assert "at least 3 sentences" not in found.why


def test_two_constraints_of_one_type():
    found = conflict([constraint("word_count", count=40), constraint("word_count", count=50)])
    assert found.names == ("word_count", "word_count")


def test_what_is_in_conflict_is_impossible():
    rng = random.Random("both")
    for _ in range(150):
        constraints = draw_set(rng, rng.sample(list(types()), rng.randint(2, 10)), agreeing=False)
        found, proof = conflict(constraints), prove_impossible(constraints)
        assert found is None or proof is not None

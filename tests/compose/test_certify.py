"""Certificates: the real verifiers pass every witness, the same seed gives the same one, and unknown sets are few."""

import os
import random
import subprocess
import sys

import pytest
from random_sets import draw_set

from cse.compose.certify import Unknown, Witness, certify
from cse.compose.conflict import conflict
from cse.compose.honest import honest
from cse.compose.proofs import Impossible
from cse.compose.tight import too_tight
from cse.constraints.registry import constraint, types
from cse.text.document import Document


def _open_sets(k, count, seed):
    """Draws sets that claims leave open."""
    rng = random.Random(f"open {seed} {k}")
    found = []
    while len(found) < count:
        constraints = draw_set(rng, rng.sample(list(types()), k))
        if conflict(constraints) is None and too_tight(constraints) is None:
            found.append(constraints)
    return found


@pytest.mark.parametrize("name", types())
def test_every_type_alone_has_a_witness(name):
    rng = random.Random(name)
    for seed in range(6):
        [one] = draw_set(rng, [name])
        certificate = certify([one], seed)
        assert isinstance(certificate, Witness)
        assert one.verify(Document(certificate.text)).passed


def test_no_constraints_at_all():
    certificate = certify([])
    assert isinstance(certificate, Witness)
    assert Document(certificate.text).has_word_character


@pytest.mark.parametrize(("k", "most"), [(2, 0), (4, 0), (6, 1), (8, 2), (10, 4), (12, 5)])
def test_witnesses_hold_and_few_sets_stay_unknown(k, most):
    unknown = 0
    for constraints in _open_sets(k, 60, "hold"):
        certificate = certify(constraints)
        unknown += isinstance(certificate, Unknown)
        if isinstance(certificate, Witness):
            document = Document(certificate.text)
            assert all(one.verify(document).passed for one in constraints)
            assert honest(document, constraints)
    assert unknown <= most


def test_a_self_count_without_a_number():
    constraints = [constraint("M2"), constraint("M3", divisor=7), constraint("S2", count=4)]
    certificate = certify(constraints)
    assert isinstance(certificate, Witness)
    assert all(one.verify(Document(certificate.text)).passed for one in constraints)


def test_seed_and_effort():
    constraints = [constraint("S1", count=45), constraint("L6", low=0.6, high=0.7)]
    assert certify(constraints, 1) == certify(constraints, 1)
    assert certify(constraints, 1) != certify(constraints, 2)
    certificate = certify(constraints, effort=0)
    assert isinstance(certificate, Unknown)
    hard = [
        constraint("S4", count=203),
        constraint("M2", count=52),
        constraint("W4"),
        constraint("L6", low=0.6, high=0.7),
    ]
    few, many = certify(hard, effort=1), certify(hard, effort=400)
    assert isinstance(many, Witness) or isinstance(few, Unknown)


def test_what_only_a_trick_meets_is_unknown():
    long_word = [constraint("W2", low=1, high=8), constraint("L2", words=["architecture"])]
    hidden = "```\narchitecture\n```\n\nGo."
    assert all(one.verify(Document(hidden)).passed for one in long_word)  # so it is not impossible
    certificate = certify(long_word)
    assert isinstance(certificate, Unknown)
    assert "architecture" in certificate.why


def test_impossible_before_anything_else():
    certificate = certify([constraint("N2"), constraint("N4", count=2), constraint("S1", count=50)])
    assert isinstance(certificate, Impossible)
    assert certificate.names == ("no_digits", "equations")


_SCRIPT = """
import random, sys
sys.path.insert(0, "tests/compose")
from random_sets import draw_set
from cse.compose.certify import certify
from cse.constraints.registry import types
rng = random.Random("hash")
for k in (3, 5, 7, 9, 11):
    for _ in range(4):
        print(repr(certify(draw_set(rng, rng.sample(list(types()), k)), seed=k)))
"""


def test_the_same_certificates_whatever_the_hash_seed():
    outputs = []
    for seed in ("0", "1", "4242"):
        environment = os.environ | {"PYTHONHASHSEED": seed}
        run = subprocess.run(
            [sys.executable, "-c", _SCRIPT], capture_output=True, text=True, env=environment, check=True
        )
        outputs.append(run.stdout)
    assert outputs[0] == outputs[1] == outputs[2]
    assert "Witness" in outputs[0]
    assert "Impossible" in outputs[0]

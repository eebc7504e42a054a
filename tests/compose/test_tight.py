"""What only a trick could meet: never a set for which the builder finds an honest text."""

import random

import pytest
from random_sets import draw_set

from cse.compose.certify import _Builder, _readings
from cse.compose.conflict import conflict
from cse.compose.honest import honest
from cse.compose.proofs import prove_impossible
from cse.compose.tight import too_tight
from cse.constraints.claims import join
from cse.constraints.registry import constraint, types
from cse.text.document import Document


def _honest_text(constraints, plans):
    """Looks for an honest text without asking whether the set is too tight."""
    rng = random.Random("honest")
    builders = [_Builder(claims) for claims in _readings(join([one.claims() for one in constraints]))]
    builders = [builder for builder in builders if builder.choices]
    for plan in range(plans if builders else 0):
        text = builders[plan % len(builders)].build(rng, plan % 3)
        if text is not None:
            document = Document(text)
            if all(one.verify(document).passed for one in constraints) and honest(document, constraints):
                return text
    return None


def test_no_honest_text_for_what_is_too_tight():
    rng = random.Random("tight")
    crowded = ["character_count", "word_count", "self_count", "markdown_table", "bullet_list", "min_sentence_words"]
    tight = 0
    while tight < 30:
        names = rng.sample(crowded, 2) + rng.sample([name for name in types() if name not in crowded], 4)
        constraints = draw_set(rng, names, agreeing=False)
        if prove_impossible(constraints) is not None or too_tight(constraints) is None:
            continue
        tight += 1
        assert _honest_text(constraints, 30) is None, constraints


@pytest.mark.parametrize("count", [44, 45])
def test_the_bound_on_words_is_met(count):
    # Five sentences of eight words, of which each holds six free places; three words to carry, and three bullets.
    constraints = [constraint("S2", count=5), constraint("W3", count=8), constraint("F2", count=2)]
    text = _honest_text([*constraints, constraint("S1", count=count)], 60)
    assert (text is None) == (count < 44)
    assert (prove_impossible([*constraints, constraint("S1", count=43)])) is not None


def test_cores_are_minimal():
    constraints = [
        constraint("S4", count=185),
        constraint("F3", count=1),
        constraint("S1", count=58),
        constraint("O2"),
        constraint("W1"),
    ]
    found = too_tight(constraints)
    assert conflict(constraints) is None
    assert set(found.names) == {"character_count", "word_count", "unique_words"}
    for left_out in range(len(found.constraints)):
        rest = found.constraints[:left_out] + found.constraints[left_out + 1 :]
        assert too_tight(rest) is None


def test_a_margin_asks_for_room():
    words = [constraint("S1", count=50), constraint("W1")]
    least = next(count for count in range(100, 400) if too_tight([*words, constraint("S4", count=count)]) is None)
    wide = next(count for count in range(100, 400) if too_tight([*words, constraint("S4", count=count)], 0.2) is None)
    assert 1.2 * (least - 1) < wide <= 1.2 * least + 1
    assert _honest_text([*words, constraint("S4", count=wide)], 100) is not None
    assert _honest_text([*words, constraint("S4", count=least - 1)], 100) is None


def test_a_word_that_only_an_escape_could_hide():
    grid = constraint(
        "R3",
        people=["Ana", "Ben"],
        attributes={"pet": ["cat", "dog"]},
        clues=[{"person": "Ben", "attribute": "pet", "value": "cat", "not": True}],
    )
    banned = constraint("L5", word="dog")
    hidden = '{"Ana":{"pet":"cat"},"Ben":{"pet":"\\u0020dog"}}'
    assert all(one.verify(Document(hidden)).passed for one in (grid, banned))
    assert prove_impossible([grid, banned]) is None
    assert too_tight([grid, banned]).measure == "word dog"

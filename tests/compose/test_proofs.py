"""Proofs: what each rule refutes, what it just lets pass, that cores are minimal, and that reasons can be read."""

import random
import sys
import unicodedata

import pytest
from random_sets import draw_set

from cse.compose.certify import Witness, certify
from cse.compose.character_rules import least_length
from cse.compose.conflict import conflict
from cse.compose.proofs import prove_impossible
from cse.constraints.registry import constraint, types
from cse.text.document import Document
from cse.text.letters import fold


def _scene(count):
    names = ["cup", "box", "hat", "jar"][:count]
    return constraint("R1", objects=[{"name": name, "color": "red"} for name in names], relations=[])


BOUNDARIES = [
    # Lengths 4, 4, 9, 14 are 31 words; the bullets take two words each.
    ("growth", [constraint("O4", count=4), constraint("W3", count=4)], lambda n: constraint("S1", count=n), 31),
    (
        "growth and bullets",
        [constraint("O4", count=4), constraint("W3", count=4), constraint("F2", count=3)],
        lambda n: constraint("S1", count=n),
        37,
    ),
    # A palindrome of five with short sentences between long ones: 6 + 10 + 6 + 10 + 6.
    (
        "palindrome",
        [constraint("S6", sentences=5), constraint("O3", short_max=8, long_min=10), constraint("W3", count=6)],
        lambda n: constraint("M2", count=n),
        38,
    ),
    # Lengths 2 to 7: the last word of a sentence opens the next, and no two last words are the same.
    (
        "bridge",
        [constraint("O1", direction="increasing"), constraint("R4"), constraint("F4"), constraint("S2", count=6)],
        lambda n: constraint("S1", count=n),
        1 + 2 + 3 + 4 + 5 + 6,
    ),
    (
        "lines",
        [constraint("F3", count=2), constraint("F1", columns=2, rows=2)],
        lambda n: constraint("S5", count=n),
        10,
    ),
    ("integers", [constraint("N4", count=2)], lambda n: constraint("N1", count=n, total=130), 6),
    ("paragraphs", [constraint("S3", paragraphs=3, min_sentences=2)], lambda n: constraint("S2", count=n), 6),
]


@pytest.mark.parametrize(("given", "make", "least"), [case[1:] for case in BOUNDARIES], ids=[c[0] for c in BOUNDARIES])
def test_the_least_number_is_found_exactly(given, make, least):
    proof = prove_impossible([*given, make(least - 1)])
    assert proof is not None
    assert make(least - 1) in proof.core
    assert isinstance(certify([*given, make(least)], effort=600), Witness)


def test_equations_that_use_all_integers_have_an_even_sum():
    equations = constraint("N4", count=2)
    assert prove_impossible([equations, constraint("N1", count=6, total=131)]).measure == "sum of integers"
    assert prove_impossible([equations, constraint("N1", count=6, total=132)]) is None
    assert prove_impossible([equations, constraint("N1", count=7, total=131)]) is None
    with_phrase = [equations, constraint("M2", count=41)]
    assert prove_impossible([*with_phrase, constraint("N1", count=7, total=132)]).measure == "sum of integers"
    assert prove_impossible([*with_phrase, constraint("N1", count=7, total=131)]) is None


def test_a_list_without_digits_needs_letters_for_its_numbers():
    cities = ["Lima", "Oslo", "Kobe"]
    order = constraint("R2", items=cities, comparisons=[["Lima", "Oslo"], ["Oslo", "Kobe"]])
    proof = prove_impossible([order, constraint("N2"), constraint("L1", letter="h")])
    assert len(proof.core) == 3
    assert '"three" or "third"' in proof.why
    text = "1. Lima\n2. Oslo\n3. Kobe"
    assert order.verify(Document(text)).passed
    assert prove_impossible([order, constraint("L1", letter="h")]) is None
    text = "one Lima, two Oslo, three Kobe."
    assert (
        all(one.verify(Document(text)).passed for one in (order, constraint("N2"), constraint("L1", letter="w")))
        is False
    )
    assert all(one.verify(Document(text)).passed for one in (order, constraint("N2"), constraint("L1", letter="c")))


def test_characters_are_counted_down_to_the_densest_text():
    # The scene in its shortest form, glued to nothing else.
    scene = _scene(2)
    shortest = '{"objects":[{"name":"cup","color":"red"},{"name":"box","color":"red"}],"relations":[]}'
    assert scene.verify(Document(shortest)).passed
    assert prove_impossible([scene, constraint("S4", count=len(shortest))]) is None
    proof = prove_impossible([scene, constraint("S4", count=len(shortest) - 1)])
    assert proof.measure == "number of characters"
    assert f"at least {len(shortest)} characters" in proof.why


@pytest.mark.parametrize(
    ("text", "constraints"),
    [
        ("a a. a", [constraint("S1", count=3), constraint("S2", count=2)]),
        ("a. a\n\na", [constraint("S1", count=3), constraint("S3", paragraphs=2, min_sentences=1)]),
        ("- a\n- a", [constraint("F2", count=2), constraint("S5", count=2)]),
        ("```\na\n```", [constraint("F3", count=1), constraint("S1", count=3)]),
        ("1+1=2", [constraint("N4", count=1), constraint("S1", count=1)]),
        ("a b c d", [constraint("L2", words=["a", "b"]), constraint("S1", count=4)]),
    ],
)  # fmt: skip
def test_the_shortest_texts_are_let_pass(text, constraints):
    constraints = [*constraints, constraint("S4", count=len(text))]
    assert all(one.verify(Document(text)).passed for one in constraints)
    assert prove_impossible(constraints) is None
    shorter = [*constraints[:-1], constraint("S4", count=1)]
    assert prove_impossible(shorter) is not None


@pytest.mark.parametrize(
    ("before", "after", "block"),
    [("```\n", "\n```", constraint("F3", count=1)), ("- ", "", constraint("F2", count=1)), ("go", "go", None)],
)
def test_json_may_be_the_content_of_a_block_or_touch_words(before, after, block):
    text = f'{before}{{"objects":[{{"name":"cup","color":"red"}}],"relations":[]}}{after}'
    constraints = [_scene(1), constraint("S4", count=len(text)), *([block] if block else [constraint("S2", count=1)])]
    assert all(one.verify(Document(text)).passed for one in constraints)
    assert prove_impossible(constraints) is None


@pytest.mark.parametrize("count", [6, None])
def test_an_escape_may_touch_the_last_word_of_a_phrase_only(count):
    text = "This text contains exactly 6 words\\u0041"
    phrase = constraint("M2", count=count)
    banned = constraint("L5", word="words")
    assert phrase.verify(Document(text)).passed
    assert banned.verify(Document(text)).passed
    assert prove_impossible([phrase, banned]) is None
    assert prove_impossible([phrase, constraint("L5", word="text")]).measure == "word text"


def test_cores_are_minimal():
    rng = random.Random("cores")
    sizes = []
    while len(sizes) < 250:
        constraints = draw_set(rng, rng.sample(list(types()), rng.randint(3, 12)), agreeing=rng.random() < 0.7)
        proof = prove_impossible(constraints)
        if proof is None:
            continue
        assert set(proof.core) <= set(constraints)
        assert prove_impossible(proof.core) is not None
        for left_out in range(len(proof.core)):
            assert prove_impossible(proof.core[:left_out] + proof.core[left_out + 1 :]) is None
        sizes.append(len(proof.core))
    assert max(sizes) >= 4


def test_proofs_beyond_the_claims_say_what_they_count():
    constraints = [constraint("O4", count=4), constraint("W3", count=8), constraint("S1", count=40)]
    assert conflict(constraints) is None
    proof = prove_impossible(constraints)
    assert proof.names == ("relaxed_growth", "min_sentence_words", "word_count")
    assert proof.why == (
        "relaxed_growth asks for a run of 4 sentences of which each from the third on is longer than the two before it "
        "together, min_sentence_words for at least 8 words in each sentence and word_count for exactly 40 words in all"
        ": the shortest such text has sentences of 8, 8, 17, 26 words, 59 words in all."
    )


def test_every_reason_names_each_constraint_of_the_core():
    rng = random.Random("reasons")
    found = 0
    while found < 120:
        proof = prove_impossible(draw_set(rng, rng.sample(list(types()), 8), agreeing=False))
        if proof is not None:
            found += 1
            assert all(name in proof.why for name in proof.names), proof
            assert proof.why.endswith(".")
            named = [word.strip(",:") for word in proof.why.split() if "_" in word]
            assert set(named) <= set(types())  # no name of a field or a parameter


def test_no_other_character_stands_for_several_letters():
    """The rule on characters knows all code points that fold to two letters or more from a to z."""
    for code in range(sys.maxunicode + 1):
        folded = fold(chr(code))
        if len(folded) > 1 and folded.isascii():
            assert least_length(folded) == 1, chr(code)


def test_no_mark_that_an_escape_leaves_alone_folds_to_a_letter():
    """Escapes are read only for letters, digits and accents; other characters must not turn into letters or digits."""
    for code in range(sys.maxunicode + 1):
        char = chr(code)
        if not char.isalnum() and unicodedata.category(char) != "Mn":
            assert not any(letter.isascii() and letter.isalnum() for letter in fold(char)), char

"""The 19 designs of probes that no text can satisfy, three topics each (design, section 6).

contradiction    two types that never hold together, whatever their parameters
parameters       types that hold together for other parameters
hierarchy        one constraint must go as a whole: which one does a model give up?
load             the same contradiction among ever more constraints that are innocent
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from cse.compose.certify import Witness, certify
from cse.compose.probe import Probe
from cse.compose.proofs import Impossible
from cse.compose.seeds import derive_rng, derive_seed
from cse.compose.topics import topics
from cse.constraints.base import Constraint, Given, Topic
from cse.constraints.claims import NO_CLAIMS, join
from cse.constraints.registry import constraint, find_type, types
from cse.errors import ComposeError

Category = Literal["contradiction", "parameters", "hierarchy", "load"]
Build = Callable[[random.Random, Topic], list[Constraint]]

TOPICS_PER_DESIGN = 3
_LETTER_AND_WORDS = ("lipogram", "mandatory_words")


@dataclass(frozen=True)
class Design:
    """A way to make a probe impossible.

    Attributes:
        name: Part of the probe's id.
        category: What kind of impossibility it is.
        sides: The two types that contradict each other; at most one of them can hold.
        build: Makes the constraints from a random generator and a topic.
    """

    name: str
    category: Category
    sides: tuple[str, str]
    build: Build


def _draw(rng: random.Random, topic: Topic, *names: str) -> list[Constraint]:
    """Draws constraints one by one, each as if it stood alone."""
    return [find_type(name).draw(rng, Given(topic, NO_CLAIMS)) for name in names]


def _pair(name: str, first: str, second: str) -> Design:
    return Design(name, "contradiction", (first, second), lambda rng, topic: _draw(rng, topic, first, second))


def _letter_against_words(rng: random.Random, topic: Topic) -> list[Constraint]:
    """Forbids a letter that each of two required words holds."""
    letters = [letter for letter in "aeorsnt" if sum(letter in word for word in topic.words) >= 2]
    letter = rng.choice(letters)
    words = rng.sample([word for word in topic.words if letter in word], 2)
    return [constraint("lipogram", letter=letter), constraint("mandatory_words", words=words)]


def _letter_against_closers(rng: random.Random, topic: Topic) -> list[Constraint]:
    (closers,) = _draw(rng, topic, "terminal_acrostic")
    return [constraint("lipogram", letter=rng.choice(closers.params()["word"])), closers]


def _three_sentences_against_acrostic(rng: random.Random, topic: Topic) -> list[Constraint]:  # noqa: ARG001
    word = rng.choice(["storm", "bread", "cloud", "plant"])
    return [constraint("sentence_count", count=3), constraint("acrostic", word=word)]


def _two_sentence_counts(rng: random.Random, topic: Topic) -> list[Constraint]:  # noqa: ARG001
    return [constraint("sentence_count", count=rng.choice([4, 6])), constraint("palindromic_lengths", sentences=5)]


def _alternation_against_growth(rng: random.Random, topic: Topic) -> list[Constraint]:
    (alternating,) = _draw(rng, topic, "alternating_lengths")
    return [alternating, constraint("relaxed_growth", count=4)]


def _few_integers_against_equations(rng: random.Random, topic: Topic) -> list[Constraint]:  # noqa: ARG001
    few = constraint("integer_sum", count=rng.choice([3, 4, 5]), total=rng.randint(20, 60))
    return [few, constraint("equations", count=2)]


def _letter_against_order(rng: random.Random, topic: Topic) -> list[Constraint]:  # noqa: ARG001
    """Forbids a letter that all items of an ordering puzzle hold: there is no partial solution."""
    order = rng.sample(["Hamburg", "Brisbane", "Toronto", "Marseille", "Denver", "Warsaw", "Florence", "Madrid"], 5)
    comparisons = list(pairwise(order))
    rng.shuffle(comparisons)
    items = sorted(order)
    return [constraint("lipogram", letter="r"), constraint("transitive_order", items=items, comparisons=comparisons)]


def _four_way(rng: random.Random, topic: Topic) -> list[Constraint]:
    words = rng.sample([word for word in topic.words if "e" in word], 2)
    return [
        constraint("lipogram", letter="e"),
        constraint("mandatory_words", words=words),
        constraint("unique_words"),
        *_draw(rng, topic, "word_count"),
    ]


def _under_load(k: int) -> Build:
    """Adds to the contradiction constraints that fit each of its two sides."""

    def build(rng: random.Random, topic: Topic) -> list[Constraint]:
        letter, words = _letter_against_words(rng, topic)
        innocent: list[Constraint] = []
        others = [cls for cls in types().values() if cls.name not in ("lipogram", "mandatory_words")]
        for cls in rng.sample(others, len(others)):
            if len(innocent) == k - 2:
                return [letter, words, *innocent]
            claims = join([constraint.claims() for constraint in (letter, words, *innocent)])
            more = [*innocent, cls.draw(rng, Given(topic, claims))]
            if all(isinstance(certify([side, *more]), Witness) for side in (letter, words)):
                innocent = more
        raise ComposeError(f"The impossible design at k = {k} found too few constraints to add for {topic.name!r}.")

    return build


DESIGNS = (
    _pair("digits-sum", "integer_sum", "no_digits"),
    _pair("digits-distinct", "distinct_numbers", "no_digits"),
    _pair("digits-equations", "equations", "no_digits"),
    _pair("digits-self-count", "self_count", "no_digits"),
    _pair("monotonic-alternating", "monotonic_lengths", "alternating_lengths"),
    _pair("monotonic-palindrome", "monotonic_lengths", "palindromic_lengths"),
    _pair("bridge-unique", "sentence_bridge", "unique_words"),
    _pair("initial-acrostic", "sentence_initial", "acrostic"),
    Design("three-acrostic", "parameters", ("sentence_count", "acrostic"), _three_sentences_against_acrostic),
    Design("letter-closers", "parameters", ("lipogram", "terminal_acrostic"), _letter_against_closers),
    Design("count-palindrome", "parameters", ("sentence_count", "palindromic_lengths"), _two_sentence_counts),
    Design("alternating-growth", "parameters", ("alternating_lengths", "relaxed_growth"), _alternation_against_growth),
    Design("few-equations", "parameters", ("integer_sum", "equations"), _few_integers_against_equations),
    Design("letter-order", "hierarchy", ("lipogram", "transitive_order"), _letter_against_order),
    Design("four-way", "hierarchy", _LETTER_AND_WORDS, _four_way),
    Design("load-2", "load", _LETTER_AND_WORDS, _under_load(2)),
    Design("load-4", "load", _LETTER_AND_WORDS, _under_load(4)),
    Design("load-6", "load", _LETTER_AND_WORDS, _under_load(6)),
    Design("load-8", "load", _LETTER_AND_WORDS, _under_load(8)),
)


def design_of(probe_id: str) -> Design | None:
    """Returns the design of an impossible probe of a suite, from its id; None for any other probe.

    >>> design = design_of("v1-x-letter-order-2")
    >>> design.name, design.sides
    ('letter-order', ('lipogram', 'transitive_order'))
    """
    name = re.fullmatch(r".+-x-(.+)-\d+", probe_id)
    return next((design for design in DESIGNS if name and design.name == name[1]), None)


def impossible_probes(suite: str, seed: int) -> list[tuple[Probe, Impossible]]:
    """Makes the impossible probes of a suite, each with its proof.

    Args:
        suite: Name of the suite; part of every probe id.
        seed: The same seed gives the same probes.

    Raises:
        ComposeError: A design gave a set that could not be proved impossible.
    """
    found = []
    for design in DESIGNS:
        order = derive_rng(suite, seed, "impossible topics", design.name)
        for index, topic in enumerate(order.sample(_topics_with("e", 2), TOPICS_PER_DESIGN)):
            probe_seed = derive_seed(suite, seed, "impossible", design.name, index)
            rng = random.Random(probe_seed)
            constraints = design.build(rng, topic)
            rng.shuffle(constraints)
            proof = certify(constraints)
            if not isinstance(proof, Impossible):
                raise ComposeError(f"The design {design.name!r} is not proved impossible for {topic.name!r}: {proof}.")
            probe_id = f"{suite}-x-{design.name}-{index}"
            found.append((Probe(probe_id, probe_seed, topic, tuple(constraints), impossible=True), proof))
    return found


def _topics_with(letter: str, count: int) -> list[Topic]:
    """Lists the topics of whose words at least `count` hold a letter: the four-way design needs two."""
    return [topic for topic in topics() if sum(letter in word for word in topic.words) >= count]

"""O4: a run in which each sentence outgrows the two before it together."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cse.constraints.base import Given, Topic, Verdict
from cse.constraints.claims import Alternation, Claims, Range, at_least, exactly
from cse.constraints.ordering.relaxed_growth import RelaxedGrowth
from cse.errors import InvalidParameter
from cse.text.document import Document


def verify(answer: str, count: int) -> Verdict:
    return RelaxedGrowth(count=count).verify(Document(answer))


def given(**claims: Any) -> Given:
    return Given(Topic("tea", ("leaf", "cup")), Claims(**claims))


def text_of(*lengths: int) -> str:
    return " ".join(" ".join(["tea"] * n) + "." for n in lengths)


def longest_by_definition(lengths: tuple[int, ...]) -> int:
    """The longest window in which the rule of the design holds, by trying all windows."""
    size = len(lengths)
    windows = [lengths[a:b] for a in range(size) for b in range(a + 1, size + 1)]
    return max(len(w) for w in windows if all(w[i] > w[i - 1] + w[i - 2] for i in range(2, len(w))))


@pytest.mark.parametrize(
    ("lengths", "count", "score"),
    [
        ((1, 2, 4), 3, 1.0),
        ((1, 2, 3), 3, 2 / 3),
        ((9, 1, 1, 3, 1), 3, 1.0),
        ((1, 2, 4, 7), 4, 1.0),
        ((1, 2, 4, 6), 4, 3 / 4),
        ((1, 2, 4, 7, 12), 4, 1.0),
        ((1, 1, 3, 1, 1, 3), 4, 3 / 4),
        ((5, 1, 7), 3, 1.0),
        ((1, 5), 3, 2 / 3),
        ((5,), 4, 1 / 4),
    ],
)
def test_score_is_the_longest_run_against_the_count(lengths: tuple[int, ...], count: int, score: float) -> None:
    found = verify(text_of(*lengths), count)
    assert found.score == pytest.approx(score)
    assert found.passed == (score == 1.0)


def test_longest_run_agrees_with_the_definition() -> None:
    rng = random.Random(9)
    for _ in range(500):
        lengths = tuple(rng.randint(1, 8) for _ in range(rng.randint(1, 8)))
        observed = verify(text_of(*lengths), 9).observed
        assert observed.endswith(f", {longest_by_definition(lengths)} in the longest run"), lengths


def test_no_sentence_at_all_has_no_run() -> None:
    found = verify("- tea\n- coffee", 3)
    assert (found.score, found.observed) == (0.0, "0 sentences, 0 in the longest run")


def test_span_is_the_sentence_that_ends_the_longest_run() -> None:
    answer = "One. One two. One **two** three. One."
    assert [answer[a:b] for a, b in verify(answer, 3).spans] == ["One **two** three."]
    assert verify("One. One two.", 3).spans == ()


@pytest.mark.parametrize("count", [2, 0, 3.0, "3", None, True])
def test_count_is_a_whole_number_of_at_least_three(count: Any) -> None:
    with pytest.raises(InvalidParameter, match="relaxed_growth: count = "):
        RelaxedGrowth(count=count)


def drawn(**claims: Any) -> set[int]:
    rng = random.Random(10)
    return {RelaxedGrowth.draw(rng, given(**claims)).count for _ in range(50)}


def test_draw_agrees_with_what_is_claimed() -> None:
    assert drawn() == {3, 4}
    assert drawn(sentences=Range(0, 3)) == {3}
    assert drawn(sentences=exactly(5), length_orders=("palindrome",)) == {3}
    assert drawn(sentences=exactly(7), length_orders=("palindrome",)) == {3, 4}
    assert drawn(sentences=at_least(3), alternations=(Alternation(6, 12),)) == {3}


def test_claims() -> None:
    assert RelaxedGrowth(count=4).claims() == Claims(sentences=at_least(4), growth=4)

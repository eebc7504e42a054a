"""F2: dashes count, and nothing else may be a list."""

import random

import pytest

import cse.constraints.registry as registry
from cse.constraints.base import Given, Topic
from cse.constraints.claims import NO_CLAIMS, Claims, at_most, exactly
from cse.errors import InvalidParameter
from cse.text.document import Document

GIVEN = Given(Topic("tea", ("cup",)), NO_CLAIMS)


def verify(count: int, text: str):
    return registry.constraint("bullet_list", count=count).verify(Document(text))


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (2, "- salt\n- rice"),
        (2, "Bring:\n\n- salt\n- rice\n\nThen go."),
        (3, "- fruit\n  - plums\n- bread"),  # nested items count
        (1, "-   salt"),  # further spaces change nothing
        (2, "- salt\n- rice\n\n```\n- code\n* code\n1. code\n2. code\n```"),  # code is no list
        (1, "- salt\n\n| - a | b |\n|---|---|\n| * c | d |"),  # nor is a table
        (1, "- salt\n\n---\n\n* * *\n\n-5 degrees, 5 * 3"),  # nor rules, minus signs, products
        (1, "*Note:* bring\n\n- salt"),  # nor an italic line
        (1, "- salt\n\n1. is a lone number"),  # nor a lone numbered line
        (1, "**- salt**"),  # emphasis is taken off first
    ],
)
def test_dash_lists_pass(count: int, text: str) -> None:
    assert verify(count, text).passed


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (2, "- salt"),
        (2, "- salt\n- rice\n- oil"),
        (1, "- salt\n* rice"),
        (1, "- salt\n+ rice"),
        (1, "- salt\n\u2022 rice"),
        (1, "- salt\n  * nested"),
        (1, "- salt\n\n1. Wash.\n2. Boil."),
        (1, "- salt\n\n(1) Wash.\n(2) Boil."),
        (2, "- salt\n-\trice"),
        (2, "- salt\n-\u00a0rice"),  # a no-break space is not the space that was asked for
        (1, "-salt"),
        (2, "- salt | one\n- | -\n- soap | two"),
        (1, "no list at all"),
    ],
)
def test_other_counts_and_other_lists_fail(count: int, text: str) -> None:
    assert not verify(count, text).passed


def test_paper_class_7_star_bullets_are_another_list() -> None:
    found = verify(2, "* salt\n* rice")
    assert (found.passed, found.score) == (False, 0.0)


def test_score_is_the_mean_of_count_and_purity() -> None:
    assert verify(4, "- a\n- b\n- c").score == pytest.approx((3 / 4 + 1) / 2)
    assert verify(2, "- a\n- b\n* c\n* d").score == pytest.approx((1 + 1 / 2) / 2)
    assert verify(3, "nothing").score == 0.0


def test_spans_show_the_surplus_and_the_other_list() -> None:
    text = "**Bring**\n\n- salt\n- rice\n* oil"
    assert [text[start:end] for start, end in verify(1, text).spans] == ["- rice", "* oil"]


@pytest.mark.parametrize("count", [0, -1, 2.0, "3", None, True])
def test_refuses_counts_that_are_none(count: object) -> None:
    with pytest.raises(InvalidParameter, match="bullet_list: count = "):
        registry.constraint("bullet_list", count=count)


def test_draws_stay_in_range_and_within_the_lines() -> None:
    cls = registry.find_type("F2")
    rng = random.Random(1)
    assert {cls.draw(rng, GIVEN).params()["count"] for _ in range(200)} == {3, 4, 5, 6}
    few_lines = Given(GIVEN.topic, Claims(lines=at_most(4)))
    assert {cls.draw(rng, few_lines).params()["count"] for _ in range(200)} == {3, 4}
    few_words = Given(GIVEN.topic, Claims(tokens=at_most(7)))
    assert {cls.draw(rng, few_words).params()["count"] for _ in range(50)} == {3}
    no_lines = Given(GIVEN.topic, Claims(lines=exactly(1)))
    assert {cls.draw(rng, no_lines).params()["count"] for _ in range(200)} == {3, 4, 5, 6}


def test_claims_hold_for_a_shortest_answer() -> None:
    claims = registry.constraint("F2", count=3).claims()
    document = Document("- a\n- b\n- c")
    assert (claims.bullets, claims.other_lists) == (exactly(3), False)
    assert len(document.lines) == claims.lines.low
    assert len(document.tokens) == claims.tokens.low


def test_instruction_is_grammatical_for_one() -> None:
    assert "exactly 1 bullet point, on its own line" in registry.constraint("F2", count=1).instruction()
    assert "exactly 2 bullet points, each on its own line" in registry.constraint("F2", count=2).instruction()

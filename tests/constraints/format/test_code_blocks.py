"""F3: fenced blocks of backticks, each closed and with content."""

import random

import pytest

import cse.constraints.registry as registry
from cse.constraints.base import Given, Topic
from cse.constraints.claims import NO_CLAIMS, Claims, at_most, exactly
from cse.errors import InvalidParameter
from cse.text.document import Document

GIVEN = Given(Topic("tea", ("cup",)), NO_CLAIMS)


def verify(count: int, text: str):
    return registry.constraint("code_blocks", count=count).verify(Document(text))


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (1, "```\nls\n```"),
        (1, "Run:\n\n```sh\nls\n```\n\nDone."),
        (2, '```json\n{"a": 1}\n```\n\n```\nls\n```'),
        (1, "  ```\n  ls\n  ```"),  # indented
        (1, "````\n```\nls\n```\n````"),  # fewer backticks inside open and close nothing
        (1, "```\n\n\nls\n\n```"),
        (1, "Type ```ls``` here.\n\n```\nls\n```"),  # one line is inline code
        (1, "```\n~~~\nls\n```"),  # tildes inside are content
        (1, "```\r\nls\r\n```"),
    ],
)
def test_full_closed_blocks_pass(count: int, text: str) -> None:
    assert verify(count, text).passed


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (2, "```\nls\n```"),
        (1, "```\nls\n```\n\n```\npwd\n```"),
        (1, "```\nls"),
        (1, "~~~\nls\n~~~"),
        (2, "```\nls\n```\n\n~~~\nls\n~~~"),
        (1, "```\nls\n```\n\n~~~\nls\n~~~"),  # the tilde block is one too many, and a fault
        (1, "```\nls\n~~~"),  # tildes do not close backticks
        (1, "````\nls\n```"),  # nor do fewer backticks
        (1, "Only ```inline``` here."),
        (1, "    indented four spaces"),  # an indented block is not fenced
        (1, "no block"),
    ],
)
def test_other_blocks_fail(count: int, text: str) -> None:
    assert not verify(count, text).passed


@pytest.mark.parametrize("inside", ["", "\n", "   \n", "\n\n \t\n", "\u200b\n"])
def test_paper_specification_gap_empty_code_fences(inside: str) -> None:
    found = verify(1, f"Here it is.\n\n```python\n{inside}```")
    assert not found.passed
    assert "empty" in found.observed


def test_paper_specification_gap_two_pairs_of_empty_fences() -> None:
    assert verify(2, "Words.\n```\n```\n```\n```").score == pytest.approx((1 + 0) / 2)


def test_score_is_the_mean_of_count_and_faultless_share() -> None:
    assert verify(3, "```\na\n```\n```\nb\n```").score == pytest.approx((2 / 3 + 1) / 2)
    assert verify(2, "```\na\n```\n~~~\nb\n~~~").score == pytest.approx((1 + 1 / 2) / 2)
    assert verify(1, "none").score == 0.0


def test_spans_show_the_faulty_and_the_surplus_block() -> None:
    text = "One:\n```\na\n```\n~~~\nb\n~~~\n```\nc\n```"
    assert [text[start:end] for start, end in verify(1, text).spans] == ["~~~\nb\n~~~", "```\nc\n```"]


@pytest.mark.parametrize("count", [0, -2, 1.0, "1", None, False])
def test_refuses_counts_that_are_none(count: object) -> None:
    with pytest.raises(InvalidParameter, match="code_blocks: count = "):
        registry.constraint("code_blocks", count=count)


def test_draws_stay_in_range_and_within_the_lines() -> None:
    cls = registry.find_type("F3")
    rng = random.Random(1)
    assert {cls.draw(rng, GIVEN).params()["count"] for _ in range(100)} == {1, 2, 3}
    few = Given(GIVEN.topic, Claims(lines=at_most(8)))
    assert {cls.draw(rng, few).params()["count"] for _ in range(100)} == {1, 2}
    none = Given(GIVEN.topic, Claims(lines=at_most(2)))
    assert {cls.draw(rng, none).params()["count"] for _ in range(100)} == {1, 2, 3}


def test_claims_hold_for_a_shortest_answer() -> None:
    constraint = registry.constraint("F3", count=2)
    claims, document = constraint.claims(), Document("```\na\n```\n```\nb\n```")
    assert constraint.verify(document).passed
    assert claims.fences == exactly(2)
    assert len(document.lines) == claims.lines.low
    assert len(document.tokens) == claims.tokens.low


def test_instruction_is_grammatical_for_one() -> None:
    assert "exactly 1 fenced code block." in registry.constraint("F3", count=1).instruction()
    assert "exactly 3 fenced code blocks." in registry.constraint("F3", count=3).instruction()

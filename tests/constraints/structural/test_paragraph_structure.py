"""S3: blocks of prose between blank lines, each with enough sentences."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cse.constraints.base import Given, Topic, Verdict
from cse.constraints.claims import Claims, Range, at_least, at_most, exactly
from cse.constraints.structural.paragraph_structure import ParagraphStructure
from cse.errors import InvalidParameter
from cse.text.document import Document


def verify(answer: str, paragraphs: int, min_sentences: int) -> Verdict:
    return ParagraphStructure(paragraphs=paragraphs, min_sentences=min_sentences).verify(Document(answer))


def given(**claims: Any) -> Given:
    return Given(Topic("tea", ("leaf", "cup")), Claims(**claims))


@pytest.mark.parametrize(
    ("answer", "paragraphs"),
    [
        ("\n\n\nOne here.\n\n\n\nTwo here.\n\n", 2),
        ("One.\r\rTwo.", 2),
        ("One.\r\n\r\nTwo.\r\n \t \r\nThree.", 3),
        ("One.\nStill one.", 1),
        ("# Top\n\nOne here.\n\n- item\n\nTwo here.", 2),
        ("One.\n\n```\ncode\n\nmore\n```\n\nTwo.", 2),
        ("One.\n\n| a | b |\n|---|---|\n| c | d |\n\nTwo.", 2),
        ("One.\n\n---\n\nTwo.", 2),
        ('One.\n\n{"a": 1}\n\nTwo.', 2),
    ],
)
def test_what_a_paragraph_is(answer: str, paragraphs: int) -> None:
    assert verify(answer, paragraphs, 1).passed, verify(answer, paragraphs, 1).observed


@pytest.mark.parametrize(
    ("answer", "score"),
    [
        ("A b. C d.\n\nE f. G h.", 1.0),
        ("A b. C d. I j.\n\nE f. G h.", 1.0),
        ("A b. C d.\n\nE f.", (1 + 1 / 2) / 2),
        ("A b.\n\nE f.", (1 + 0) / 2),
        ("A b. C d.", (1 / 2 + 1) / 2),
        ("A b. C d.\n\nE f. G h.\n\nI j. K l.", (1 / 2 + 1) / 2),
        ("A b. C d.\n\nE f. G h.\n\nI j.", (1 / 2 + 2 / 3) / 2),
        ("- a list alone", 0.0),
    ],
)
def test_score_is_the_mean_of_both_parts(answer: str, score: float) -> None:
    found = verify(answer, 2, 2)
    assert found.score == pytest.approx(score)
    assert found.passed == (score == 1.0)


def test_spans_are_the_short_and_the_surplus_paragraphs() -> None:
    answer = "One here. Two.\n\nThree.\n\nFour. *Five*."
    assert [answer[a:b] for a, b in verify(answer, 2, 2).spans] == ["Three.", "Four. *Five*."]


@pytest.mark.parametrize(("paragraphs", "min_sentences"), [(0, 1), (2, 0), (1.0, 1), (2, None), ("2", 1)])
def test_both_are_whole_numbers_of_at_least_one(paragraphs: Any, min_sentences: Any) -> None:
    with pytest.raises(InvalidParameter, match="paragraph_structure: "):
        ParagraphStructure(paragraphs=paragraphs, min_sentences=min_sentences)


def shapes(**claims: Any) -> set[tuple[int, int]]:
    rng = random.Random(3)
    drawn = [ParagraphStructure.draw(rng, given(**claims)) for _ in range(200)]
    return {(constraint.paragraphs, constraint.min_sentences) for constraint in drawn}


def test_draw_agrees_with_what_is_claimed() -> None:
    everything = {(2, 1), (2, 2), (3, 1), (3, 2), (4, 1), (4, 2)}
    assert shapes() == everything
    assert shapes(sentences=exactly(5)) == {(2, 1), (2, 2), (3, 1), (4, 1)}
    assert shapes(sentences=Range(5)) == everything
    assert shapes(tokens=exactly(47), sentence_tokens=8) == {(2, 1), (2, 2), (3, 1), (4, 1)}
    assert shapes(lines=at_most(3)) == {(2, 1), (2, 2), (3, 1), (3, 2)}
    assert shapes(paragraphs=exactly(3)) == {(3, 1), (3, 2)}
    assert shapes(sentences=exactly(1)) == everything


def test_instruction_is_grammatical() -> None:
    start = "Write exactly 1 paragraph with at least 1 sentence. "
    assert ParagraphStructure(paragraphs=1, min_sentences=1).instruction().startswith(start)
    start = "Write exactly 3 paragraphs, separated by blank lines, each with at least 2 sentences. "
    assert ParagraphStructure(paragraphs=3, min_sentences=2).instruction().startswith(start)


def test_claims() -> None:
    assert ParagraphStructure(paragraphs=3, min_sentences=2).claims() == Claims(
        paragraphs=exactly(3), paragraph_sentences=2, sentences=at_least(6), lines=at_least(3)
    )

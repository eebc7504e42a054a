"""S2: sentences of prose, split as the document splits them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cse.constraints.base import Given, Topic, Verdict
from cse.constraints.claims import Claims, Range, exactly
from cse.constraints.structural.sentence_count import SentenceCount
from cse.errors import InvalidParameter
from cse.text.document import Document


def verify(answer: str, count: int) -> Verdict:
    return SentenceCount(count=count).verify(Document(answer))


def given(**claims: Any) -> Given:
    return Given(Topic("tea", ("leaf", "cup")), Claims(**claims))


@pytest.mark.parametrize(
    ("answer", "sentences"),
    [
        ("Dr. Lee met Mr. Ray at noon. They spoke, e.g. about tea.", 2),
        ("Bring rope, etc. We meet at 9 a.m. sharp.", 2),
        ("J. Marsh wrote it. R. K. Bell drew it.", 2),
        ("Oranges hold vitamin C. They keep well.", 2),
        ("The rate rose to 4.75 today. It was $3.50 before.", 2),
        ("We stopped.Then we rested. Nobody spoke.", 2),
        ('"Stop!" he said. Then he ran.', 2),
        ("(It rained.) We stayed.", 2),
        ("Well... maybe not. Fine.", 2),
        ("Hmm... Nobody came.", 2),
        ("Really?! Yes!!! Good.", 3),
        ("Well done! !!! We won.", 2),
        ("A note without a stop\n\nAnother one here", 2),
        ("The line breaks here\nbut goes on.", 1),
        ("The line breaks.\r\n\r\nIt goes on", 2),
        ("# A heading. With two.\n\nOne sentence.", 1),
        ("Look.\n\n```\na. b. c.\n```\n\nThen stop.", 2),
        ("Bring:\n\n- Rope.\n- Tape.\n\nLeave.", 2),
        ("See:\n\n| a | b |\n|---|---|\n| x. y. | z. |\n\nDone.", 2),
        ('We sent {"to": "Ed. Al."} at noon. Nobody replied.', 2),
        ("1. Boil it.\n2. Pour it.\n\nThen drink.", 1),
        ("**Bold end.** Next one.", 2),
    ],
)
def test_what_a_sentence_is(answer: str, sentences: int) -> None:
    assert verify(answer, sentences).passed, verify(answer, sentences).observed


@pytest.mark.parametrize(("sentences", "score"), [(4, 1.0), (3, 0.75), (5, 0.75), (1, 0.25), (8, 0.0), (9, 0.0)])
def test_score_is_the_nearness_to_the_count(sentences: int, score: float) -> None:
    found = verify(" ".join(["Tea is hot."] * sentences), 4)
    assert found.score == pytest.approx(score)
    assert found.passed == (sentences == 4)


def test_spans_are_the_surplus_sentences() -> None:
    answer = "Tea is *hot*. It **cools**. We drink."
    spans = verify(answer, 1).spans
    assert [answer[start:end] for start, end in spans] == ["It **cools**.", "We drink."]


def test_a_text_without_prose_has_no_sentence() -> None:
    found = verify("- tea\n- coffee", 4)
    assert (found.score, found.observed, found.spans) == (0.0, "0 sentences", ())


@pytest.mark.parametrize("count", [0, 1.5, "two", None, False])
def test_count_is_a_whole_number_of_at_least_one(count: Any) -> None:
    with pytest.raises(InvalidParameter, match="sentence_count: count = "):
        SentenceCount(count=count)


def test_draw_agrees_with_what_is_claimed() -> None:
    rng = random.Random(2)
    assert {SentenceCount.draw(rng, given(sentences=exactly(5))).count for _ in range(20)} == {5}
    assert {SentenceCount.draw(rng, given(sentences=Range(7))).count for _ in range(50)} == {7, 8}
    assert {SentenceCount.draw(rng, given(tokens=exactly(41), sentence_tokens=8)).count for _ in range(50)} == {4, 5}
    assert SentenceCount.draw(rng, given(sentences=exactly(20))).count in range(4, 9)


def test_instruction_is_singular_for_one() -> None:
    assert SentenceCount(count=1).instruction().startswith("Write exactly 1 sentence. ")
    assert SentenceCount(count=7).instruction().startswith("Write exactly 7 sentences. ")


def test_claims() -> None:
    assert SentenceCount(count=6).claims() == Claims(sentences=exactly(6))

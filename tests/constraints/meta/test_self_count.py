"""M2: the answer tells its own number of words."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cse.constraints.base import Given, Topic, Verdict
from cse.constraints.claims import Claims, Range, at_least, exactly
from cse.constraints.meta.self_count import SelfCount
from cse.errors import InvalidParameter
from cse.text.document import Document


def verify(answer: str, count: int | None) -> Verdict:
    return SelfCount(count=count).verify(Document(answer))


def given(**claims: Any) -> Given:
    return Given(Topic("tea", ("leaf", "cup")), Claims(**claims))


@pytest.mark.parametrize(
    ("answer", "passed"),
    [
        ("Tea cools. This text contains exactly 8 words.", True),
        ("tea cools: THIS TEXT\n\ncontains\u00a0exactly\t8  words", True),
        ("Tea cools. **This** text contains exactly *8* words!", True),
        ('Tea cools: "This text contains exactly 8 words."', True),
        ("Tea cools. This text contains exactly eight words.", False),
        ("Tea cools. This text contains exactly 08 words.", False),
        ("Tea cools. This text contains exactly 8 wordsmiths.", False),
        ("Tea cools. Xthis text contains exactly 8 words.", False),
        ("Tea cools. This text contains exactly 8, words.", False),
        ("Tea cools. This text contains exactly -8 words.", False),
        ("Tea cools. This text contains exactly 8 words too.", False),
        ("This text contains exactly 8 words.", False),
        ("Tea cools and all of us drink it.", False),
    ],
)
def test_phrase_and_total(answer: str, passed: bool) -> None:
    assert verify(answer, 8).passed == passed
    assert verify(answer, None).passed == passed


def test_any_of_several_phrases_may_be_the_true_one() -> None:
    answer = "This text contains exactly 99 words, or this text contains exactly 13 words."
    assert verify(answer, 13).passed
    assert verify(answer, None).passed
    assert not verify(answer, 99).passed


def test_a_number_that_is_not_asked_for_fails_though_true() -> None:
    answer = "This text contains exactly 6 words."
    assert verify(answer, None).passed
    assert not verify(answer, 7).passed


@pytest.mark.parametrize(
    ("answer", "count", "score"),
    [
        ("This text contains exactly 8 words.", 8, (1 + 6 / 8) / 2),
        ("This text contains exactly 6 words.", 8, (0 + 6 / 8) / 2),
        ("Tea cools and it warms all of us.", 8, (0 + 1) / 2),
        ("Tea.", None, 0.0),
        ("This text contains exactly 8 words.", None, (1 + 6 / 8) / 2),
        ("This text contains exactly 3 words.", None, (1 + 0) / 2),
        (f"This text contains exactly {'9' * 5000} words.", None, 0.0),
    ],
)
def test_score_is_the_mean_of_phrase_and_total(answer: str, count: int | None, score: float) -> None:
    assert verify(answer, count).score == pytest.approx(score)


def test_span_is_the_untrue_phrase() -> None:
    answer = "Tea. **This text** contains exactly 9 words."
    found = verify(answer, 9)
    assert [answer[a:b].strip("*") for a, b in found.spans] == ["This text** contains exactly 9 words"]
    assert found.observed == "told 9, found 7 words"


def test_below_six_no_text_holds_and_the_claims_say_so() -> None:
    assert not verify("This text contains exactly 5 words.", 5).passed
    assert SelfCount(count=5).claims().tokens.empty
    assert not SelfCount(count=6).claims().tokens.empty


@pytest.mark.parametrize("count", [0, -1, 40.0, "40", True])
def test_count_is_a_whole_number_or_none(count: Any) -> None:
    with pytest.raises(InvalidParameter, match="self_count: count = "):
        SelfCount(count=count)


def test_count_may_be_left_out() -> None:
    assert SelfCount() == SelfCount(count=None)


def test_draw_agrees_with_what_is_claimed() -> None:
    rng = random.Random(12)
    assert {SelfCount.draw(rng, given(tokens=exactly(44))).count for _ in range(10)} == {44}
    demands = given(tokens=Range(20, 65), token_divisor=9, sentences=Range(5), sentence_tokens=8)
    assert {SelfCount.draw(rng, demands).count for _ in range(50)} == {45, 54, 63}
    free = {SelfCount.draw(rng, given()).count for _ in range(2000)}
    assert free == set(range(30, 71))


def test_instruction_tells_the_phrase() -> None:
    assert '"This text contains exactly 40 words"' in SelfCount(count=40).instruction()
    assert "exactly 40 words long" in SelfCount(count=40).instruction()
    assert '"This text contains exactly N words"' in SelfCount().instruction()
    assert "None" not in SelfCount().instruction()


def test_claims() -> None:
    common = Claims(integers=at_least(1), distinct_integers=at_least(1))
    assert SelfCount(count=40).claims() == common & Claims(
        tokens=exactly(40), required_phrases=("This text contains exactly 40 words",), required_integers=(40,)
    )
    assert SelfCount().claims() == common & Claims(
        tokens=at_least(6), told_totals=("This text contains exactly {} words",)
    )

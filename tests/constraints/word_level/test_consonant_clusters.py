"""W5: words with three consonants in a row, in every sentence."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cse.constraints.base import Given, Topic, Verdict
from cse.constraints.claims import Claims, at_least, exactly
from cse.constraints.word_level.consonant_clusters import ConsonantClusters
from cse.errors import InvalidParameter
from cse.text.document import Document


def verify(answer: str, count: int) -> Verdict:
    return ConsonantClusters(count=count).verify(Document(answer))


def given(**claims: Any) -> Given:
    return Given(Topic("tea", ("leaf", "cup")), Claims(**claims))


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("Strong wind hits.", 1),
        ("Strong winds hit.", 2),
        ("Strong branches fell.", 2),
        ("STRONG!", 1),
        ("The hand went last.", 0),
        ("Why try? Flying helps.", 2),
        ("A hand-spun hat.", 0),
        ("It isn't so.", 0),
        ("Don’t go.", 0),
        ("A well-known strength.", 1),
        ("Lengths, strengths.", 2),
        ("**S**trong tea.", 1),
        ("Ein Façhmann.", 1),
        ("Élysse", 1),
        ("\\u0073trong", 1),
        ("B2BC km² 1½lb", 0),
        ("An æon of øre.", 0),
        ("Bær þræll.", 2),
        ("A b c d", 0),
        ("So it is.", 0),
    ],
)
def test_words_with_a_cluster(answer: str, words: int) -> None:
    assert words == 0 or verify(answer, words).passed
    assert not verify(answer, words + 1).passed


def test_score_is_the_share_of_sentences() -> None:
    answer = "Strong winds hit. So **it** is. Branches fell."
    found = verify(answer, 1)
    assert found.score == pytest.approx(2 / 3)
    assert found.observed == "2 of 3 sentences"
    assert [answer[a:b] for a, b in found.spans] == ["So **it** is."]


def test_no_sentence_fails_and_says_so() -> None:
    found = verify("- strong winds\n- branches", 1)
    assert (found.score, found.observed) == (0.0, "0 sentences, too few to judge")


@pytest.mark.parametrize("count", [0, 1.5, "1", None, True])
def test_count_is_a_whole_number_of_at_least_one(count: Any) -> None:
    with pytest.raises(InvalidParameter, match="consonant_clusters: count = "):
        ConsonantClusters(count=count)


def test_draw_takes_one_or_two_as_the_words_allow() -> None:
    rng = random.Random(1)
    assert {ConsonantClusters.draw(rng, given()).count for _ in range(50)} == {1, 2}
    claims = {"tokens": exactly(7), "sentences": exactly(4)}
    assert {ConsonantClusters.draw(rng, given(**claims)).count for _ in range(50)} == {1}
    claims = {"tokens": exactly(8), "sentences": exactly(4)}
    assert {ConsonantClusters.draw(rng, given(**claims)).count for _ in range(50)} == {1, 2}
    claims = {"tokens": exactly(3), "sentences": exactly(4)}
    assert {ConsonantClusters.draw(rng, given(**claims)).count for _ in range(50)} == {1, 2}


def test_instruction_is_singular_for_one() -> None:
    assert "use at least 1 word that has three" in ConsonantClusters(count=1).instruction()
    assert "use at least 2 words that each have three" in ConsonantClusters(count=2).instruction()


def test_claims() -> None:
    assert ConsonantClusters(count=2).claims() == Claims(sentences=at_least(1), sentence_clusters=2)


def test_more_words_than_any_text_has_are_not_looked_for_one_by_one() -> None:
    assert ConsonantClusters(count=10**9).verify(Document("Strong winds hit.")).score == 0.0

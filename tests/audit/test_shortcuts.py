"""Shortcuts found and not found; and the gaps that the types close by rule, so that they never pass."""

import pytest

from cse.audit.shortcuts import SHORTCUTS, Asked, topic_words
from cse.constraints.base import Topic
from cse.constraints.registry import constraint, types
from cse.text.document import Document

FIND = {shortcut.name: shortcut.find for shortcut in SHORTCUTS}
TEA = Topic("the history of tea", ("leaves", "kettle", "trade"))


def found(name, text, *constraints, topic=TEA):
    spans = FIND[name](Document(text), Asked(topic, constraints))
    return None if spans is None else [text[start:end] for start, end in spans]


def test_a_block_with_a_token_is_a_token_fence():
    assert found("token_fences", "```\nx\n```\n\n```\nx = 1\n```") == ["```\nx\n```"]


def test_mirrored_sentences_with_the_same_words():
    copied = "Old cups warm cold hands. Tea steams. Cold hands warm old cups."
    assert found("mirrored_copies", copied) == ["Cold hands warm old cups."]
    assert found("mirrored_copies", "Old cups warm cold hands. Tea. Old cups warm small hands.") != []
    assert found("mirrored_copies", "Old cups warm cold hands. Tea. Ships bring leaves from China.") == []
    assert found("mirrored_copies", "Tea cools. Rain. Tea warms.") == [], "two words, one changed, is no copy"


def test_as_few_sentences_as_the_rule_needs():
    bridge = constraint("sentence_bridge")
    two = "We drink tea. Tea cools."
    assert found("minimal_sentences", two, bridge) == [two]
    assert found("minimal_sentences", f"{two} Cools it?", bridge) == []
    five = constraint("sentence_count", count=2)
    assert found("minimal_sentences", two, bridge, five) is None, "the probe fixes the number"
    rising = constraint("monotonic_lengths", direction="increasing")
    assert found("minimal_sentences", two, bridge, rising) == [], "the other rule needs three"
    assert found("minimal_sentences", "Tea.", constraint("sentence_initial", letter="t")) == ["Tea."]


def test_a_tiny_text_where_the_length_is_open():
    no_digits = constraint("no_digits")
    assert found("tiny_text", "Tea is good.", no_digits) == ["Tea is good."]
    assert found("tiny_text", "Tea is good.", no_digits, constraint("word_count", count=3)) is None
    assert found("tiny_text", "one two three four five six seven eight nine ten", no_digits) == []


@pytest.mark.parametrize("word", ["tеa", "ｔea", "𝐭ea", "t\\u0065a", "t&#101;a", "teα"])
def test_letters_in_another_guise(word):
    assert found("look_alikes", f"Hot {word} cools.") == [word]


@pytest.mark.parametrize("word", ["café", "чай", "naïve", "Straße", "α", "½", "C++", "日本"])
def test_honest_letters_are_no_disguise(word):
    assert found("look_alikes", f"Hot {word} cools.") == []


def test_padding_with_one_word():
    assert found("repeated_word", "We drink tea tea Tea today.") == ["tea tea Tea"]
    assert found("repeated_word", "Tea and tea and tea, tea or tea, but no more of it.") == ["Tea", *["tea"] * 4]
    assert found("repeated_word", "Tea and tea.") == []
    assert found("repeated_word", "The old man and the young man sat on the bench until the sun set.") == []


def test_a_bare_list_of_words():
    words = "leaf kettle harbour steam cup sugar lemon garden merchant sail porcelain morning"
    assert found("word_list", words) == [words]
    assert found("word_list", "The leaf came to the harbour, and from there a merchant sent it on by sail.") == []
    assert found("word_list", "leaf kettle harbour") == [], "too short to tell"


def test_off_topic_counts_no_word_that_was_forced():
    assert topic_words(TEA) == ["leaves", "kettle", "trade", "history", "tea"]
    assert found("off_topic", "Rockets rise.") == ["Rockets rise."]
    assert found("off_topic", "Traders came.") == []
    kettle = constraint("mandatory_words", words=["kettle"])
    assert found("off_topic", "A kettle in orbit.", kettle) == ["A kettle in orbit."]
    assert found("off_topic", "A kettle in orbit.") == []
    assert found("off_topic", "Rockets rise.", topic=Topic("tea", ())) is None, "an unknown topic"


def test_every_shortcut_names_types_that_exist():
    for shortcut in SHORTCUTS:
        assert set(shortcut.types) <= set(types())


CLOSED = [
    ("code_blocks", {"count": 1}, "Tea.\n\n```\n```"),
    ("palindromic_lengths", {"sentences": 3}, "Tea is hot. It cools. Tea is hot."),
    ("sentence_bridge", {}, "Tea cools."),
    ("unique_closers", {}, "Tea cools."),
    ("alphabetical", {}, "Tea cools."),
    ("monotonic_lengths", {"direction": "increasing"}, "Tea. Tea cools."),
    ("alternating_lengths", {"short_max": 3, "long_min": 4}, "Tea. We all drink it together."),
    ("lipogram", {"letter": "c"}, "A \\u0063at naps."),
    ("forbidden_word", {"word": "cat"}, "A \\u0063at naps."),
    ("forbidden_word", {"word": "cat"}, "A c\u200bat naps."),
    ("unique_words", {}, "A cat, \\u0061 hat."),
    ("unique_words", {}, "```\nwords\n```"),
    ("no_digits", {}, "Tea for ٣."),
    ("markdown_table", {"columns": 2, "rows": 1}, "| a | b |\n|---|---|\n|  |  |"),
    ("lipogram", {"letter": "c"}, "?!"),
]


@pytest.mark.parametrize(("name", "params", "text"), CLOSED)
def test_gaps_that_a_type_closes_by_rule(name, params, text):
    assert not constraint(name, **params).verify(Document(text)).passed

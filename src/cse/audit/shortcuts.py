"""Shortcuts: what passes a check by the letter of its rule and not by its purpose (paper, sections Q and S).

Each shortcut is a function from an answer and its probe to the spans where it is taken. Some earn the check of certain
types alone; the others may earn any. What the types themselves refuse (empty blocks, copied sentences, escapes) never
passes, so it is not found here.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cse.constraints.base import Constraint, Topic
from cse.text.document import Document, Sentence
from cse.text.edits import Span
from cse.text.letters import fold

SENTENCE_RULES = (
    "sentence_bridge",
    "unique_closers",
    "alphabetical",
    "monotonic_lengths",
    "alternating_lengths",
    "relaxed_growth",
    "sentence_initial",
    "min_sentence_words",
    "consonant_clusters",
)
"""Types whose rule holds for every sentence or pair of them, so that fewer sentences are easier."""

FEW_WORDS = 10
"""Words below which an answer is tiny, where the probe leaves its length open."""

RUN = 3
"""The same word so often in a row is padding."""

DOMINANT = 0.25
"""Share of the words from which a single word is padding, in an answer of at least twelve."""

FUNCTION_SHARE = 0.1
"""Share of function words below which an answer is a list of words; English prose has about four in ten."""

_LEAST_WORDS = 12
_COMMON = """
    a about after again all also an and any are as at be because been before but by can could do does down for from
    had has have he her here his how i if in into is it its just may more most must my no not of off on one only or
    our out over she should so some than that the their them then there these they this through to under up was we
    were what when where which while who will with without would you your
"""
_FUNCTION_WORDS = frozenset(_COMMON.split())
_NOT_OF_TOPICS = frozenset(["the", "of", "and", "in", "at", "to", "for", "art", "life", "home", "learning"])
_TOKEN = re.compile(r"\S+")
_ESCAPE = re.compile(r"\\u[0-9a-fA-F]{4}|&#\w+;")


@dataclass(frozen=True, slots=True)
class Asked:
    """What an answer was asked for.

    Attributes:
        topic: What to write about.
        constraints: All constraints of the probe.
    """

    topic: Topic
    constraints: Sequence[Constraint]


Find = Callable[[Document, Asked], Sequence[Span] | None]
"""Returns the spans where a shortcut is taken, none where it is not, None where the probe leaves no room for it."""


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A shortcut.

    Attributes:
        name: Its name in tables.
        meaning: What it is, in a few words.
        find: Finds it.
        types: Names of the types whose check it may earn; empty where it may earn any.
    """

    name: str
    meaning: str
    find: Find
    types: tuple[str, ...] = ()


def token_fences(document: Document, asked: Asked) -> list[Span]:  # noqa: ARG001 - one signature for all
    """Finds code blocks that hold a single token, which are blocks by the rule and code by no means."""
    return [document.span(fence.start, fence.end) for fence in document.fences if len(fence.content.split()) <= 1]


def mirrored_copies(document: Document, asked: Asked) -> list[Span]:  # noqa: ARG001
    """Finds sentences that mirror another with the same words in another order, or with one word changed."""
    sentences = document.sentences
    pairs = [(sentences[i], sentences[-1 - i]) for i in range(len(sentences) // 2)]
    return [document.span(last.start, last.end) for first, last in pairs if _nearly_copied(first, last)]


def _nearly_copied(first: Sentence, last: Sentence) -> bool:
    words, others = Counter(first.words), Counter(last.words)
    changed = max((words - others).total(), (others - words).total())
    return changed == 0 or (changed == 1 and words.total() >= 4)


def minimal_sentences(document: Document, asked: Asked) -> list[Span] | None:
    """Finds answers with no more sentences than the probe needs at the least, where nothing bounds their number."""
    claims = [constraint.claims() for constraint in asked.constraints]
    if any(claim.sentences.high is not None or claim.paragraphs.high is not None for claim in claims):
        return None
    sentences = document.sentences
    if len(sentences) != max([1, *(claim.sentences.low for claim in claims)]):
        return []
    return [document.span(sentences[0].start, sentences[-1].end)]


def tiny_text(document: Document, asked: Asked) -> list[Span] | None:
    """Finds answers of less than ten words, where nothing in the probe bounds the length."""
    claims = [constraint.claims() for constraint in asked.constraints]
    if any(claim.tokens.high is not None or claim.characters.high is not None for claim in claims):
        return None
    return [(0, len(document.answer))] if len(document.tokens) < FEW_WORDS else []


def look_alikes(document: Document, asked: Asked) -> list[Span]:  # noqa: ARG001
    """Finds words with letters that only look like Latin ones, and characters written as escapes."""
    found = [token.span() for token in _TOKEN.finditer(document.text) if _disguised(token[0])]
    return [document.span(*span) for span in found]


def _disguised(token: str) -> bool:
    """Tells whether a token holds an escape, a letter in another guise, or letters of two alphabets."""
    if _ESCAPE.search(token):
        return True
    if token.isascii():
        return False
    if any(char.isalpha() and not char.isascii() and unicodedata.normalize("NFKC", char).isascii() for char in token):
        return True
    scripts = {unicodedata.name(char, "?").split()[0] for char in token if char.isalpha()}
    return "LATIN" in scripts and bool(scripts & {"CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE"})


def repeated_word(document: Document, asked: Asked) -> list[Span]:  # noqa: ARG001
    """Finds one word three times in a row, or one that makes up a quarter of the words, function words aside."""
    words, places = document.words, document.word_spans
    for i in range(len(words) - RUN + 1):
        if len(set(words[i : i + RUN])) == 1:
            return [document.span(places[i][0], places[i + RUN - 1][1])]
    if len(words) < _LEAST_WORDS:
        return []
    counts = Counter(word for word in words if word not in _FUNCTION_WORDS)
    word, count = next(iter(counts.most_common(1)), ("", 0))
    if count / len(words) < DOMINANT:
        return []
    return [document.span(*place) for place, other in zip(places, words, strict=True) if other == word]


def word_list(document: Document, asked: Asked) -> list[Span]:  # noqa: ARG001
    """Finds answers that are words one after the other, with hardly a function word among them."""
    words = [word for word in document.words if word.isalpha()]
    if len(words) < _LEAST_WORDS or sum(word in _FUNCTION_WORDS for word in words) / len(words) >= FUNCTION_SHARE:
        return []
    return [document.span(document.word_spans[0][0], document.word_spans[-1][1])]


def off_topic(document: Document, asked: Asked) -> list[Span] | None:
    """Finds answers without a single word of the topic, words that the probe demands or bans left aside."""
    claims = [constraint.claims() for constraint in asked.constraints]
    forced = {fold(word) for claim in claims for word in (*claim.required_words, *claim.banned_words)}
    wanted = [word for word in topic_words(asked.topic) if word not in forced]
    if not wanted:
        return None
    share = topic_share(document, wanted)
    return [] if share else [(0, len(document.answer))]


def topic_words(topic: Topic) -> list[str]:
    """Returns the words that a text on the topic may be known by: those of its list, and of its name."""
    named = [word for word in fold(topic.name).split() if word not in _NOT_OF_TOPICS]
    return list(dict.fromkeys([*map(fold, topic.words), *named])) if topic.words else []


def topic_share(document: Document, wanted: Sequence[str]) -> float:
    """Returns the share of the wanted words that stand in an answer, in any of their forms, in [0, 1].

    >>> topic_share(Document("Two hives hum."), ["hive", "queen"])
    0.5
    """
    words = frozenset(document.words)
    return sum(any(_same_stem(word, known) for word in words) for known in wanted) / len(wanted)


def _same_stem(word: str, known: str) -> bool:
    stem = known[:-1] if len(known) > 4 else known
    return word.startswith(stem) and len(word) <= len(known) + 4


SHORTCUTS: tuple[Shortcut, ...] = (
    Shortcut("token_fences", "a code block with a single token in it", token_fences, ("code_blocks",)),
    Shortcut("mirrored_copies", "a mirrored sentence with the same words", mirrored_copies, ("palindromic_lengths",)),
    Shortcut("minimal_sentences", "as few sentences as the rule needs", minimal_sentences, SENTENCE_RULES),
    Shortcut("tiny_text", "less than ten words where the length is open", tiny_text),
    Shortcut("look_alikes", "escapes, or letters that only look Latin", look_alikes),
    Shortcut("repeated_word", "padding with one word", repeated_word),
    Shortcut("word_list", "a bare list of words", word_list),
    Shortcut("off_topic", "no word of the topic", off_topic),
)
"""All shortcuts, those of certain types first."""

"""How much of its prompt an answer repeats word for word: runs of eight words, whatever the marks between them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from cse.text.document import Document
from cse.text.edits import Span
from cse.text.letters import WORD, fold

RUN = 8
"""Words in a row that two texts share only where one is copied; shorter runs stand in any answer to an instruction."""

COPIED_ANSWER = 0.3
"""Share of the answer's words from which it counts as a copy."""

COPIED_PROMPT = 0.3
"""Share of the prompt's runs from which an answer counts as a copy, whatever else it holds."""


@dataclass(frozen=True, slots=True)
class Copied:
    """What an answer repeats of its prompt.

    Attributes:
        of_prompt: Share of the prompt's runs of eight words that stand in the answer, in [0, 1].
        of_answer: Share of the answer's words that stand in such a run, in [0, 1].
        spans: Where they stand in the text that was given.
    """

    of_prompt: float
    of_answer: float
    spans: tuple[Span, ...]

    @property
    def is_copy(self) -> bool:
        """Whether so much is repeated that the answer is a copy rather than a text."""
        return self.of_answer >= COPIED_ANSWER or self.of_prompt >= COPIED_PROMPT


def copied(text: str, prompt: str) -> Copied:
    """Compares a text with its prompt.

    >>> prompt = "Write one or two short lines about tea."
    >>> found = copied("Write one or two short lines about tea leaves, quickly.", prompt)
    >>> found.of_prompt, found.of_answer
    (1.0, 0.8)
    """
    known = _runs(prompt)
    words = _words(text)
    shared: set[tuple[str, ...]] = set()
    inside = [False] * len(words)
    for i in range(len(words) - RUN + 1):
        run = tuple(word for word, _ in words[i : i + RUN])
        if run in known:
            shared.add(run)
            inside[i : i + RUN] = [True] * RUN
    spans = _joined([span for (_, span), hit in zip(words, inside, strict=True) if hit], words)
    share = sum(inside) / len(words) if words else 0.0
    return Copied(len(shared) / len(known) if known else 0.0, share, spans)


def copied_by(document: Document, response: str, prompt: str) -> Copied:
    """Compares an answer with its prompt, or the whole response where the answer is too short to hold a run.

    A response that repeats its prompt repeats the words about the answer tags, and then "and" is its answer.
    """
    whole = len(document.answer.split()) < RUN and len(response.split()) >= RUN
    found = copied(response if whole else document.answer, prompt)
    return Copied(found.of_prompt, found.of_answer, ()) if whole else found


@lru_cache(maxsize=16)
def _runs(prompt: str) -> frozenset[tuple[str, ...]]:
    words = [word for word, _ in _words(prompt)]
    return frozenset(tuple(words[i : i + RUN]) for i in range(len(words) - RUN + 1))


def _words(text: str) -> list[tuple[str, Span]]:
    return [(fold(match[0]), match.span()) for match in WORD.finditer(text)]


def _joined(spans: list[Span], words: list[tuple[str, Span]]) -> tuple[Span, ...]:
    """Joins the spans of neighbouring words."""
    after = {span: following for (_, span), (_, following) in pairwise(words)}
    joined: list[Span] = []
    last: Span | None = None
    for span in spans:
        if last is not None and after.get(last) == span:
            joined[-1] = (joined[-1][0], span[1])
        else:
            joined.append(span)
        last = span
    return tuple(joined)

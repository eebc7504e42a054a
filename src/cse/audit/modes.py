"""What an answer does: attempt the text, refuse it, think aloud, copy the prompt, or talk about its constraints.

Rules, in this order; the first that holds names the mode, and every sign is kept beside it:

1. `refusal`: a segment says that the writer will not or cannot write the text or that the task cannot be done, or the
   last one asks for something first; and the answer holds no text of its own: few words beside remarks, no preface.
2. `copied_prompt`: three tenths of the answer, or of the prompt, are shared in runs of eight words.
3. `reasoning`: a reasoning mark is left open, or two segments at least think aloud, and these fill a third of the words
   or segments, or half of the segments together with narration.
4. `narration`: at least one segment talks about the answer, its rules or the request.
5. `attempt`: everything else, however good or bad.

A phrase that the probe demands, such as that of a self-count, is content.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from cse.audit import cues, refusals
from cse.audit.copied import Copied, copied_by
from cse.audit.segments import Segment, segments
from cse.constraints.base import Constraint
from cse.text.document import Document
from cse.text.edits import Span

Mode = Literal["attempt", "narration", "reasoning", "copied_prompt", "refusal"]
MODES: tuple[Mode, ...] = ("attempt", "narration", "reasoning", "copied_prompt", "refusal")

REASONING = 1 / 3
"""Share of the words or segments from which thinking aloud makes an answer one of reasoning."""

ABOUT_THE_TASK = 1 / 2
"""Share of the segments that think aloud or narrate from which two that think aloud suffice."""

OWN_TEXT = 25
"""Words beside remarks from which a refusing remark is taken as a preface to an attempt."""

FEW = 12
"""The same for a no or a closing question that may be about anything."""

SHORT = 4
"""Words up to which a bare "Not possible." is the whole answer."""

_THINK = re.compile(r"<\s*think\s*>", re.IGNORECASE)
_BARE = re.compile(r"^\W*(?:sorry|no|impossible|not possible|unable)\b", re.IGNORECASE)
_PREFACE = re.compile(r"\b(?:best attempt|here(?:'s| is| are)|i tried|nevertheless|anyway)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found in an answer.

    Attributes:
        mode: What the answer does.
        refusal: Where it refuses or asks, as ranges of the answer.
        reasoning: Where it thinks aloud.
        narration: Where it talks about itself and its rules.
        reasoning_share: Share of its words that think aloud, in [0, 1].
        narration_share: Share of its words that narrate, in [0, 1].
        repeated_share: Share of its segments that repeat an earlier one, as an answer that runs in a loop, in [0, 1].
        copied: What it repeats of its prompt.
    """

    mode: Mode
    refusal: tuple[Span, ...]
    reasoning: tuple[Span, ...]
    narration: tuple[Span, ...]
    reasoning_share: float
    narration_share: float
    repeated_share: float
    copied: Copied

    @property
    def remarks(self) -> tuple[Span, ...]:
        """Where the answer is about the task and not about the topic, in order."""
        return tuple(sorted({*self.refusal, *self.reasoning, *self.narration}))


def read_answer(document: Document, constraints: Iterable[Constraint], response: str = "", prompt: str = "") -> Reading:
    """Reads what an answer does.

    Args:
        document: The answer.
        constraints: What the probe asks for.
        response: All that the model returned, where an answer of a few words needs it.
        prompt: What the model was asked.

    >>> read_answer(Document("I'm sorry, but I can't write such a text."), []).mode
    'refusal'
    >>> read_answer(Document("The tide turned, and I could not swim any more."), []).mode
    'attempt'
    """
    pieces = segments(document)
    total = max(1, _words(pieces))
    refusing = [piece for piece in pieces if refuses(piece, total) or (piece is pieces[-1] and asks(piece))]
    thinking = [piece for piece in pieces if thinks(piece)]
    if len(thinking) > 1:
        refusing = [piece for piece in refusing if piece not in thinking]
    narrating = _narrating(pieces, _demanded(constraints))
    weak = [piece for piece in pieces if refusals.NEGATIVE.search(piece.text)]
    weak += [p for p in pieces[-1:] if refusals.OPEN_QUESTION.search(p.text) and not cues.REMARK.search(p.text)]
    found = copied_by(document, response, prompt)
    mode: Mode = "attempt"
    if refusing and not _has_own_text(pieces, [*refusing, *thinking, *narrating], OWN_TEXT):
        mode = "refusal"
    elif weak and not _has_own_text(pieces, [*weak, *narrating], FEW):
        refusing, mode = weak, "refusal"
    elif found.is_copy:
        mode = "copied_prompt"
    elif _THINK.search(document.text) or _mostly(thinking, narrating, pieces):
        mode = "reasoning"
    elif narrating:
        mode = "narration"
    return Reading(
        mode,
        _spans(refusing),
        _spans(thinking),
        _spans(narrating),
        _words(thinking) / total,
        _words(narrating) / total,
        1 - len({piece.text for piece in pieces}) / len(pieces) if pieces else 0.0,
        found,
    )


def _has_own_text(pieces: list[Segment], remarks: list[Segment], most: int) -> bool:
    """Tells whether an answer with refusing remarks holds more words than so many beside them, or announces a text."""
    about = {piece.span for piece in remarks}
    own = sum(piece.words for piece in pieces if piece.span not in about)
    return own > most or any(_PREFACE.search(piece.text) for piece in pieces)


def _mostly(thinking: list[Segment], narrating: list[Segment], pieces: list[Segment]) -> bool:
    """Tells whether thinking aloud fills a third of an answer by words or segments, or half of it with narration."""
    if len(thinking) < 2:
        return False
    share = max(_words(thinking) / max(1, _words(pieces)), len(thinking) / len(pieces))
    about = {piece.span for piece in (*thinking, *narrating)}
    return share >= REASONING or len(about) / len(pieces) >= ABOUT_THE_TASK


def refuses(piece: Segment, total: int) -> bool:
    """Tells whether a segment refuses, of an answer of so many words."""
    text = piece.text
    if total <= SHORT and _BARE.search(text):
        return True
    if refusals.UNABLE.search(text) and refusals.WRITING.search(text):
        return True
    if refusals.GIVES_UP.search(text):
        return True
    return bool(refusals.IMPOSSIBLE.search(text) and refusals.DEMANDS.search(text))


def asks(piece: Segment) -> bool:
    """Tells whether a segment asks for something before there is a text; only the last one of an answer can."""
    return refusals.ASKS.search(piece.text) is not None


def thinks(piece: Segment) -> bool:
    """Tells whether a segment thinks aloud."""
    text = piece.text
    if cues.THINKING.search(text) or cues.VERDICT.search(text) or len(cues.MENTION.findall(text)) > 1:
        return True
    if cues.REMARK.search(text):
        return False
    if cues.WEIGHING.search(text) and cues.COMPOSING.search(text):
        return True
    spoken_of = cues.SYMBOLS.search(text) or any(kind.search(text) for kind in cues.KINDS)
    return bool(spoken_of and cues.PROCESS.search(text))


def narrates(piece: Segment) -> bool:
    """Tells whether a segment talks about the answer, its rules or the request."""
    if cues.REMARK.search(piece.text) or cues.ADDRESSED.search(piece.text):
        return True
    groups = (cues.SELF, cues.TASK, cues.WRITER)
    found = sum(group.search(piece.text) is not None for group in groups)
    measures = len({match[0].lower() for match in cues.MEASURE.finditer(piece.text)})
    kinds = sum(kind.search(piece.text) is not None for kind in cues.KINDS)
    about_itself = cues.SELF.search(piece.text) or cues.WRITER.search(piece.text)
    return found + min(measures, 2) > 1 or kinds > 1 or bool(kinds and about_itself)


def _narrating(pieces: list[Segment], demanded: re.Pattern[str] | None) -> list[Segment]:
    counted = [piece for piece in pieces if cues.COUNTED.search(piece.text)]
    found = []
    for piece in pieces:
        content = demanded is not None and demanded.search(piece.text)
        if not content and (narrates(piece) or (len(counted) > 1 and piece in counted)):
            found.append(piece)
    return found


def _demanded(constraints: Iterable[Constraint]) -> re.Pattern[str] | None:
    """Returns what finds the phrases that the probe itself asks for, such as that of a self-count."""
    phrases: list[str] = []
    for constraint in constraints:
        claims = constraint.claims()
        phrases += [*claims.required_phrases, *claims.told_totals]
    # Whatever number the answer puts there: a wrong one is a failure, not a remark.
    patterns = [re.sub(r"\\{\\}|\d+", r"\\d+", re.escape(phrase)) for phrase in phrases]
    return re.compile("|".join(patterns), re.IGNORECASE) if patterns else None


def _words(pieces: list[Segment]) -> int:
    return sum(piece.words for piece in pieces)


def _spans(pieces: list[Segment]) -> tuple[Span, ...]:
    return tuple(piece.span for piece in pieces)

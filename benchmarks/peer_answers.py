"""The answers and checks that the peers and this package have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cse.constraints.base import Constraint
from cse.constraints.registry import constraint

_TEXT = """
The old lantern above the harbor gate still burns every night. Fishermen look for it when fog rolls over the bay. A
keeper climbs the narrow steps at dusk and trims the wick with great care. Nobody in the village can recall a night on
which it failed. Even the men who sail with modern charts admit that they feel calmer once it comes into view.

Children hear its story at school and draw it on their first maps. Their parents heard the same story from the same
teacher. She tells them that a light is a promise made to people who are far away. Most of them remember those words for
the rest of their lives. Some of them wrote it above their own front door.

Visitors often ask why the council never replaced the flame with a lamp of glass and wire. The answer is simple and a
little proud. A flame must be tended by someone who is awake. The town wants one person to be awake for everyone else.
"""
_PARAGRAPHS = [" ".join(paragraph.split()) for paragraph in _TEXT.split("\n\n")]
_BULLETS = ("a brass key for the door", "a can of clean oil", "a roll of cotton wick", "a book for the names")
_BREAK = "\n\n***\n\n"
"""IFEval's paragraphs stand between such lines; here the line is prose without a letter, which counts for nothing."""

PASSING = _BREAK.join(_PARAGRAPHS) + "\n\n" + "\n".join(f"- {bullet}" for bullet in _BULLETS)

# Fewer words, sentences, paragraphs and bullets than asked for, none of the required words, all forbidden ones, digits.
FAILING = (
    "The ancient lamp above the quay still burns every night, through storm and winter, all 365 of them. Crews of the "
    "ocean fleet look out for it when fog rolls over the bay. A warden climbs the narrow steps at dusk and trims the "
    "burner, with great care. Nobody in the village can recall a night on which it failed, neither in 1911 nor in "
    "1953. Even the men who sail with modern charts admit that they feel calmer once it comes into view. Children "
    "hear its story at school, draw it on their first maps, and hear it again at home. She tells them that a light is "
    "a promise made to people who are far away. Most of them remember those words for the rest of their lives. "
    "Visitors often ask why it was never replaced with a lamp of glass and wire. It must be tended by someone who is "
    "awake. A town like this one wants a person to be awake for everyone else."
    "\n\n- a brass key, for the door\n- a can of clean oil, 2 litres"
)


@dataclass(frozen=True)
class Check:
    """One check in the terms of each side; None where a peer has nothing like it.

    Attributes:
        name: What is checked.
        ours: The constraint.
        ifeval: The instruction of IFEval and its arguments.
        collie: The level, transformation, relation and target of COLLIE, as `peer_checks` builds them.
        same: Whether both ask the same question, so that verdicts can be compared.
    """

    name: str
    ours: Constraint
    ifeval: tuple[str, dict[str, Any]]
    collie: tuple[str, str, Any] | None = None
    same: bool = True


def _forbidden(word: str) -> Check:
    ifeval = ("keywords:forbidden_words", {"forbidden_words": [word]})
    return Check(f"forbidden word {word}", constraint("forbidden_word", word=word), ifeval, ("word", "not in", word))


def _required(*words: str) -> Check:
    ifeval = ("keywords:existence", {"keywords": list(words)})
    ours = constraint("mandatory_words", words=words)
    return Check(f"required words {' and '.join(words)}", ours, ifeval, ("word", "in", list(words)))


def checks(words: int, sentences: int, collie_words: int, collie_sentences: int) -> list[Check]:
    """Returns the ten checks that one answer can meet together.

    IFEval counts at least, and what it counts as words and sentences differs (a lone dash, bullets), so its bounds lie
    a little below; COLLIE counts exactly, its own way, so it is given its own count of the passing answer.
    """
    return [
        Check(
            "word count",
            constraint("word_count", count=words),
            ("length_constraints:number_words", {"relation": "at least", "num_words": words - 10}),
            ("word", "count", collie_words),
        ),
        Check(
            "sentence count",
            constraint("sentence_count", count=sentences),
            ("length_constraints:number_sentences", {"relation": "at least", "num_sentences": sentences}),
            ("sentence", "count", collie_sentences),
        ),
        Check(
            "paragraphs",
            constraint("paragraph_structure", paragraphs=len(_PARAGRAPHS), min_sentences=1),
            ("length_constraints:number_paragraphs", {"num_paragraphs": len(_PARAGRAPHS)}),
            ("paragraph", "count", PASSING.count("\n\n") + 1),
        ),
        _forbidden("ocean"),
        _forbidden("storm"),
        _forbidden("winter"),
        _required("lantern", "harbor"),
        _required("keeper", "council", "flame"),
        Check(
            "bullets",
            constraint("bullet_list", count=len(_BULLETS)),
            ("detectable_format:number_bullet_lists", {"num_bullets": len(_BULLETS)}),
        ),
        # Not the same question, but the same kind of work: one looks for digits, the other for commas.
        Check("no digits / no commas", constraint("no_digits"), ("punctuation:no_comma", {}), same=False),
    ]


_SCENE = {
    "objects": [{"name": "lantern", "color": "yellow"}, {"name": "gate", "color": "brown"}],
    "relations": [{"subject": "lantern", "relation": "above", "object": "gate"}],
}


def json_check() -> tuple[Check, str, str]:
    """Returns a check of JSON with an answer that passes and one that is broken; IFEval wants nothing but JSON."""
    text = " ".join(_PARAGRAPHS).replace('"', "")
    passing = (
        '{"objects": [{"name": "lantern", "color": "yellow"}, {"name": "gate", "color": "brown"}], "relations": '
        f'[{{"subject": "lantern", "relation": "above", "object": "gate"}}], "story": "{text}"}}'
    )
    ours = constraint("scene_graph", **_SCENE)
    return Check("JSON", ours, ("detectable_format:json_format", {})), passing, passing.replace('"story":', '"story"')

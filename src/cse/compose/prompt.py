"""From a topic and constraints to the prompt that the model gets."""

from __future__ import annotations

from collections.abc import Sequence

from cse.constraints.base import Constraint, Topic

CONVENTIONS = (
    "Pieces of text between white space count as words where a total of words is asked for.",
    (
        "A sentence ends with a period, an exclamation mark, a question mark or an ellipsis before white space or the "
        "end; titles and abbreviations such as Dr. or e.g. end none."
    ),
    (
        "Lists, tables, code blocks, JSON objects and headings belong to no sentence and no paragraph; paragraphs are "
        "separated by a blank line."
    ),
    "Letters are compared without regard to case and accents; the vowels are a, e, i, o and u.",
)
"""The conventions that all verifiers share; a type's own are part of its instruction."""


def assemble(topic: Topic, constraints: Sequence[Constraint]) -> str:
    """Assembles the prompt: a request, the constraints in their order, the conventions, the answer tags.

    The same frame for every k and every type, so that nothing but the constraints differs between probes.
    """
    requirements = "\n".join(f"- {constraint.instruction()}" for constraint in constraints)
    conventions = "\n".join(f"- {convention}" for convention in CONVENTIONS)
    return (
        f"Please write a short English text about {topic.name}.\n\n"
        f"What the text must meet:\n{requirements}\n\n"
        f"How the text is read:\n{conventions}\n\n"
        "Write plain text without bold, italics or headings; use a list, a table, a code block or JSON only where it "
        "is asked for above. Put the text, and nothing else, between <answer> and </answer>. Only what stands between "
        "these tags is checked, so keep remarks about it outside them."
    )

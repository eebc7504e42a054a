"""F3 code_blocks: exactly so many fenced code blocks, none of them empty.

A block stands between two lines of three or more backticks, with text in between; a language after the opening
backticks is welcome. A block that is empty, that is never closed, or that is fenced by tildes fails the rule. Backticks
opened and closed on one line are no block.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, check_integer, nearness, plural, verdict
from cse.constraints.claims import Claims, at_least, exactly
from cse.constraints.registry import constraint_type
from cse.text.blocks import Fence
from cse.text.document import Document

COUNTS = range(1, 4)
LINES_EACH = 3
"""An opening line, a line of content, a closing line."""


@constraint_type
@dataclass(frozen=True, kw_only=True)
class CodeBlocks(Constraint):
    """Exactly `count` fenced code blocks stand in the answer, none of them empty.

    Attributes:
        count: Number of blocks, at least 1.
    """

    code: ClassVar[str] = "F3"
    title: ClassVar[str] = "Code blocks"

    count: int

    def __post_init__(self) -> None:
        check_integer(self, "count", low=1)

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws a count from 1 to 3 for which the lines and words suffice, where one does."""
        ends = [high for high in (given.claims.lines.high, given.claims.tokens.high) if high is not None]
        fitting = [n for n in COUNTS if all(LINES_EACH * n <= high for high in ends)]
        return cls(count=rng.choice(fitting or COUNTS))

    def instruction(self) -> str:
        """Tells how many blocks, and how one is fenced."""
        blocks = "code block" if self.count == 1 else "code blocks"
        each = "Open it" if self.count == 1 else "Open each"
        return (
            f"Include exactly {self.count} fenced {blocks}. {each} with a line of three backticks, put at least one "
            "line of content below, and close it with another line of three backticks; do not use tildes."
        )

    def claims(self) -> Claims:
        """Demands the blocks and three lines for each."""
        least = at_least(LINES_EACH * self.count)
        return Claims(fences=exactly(self.count), lines=least, tokens=least)

    def judge(self, document: Document) -> Verdict:
        """Averages the nearness of the number of blocks and the share of them without a fault."""
        fences = document.fences
        faults = [(fence, fault) for fence in fences if (fault := _fault(fence))]
        share = 1 - len(faults) / len(fences) if fences else 0.0
        named = ", ".join(dict.fromkeys(fault for _, fault in faults))
        observed = plural(len(fences), "block") + (f", {len(faults)} with a fault ({named})" if faults else "")
        sound = [fence for fence in fences if not _fault(fence)]
        spans = document.spans([fence for fence, _ in faults] + sound[self.count :])
        score = (nearness(len(fences), self.count) + share) / 2
        return verdict(score, f"{plural(self.count, 'block')}, none empty", observed, spans)

    examples: ClassVar[tuple[Example, ...]] = (
        Example({"count": 1}, "Run this:\n\n```sh\nls\n```", True, "One block with a line of content."),
        Example({"count": 2}, "```\nls\n```", False, "One block is missing."),
        Example({"count": 1}, "Run this:\n\n```\n```", False, "The block is empty."),
        Example({"count": 1}, "```\nls", False, "The block is not closed."),
        Example({"count": 1}, "~~~\nls\n~~~", False, "Tildes are not asked for."),
        Example({"count": 1}, "Run ```ls``` first.", False, "Backticks within a line make no block."),
        Example({"count": 1}, "````\n```\nls\n```\n````", True, "Fewer backticks inside neither open nor close one."),
    )


def _fault(fence: Fence) -> str:
    """Names what is wrong with a block; empty where nothing is."""
    if fence.mark != "`":
        return "tildes"
    if not fence.closed:
        return "not closed"
    return "" if fence.content.strip() else "empty"

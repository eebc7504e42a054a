"""Time of every constraint type on long texts, of shapes that trap a careless pattern or loop.

Each type is measured alone, on a new document, with its spans. All shapes are screened at 1/8 and 1 MB; then the cases
that grew most, and every type on prose, are measured at 1.25, 2.5, 5 and 10 MB. Growth is the time at eight times the
length divided by eight times the time: 1.0 is linear, 8 quadratic. The clock is that of the processor.
"""

from __future__ import annotations

import gc
import time

from benchmarks.answers import one_of_each
from benchmarks.harness import Result
from cse.constraints.base import Constraint
from cse.constraints.verify import verify_answer

MEGABYTE = 1_000_000
SIZES = (1.25, 2.5, 5, 10)
SCREEN = (0.125, 1)
_WORST = 10
_QUICK = 0.01
"""Seconds: a shorter time at the smaller size counts as this, since it says nothing about growth."""

_PROSE = (
    "Tea is hot, and it cools in the cup. Dr. Lee (who came late) said so! We drink it slowly, as people do... "
    "\n\n- one cup\n- two cups of **strong** tea\n\n"
)

# Each shape is repeated up to the size asked for; what stands before and after closes or opens nothing on purpose.
SHAPES = {
    "prose": ("", _PROSE, ""),
    "prose on one line": ("", _PROSE.replace("\n", " "), ""),
    "short lines": ("", "a\n", ""),
    "blank lines": ("a", "\n", "b"),
    "spaces": ("a", " ", "b"),
    "one word": ("", "x", ""),
    "digits": ("", "7", ""),
    "thousands": ("1", ",000", ""),
    "dots": ("a", ".", " b"),
    "initials": ("", "J. ", ""),
    "backticks": ("", "`", ""),
    "fences": ("", "```\nx\n", ""),
    "open braces": ("a", "{", ""),
    "open braces in a string": ('{"a": "', "{", ""),
    "open keys": ("", '{"a":', ""),
    "brackets": ('{"a":', "[", ""),
    "pipes": ("", "|", ""),
    "tables": ("", "|a|b|\n|-|-|\n|1|2|\n\n", ""),
    "stars": ("", "*a ", ""),
    "underscores": ("", "_a_ ", ""),
    "bullets": ("", "- a\n", ""),
    "numbered": ("", "1. a\n", ""),
    "equations": ("", "1 + 1 = 2 ", ""),
    "escapes": ("", "\\u0061", ""),
    "accents": ("", "e\u0301", ""),
    "quotes": ("", '"', ""),
}


def run() -> Result:
    """Measures every type on every shape."""
    types = {case.constraints[0].name: case.constraints[0] for case in one_of_each()}
    screened = {
        (name, shape): [_seconds(one, _text(shape, size)) for size in SCREEN]
        for shape in SHAPES
        for name, one in types.items()
    }
    worst = sorted(screened, key=lambda case: -_growth(screened[case]))[:_WORST]
    chosen = dict.fromkeys([*worst, *((name, "prose") for name in types)])
    times = {case: [_seconds(types[case[0]], _text(case[1], size)) for size in SIZES] for case in chosen}
    steepest = max(times, key=lambda case: _growth(times[case]))
    slowest = max(screened, key=lambda case: screened[case][-1])
    dearest = max((name for name in types), key=lambda name: times[name, "prose"][-1])
    return Result(
        f"{len(types)} types x {len(SHAPES)} shapes: growth beyond linear to {SIZES[-1]} MB at most "
        f"{_growth(times[steepest]):.2f}x ({' on '.join(steepest)}); slowest on prose {dearest} "
        f"{times[dearest, 'prose'][-1] / SIZES[-1]:.2f} s/MB, on any shape {' on '.join(slowest)} "
        f"{screened[slowest][-1] / SCREEN[-1]:.2f} s/MB",
        {
            "screened": {" on ".join(case): [*taken, _growth(taken)] for case, taken in screened.items()},
            "times": {" on ".join(case): [*taken, _growth(taken)] for case, taken in times.items()},
        },
        ("type on shape", *(f"{size} MB s" for size in SIZES), "growth"),
        [
            (" on ".join(case), *(f"{one:.2f}" for one in taken), f"{_growth(taken):.2f}")
            for case, taken in sorted(times.items(), key=lambda item: -_growth(item[1]))
        ],
    )


def _text(shape: str, size: float) -> str:
    before, middle, after = SHAPES[shape]
    return before + middle * int(size * MEGABYTE / len(middle)) + after


def _seconds(constraint: Constraint, text: str) -> float:
    # The collector's passes over millions of objects would be charged to whoever meets them.
    gc.collect()
    gc.disable()
    start = time.process_time()
    _ = verify_answer(text, [constraint])[0].spans
    taken = time.process_time() - start
    gc.enable()
    return taken


def _growth(times: list[float]) -> float:
    """Compares the last time, at eight times the length, with the first."""
    return times[-1] / max(times[0], _QUICK) / 8

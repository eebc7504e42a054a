"""Numbers and lists in words, for titles, labels and descriptions."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from cse.figures.theme import SIZE, TITLE_SIZE

_WIDTH_OF_CHARACTER = 0.53
"""Mean width of a character of running text, in heights of the font."""
_BOLD = 1.18
"""How much wider the characters of titles are, in the widest of the fonts that stand in for Helvetica (DejaVu Sans)."""


def percent(share: float) -> str:
    """Writes a share in percent: whole numbers from 10 up, one decimal below.

    >>> percent(0.4123), percent(0.0574), percent(0.0), percent(1.0)
    ('41%', '5.7%', '0%', '100%')
    """
    return f"{share:.0%}" if share == 0 or abs(share) >= 0.0995 else f"{share:.1%}"


def points(share: float) -> str:
    """Writes a difference of shares in percentage points, with its sign.

    >>> points(0.263), points(-0.0461)
    ('+26 points', '−4.6 points')
    """
    size = percent(abs(share)).removesuffix("%")
    return f"{'−' if share < 0 else '+'}{size} points"


def number(value: float, decimals: int = 2) -> str:
    """Writes a number with a true minus sign; zero has none.

    >>> number(-0.0364), number(-0.001)
    ('−0.04', '0.00')
    """
    text = f"{value:.{decimals}f}"
    return text.removeprefix("-") if float(text) == 0 else text.replace("-", "−")


def between(low: float | None, high: float | None, decimals: int = 2) -> str:
    """Writes an interval in brackets, or nothing where there is none.

    >>> between(-0.1, 0.25)
    ' [−0.10, 0.25]'
    """
    return "" if low is None or high is None else f" [{number(low, decimals)}, {number(high, decimals)}]"


def ranges(ks: Sequence[int]) -> str:
    """Lists whole numbers, neighbours as ranges.

    >>> ranges([2, 3, 4, 7, 9, 10])
    '2 to 4, 7, 9 to 10'
    """
    runs: list[list[int]] = []
    for k in ks:
        if runs and k == runs[-1][-1] + 1:
            runs[-1].append(k)
        else:
            runs.append([k])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def title_lines(text: str, width: int) -> list[str]:
    """Breaks a title into lines that fit a figure's width in pixels."""
    return wrap(text, int(width / (_BOLD * _WIDTH_OF_CHARACTER * TITLE_SIZE)))


def note_lines(text: str, width: int) -> list[str]:
    """Breaks a note into lines that fit a figure's width in pixels."""
    return wrap(text, int(width / (_WIDTH_OF_CHARACTER * SIZE)))

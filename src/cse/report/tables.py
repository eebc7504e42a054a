"""A table of estimates as a page and a paper show it: text in cells, with the number behind each."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Value = str | int | float | bool | None

_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "<": r"\textless{}",
    ">": r"\textgreater{}",
}
_BREAKS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")  # a name must not end a line of the table, or the file


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell.

    Attributes:
        text: What is shown, the interval included.
        value: The value behind it, by which the table is sorted.
        low: Lower end of its interval, where there is one.
        high: Upper end.
    """

    text: str
    value: Value = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column.

    Attributes:
        name: The column's name in the analysis.
        text: What is shown.
        is_text: Whether it holds words rather than numbers.
    """

    name: str
    text: str
    is_text: bool


@dataclass(frozen=True)
class PageTable:
    """A table as it is shown.

    Attributes:
        name: Its name in the analysis.
        title: What it is.
        heads: The heads of its columns; the first column names the rows.
        rows: The cells.
        notes: Sentences that belong below it.
        left_out: Number of further rows that are not shown.
    """

    name: str
    title: str
    heads: Sequence[Head]
    rows: Sequence[Sequence[Cell]]
    notes: Sequence[str] = ()
    left_out: int = 0


def to_markdown(table: PageTable) -> str:
    r"""Writes a table as Markdown, with its title and notes.

    >>> heads = (Head("model", "model", True), Head("rate", "rate %", False))
    >>> table = PageTable("rates", "Rates", heads, [(Cell("a|b"), Cell("1.0"))])
    >>> print(to_markdown(table))
    **Rates**
    <BLANKLINE>
    | model | rate % |
    |:---|---:|
    | a\|b | 1.0 |
    <BLANKLINE>
    """
    lines = [
        _row([head.text for head in table.heads], _markdown),
        "|" + "|".join(":---" if head.is_text else "---:" for head in table.heads) + "|",
        *(_row([cell.text for cell in row], _markdown) for row in table.rows),
    ]
    notes = "".join(f"\n{_markdown(note)}\n" for note in _notes(table))
    return f"**{_markdown(table.title)}**\n\n" + "\n".join(lines) + f"\n{notes}"


def to_latex(table: PageTable) -> str:
    r"""Writes a table as LaTeX, for the packages booktabs and caption or any class with `\caption`.

    >>> heads = (Head("k", "k", False), Head("rate", "rate %", False))
    >>> table = PageTable("by_k", "Rates", heads, [(Cell("1"), Cell("9.5"))])
    >>> print(to_latex(table))
    \begin{table}
      \caption{Rates}
      \label{tab:by_k}
      \begin{tabular}{rr}
        \toprule
        k & rate \% \\
        \midrule
        1 & 9.5 \\
        \bottomrule
      \end{tabular}
    \end{table}
    <BLANKLINE>
    """
    rows = [" & ".join(_latex(cell.text) for cell in row) for row in table.rows]
    notes = "".join(f"\n\n  {_latex(note)}" for note in _notes(table))
    return "\n".join(
        [
            r"\begin{table}",
            rf"  \caption{{{_latex(table.title)}}}",
            rf"  \label{{tab:{table.name}}}",
            rf"  \begin{{tabular}}{{{''.join('l' if head.is_text else 'r' for head in table.heads)}}}",
            r"    \toprule",
            f"    {' & '.join(_latex(head.text) for head in table.heads)} \\\\",
            r"    \midrule",
            *(f"    {row} \\\\" for row in rows),
            r"    \bottomrule",
            rf"  \end{{tabular}}{notes}",
            r"\end{table}",
            "",
        ]
    )


def _notes(table: PageTable) -> list[str]:
    more = [f"{table.left_out:,} more rows are not shown."] if table.left_out else []
    return [*table.notes, *more]


def _row(texts: Sequence[str], write: Callable[[str], str]) -> str:
    return "| " + " | ".join(write(text) for text in texts) + " |"


def _markdown(text: str) -> str:
    return re.sub(r"([\\|`*_<>])", r"\\\1", _plain(text))


def _plain(text: str) -> str:
    return _BREAKS.sub(" ", text)


def _latex(text: str) -> str:
    return "".join(_LATEX.get(sign, sign) for sign in _plain(text))

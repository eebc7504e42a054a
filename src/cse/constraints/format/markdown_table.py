"""F1 markdown_table: a pipe table has exactly so many columns and data rows.

A table is a header line with pipes, a separator line such as `|---|---|`, and data rows up to the first line without a
pipe; the separator is no row. Every row, the header too, has exactly as many cells as there are columns and something
in at least one of them. Of several tables one has to fit.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar, Self

from cse.constraints.base import Constraint, Example, Given, Verdict, check_integer, nearness, plural, verdict
from cse.constraints.claims import Claims, TableShape, at_least
from cse.constraints.registry import constraint_type
from cse.text.blocks import Table, line_spans
from cse.text.document import Document
from cse.text.edits import Span

SHAPES = tuple((columns, rows) for columns in (2, 3, 4) for rows in (2, 3, 4))
OTHER_LINES = 2
"""The header and the separator."""


@constraint_type
@dataclass(frozen=True, kw_only=True)
class MarkdownTable(Constraint):
    """A pipe table has exactly `columns` columns and `rows` data rows.

    Attributes:
        columns: Number of cells in each row, at least 1.
        rows: Number of data rows, at least 1; neither the header nor the separator is one.
    """

    code: ClassVar[str] = "F1"
    title: ClassVar[str] = "Markdown table"

    columns: int
    rows: int

    def __post_init__(self) -> None:
        check_integer(self, "columns", low=1)
        check_integer(self, "rows", low=1)

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws 2 to 4 columns and 2 to 4 rows for which the lines suffice, where a shape does."""
        high = given.claims.lines.high
        fitting = [(columns, rows) for columns, rows in SHAPES if high is None or rows + OTHER_LINES <= high]
        columns, rows = rng.choice(fitting or SHAPES)
        return cls(columns=columns, rows=rows)

    def instruction(self) -> str:
        """Tells the shape of the table and how it is written."""
        rows = "row" if self.rows == 1 else "rows"
        return (
            f"Include a Markdown table with exactly {plural(self.columns, 'column')} and {self.rows} data {rows}: a "
            f"header row, a separator row of dashes, then the data {rows}, with the cells between pipes (|). The "
            "header and the separator are not data rows, and no row may have more or fewer cells or be left blank."
        )

    def claims(self) -> Claims:
        """Demands the table, and a line for each of its rows, its header and its separator."""
        least = at_least(self.rows + OTHER_LINES)
        return Claims(tables=(TableShape(self.columns, self.rows),), lines=least, tokens=least)

    def judge(self, document: Document) -> Verdict:
        """Scores the best table: the mean of the nearness of its columns and rows and the share of rows that fit."""
        expected = f"a table of {plural(self.columns, 'column')} and {plural(self.rows, 'data row')}"
        if not document.tables:
            return verdict(0.0, expected, "no table")
        best = max(document.tables, key=self._score)
        score = self._score(best)
        unfit = len(best.rows) + 1 - self._fitting(best)
        observed = f"{plural(len(best.header), 'column')} and {plural(len(best.rows), 'data row')}" + (
            f", {plural(unfit, 'row')} with other cells or none filled" if unfit else ""
        )
        return verdict(score, expected, observed, self._wrong_lines(document, best) if score < 1.0 else ())

    def _score(self, table: Table) -> float:
        parts = (
            nearness(len(table.header), self.columns),
            nearness(len(table.rows), self.rows),
            self._fitting(table) / (len(table.rows) + 1),
        )
        return sum(parts) / len(parts)

    def _fitting(self, table: Table) -> int:
        """Counts the rows, the header among them, that have the right number of cells and something in one."""
        return sum(self._fits(row) for row in (table.header, *table.rows))

    def _fits(self, row: tuple[str, ...]) -> bool:
        return len(row) == self.columns and any(row)

    def _wrong_lines(self, document: Document, table: Table) -> list[Span]:
        """Lists the lines of rows that do not fit or are too many; the whole table where rows are missing."""
        header, _, *data = line_spans(document.text[table.start : table.end])
        lines = zip((header, *data), (table.header, *table.rows), strict=True)
        wrong = [line for number, (line, row) in enumerate(lines) if number > self.rows or not self._fits(row)]
        whole = (0, table.end - table.start)
        return [document.span(table.start + start, table.start + end) for start, end in wrong or [whole]]

    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            {"columns": 2, "rows": 1}, "| tea | cup |\n|---|:-:|\n| mint | 3 |", True, "Two columns, one data row."
        ),
        Example({"columns": 2, "rows": 2}, "| tea | cup |\n|---|---|\n| mint | 3 |", False, "One data row is missing."),
        Example({"columns": 2, "rows": 1}, "tea | cup\n--- | ---\nmint | 3", True, "The outer pipes may be left out."),
        Example({"columns": 2, "rows": 1}, "| tea | cup |\n|---|---|\n| mint |", False, "The row lacks a cell."),
        Example({"columns": 2, "rows": 1}, "| tea | cup |\n|---|---|\n| | |", False, "The row is blank."),
        Example({"columns": 2, "rows": 1}, "| tea | cup |\n| mint | 3 |", False, "Without a separator it is no table."),
        Example(
            {"columns": 2, "rows": 1},
            "| tea |\n|---|\n| mint |\n\n| tea | cup |\n|---|---|\n| mint | |",
            True,
            "The second table fits; a blank cell is allowed.",
        ),
    )

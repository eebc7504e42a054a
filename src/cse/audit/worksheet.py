"""The worksheet of a person who judges checks: a CSV file, written without the verifiers' verdicts, and read back."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import polars as pl

from cse.audit.columns import JUDGEMENTS
from cse.audit.samples import CHECK
from cse.errors import InvalidInput
from cse.results.tables import table_from_rows, write_table
from cse.text.letters import storable

VERDICTS = {"pass": True, "fail": False, "unsure": None, "": None}
"""What may stand in the column `verdict`, in any letter case."""

_COLUMNS = (*CHECK, "type", "rule", "answer", "verdict", "comment")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_worksheet(samples: pl.DataFrame, path: Path) -> None:
    """Writes a worksheet; the columns `verdict` and `comment` are for the person.

    A cell that a spreadsheet would take for a formula gets an apostrophe in front: answers come from a model.

    Args:
        samples: As `draw_samples` returns them.
        path: A `.csv` file.
    """
    sheet = samples.with_columns(
        pl.col("rule", "answer").map_elements(_as_text, pl.String), verdict=pl.lit(""), comment=pl.lit("")
    )
    write_table(sheet.select(_COLUMNS), path)


def _as_text(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def read_worksheet(path: Path, checks: pl.DataFrame) -> pl.DataFrame:
    """Reads the verdicts of a filled worksheet as those of the rater `person`; columns as in `JUDGEMENTS`.

    Only the columns that name the check, `verdict` and `comment` are read; rows left empty are no judgement.

    Args:
        path: The file, with commas or semicolons, as spreadsheets save it.
        checks: The checks of the runs that it was written from.

    Raises:
        InvalidInput: The file cannot be read, lacks a column, or has a row with another verdict or of no check, or two
            of the same.
    """
    known = {row[:4]: row[4:] for row in checks.select(*CHECK, "type", "code").iter_rows()}
    found: dict[tuple[str, str, int, int], dict[str, object]] = {}
    for number, row in enumerate(_rows(path), 2):
        where = f"Row {number} of {str(path)!r}"
        try:
            key = (row["model"], row["probe_id"], int(row["epoch"]), int(row["position"]))
        except ValueError as error:
            raise InvalidInput(f"{where} has no whole number as epoch or position.") from error
        verdict = row["verdict"].strip().lower()
        if verdict not in VERDICTS:
            raise InvalidInput(f"{where} has the verdict {row['verdict']!r}; it must be pass, fail, unsure or empty.")
        if key not in known:
            raise InvalidInput(f"{where} is of no check of these runs; name the runs that the worksheet was made from.")
        if key in found:
            raise InvalidInput(f"{where} judges a check that an earlier row has judged.")
        of = dict(zip((*CHECK, "type", "code"), (*key, *known[key]), strict=True))
        found[key] = of | {"rater": "person", "passed": VERDICTS[verdict], "remark": storable(row["comment"]) or None}
    filled = [row for row in found.values() if row["passed"] is not None or row["remark"]]
    return table_from_rows(filled, JUDGEMENTS)


def _rows(path: Path) -> list[dict[str, str]]:
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"The worksheet {str(path)!r} cannot be read: {error}.") from error
    head = text.partition("\n")[0]
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=";" if head.count(";") > head.count(",") else ",")
    needed = [*CHECK, "verdict", "comment"]
    missing = [name for name in needed if name not in (reader.fieldnames or [])]
    if missing:
        raise InvalidInput(
            f"The worksheet {str(path)!r} lacks the column {missing[0]!r}; it needs {', '.join(needed)}."
        )
    try:
        return [{name: row[name] or "" for name in needed} for row in reader]
    except csv.Error as error:
        raise InvalidInput(f"The worksheet {str(path)!r} cannot be read as CSV: {error}.") from error

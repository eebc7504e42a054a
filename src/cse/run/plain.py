"""Responses from a plain table, whatever generated them: JSONL or Parquet with a probe id and a response a row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import polars as pl

from cse.errors import InvalidInput
from cse.results.folder import write_info, write_run_tables
from cse.run.origin import now, versions
from cse.run.responses import Tables, tables_of
from cse.run.rows import COLUMNS, RowReader, json_row
from cse.suites import Suite


def score_plain(path: Path, suite: Suite, folder: Path) -> Tables:
    """Scores a file of responses and writes a run's folder, with the verdicts that a live run would give.

    Args:
        path: JSONL or Parquet with the columns `probe_id` and `response`, and perhaps `model` and `epoch`. A response
            that is null or blank is missing. Without a model the file's name stands in; without an epoch the rows of
            a probe are numbered in their order.
        suite: Holds the probes.
        folder: Where to write; an older run of the same file may be there.

    Raises:
        InvalidInput: The file cannot be read, a row is of another form, or two rows are of the same draw.
        UnknownName: A row names a probe that the suite does not hold.
    """
    reader = RowReader({probe.id: probe for probe in suite.probes}, path.stem, hints=True)
    responses = [reader.read(row, where) for where, row in _rows(path)]
    if not responses:
        raise InvalidInput(f"{str(path)!r} holds no response; write rows of {', '.join(COLUMNS)}.")
    tables = tables_of(responses)
    write_scored(path, {"name": suite.name, "digest": suite.digest}, folder, tables)
    return tables


def _rows(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if path.suffix == ".parquet":
        try:
            frame = pl.read_parquet(path)
        except (OSError, pl.exceptions.PolarsError) as error:
            raise InvalidInput(f"{str(path)!r} cannot be read as Parquet: {error}.") from error
        for number, row in enumerate(frame.iter_rows(named=True), 1):
            yield f"Row {number} of {str(path)!r}", row
        return
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise InvalidInput(f"{str(path)!r} cannot be read: {error}.") from error
    for number, line in enumerate(lines, 1):
        if line.strip():
            where = f"Line {number} of {str(path)!r}"
            yield where, json_row(line, where)


def write_scored(
    source: Path, suite: Mapping[str, Any], folder: Path, tables: Tables, *, intervention: str | None = None
) -> None:
    """Writes the folder of responses that no run of ours asked for.

    Args:
        source: Where the responses come from.
        suite: Name and digest of their suite.
        folder: Where to write.
        tables: What came of them.
        intervention: How they were asked for, where that is known.
    """
    treated = {} if intervention is None else {"intervention": {"name": intervention}}
    write_info(folder, {"suite": suite, "scored": str(source), **treated, "versions": versions(), "started": now()})
    write_run_tables(folder, tables.responses, tables.checks, tables.passes)

"""Result tables in memory and on disk: made from rows, checked against the declared columns, written in one step.

A table is a Polars frame with exactly the declared columns in their order. Parquet and JSONL are read and written,
CSV is only written. A file appears under its name only when it is complete.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import polars as pl

from cse.errors import InvalidInput
from cse.results.columns import CHECKS, PASSES, RESPONSES, Column, Dtype

_DTYPES: dict[str, type[pl.DataType]] = {
    "string": pl.String,
    "int": pl.Int64,
    "float": pl.Float64,
    "bool": pl.Boolean,
}


def schema(columns: Sequence[Column]) -> pl.Schema:
    """Returns the Polars schema of the declared columns, in their order.

    >>> from cse.results.columns import CHECKS
    >>> schema(CHECKS)["score"]
    Float64
    """
    return pl.Schema({column.name: _DTYPES[column.dtype]() for column in columns})


def responses_frame(rows: Sequence[Mapping[str, Any]]) -> pl.DataFrame:
    """Makes the table of responses from rows; see `table_from_rows`.

    >>> responses_frame([]).columns[:2]
    ['model', 'probe_id']
    """
    return table_from_rows(rows, RESPONSES)


def checks_frame(rows: Sequence[Mapping[str, Any]]) -> pl.DataFrame:
    """Makes the table of checks from rows; see `table_from_rows`.

    >>> checks_frame([]).height
    0
    """
    return table_from_rows(rows, CHECKS)


def passes_frame(rows: Sequence[Mapping[str, Any]]) -> pl.DataFrame:
    """Makes the table of passes from rows; see `table_from_rows`.

    >>> passes_frame([]).height
    0
    """
    return table_from_rows(rows, PASSES)


def table_from_rows(rows: Sequence[Mapping[str, Any]], columns: Sequence[Column]) -> pl.DataFrame:
    """Makes a table from rows; an optional column that a row leaves out is null there.

    Raises:
        InvalidInput: A row has an unknown column, lacks one that is not optional, or holds a value of another type.
    """
    names = {column.name for column in columns}
    for number, row in enumerate(rows, 1):
        unknown = [name for name in row if name not in names]
        if unknown:
            raise InvalidInput(f"Row {number} has a column {unknown[0]!r} that the table does not declare.")
    declared = schema(columns)
    try:
        frame = pl.DataFrame(
            {
                name: pl.Series(name, [row.get(name) for row in rows], dtype, strict=True)
                for name, dtype in declared.items()
            }
        )
    except (pl.exceptions.PolarsError, TypeError, OverflowError) as error:
        raise InvalidInput(_first_misfit(rows, columns) or f"A row does not fit the table: {error}") from error
    return conform(frame, columns, "The table")


def _first_misfit(rows: Sequence[Mapping[str, Any]], columns: Sequence[Column]) -> str:
    kinds = {"string": str, "int": int, "float": (float, int), "bool": bool}
    for number, row in enumerate(rows, 1):
        for column in columns:
            value = row.get(column.name)
            if value is not None and not isinstance(value, kinds[column.dtype]):  # type: ignore[arg-type]
                return f"Row {number} has {column.name} = {value!r}, which is no {column.dtype}."
    return ""


def conform(frame: pl.DataFrame, columns: Sequence[Column], source: str) -> pl.DataFrame:
    """Returns the declared columns of a frame in their order and dtypes; further columns are left out.

    Args:
        frame: Any frame that holds at least the columns that are not optional.
        columns: What is declared.
        source: What the frame is or where it comes from, to open an error message, e.g. the file's path.

    Raises:
        InvalidInput: A column is missing, has another type, or holds a null or NaN where none is allowed.
    """
    missing = [column.name for column in columns if column.name not in frame.columns and not column.optional]
    if missing:
        raise InvalidInput(f"{source} lacks the column {missing[0]!r}; it needs {', '.join(c.name for c in columns)}.")
    absent = [pl.lit(None).alias(column.name) for column in columns if column.name not in frame.columns]
    whole = frame.with_columns(absent) if absent else frame
    series = []
    for column in columns:
        values = whole[column.name]
        if not _fits(values.dtype, column.dtype):
            raise InvalidInput(f"{source} has {values.dtype} in column {column.name!r}, which is no {column.dtype}.")
        values = values.cast(_DTYPES[column.dtype]())
        if not column.optional and values.null_count():
            raise InvalidInput(
                f"{source} has {values.null_count()} empty values in column {column.name!r}; none is allowed."
            )
        if column.dtype == "float" and values.is_nan().any():
            raise InvalidInput(f"{source} has NaN in column {column.name!r}; a value that does not exist is null.")
        series.append(values)
    return pl.DataFrame(series)


def _fits(found: pl.DataType, declared: Dtype) -> bool:
    """Tells whether a column read from elsewhere means the declared type, perhaps in another width."""
    if found == pl.Null:
        return True
    if declared == "string":
        return found in (pl.String, pl.Categorical, pl.Enum)
    if declared == "bool":
        return found == pl.Boolean
    return found.is_integer() or (declared == "float" and found.is_numeric())


def read_table(path: Path, columns: Sequence[Column]) -> pl.DataFrame:
    """Reads the declared columns of a Parquet or JSONL file (by its ending), or of a folder of Parquet partitions.

    Raises:
        InvalidInput: The file is not there, cannot be read, or does not hold the declared columns.
    """
    if path.is_dir() and (parts := sorted(path.glob("*.parquet"))):
        return pl.concat([read_table(part, columns) for part in parts])
    if not path.is_file():
        raise InvalidInput(f"There is no file {str(path)!r}.")
    try:
        if path.suffix == ".parquet":
            present = pl.read_parquet_schema(path)
            frame = pl.read_parquet(path, columns=[c.name for c in columns if c.name in present])
        elif path.suffix == ".jsonl":
            frame = (
                pl.read_ndjson(path, infer_schema_length=None)
                if path.stat().st_size
                else pl.DataFrame(schema=schema(columns))
            )
        else:
            raise InvalidInput(f"{str(path)!r} is neither .parquet nor .jsonl.")
    except (pl.exceptions.PolarsError, OSError) as error:
        raise InvalidInput(f"{str(path)!r} cannot be read as a table: {error}") from error
    return conform(frame, columns, repr(str(path)))


def write_table(frame: pl.DataFrame, path: Path) -> None:
    """Writes a frame as Parquet, JSONL or CSV (by the path's ending), replacing the file in one step.

    Raises:
        InvalidInput: The ending is another.
    """
    if path.suffix not in (".parquet", ".jsonl", ".csv"):
        raise InvalidInput(f"A table is written as .parquet, .jsonl or .csv, not as {path.name!r}.")
    with replacing(path) as temporary:
        if path.suffix == ".parquet":
            frame.write_parquet(temporary)
        elif path.suffix == ".jsonl":
            frame.write_ndjson(temporary)
        else:
            frame.write_csv(temporary)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yields a temporary path beside `path`, which it becomes if the block succeeds; else it is removed.

    A reader so never meets half a file, and a failed write leaves the old file as it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        temporary.chmod(0o644)  # mkstemp's files are private to their owner; results are meant to be shared
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)

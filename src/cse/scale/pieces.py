"""From files to pieces, the unit of work: a shard, or a stretch of a large one.

A piece is cut by its file alone, never by who works on it: every engine makes the same partitions of it, and finds what
another has finished.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, cast

import polars as pl

from cse.errors import InvalidInput
from cse.run.rows import COLUMNS
from cse.scale.files import Found, is_address, open_file

if TYPE_CHECKING:
    from pyarrow.parquet import ParquetFile

ENDINGS = (".parquet", ".jsonl")

ROWS = 20_000
"""Most rows in a piece of Parquet: some seconds of work, and tens of megabytes."""

BYTES = 32 * 2**20
"""Most bytes in a piece of JSONL, but for the line that goes over."""

NEEDED = ("probe_id", "response")

_STEP = 2**16


@dataclass(frozen=True, slots=True)
class Piece:
    """Rows that are verified in one go and make one partition of each table.

    Attributes:
        name: Name of its partitions, without ending; the same whatever else there is to score.
        path: The shard: path or address.
        stamp: Tells whether the shard has changed.
        model: What to call the model where a row names none.
        start: Its first row (Parquet) or byte (JSONL), from 0.
        stop: Where the next piece begins.
        line: Number of its first row or line in the shard, from 1.
        drawn: Model, probe and how often they stand in the rows before, where rows have no epoch.
    """

    name: str
    path: str
    stamp: str
    model: str
    start: int
    stop: int
    line: int = 1
    drawn: tuple[tuple[str, str, int], ...] = ()


def cut(files: Sequence[Found], model: str | None = None) -> list[Piece]:
    """Cuts files into pieces, in their order.

    Args:
        files: Parquet and JSONL.
        model: What to call the model where a row names none; by default what the shard's folder is called.

    Raises:
        InvalidInput: A file cannot be read.
    """
    pieces: list[Piece] = []
    for file in files:
        path = PurePosixPath(file.path)
        bounds = _row_bounds(file) if path.suffix == ".parquet" else _line_bounds(file)
        name = f"{re.sub(r'[^A-Za-z0-9._-]', '_', path.stem)}-{hashlib.sha256(file.path.encode()).hexdigest()[:8]}"
        stamp = f"{file.size} {file.changed}"
        for number, (start, stop) in enumerate(pairwise(bounds)):
            part = f"{name}-{number:04d}" if len(bounds) > 2 else name
            line = start + 1 if path.suffix == ".parquet" else 1
            pieces.append(Piece(part, file.path, stamp, model or path.parent.name, start, stop, line))
    return pieces


def _row_bounds(file: Found) -> list[int]:
    rows = _height(file.path)
    count = max(1, -(-rows // ROWS))
    return [rows * number // count for number in range(count + 1)]


def _height(path: str) -> int:
    if is_address(path):
        file = _stored(path)
        present, rows = file.schema_arrow.names, file.metadata.num_rows
    else:
        try:
            scan = pl.scan_parquet(path, glob=False)
            present, rows = scan.collect_schema().names(), scan.select(pl.len()).collect().item()
        except (OSError, pl.exceptions.PolarsError) as error:
            raise InvalidInput(f"{path!r} cannot be read as Parquet: {error}.") from error
    if missing := [name for name in NEEDED if name not in present]:
        raise InvalidInput(f"{path!r} lacks the column {missing[0]!r}; it needs {' and '.join(NEEDED)}.")
    return int(rows)


def _line_bounds(file: Found) -> list[int]:
    """Cuts after the first line that reaches an even share."""
    count = max(1, -(-file.size // BYTES))
    bounds = [0]
    if count > 1:
        with open_file(file.path) as opened:
            for number in range(1, count):
                place = max(bounds[-1], file.size * number // count)
                opened.seek(place)
                while block := opened.read(_STEP):
                    if (end := block.find(b"\n")) >= 0:
                        place += end + 1
                        break
                    place += len(block)
                if bounds[-1] < place < file.size:
                    bounds.append(place)
    return [*bounds, file.size]


def raw_rows(piece: Piece) -> Iterator[tuple[int, bytes | Mapping[str, Any]]]:
    """Yields number and row: a mapping from Parquet, a line from JSONL, where blank lines are passed over.

    Raises:
        InvalidInput: The shard cannot be read.
    """
    if PurePosixPath(piece.path).suffix == ".parquet":
        for offset, row in enumerate(_frame(piece).iter_rows(named=True)):
            yield piece.line + offset, row
        return
    for offset, line in enumerate(_text(piece).split(b"\n")):
        if line.strip():
            yield piece.line + offset, line


def line_count(piece: Piece) -> int:
    """Counts the lines that end in a piece of JSONL."""
    return _text(piece).count(b"\n")


def _text(piece: Piece) -> bytes:
    with open_file(piece.path) as file:
        file.seek(piece.start)
        return file.read(piece.stop - piece.start)


def columns(path: str, wanted: Sequence[str]) -> pl.DataFrame:
    """Reads some columns of a Parquet file, here or in an object store."""
    if is_address(path):
        return cast("pl.DataFrame", pl.from_arrow(_stored(path).read(columns=list(wanted))))
    return pl.read_parquet(path, columns=list(wanted), glob=False)


def _frame(piece: Piece) -> pl.DataFrame:
    if is_address(piece.path):
        return _stored_frame(piece)
    try:
        scan = pl.scan_parquet(piece.path, glob=False)
        present = [name for name in COLUMNS if name in scan.collect_schema()]
        return scan.select(present).slice(piece.start, piece.stop - piece.start).collect()
    except (OSError, pl.exceptions.PolarsError) as error:
        raise InvalidInput(f"{piece.path!r} cannot be read as Parquet: {error}.") from error


def _stored(path: str) -> ParquetFile:
    import pyarrow
    from pyarrow.parquet import ParquetFile

    try:
        return ParquetFile(open_file(path))
    except (OSError, pyarrow.ArrowException) as error:
        raise InvalidInput(f"{path!r} cannot be read as Parquet: {error}.") from error


def _stored_frame(piece: Piece) -> pl.DataFrame:
    """Reads from an object store the row groups in which the piece lies."""
    import pyarrow

    file = _stored(piece.path)
    groups: list[int] = []
    first = row = 0
    for number in range(file.metadata.num_row_groups):
        after = row + file.metadata.row_group(number).num_rows
        if after > piece.start and row < piece.stop:
            first = first if groups else row
            groups.append(number)
        row = after
    present = [name for name in COLUMNS if name in file.schema_arrow.names]
    try:
        table = file.read_row_groups(groups, columns=present)
    except (OSError, pyarrow.ArrowException) as error:
        raise InvalidInput(f"{piece.path!r} cannot be read as Parquet: {error}.") from error
    return cast("pl.DataFrame", pl.from_arrow(table.slice(piece.start - first, piece.stop - piece.start)))

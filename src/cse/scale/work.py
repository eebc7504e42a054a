"""What is done with a piece, by whichever process: first its rows are surveyed, then they are verified.

Both take a job and a piece and return figures as JSON has them. A piece is finished when its record is there, which is
written after both partitions; who does a piece twice writes the same files twice.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from itertools import islice
from typing import Any

import polars as pl

import cse
from cse.compose.probe import Probe, parse_probes
from cse.errors import CseError, InvalidInput
from cse.results.folder import CHECKS_FILE, RESPONSES_FILE
from cse.results.tables import checks_frame, responses_frame
from cse.run.responses import Response, tables_of
from cse.run.rows import RowReader, json_row
from cse.scale.files import write
from cse.scale.pieces import Piece, line_count, raw_rows
from cse.suites.loader import load_suite

RECORDS = "shards"
"""Folder of the records of finished pieces."""

_SLICE = 1000
"""Responses between two looks at whether to stop."""

_LONGEST = 500
"""Characters of what is told of a malformed row."""

Figures = dict[str, Any]


class Stopped(Exception):
    """The work was stopped by hand."""


@dataclass(frozen=True)
class Job:
    """What is the same for all pieces.

    Attributes:
        suite: Name of a shipped suite, or the path of a probe file.
        digest: The suite's digest.
        text: The probe file's text, which other machines need not have; None for a shipped suite.
        out: The output folder, whole path or address.
        version: The version of this package.
    """

    suite: str
    digest: str
    text: str | None = field(repr=False)
    out: str
    version: str = cse.__version__


Task = Callable[[Job, Piece, Callable[[], bool]], Figures]
"""Does something with a piece; the function says whether to stop."""


@cache
def _probes(job: Job) -> dict[str, Probe]:
    """Returns a suite's probes by id; each process reads them once."""
    if job.text is not None:
        probes, digest = tuple(parse_probes(job.text, job.suite)), job.digest
    else:
        suite = load_suite(job.suite)
        probes, digest = suite.probes, suite.digest
    if (digest, cse.__version__) != (job.digest, job.version):
        raise InvalidInput(
            f"A worker has version {cse.__version__} of cse and the suite {job.suite!r} with digest {digest:.12}, the "
            f"driver {job.version} and {job.digest:.12}; install the same version on every machine."
        )
    return {probe.id: probe for probe in probes}


@dataclass
class _Rows:
    """Reads the rows of a piece; those that cannot be read are set aside, with what is wrong."""

    job: Job
    piece: Piece
    malformed: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        drawn = {(model, probe): count for model, probe, count in self.piece.drawn}
        probes = _probes(self.job)
        self.reader = RowReader(probes, self.piece.model, drawn)

    def responses(self) -> Iterator[Response]:
        for number, raw in raw_rows(self.piece):
            where = f"{'Line' if isinstance(raw, bytes) else 'Row'} {number} of {self.piece.path!r}"
            try:
                response = self.reader.read(json_row(raw, where) if isinstance(raw, bytes) else raw, where)
            except CseError as error:
                self.malformed.append({"shard": self.piece.path, "line": number, "problem": str(error)[:_LONGEST]})
                continue
            yield response


def survey(job: Job, piece: Piece, stop: Callable[[], bool]) -> Figures:
    """Reads a piece without verifying it: its lines, its rows, and how often model and probe stand in them."""
    rows = _Rows(job, piece)
    responses = 0
    for _ in rows.responses():
        responses += 1
        if responses % _SLICE == 0 and stop():
            raise Stopped
    drawn = [[model, probe, count] for (model, probe), count in rows.reader.drawn.items()]
    return {
        "name": piece.name,
        "lines": 0 if piece.path.endswith(".parquet") else line_count(piece),
        "responses": responses,
        "malformed": rows.malformed[:1],
        "unnumbered": rows.reader.unnumbered,
        "drawn": drawn,
    }


def score(job: Job, piece: Piece, stop: Callable[[], bool]) -> Figures:
    """Verifies the rows of a piece and writes its partitions and its record, which is returned."""
    rows = _Rows(job, piece)
    found = rows.responses()
    frames = [(responses_frame([]), checks_frame([]))]
    failures: list[dict[str, str]] = []
    while batch := list(islice(found, _SLICE)):
        if stop():
            raise Stopped
        tables = tables_of(batch)
        frames.append((tables.responses, tables.checks))
        failures += [asdict(failure) for failure in tables.failures]
    responses, checks = (pl.concat(part, rechunk=True) for part in zip(*frames, strict=True))
    record = {
        "name": piece.name,
        "fingerprint": fingerprint(job, piece),
        "shard": piece.path,
        "start": piece.start,
        "stop": piece.stop,
        "rows": responses.height + len(rows.malformed),
        **totals(responses, checks),
        "malformed": rows.malformed,
        "failures": failures,
    }
    for folder, frame in ((RESPONSES_FILE, responses), (CHECKS_FILE, checks)):
        write(job.out, f"{folder}/{piece.name}.parquet", _parquet(frame))
    write(job.out, record_file(piece), json.dumps(record, ensure_ascii=False).encode("utf-8", "replace"))
    return record


def fingerprint(job: Job, piece: Piece) -> str:
    """Returns a digest of all that decides what a piece's partitions hold."""
    decides = [asdict(piece), job.digest, job.version]
    return hashlib.sha256(json.dumps(decides).encode()).hexdigest()


def record_file(piece: Piece) -> str:
    """Returns the name of the file that says that a piece is finished, and what came of it."""
    return f"{RECORDS}/{piece.name}.json"


def totals(responses: pl.DataFrame, checks: pl.DataFrame) -> Mapping[str, int]:
    """Counts what two tables hold."""
    statuses = Counter(responses["status"].to_list())
    return {
        "responses": responses.height,
        "missing": responses.height - statuses["ok"],
        "whole": int(responses["passed"].sum()),
        "checks": checks.height,
        "passed": int(checks["passed"].sum()),
        "unscored": checks["passed"].null_count(),
    }


def _parquet(frame: pl.DataFrame) -> bytes:
    buffer = io.BytesIO()
    frame.write_parquet(buffer)
    return buffer.getvalue()

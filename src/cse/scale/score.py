"""Verification of shards by any engine: planned, surveyed, verified, and gone on with where it was stopped.

    files -> pieces -> survey: lines, draws -> those not finished -> partitions and records -> manifest

The output folder is a run's folder whose two tables are folders of partitions.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from sys import intern
from typing import Any

from cse.errors import InvalidInput
from cse.results.folder import CHECKS_FILE, INFO_FILE, MANIFEST_FILE, RESPONSES_FILE
from cse.run.lock import only_run_in
from cse.run.origin import now, versions
from cse.scale.files import Found, clear_unfinished, find, is_address, names, read, remove, whole, write
from cse.scale.pieces import ENDINGS, Piece, cut
from cse.scale.pool import Engine
from cse.scale.repeats import repeated
from cse.scale.work import RECORDS, Figures, Job, fingerprint, record_file, score, survey
from cse.suites.loader import Suite, load_suite, suite_names

MALFORMED = "malformed.jsonl"

COUNTS = ("rows", "responses", "missing", "whole", "checks", "passed", "unscored")

Watch = Callable[[str, int, int], None]
"""Called with what is going on, how much of it is done, and how much there is."""


@dataclass(frozen=True)
class Outcome:
    """What came of scoring shards.

    Attributes:
        records: What each finished piece holds, in the order of the plan.
        pieces: How many pieces there are.
        earlier: How many of them an earlier start had finished.
        passed_over: Files in the folder that are neither Parquet nor JSONL.
        twice: A draw that stands in more than one piece, if there is one.
    """

    records: Sequence[Figures]
    pieces: int
    earlier: int
    passed_over: int
    twice: Mapping[str, Any] | None = None

    @property
    def finished(self) -> bool:
        """Whether every piece is finished."""
        return len(self.records) == self.pieces

    @property
    def malformed(self) -> list[Mapping[str, Any]]:
        """Shard, line and problem of each row that could not be read."""
        return [row for record in self.records for row in record["malformed"]]

    @property
    def failures(self) -> list[Mapping[str, str]]:
        """Probe, type and error of each check whose verifier failed."""
        return [failure for record in self.records for failure in record["failures"]]

    def totals(self) -> dict[str, int]:
        """Adds up what the pieces hold."""
        return _totals(self.records) | {"malformed": len(self.malformed)}


def score_shards(
    source: str,
    suite: str,
    out: str,
    engine: Callable[[Job], AbstractContextManager[Engine]],
    watch: Watch = lambda *_: None,
) -> Outcome:
    """Scores shards of responses into an output folder; what an earlier start finished is left as it is.

    A row that cannot be read is set aside and named; all others are scored. Ctrl-C ends it with what is finished.

    Args:
        source: A folder, a pattern or a file, here or in an object store, of Parquet or JSONL with the columns
            `probe_id` and `response`, and perhaps `model` and `epoch`. Without a model the name of the shard's folder
            stands in (that of the file, where it is the source); without an epoch the rows of a probe are numbered
            in their order, over all shards.
        suite: Name of a suite or path of a probe file.
        out: The output folder, here or in an object store.
        engine: Does the work, given what all pieces share.
        watch: Called as work is done.

    Raises:
        InvalidInput: A shard cannot be read, no row can, or the output folder holds something else.
        UnknownName: There is no such suite.
        RunError: A worker was ended from outside.
    """
    files = find(source)
    shards = [file for file in files if file.path.endswith(ENDINGS)]
    job = _job(suite, load_suite(suite), whole(out))
    _check_apart(source, shards, job.out)
    pieces = cut(shards, _stem(source) if [file.path for file in files] == [whole(source)] else None)
    info = _info(source, job)
    records: dict[str, Figures] = {}
    earlier = 0
    twice = None
    try:
        with engine(job) as each:
            pieces = _numbered(source, pieces, _surveys(each, pieces, watch))
            with _holding(job.out):
                _refuse_others(job.out, pieces)
                write(job.out, INFO_FILE, _json(info))
                clear_unfinished(job.out)
                records = _finished(job, pieces)
                earlier = len(records)
                if earlier < len(pieces):
                    remove(job.out, MANIFEST_FILE)
                watch("verifying", earlier, len(pieces))
                for record in each(score, [piece for piece in pieces if piece.name not in records]):
                    records[record["name"]] = record
                    watch("verifying", len(records), len(pieces))
                twice = repeated(job.out, pieces)
                _write_manifest(source, job, [records[piece.name] for piece in pieces])
                clear_unfinished(job.out)
    except KeyboardInterrupt:
        pass
    done = [records[piece.name] for piece in pieces if piece.name in records]
    return Outcome(done, len(pieces), earlier, len(files) - len(shards), twice)


def _job(name: str, suite: Suite, out: str) -> Job:
    text = None if name in suite_names() else Path(name).read_text("utf-8")
    return Job(name, suite.digest, text, out)


def _stem(source: str) -> str:
    return source.rstrip("/").rpartition("/")[2].rpartition(".")[0]


def _check_apart(source: str, shards: Sequence[Found], out: str) -> None:
    if not shards:
        raise InvalidInput(f"{source!r} holds no {' or '.join(ENDINGS)} file; responses are read from these.")
    if not is_address(source) and Path(source).is_dir() and Path(out).is_relative_to(whole(source)):
        raise InvalidInput(f"The output folder {out!r} lies in the input; name one outside with --out.")


def _info(source: str, job: Job) -> dict[str, Any]:
    """Returns what `run.json` says, where the output folder is new or belongs to the same input, suite and version."""
    info: dict[str, Any] = {
        "suite": {"name": job.suite, "digest": job.digest},
        "scored": source,
        "shards": True,
        "versions": versions(),
        "started": now(),
    }
    data = read(f"{job.out}/{INFO_FILE}")
    if data is None:
        if not is_address(job.out) and Path(job.out).is_dir() and any(Path(job.out).iterdir()):
            raise InvalidInput(f"The folder {job.out!r} is not empty and holds no run; name another folder with --out.")
        return info
    try:
        known = json.loads(data)
    except ValueError as error:
        raise InvalidInput(f"The {INFO_FILE} in {job.out!r} is not JSON; name another folder with --out.") from error
    for what, theirs, ours in (
        ("input", known.get("scored") if known.get("shards") else None, source),
        ("suite", known.get("suite", {}).get("digest"), job.digest),
        ("version of cse", known.get("versions", {}).get("cse"), info["versions"]["cse"]),
    ):
        if theirs != ours:
            raise InvalidInput(f"The folder {job.out!r} is of another {what}; name another folder with --out.")
    return info | {"started": known["started"]}


@contextmanager
def _holding(out: str) -> Iterator[None]:
    """Keeps a second start out of a folder of this machine; an object store knows no such thing."""
    if is_address(out):
        yield
        return
    with only_run_in(Path(out) / RECORDS):
        yield


def _surveys(each: Engine, pieces: Sequence[Piece], watch: Watch) -> dict[str, Figures]:
    watch("reading", 0, len(pieces))
    surveys: dict[str, Figures] = {}
    for figures in each(survey, pieces):
        # The same few names in every piece: they are held once.
        figures["drawn"] = [(intern(model), intern(probe), count) for model, probe, count in figures["drawn"]]
        surveys[figures["name"]] = figures
        watch("reading", len(surveys), len(pieces))
    return surveys


def _numbered(source: str, pieces: Sequence[Piece], surveys: Mapping[str, Figures]) -> list[Piece]:
    """Tells each piece the number of its first line, and how often model and probe stand before it."""
    if not any(figures["responses"] for figures in surveys.values()):
        problems = [row["problem"] for piece in pieces for row in surveys[piece.name]["malformed"]]
        first = f"The first problem: {problems[0]}" if problems else "It is empty."
        raise InvalidInput(f"{source!r} holds no row that can be scored. {first}")
    counting = any(figures["unnumbered"] for figures in surveys.values())
    lines: Counter[str] = Counter()
    drawn: Counter[tuple[str, str]] = Counter()
    numbered = []
    for piece in pieces:
        figures = surveys[piece.name]
        counts = {(model, probe): count for model, probe, count in figures["drawn"]} if counting else {}
        before = tuple((*key, drawn[key]) for key in counts if key in drawn) if figures["unnumbered"] else ()
        numbered.append(replace(piece, line=piece.line + lines[piece.path], drawn=before))
        lines[piece.path] += figures["lines"]
        drawn.update(counts)
    return numbered


def _refuse_others(out: str, pieces: Sequence[Piece]) -> None:
    """Refuses partitions of pieces that are not there, since their rows would be counted too."""
    planned = {piece.name for piece in pieces}
    for folder in (RESPONSES_FILE, CHECKS_FILE, RECORDS):
        for name in names(f"{out}/{folder}"):
            if not name.startswith(".") and name.rpartition(".")[0] not in planned:
                raise InvalidInput(
                    f"{out!r} holds {folder}/{name} of a shard that is no longer in the input; "
                    "name another folder with --out."
                )


def _finished(job: Job, pieces: Sequence[Piece]) -> dict[str, Figures]:
    """Reads the records of those pieces that are unchanged and whose partitions are there."""
    records, responses, checks = (
        {name.rpartition(".")[0] for name in names(f"{job.out}/{folder}")}
        for folder in (RECORDS, RESPONSES_FILE, CHECKS_FILE)
    )
    there = records & responses & checks
    found = {}
    for piece in pieces:
        if piece.name in there:
            record = json.loads(read(f"{job.out}/{record_file(piece)}") or b"{}")
            if record.get("fingerprint") == fingerprint(job, piece):
                found[piece.name] = record
    return found


def _write_manifest(source: str, job: Job, records: Sequence[Figures]) -> None:
    """Writes what each partition holds, and all rows that could not be read."""
    kept = ("name", "shard", "start", "stop", *COUNTS)
    malformed = [row for record in records for row in record["malformed"]]
    manifest = {
        "source": source,
        "suite": {"name": job.suite, "digest": job.digest},
        "tables": {"responses": RESPONSES_FILE, "checks": CHECKS_FILE},
        "totals": _totals(records) | {"malformed": len(malformed)},
        "shards": [
            {name: record[name] for name in kept} | {"malformed": len(record["malformed"])} for record in records
        ],
    }
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in malformed)
    write(job.out, MALFORMED, lines.encode("utf-8", "replace"))
    write(job.out, MANIFEST_FILE, _json(manifest))


def _totals(records: Sequence[Figures]) -> dict[str, int]:
    return {name: sum(record[name] for record in records) for name in COUNTS}


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()

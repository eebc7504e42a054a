"""Responses from a plain table, whatever generated them: JSONL or Parquet with a probe id and a response a row."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import polars as pl

from cse.compose.probe import Probe
from cse.errors import InvalidInput, UnknownName
from cse.run.folder import write_scored
from cse.run.responses import Response, Tables, tables_of
from cse.suites import Suite

COLUMNS = ("probe_id", "response", "model", "epoch")


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
    tables = tables_of(_responses(path, _rows(path), {probe.id: probe for probe in suite.probes}))
    write_scored(path, {"name": suite.name, "digest": suite.digest}, folder, tables)
    return tables


def _rows(path: Path) -> Iterable[Mapping[str, Any]]:
    if path.suffix == ".parquet":
        try:
            return pl.read_parquet(path).iter_rows(named=True)
        except (OSError, pl.exceptions.PolarsError) as error:
            raise InvalidInput(f"{str(path)!r} cannot be read as Parquet: {error}.") from error
    return _json_lines(path)


def _json_lines(path: Path) -> Iterator[Mapping[str, Any]]:
    try:
        lines = path.read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{str(path)!r} cannot be read: {error}.") from error
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise InvalidInput(
                f"{str(path)!r}, line {number}, is not JSON ({error.msg}); write one object a line."
            ) from error
        if not isinstance(row, dict):
            raise InvalidInput(f"{str(path)!r}, line {number}, is not a JSON object; write one a line.")
        yield row


def _responses(path: Path, rows: Iterable[Mapping[str, Any]], probes: Mapping[str, Probe]) -> list[Response]:
    found: dict[tuple[str, str, int], Response] = {}
    drawn: Counter[tuple[str, str]] = Counter()
    for number, row in enumerate(rows, 1):
        where = f"Row {number} of {str(path)!r}"
        probe_id, model = row.get("probe_id"), row.get("model") or path.stem
        if not isinstance(probe_id, str) or probe_id not in probes:
            raise UnknownName("probe", probe_id, probes, f"{where} names it; `probe_id` must be one of the suite's.")
        if not isinstance(model, str):
            raise InvalidInput(f"{where} has model = {model!r}; it must be a text.")
        drawn[model, probe_id] += 1
        epoch = row.get("epoch") or drawn[model, probe_id]
        if not isinstance(epoch, int) or epoch < 1:
            raise InvalidInput(f"{where} has epoch = {epoch!r}; it must be a whole number of at least 1.")
        if (model, probe_id, epoch) in found:
            raise InvalidInput(f"{where} repeats model {model!r}, probe {probe_id!r}, epoch {epoch}.")
        found[model, probe_id, epoch] = _response(where, row, model, probes[probe_id], epoch)
    if not found:
        raise InvalidInput(f"{str(path)!r} holds no response; write rows of {', '.join(COLUMNS)}.")
    return list(found.values())


def _response(where: str, row: Mapping[str, Any], model: str, probe: Probe, epoch: int) -> Response:
    if "response" not in row:
        raise InvalidInput(f"{where} has no response; a missing one is null.")
    text = row["response"]
    if text is not None and not isinstance(text, str):
        raise InvalidInput(f"{where} has a response of another kind ({text!r:.40}); it must be a text or null.")
    if text is None or not text.strip():
        return Response(model, probe, epoch, "empty", error="no text in the file")
    return Response(model, probe, epoch, "ok", text=text)

"""The folder of a run: `run.json`, `responses.parquet`, `checks.parquet`, `passes.parquet`."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from cse.errors import InvalidInput
from cse.results.columns import CHECKS, PASSES, RESPONSES, Column
from cse.results.tables import conform, read_table, replacing, write_table

RESPONSES_FILE = "responses.parquet"
CHECKS_FILE = "checks.parquet"
PASSES_FILE = "passes.parquet"
INFO_FILE = "run.json"
MANIFEST_FILE = "manifest.json"
"""Says what each partition holds where the tables are folders of partitions; written when all are there."""

_RESPONSE_KEY = ["model", "probe_id", "epoch"]


@dataclass(frozen=True)
class Run:
    """What a run's folder holds.

    Attributes:
        responses: One row a response.
        checks: One row a check.
        info: What `run.json` says: suite digest, versions, model and arguments, seeds, host.
    """

    responses: pl.DataFrame
    checks: pl.DataFrame
    info: Mapping[str, Any]


def write_run_tables(
    folder: Path, responses: pl.DataFrame, checks: pl.DataFrame, passes: pl.DataFrame | None = None
) -> None:
    """Writes the tables of a run into its folder, which is made if need be; that of the passes where there is one.

    Raises:
        InvalidInput: A table lacks a declared column or holds values of another type.
    """
    write_table(conform(responses, RESPONSES, "The table of responses"), folder / RESPONSES_FILE)
    write_table(conform(checks, CHECKS, "The table of checks"), folder / CHECKS_FILE)
    if passes is not None:
        write_table(conform(passes, PASSES, "The table of passes"), folder / PASSES_FILE)


def write_info(folder: Path, info: Mapping[str, Any], *, name: str = INFO_FILE) -> None:
    """Writes `run.json`, or another JSON file of that kind, keys in the order given."""
    with replacing(folder / name) as temporary:
        temporary.write_text(json.dumps(info, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def read_info(folder: Path) -> dict[str, Any]:
    """Reads `run.json`.

    Raises:
        InvalidInput: It is not there or holds no JSON object.
    """
    path = _folder(folder) / INFO_FILE
    try:
        info = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise InvalidInput(f"{str(folder)!r} is not the folder of a run: it has no {INFO_FILE}.") from error
    except (OSError, ValueError) as error:
        raise InvalidInput(f"{str(path)!r} cannot be read as JSON: {error}.") from error
    if not isinstance(info, dict):
        raise InvalidInput(f"{str(path)!r} holds no JSON object.")
    return info


def read_run(folder: Path, *, without: Collection[str] = ()) -> Run:
    """Reads the folder of a run.

    Args:
        folder: The folder.
        without: Names of columns to leave out of both tables, to save memory, e.g. the texts.

    Raises:
        InvalidInput: The folder or a file is missing, a table lacks a column, a response stands twice, a check has
            no response, or shards are still to be scored.
    """
    info = read_info(folder)
    if info.get("shards") and not (folder / MANIFEST_FILE).exists():
        raise InvalidInput(f"The shards in {str(folder)!r} are not all scored; the same `cse score` again goes on.")
    responses = _read(folder / RESPONSES_FILE, RESPONSES, without)
    checks = _read(folder / CHECKS_FILE, CHECKS, without)
    _check_keys(folder, responses, checks)
    return Run(responses, checks, info)


def read_passes(folder: Path, *, without: Collection[str] = ()) -> pl.DataFrame:
    """Reads the table of passes of a run: one row a call of the model, in the order in which they were made.

    Args:
        folder: The folder.
        without: Names of columns to leave out, e.g. the texts.

    Raises:
        InvalidInput: The folder is not that of a run, or holds no such table.
    """
    read_info(folder)
    if not (folder / PASSES_FILE).exists():
        raise InvalidInput(
            f"The folder {str(folder)!r} holds no {PASSES_FILE}; `cse score {folder}` makes it from the run's logs."
        )
    return _read(folder / PASSES_FILE, PASSES, without)


def read_runs(folders: Sequence[Path], *, without: Collection[str] = ()) -> Run:
    """Reads several folders as one run with several models; `info` maps each folder to what its `run.json` says.

    Raises:
        InvalidInput: As `read_run`; or no folder is given, the same model answered the same probe in two of them, or
            they do not mean the same probe by the same id.
    """
    if not folders:
        raise InvalidInput("No folder of a run was given; name at least one.")
    runs = [read_run(folder, without=without) for folder in folders]
    responses = pl.concat([run.responses for run in runs])
    checks = pl.concat([run.checks for run in runs])
    _check_keys(" + ".join(str(folder) for folder in folders), responses, checks)
    probes = responses.select("probe_id", "k", "impossible").unique()
    other = probes.filter(pl.col("probe_id").is_duplicated()).sort("probe_id", "k")
    if other.height:
        raise InvalidInput(
            f"These runs are of different suites: {_shown(other)} in one, {_shown(other.slice(1))} in another."
        )
    return Run(responses, checks, {str(folder): run.info for folder, run in zip(folders, runs, strict=True)})


def _folder(folder: Path) -> Path:
    if not folder.is_dir():
        raise InvalidInput(f"There is no folder {str(folder)!r}; name the folder that a run was written to.")
    return folder


def _read(path: Path, columns: Sequence[Column], without: Collection[str]) -> pl.DataFrame:
    return read_table(path, [column for column in columns if column.name not in without])


def _check_keys(source: object, responses: pl.DataFrame, checks: pl.DataFrame) -> None:
    """Refuses tables whose rows would be counted twice or belong to nothing."""
    for frame, key, what in (
        (responses, _RESPONSE_KEY, "response"),
        (checks, [*_RESPONSE_KEY, "position"], "check"),
    ):
        twice = frame.select(key).filter(pl.struct(key).is_duplicated())
        if twice.height:
            raise InvalidInput(f"{str(source)!r} holds a {what} more than once: {_shown(twice)}.")
    orphans = checks.select(_RESPONSE_KEY).unique().join(responses.select(_RESPONSE_KEY), on=_RESPONSE_KEY, how="anti")
    if orphans.height:
        raise InvalidInput(
            f"{str(source)!r} holds checks of a response that is not there: {_shown(orphans.sort(_RESPONSE_KEY))}."
        )


def _shown(frame: pl.DataFrame) -> str:
    return ", ".join(f"{name} = {value!r}" for name, value in frame.row(0, named=True).items())

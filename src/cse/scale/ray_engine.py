"""Many machines: pieces as blocks of Ray Data, verified by plain tasks wherever there is a free core.

The function that Ray maps takes and returns Arrow tables of a row for each piece, so that what a task loses when its
worker dies is one piece, which another task does again. It writes the same files under the same names: none is lost,
none is there twice.
"""

from __future__ import annotations

import json
import logging
import os
import socket
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from cse.errors import CseError, InvalidInput, MissingExtra, RunError
from cse.scale.pieces import Piece
from cse.scale.pool import Engine
from cse.scale.work import Figures, Job, Task

if TYPE_CHECKING:
    from pyarrow import Table

BREAK_EVEN = 130_000
"""Rows below which two machines under Ray take no less time than one alone, as Ray has to start: docs/scale.md."""

_REFUSED = "refused"

_PATIENCE = 10
"""Seconds to wait for a cluster to answer."""


@contextmanager
def connected(address: str | None = None, workers: int | None = None) -> Iterator[Any]:
    """Connects to a cluster, or starts one on this machine; a connection that is there is used and kept.

    Args:
        address: Where the cluster is, as Ray takes it, e.g. `auto` or `ray://head:10001`; by default what RAY_ADDRESS
            says, else one is started.
        workers: Cores of a cluster that is started, all by default.

    Yields:
        The module `ray`.

    Raises:
        MissingExtra: Ray is not installed.
        RunError: There is no such cluster.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is sent anywhere unless somebody asks for it
    try:
        import ray
        import ray.data
    except ModuleNotFoundError as error:
        raise MissingExtra("The engine ray", "ray") from error
    if ray.is_initialized():
        yield ray
        return
    address = address or os.environ.get("RAY_ADDRESS")
    if address is not None:
        _reach(address)
    local: dict[str, Any] = {} if address else {"num_cpus": workers, "include_dashboard": False}
    try:
        ray.init(address=address or "local", logging_level=logging.ERROR, log_to_driver=False, **local)
    except (Exception, SystemExit) as error:  # Ray raises either where a start takes too long
        said = str(error).strip().partition("\n")[0].rstrip(".")
        where = f"at {address!r}" if address else "on this machine"
        raise RunError(f"There is no Ray cluster {where} ({said}); `ray start --head` starts one.") from error
    try:
        yield ray
    finally:
        ray.shutdown()


def _reach(address: str) -> None:
    """Refuses at once what Ray would wait for for minutes: an address at which nothing listens."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not port.isdigit():
        return  # `auto`, `local` and the like
    try:
        socket.create_connection((host, int(port)), timeout=_PATIENCE).close()
    except OSError as error:
        raise RunError(f"There is no Ray cluster at {address!r} ({error}); `ray start --head` starts one.") from error


@contextmanager
def ray_engine(job: Job, address: str | None = None, workers: int | None = None) -> Iterator[Engine]:
    """Makes an engine of a Ray cluster; see `connected`.

    Args:
        job: What is the same for all pieces.
        address: Where the cluster is; by default one is started on this machine.
        workers: Cores of a cluster that is started, all by default.

    Yields:
        The engine.
    """
    with connected(address, workers) as ray:
        yield lambda task, pieces: _each(ray, job, task, pieces)


def _each(ray: Any, job: Job, task: Task, pieces: Sequence[Piece]) -> Iterator[Figures]:
    if not pieces:
        return
    _quiet(ray)
    rows = [{"piece": json.dumps(asdict(piece))} for piece in pieces]
    # Tasks, not an actor for each core: a pool of actors as large as the cluster waits for cores that it holds itself.
    done = ray.data.from_items(rows, override_num_blocks=len(rows)).map_batches(
        _work, fn_args=(job, task), batch_format="pyarrow", batch_size=1, num_cpus=1
    )
    try:
        for row in done.iter_rows():
            figures = json.loads(row["figures"])
            if _REFUSED in figures:
                raise InvalidInput(figures[_REFUSED])
            yield figures
    except ray.exceptions.RayError as error:
        raise reason(error) from error


def _work(table: Table, job: Job, task: Task) -> Table:
    """Does a task with each piece that a row of the table describes."""
    import pyarrow

    figures = []
    for text in table["piece"].to_pylist():
        try:
            figures.append(task(job, _piece(text), lambda: False))
        except CseError as error:
            figures.append({_REFUSED: str(error)})  # as a value: Ray wraps and logs what is raised
    return pyarrow.table({"figures": [json.dumps(one) for one in figures]})


def _piece(text: str) -> Piece:
    fields = json.loads(text)
    return Piece(**fields | {"drawn": tuple((model, probe, count) for model, probe, count in fields["drawn"])})


def reason(error: BaseException) -> CseError:
    """Finds among the causes of an error what a person can do something about."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, CseError):
            return cause
        cause = getattr(cause, "cause", None) or cause.__cause__
    return RunError(f"Ray gave up: {str(error).strip().splitlines()[-1]}; what is finished is kept.")


def _quiet(ray: Any) -> None:
    """Keeps Ray Data's bars and its log of ordinary events off the screen, where ours are."""
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of settings that Ray Data makes itself
        context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False

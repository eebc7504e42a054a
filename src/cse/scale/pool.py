"""All cores of this machine: a pool of processes that read the suite once and are given pieces."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.synchronize import Event

from cse.errors import RunError
from cse.scale.pieces import Piece
from cse.scale.work import Figures, Job, Task

Engine = Callable[[Task, Sequence[Piece]], Iterator[Figures]]
"""Does a task with each piece and yields what came of it, in any order."""


@contextmanager
def pool(job: Job, workers: int | None = None) -> Iterator[Engine]:
    """Starts processes that work until the block ends.

    Args:
        job: What is the same for all pieces.
        workers: How many processes, one for each core by default; 1 works in this process.

    Yields:
        The engine.

    Raises:
        RunError: A process was ended from outside.
    """
    workers = workers or os.cpu_count() or 1
    if workers == 1:
        yield lambda task, pieces: (task(job, piece, lambda: False) for piece in pieces)
        return
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    executor = ProcessPoolExecutor(workers, context, _start_worker, (job, stop))
    try:
        yield lambda task, pieces: _each(executor, task, pieces)
    finally:
        stop.set()
        executor.shutdown(cancel_futures=True)


def _each(executor: ProcessPoolExecutor, task: Task, pieces: Sequence[Piece]) -> Iterator[Figures]:
    try:
        for future in as_completed([executor.submit(_work, task, piece) for piece in pieces]):
            yield future.result()
    except BrokenProcessPool as error:
        raise RunError(
            "A worker was ended from outside, perhaps because memory ran out; what is finished is kept, and the same "
            "command again goes on, with fewer --workers if need be."
        ) from error


_job: Job
_stop: Event


def _start_worker(job: Job, stop: Event) -> None:
    global _job, _stop  # what all pieces share can only reach a pool's worker at its start
    _job, _stop = job, stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the first one says what follows
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Ends this process when the one that started it is killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(task: Task, piece: Piece) -> Figures:
    return task(_job, piece, _stop.is_set)

"""Asks several models, each in a process of its own, so that none waits for another."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from multiprocessing.context import SpawnProcess
from multiprocessing.queues import Queue
from queue import Empty

from cse.errors import CseError
from cse.run.plan import Order
from cse.run.runner import Ending, run_order
from cse.run.watch import News

_POLL = 0.2
_PATIENCE = 5
"""Seconds that processes get to end by themselves after Ctrl-C."""

Message = News | Ending


def run_orders(orders: Sequence[Order], notify: Callable[[News], None]) -> list[Ending]:
    """Asks all models what is left: one in this process, several in one process each.

    Args:
        orders: What is left, with at least one call each.
        notify: Told of every response.

    Returns:
        One ending for each order, in the same sequence.

    Raises:
        RunError: The only model cannot be used.
    """
    if len(orders) == 1:
        return [run_order(orders[0], notify)]
    context = multiprocessing.get_context("spawn")
    queue: Queue[Message] = context.Queue()
    workers = {order.model.label: context.Process(target=_work, args=(order, queue)) for order in orders}
    for worker in workers.values():
        worker.start()
    endings: dict[str, Ending] = {}
    try:
        _listen(workers, queue, endings, notify)
    except KeyboardInterrupt:
        _wait_for(workers)
        for label in workers:
            endings.setdefault(label, Ending(label, interrupted=True))
    return [endings[order.model.label] for order in orders]


def _listen(
    workers: dict[str, SpawnProcess],
    queue: Queue[Message],
    endings: dict[str, Ending],
    notify: Callable[[News], None],
) -> None:
    while len(endings) < len(workers):
        # Who is gone is asked before the queue is, so that a last message cannot be missed.
        gone = [label for label, worker in workers.items() if not worker.is_alive()]
        try:
            while True:
                message = queue.get(timeout=_POLL)
                if isinstance(message, Ending):
                    endings[message.label] = message
                else:
                    notify(message)
        except Empty:
            for label in gone:
                code = workers[label].exitcode
                problem = f"The process that asked {label} ended with code {code}; run the same command again."
                endings.setdefault(label, Ending(label, problem=problem))
    for worker in workers.values():
        worker.join()


def _wait_for(workers: dict[str, SpawnProcess]) -> None:
    """Lets the processes end, which a terminal tells to stop as well, and ends those that do not; no answer is lost."""
    deadline = time.monotonic() + _PATIENCE
    for worker in workers.values():
        worker.join(max(0.0, deadline - time.monotonic()))
        if worker.is_alive():
            worker.terminate()
            worker.join()


def _work(order: Order, queue: Queue[Message]) -> None:
    """Runs in a process of its own; what goes wrong travels back as an ending."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        queue.put(run_order(order, queue.put))
    except CseError as error:
        queue.put(Ending(order.model.label, problem=str(error)))
    except Exception:
        queue.put(Ending(order.model.label, problem=f"Asking {order.model.label} met a bug:\n{traceback.format_exc()}"))
        raise


def _end_with_parent() -> None:
    """Stops asking when the command that started this process was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGINT)

"""Asks one model what is left of a run, in this process."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

from inspect_ai import eval as inspect_eval
from inspect_ai.log import EvalLog
from inspect_ai.model import Model

from cse.compose.probe import Probe
from cse.run.failures import shortened
from cse.run.logs import LABEL
from cse.run.plan import Order
from cse.run.ready import ready_model
from cse.run.solver import observer
from cse.run.task import probe_task
from cse.run.watch import News, Watch

PROBES_A_LOG = 1000
"""Inspect writes a log anew for each response, so one log of thousands would cost more than the evaluation itself."""

Ask = Callable[[Sequence[Probe]], EvalLog | None]
"""Asks some probes and returns their log, or None where Ctrl-C ended it."""

HARNESS: Mapping[str, Any] = {
    "log_format": "eval",
    # Each response is on disk as soon as it is there, so that nothing is asked twice after a kill.
    "log_buffer": 1,
    "log_realtime": False,
    "log_model_api": False,
    "display": "log",  # "none" lays out a table of all metrics at the end, though nobody sees it
    "log_level": "critical",
    "score_display": False,
    "ctl_server": False,
    "acp_server": False,
}
"""How the harness is called: it logs each response at once, and shows nothing of its own."""


@dataclass(frozen=True)
class Ending:
    """How asking a model ended.

    Attributes:
        label: The model's label.
        interrupted: Whether it was stopped by hand.
        problem: Why it could not go on, as a sentence; None if it could.
        warnings: What the harness warned of, each once.
    """

    label: str
    interrupted: bool = False
    problem: str | None = None
    warnings: tuple[str, ...] = ()


def run_order(order: Order, notify: Callable[[News], None]) -> Ending:
    """Asks a model what is left, writing a log below the run's folder as the responses come.

    Args:
        order: What is left to ask.
        notify: Told of every response.

    Raises:
        RunError: The model cannot be used.
    """
    label = order.model.label
    watch = Watch(order.model, order.answered_before, notify)
    with ExitStack() as stack:
        ask = _asker(order, watch, stack)
        warnings = stack.enter_context(_warnings())
        stack.enter_context(_observed_by(watch))
        try:
            log = _ask_in_parts(order.probes, ask, watch)
        except KeyboardInterrupt:
            log = None
    if log is None:
        return Ending(label, interrupted=True, warnings=tuple(warnings))
    problem = watch.stopped
    if log.status == "error" and log.error:
        problem = problem or f"Asking {label} ended early: {shortened(log.error.message)}."
    return Ending(label, log.status == "cancelled", problem, tuple(warnings))


def _ask_in_parts(probes: Sequence[Probe], ask: Ask, watch: Watch) -> EvalLog | None:
    """Asks the probes log by log; returns the last log, or None where Ctrl-C ended it."""
    log = None
    for start in range(0, len(probes), PROBES_A_LOG):
        log = ask(probes[start : start + PROBES_A_LOG])
        if log is None or log.status != "success" or watch.stopped:
            break
    return log


def _asker(order: Order, watch: Watch, stack: ExitStack) -> Ask:
    """Makes what asks a model, with the embedded server up where it runs the model."""
    longest = max(len(probe.prompt()) for probe in order.probes)
    make, connections = stack.enter_context(
        ready_model(
            order.model,
            longest=longest,
            turns=order.plan.intervention.turns,
            connections=order.plan.max_connections,
        )
    )
    return lambda probes: _evaluate(order, probes, make(), connections, watch)


def _evaluate(
    order: Order, probes: Sequence[Probe], model: Model, connections: int | None, watch: Watch
) -> EvalLog | None:
    """Runs an evaluation; returns its log, or None where Ctrl-C ended it, which Inspect reports in that way."""
    plan = order.plan
    task = probe_task(
        probes,
        suite=plan.suite.name,
        digest=plan.suite.digest,
        intervention=plan.intervention,
        generate=order.model.generate,
        epochs=plan.epochs,
        watch=watch,
    )
    logs = inspect_eval(
        task,
        model=model,
        metadata={LABEL: order.model.label},
        log_dir=str(order.logs),
        **HARNESS,
        max_connections=connections,
    )
    return logs[0] if logs else None


@contextmanager
def _observed_by(watch: Watch) -> Iterator[None]:
    token = observer.set(watch)
    try:
        yield
    finally:
        observer.reset(token)


class _Collector(logging.Handler):
    """Keeps warnings for the end of the run, where they do not tear up the progress display."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keeps a message, once; failed samples are reported as missing responses already."""
        message = shortened(record.getMessage())
        if message not in self.messages and "Sample error" not in message:
            self.messages.append(message)


@contextmanager
def _warnings() -> Iterator[list[str]]:
    collector = _Collector()
    logger = logging.getLogger("inspect_ai")
    logger.addHandler(collector)
    try:
        yield collector.messages
    finally:
        logger.removeHandler(collector)

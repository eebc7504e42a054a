"""From Inspect's logs to responses. The logs are the source of truth: all tables are derived from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from inspect_ai.log import EvalLog, EvalSample, read_eval_log, read_eval_log_sample_summaries

from cse.compose.probe import Probe
from cse.errors import InvalidInput, InvalidProbe
from cse.run.failures import shortened
from cse.run.interventions.catalogue import BASE
from cse.run.interventions.record import stored_passes
from cse.run.output import pass_of
from cse.run.passes import chosen_index
from cse.run.responses import Response
from cse.run.stored import stored_probe

N = TypeVar("N", int, float)

LABEL = "cse_label"
"""Where a log's metadata hold the model's label."""

_CUT_OFF = ("CancelledError(", "Cancelled(")

Key = tuple[str, str, int]
"""Label of the model, id of the probe, epoch."""


def log_files(folder: Path) -> list[Path]:
    """Lists the logs below a folder, oldest first (Inspect begins their names with the time)."""
    return sorted(folder.rglob("*.eval"), key=lambda path: (path.name, str(path)))


def read_logs(paths: list[Path]) -> list[Response]:
    """Reads the responses of some logs.

    Where a probe was asked more than once in the same epoch, because a call failed, the last response counts, and a
    failed call only where there is no response.

    Raises:
        InvalidInput: A log cannot be read, or is of another task.
    """
    found: dict[Key, Response] = {}
    for path in paths:
        for response in _responses(path):
            key = (response.model, response.probe.id, response.epoch)
            if response.status != "error" or key not in found or found[key].status == "error":
                found[key] = response
    return list(found.values())


def suite_of(path: Path) -> dict[str, Any]:
    """Returns name and digest of the suite whose probes a log asks."""
    known = _metadata(path)
    return {"name": known.get("suite"), "digest": known.get("suite_digest")}


def intervention_of(path: Path) -> str:
    """Returns the name of the intervention under which a log asks; logs of before there were any say nothing of it."""
    return str(_metadata(path).get("intervention", BASE))


def _metadata(path: Path) -> dict[str, Any]:
    with _reading(path):
        return read_eval_log(path, header_only=True).eval.metadata or {}


def answered(paths: list[Path]) -> set[tuple[str, int]]:
    """Returns probe id and epoch of all calls that the provider answered, be it with a refusal or with nothing."""
    done: set[tuple[str, int]] = set()
    for path in paths:
        with _reading(path):
            summaries = read_eval_log_sample_summaries(path)
        done |= {(str(sample.id), sample.epoch) for sample in summaries if sample.completed and not sample.error}
    return done


def _responses(path: Path) -> Iterator[Response]:
    with _reading(path):
        log = read_eval_log(path)
    label = _label(log)
    for sample in log.samples or []:
        # A sample that Ctrl-C cut off was not asked to the end, so its response is not missing.
        if not (sample.error and sample.error.message.startswith(_CUT_OFF)):
            yield _response(path, label, sample)


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    try:
        yield
    except Exception as error:  # Inspect passes on whatever its zip and JSON readers raise
        raise InvalidInput(f"The log {str(path)!r} cannot be read ({shortened(str(error))}); remove it.") from error


def _label(log: EvalLog) -> str:
    return str((log.eval.metadata or {}).get(LABEL, log.eval.model))


def _response(path: Path, label: str, sample: EvalSample) -> Response:
    probe = _probe(path, sample)
    if sample.error:
        return Response(label, probe, sample.epoch, "error", error=shortened(sample.error.message))
    passes = stored_passes(sample.store) or (pass_of(sample.output),)
    chosen = chosen_index(passes, probe.constraints)
    response = passes[chosen]
    return Response(
        model=label,
        probe=probe,
        epoch=sample.epoch,
        status=response.status,
        text=response.text,
        error=response.error,
        stop_reason=response.stop_reason,
        input_tokens=_total([one.input_tokens for one in passes]),
        output_tokens=_total([one.output_tokens for one in passes]),
        seconds=_total([one.seconds for one in passes]),
        passes=passes,
        chosen=chosen,
    )


def _total(parts: Sequence[N | None]) -> N | None:
    """Adds up what passes took; None where it is not known of each."""
    known = [part for part in parts if part is not None]
    return sum(known[1:], known[0]) if len(known) == len(parts) else None


def _probe(path: Path, sample: EvalSample) -> Probe:
    try:
        return stored_probe(sample.metadata)
    except (InvalidProbe, KeyError, TypeError) as error:
        raise InvalidInput(
            f"The log {str(path)!r} is not of this evaluation: sample {sample.id!r} holds no probe."
        ) from error

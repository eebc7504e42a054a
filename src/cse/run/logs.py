"""From Inspect's logs to responses. The logs are the source of truth: all tables are derived from them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from inspect_ai.log import EvalLog, EvalSample, read_eval_log, read_eval_log_sample_summaries
from inspect_ai.model import ModelUsage

from cse.compose.probe import Probe
from cse.errors import InvalidInput, InvalidProbe
from cse.run.failures import shortened
from cse.run.output import status_of
from cse.run.responses import Response

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
    with _reading(path):
        log = read_eval_log(path, header_only=True)
    known = log.eval.metadata or {}
    return {"name": known.get("suite"), "digest": known.get("suite_digest")}


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
    output = sample.output
    status, why = status_of(output)
    usage = output.usage
    return Response(
        model=label,
        probe=probe,
        epoch=sample.epoch,
        status=status,
        text=output.completion if status == "ok" else None,
        error=None if why is None else shortened(why),
        stop_reason=output.choices[0].stop_reason if output.choices else None,
        input_tokens=_input_tokens(usage) if usage else None,
        output_tokens=usage.output_tokens if usage else None,
        seconds=output.time,
    )


def _input_tokens(usage: ModelUsage) -> int:
    """Counts the prompt whole: the provider's cache changes its price, not its length."""
    return usage.input_tokens + (usage.input_tokens_cache_read or 0) + (usage.input_tokens_cache_write or 0)


def _probe(path: Path, sample: EvalSample) -> Probe:
    data: Any = sample.metadata.get("probe")
    try:
        return Probe.from_dict(data)
    except (InvalidProbe, AttributeError, TypeError) as error:
        raise InvalidInput(
            f"The log {str(path)!r} is not of this evaluation: sample {sample.id!r} holds no probe."
        ) from error

"""Where a run came from, as its `run.json` tells: facts for people, and the command that makes it again."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from cse.report.page import RunFacts


def origin(folder: str, info: Mapping[str, Any]) -> RunFacts:
    """Reads what a `run.json` says.

    Args:
        folder: The run's folder as it was given.
        info: The content of its `run.json`.
    """
    return RunFacts(folder, tuple(_facts(info)), tuple(_commands(folder, info)))


def suite_name(info: Mapping[str, Any]) -> str:
    """Returns the name of a run's suite, "" where none is recorded."""
    suite = info.get("suite", "")
    return str(suite.get("name", "") if isinstance(suite, Mapping) else suite)


def _facts(info: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in info.items():
        label = name.replace("_", " ")
        if name == "models" and isinstance(value, list):
            for place, model in enumerate(value, 1):
                yield f"model {place}", _written(model)
        elif isinstance(value, Mapping):
            for part, inner in value.items():
                yield f"{label}: {part.replace('_', ' ')}", _written(inner)
        else:
            yield label, _written(value)


def _written(value: Any) -> str:
    if isinstance(value, Mapping):
        return "; ".join(
            f"{name.replace('_', ' ')} {_written(inner)}"
            for name, inner in value.items()
            if inner not in (None, {}, [])
        )
    if isinstance(value, list):
        return ", ".join(map(_written, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "not set" if value is None else str(value)


def _commands(folder: str, info: Mapping[str, Any]) -> Iterator[str]:
    if info.get("simulated"):
        options = [f"--{name.replace('_', '-')} {value}" for name, value in info.get("settings", {}).items()]
        yield " ".join(["cse simulate", shlex.quote(folder), f"--seed {info.get('seed', 0)}", *options])
        return
    models = [model for model in info.get("models", ()) if isinstance(model, Mapping) and model.get("name")]
    for asked in info.get("asked", ()) if models else ():
        yield " ".join(_run_command(folder, suite_name(info), models, asked))


def _run_command(folder: str, suite: str, models: list[Mapping[str, Any]], asked: Mapping[str, Any]) -> Iterator[str]:
    """Writes the `cse run` of one selection of probes; models with settings of their own need a panel file instead."""
    yield "cse run"
    settings = [(model.get("generate") or {}, model.get("args") or {}) for model in models]
    if any(other != settings[0] for other in settings):
        yield "--panel PANEL.toml  # one [[model]] table for each model above; then:"
    else:
        yield from (f"--model {shlex.quote(str(model['name']))}" for model in models)
        for option, values in zip(("-G", "-M"), settings[0], strict=True):
            yield from (f"{option} {shlex.quote(f'{name}={_argument(value)}')}" for name, value in values.items())
    yield f"--suite {shlex.quote(suite)}"
    yield f"--k {','.join(map(str, asked.get('k', ())))} --limit {asked.get('probes')}"
    yield f"--epochs {asked.get('epochs', 1)}"
    yield f"--out {shlex.quote(folder)}"


def _argument(value: Any) -> str:
    return "none" if value is None else value if isinstance(value, str) else json.dumps(value)

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
    facts = tuple((label, value) for label, value in _facts(info) if value)
    return RunFacts(folder, facts, tuple(_commands(folder, info)))


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
    asked = info.get("asked", ()) if models else ()
    in_panel = len(models) > 1 or any(_has_own_label(model) for model in models)
    if asked and in_panel:
        yield from ("# panel.toml", *(line for model in models for line in _panel_table(model)), "")
    for selection in asked:
        of_models = ["--panel panel.toml"] if in_panel else _model_options(models[0])
        yield " ".join(["cse run", *of_models, *_run_options(folder, suite_name(info), selection)])


def _has_own_label(model: Mapping[str, Any]) -> bool:
    """Tells whether a model's label is not the one that `cse run` gives it by itself, so that only a panel can."""
    name = str(model["name"])
    return model.get("label", name) != name and name != "local" and not name.startswith("gguf:")


def _panel_table(model: Mapping[str, Any]) -> Iterator[str]:
    yield "[[model]]"
    for name in ("name", "label", "generate", "args"):
        if model.get(name):
            yield f"{name} = {_toml(model[name])}"


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{json.dumps(name)} = {_toml(inner)}' for name, inner in value.items())} }}"
    return json.dumps("none" if value is None else value)


def _model_options(model: Mapping[str, Any]) -> Iterator[str]:
    yield f"--model {shlex.quote(str(model['name']))}"
    for option, part in (("-G", "generate"), ("-M", "args")):
        for name, value in (model.get(part) or {}).items():
            yield f"{option} {shlex.quote(f'{name}={_argument(value)}')}"


def _argument(value: Any) -> str:
    return "none" if value is None else value if isinstance(value, str) else json.dumps(value)


def _run_options(folder: str, suite: str, selection: Mapping[str, Any]) -> Iterator[str]:
    yield f"--suite {shlex.quote(suite)}"
    yield f"--k {','.join(map(str, selection.get('k', ())))}"
    yield f"--limit {selection.get('probes')}"
    yield f"--epochs {selection.get('epochs', 1)}"
    yield f"--out {shlex.quote(folder)}"

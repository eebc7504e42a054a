"""In what else two runs differ, as their `run.json` tells: what a comparison must not take for the treatment."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

_NOT_RECORDED = "not recorded"


def differences(base: Mapping[str, Any], treated: Mapping[str, Any]) -> Iterator[str]:
    """Names each setting in which two runs differ, with both values.

    Args:
        base: What the `run.json` of one says.
        treated: What that of the other says.

    >>> list(differences({"intervention": {"name": "base"}}, {"intervention": {"name": "best-of:5"}}))
    ['intervention base → best-of:5']
    """
    ours, theirs = (dict(_settings(info)) for info in (base, treated))
    for name in dict.fromkeys((*ours, *theirs)):
        before, after = (settings.get(name, _NOT_RECORDED) for settings in (ours, theirs))
        if before != after:
            yield f"{name} {_written(before)} → {_written(after)}"


def _settings(info: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Lists the settings that bear on answers; a lone model goes without its label, so that two of them compare."""
    intervention = info.get("intervention")
    if isinstance(intervention, Mapping):
        yield "intervention", intervention.get("name")
    models = [model for model in info.get("models", ()) if isinstance(model, Mapping)]
    for model in models:
        of = f" of {model.get('label')}" if len(models) > 1 else ""
        yield f"model{of}", model.get("name")
        for part in ("generate", "args"):
            for name, value in (model.get(part) or {}).items():
                yield f"{name}{of}", value
    if info.get("simulated"):
        yield from dict(info.get("settings", {})).items()
        yield "seed", info.get("seed")
    version = info.get("versions", {}).get("cse")
    if version:
        yield "version of cse", version


def _written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)

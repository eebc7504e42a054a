"""Which models are asked and with which arguments: from the command line, or from a panel file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from inspect_ai.model import GenerateConfig

from cse.errors import InvalidInput, UnknownName

TEMPERATURE = 0.0
MAX_TOKENS = 4096
MAX_RETRIES = 5
"""Inspect retries a call without end unless bounded; with its waits, five retries take about a minute and a half."""

DEFAULTS: dict[str, Any] = {"temperature": TEMPERATURE, "max_tokens": MAX_TOKENS, "max_retries": MAX_RETRIES}
"""How a model is asked unless told otherwise."""

LOCAL = "local"
GGUF = "gguf:"
LOCAL_MAX_TOKENS = 512
LOCAL_ARGS = ("slots", "threads")
"""What may be set of the embedded server."""

_SECRET = re.compile(r"key|token|secret|password", re.IGNORECASE)
_PANEL_FIELDS = ("name", "label", "generate", "args")


@dataclass(frozen=True)
class ModelSpec:
    """One model with all that decides how it answers.

    Attributes:
        name: `local`, `gguf:PATH`, or a model's name as Inspect knows it, e.g. "openai/gpt-4o".
        label: Its name in the result tables.
        generate: How it is asked: fields of Inspect's `GenerateConfig`; None leaves one to the provider.
        args: Arguments of the provider (Inspect's `-M`), or of the embedded server (`slots`, `threads`).
    """

    name: str
    label: str
    generate: Mapping[str, Any] = field(default_factory=dict)
    args: Mapping[str, Any] = field(default_factory=dict)

    @property
    def served_here(self) -> bool:
        """Whether the embedded server runs it."""
        return self.name == LOCAL or self.name.startswith(GGUF)

    @property
    def folder_name(self) -> str:
        """The label as the name of a folder."""
        return re.sub(r"[^\w.-]+", "-", self.label).strip("-.") or "model"

    def to_dict(self) -> dict[str, Any]:
        """Returns what `run.json` records of it."""
        return asdict(self)


def make_model(
    name: str, label: str = "", generate: Mapping[str, Any] | None = None, args: Mapping[str, Any] | None = None
) -> ModelSpec:
    """Makes a model's specification, with the defaults for what is not given.

    Raises:
        InvalidInput: A field does not exist, or an argument looks like a secret, which would end up in files.

    >>> make_model("local").generate["max_tokens"]
    512
    """
    served_here = name == LOCAL or name.startswith(GGUF)
    settings = DEFAULTS | ({"max_tokens": LOCAL_MAX_TOKENS} if served_here else {}) | dict(generate or {})
    for key in settings:
        if key not in GenerateConfig.model_fields:
            raise UnknownName("generation setting", key, GenerateConfig.model_fields)
    for key in args or {}:
        if _SECRET.search(key):
            raise InvalidInput(
                f"The argument {key!r} looks like a secret, and a run's files record all arguments; "
                "set it in the environment instead."
            )
        if served_here and key not in LOCAL_ARGS:
            raise UnknownName("argument of the embedded server", key, LOCAL_ARGS)
    return ModelSpec(name, label or _label(name), settings, dict(args or {}))


def _label(name: str) -> str:
    if name == LOCAL:
        return "local/SmolLM2-135M-Instruct"
    return f"local/{Path(name.removeprefix(GGUF)).stem}" if name.startswith(GGUF) else name


def read_settings(items: Sequence[str], option: str) -> dict[str, Any]:
    """Reads NAME=VALUE pairs of the command line; a value is a TOML value where it reads as one, else text.

    Raises:
        InvalidInput: A pair has no equals sign.

    >>> read_settings(["temperature=0.7", "reasoning_effort=low", "top_p=none"], "-G")
    {'temperature': 0.7, 'reasoning_effort': 'low', 'top_p': None}
    """
    settings = {}
    for item in items:
        name, equals, value = item.partition("=")
        if not equals or not name:
            raise InvalidInput(f"{option} {item!r} cannot be read; write NAME=VALUE.")
        settings[name.strip()] = _value(value.strip())
    return settings


def _value(text: str) -> Any:
    if text.lower() == "none":
        return None
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def read_panel(
    path: Path, generate: Mapping[str, Any] | None = None, args: Mapping[str, Any] | None = None
) -> list[ModelSpec]:
    """Reads a panel file: TOML with one `[[model]]` table for each model.

    A table has `name`, and may have `label`, `generate` (fields of Inspect's `GenerateConfig`; the text "none" leaves
    one to the provider) and `args` (arguments of the provider).

    Args:
        path: The file.
        generate: How to ask each model, where its table does not say.
        args: Arguments for each model, where its table does not say.

    Raises:
        InvalidInput: The file cannot be read, or a table is of another form.
    """
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InvalidInput(f"The panel file {str(path)!r} cannot be read: {error}.") from error
    tables = data.get("model")
    if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
        raise InvalidInput(f"The panel file {str(path)!r} lists no model; write one [[model]] table for each.")
    return [_from_table(path, number, table, generate or {}, args or {}) for number, table in enumerate(tables, 1)]


def _from_table(
    path: Path, number: int, table: dict[str, Any], common: Mapping[str, Any], common_args: Mapping[str, Any]
) -> ModelSpec:
    where = f"Model {number} of {str(path)!r}"
    for key in table:
        if key not in _PANEL_FIELDS:
            raise InvalidInput(f"{where} has a field {key!r}; it may have {', '.join(_PANEL_FIELDS)}.")
    name, label = table.get("name"), table.get("label", "")
    if not isinstance(name, str) or not name or not isinstance(label, str):
        raise InvalidInput(f'{where} needs a name, a text such as "openai/gpt-4o"; its label, if any, is a text too.')
    tables = {key: table.get(key, {}) for key in ("generate", "args")}
    if not all(isinstance(value, dict) for value in tables.values()):
        raise InvalidInput(f"{where}: generate and args are tables, e.g. generate = {{ temperature = 0.7 }}.")
    generate = {key: None if value == "none" else value for key, value in tables["generate"].items()}
    return make_model(name, label, {**common, **generate}, {**common_args, **tables["args"]})


def check_labels(models: Sequence[ModelSpec]) -> None:
    """Refuses two models that the tables could not tell apart.

    Raises:
        InvalidInput: Two have the same label, or labels that name the same folder.
    """
    seen: dict[str, str] = {}
    for model in models:
        other = seen.setdefault(model.folder_name.lower(), model.label)
        if other is not model.label or sum(m.label == model.label for m in models) > 1:
            raise InvalidInput(
                f"Two models have the label {model.label!r} or one too near to it; give each its own in a panel file."
            )

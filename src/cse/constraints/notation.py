"""How people write a constraint: `word_count count=50`, or the JSON of `Constraint.to_dict`."""

from __future__ import annotations

import dataclasses
import json
import shlex
from typing import Any

from cse.constraints.base import Constraint
from cse.constraints.registry import constraint, constraint_from_dict, find_type
from cse.errors import InvalidInput


def parse_constraint(text: str) -> Constraint:
    """Reads one constraint.

    Args:
        text: A name or code followed by `parameter=value` pairs, or a JSON object with `type` and `params`. A value is
            read as JSON where it is JSON; a list of plain words may be written with commas.

    Raises:
        InvalidInput: The text is not of that form.
        UnknownName: There is no such type.
        InvalidParameter: A parameter has a value that the type does not accept.

    >>> parse_constraint("L2 words=solar,wind").params()
    {'words': ['solar', 'wind']}
    """
    if text.lstrip().startswith("{"):
        try:
            return constraint_from_dict(json.loads(text))
        except json.JSONDecodeError as error:
            raise InvalidInput(f"The constraint {text!r} looks like JSON and is not ({error.msg}).") from error
    try:
        name, *pairs = shlex.split(text)
    except ValueError as error:
        raise InvalidInput(f"The constraint {text!r} is not of the form NAME parameter=value ... ({error}).") from error
    fields = {field.name: str(field.type) for field in dataclasses.fields(find_type(name))}
    params = {}
    for pair in pairs:
        parameter, equals, value = pair.partition("=")
        if not equals:
            raise InvalidInput(f"In the constraint {text!r}, {pair!r} is not of the form parameter=value.")
        params[parameter] = _value(value, fields.get(parameter, ""))
    return constraint(name, **params)


def _value(text: str, annotation: str) -> Any:
    """Reads a value as the parameter's annotation suggests: words need no quotes."""
    if annotation == "str":
        return text
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text.split(",") if annotation.startswith("tuple[str") else text


def format_constraint(value: Constraint) -> str:
    """Writes a constraint as `parse_constraint` reads it.

    >>> format_constraint(constraint("word_count", count=50))
    'word_count count=50'
    """
    pairs = (f"{name}={_text(item)}" for name, item in value.params().items())
    return " ".join([value.name, *(shlex.quote(pair) for pair in pairs)])


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def parse_constraints(text: str) -> list[Constraint]:
    """Reads a list of constraints: a JSON array, an object with `constraints` (such as a probe), or one a line.

    Raises:
        InvalidInput: The text holds no constraint, or is of another form.
    """
    stripped = text.strip()
    try:
        data = json.loads(stripped) if stripped[:1] in ("[", "{") else None
    except json.JSONDecodeError:
        data = None  # one JSON object a line
    if isinstance(data, dict) and isinstance(data.get("constraints"), list):
        data = data["constraints"]
    if isinstance(data, list):
        found = [constraint_from_dict(item) for item in data]
    else:
        lines = (line.strip() for line in stripped.split("\n"))
        found = [parse_constraint(line) for line in lines if line and not line.startswith("#")]
    if not found:
        raise InvalidInput("There is no constraint; write one a line, e.g. 'word_count count=50'.")
    return found

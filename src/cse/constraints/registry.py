"""Which constraint types exist: every file in a folder below `constraints/` holds one, found by itself."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar

import cse.constraints
from cse.constraints.base import Constraint
from cse.errors import CseError, InvalidInput, InvalidParameter, UnknownName

T = TypeVar("T", bound=type[Constraint])

DIMENSIONS = ("structural", "lexical", "word-level", "relational", "format", "meta", "numerical", "ordering")
"""The eight dimensions, in the order in which tables list them."""

_types: dict[str, type[Constraint]] = {}


def constraint_type(cls: T) -> T:
    """Registers a constraint type under its file's name and its code; refuses a name or code already taken.

    Stands above `@dataclass(frozen=True, kw_only=True)`.
    """
    folder, name = cls.__module__.split(".")[-2:]
    cls.name, cls.dimension = name, folder.replace("_", "-")
    for other in _types.values():
        if other.__module__ != cls.__module__ and cls.code == other.code:
            raise CseError(f"The constraint types {other.name!r} and {name!r} have the same code {cls.code!r}.")
    _types[name] = cls
    return cls


@cache
def types() -> Mapping[str, type[Constraint]]:
    """Returns all constraint types by name, ordered by dimension and code.

    >>> types()["word_count"].code
    'S1'
    """
    for folder in pkgutil.iter_modules(cse.constraints.__path__):
        if folder.ispkg:
            package = importlib.import_module(f"cse.constraints.{folder.name}")
            for module in pkgutil.iter_modules(package.__path__):
                importlib.import_module(f"{package.__name__}.{module.name}")
    return dict(sorted(_types.items(), key=lambda item: (DIMENSIONS.index(item[1].dimension), item[1].code)))


@cache
def _by_code() -> Mapping[str, type[Constraint]]:
    return {cls.code: cls for cls in types().values()}


def find_type(name: str) -> type[Constraint]:
    """Returns the type with this name or code (a code in any letter case).

    Raises:
        UnknownName: There is none; the message lists the nearest names.
    """
    found = types().get(name) or _by_code().get(str(name).upper())
    if found is None:
        raise UnknownName("constraint type", name, [*types(), *_by_code()], "`cse constraints` lists them all.")
    return found


def constraint(name: str, /, **params: Any) -> Constraint:
    """Makes a constraint from the name or code of its type and its parameters.

    Args:
        name: Name or code of the type, e.g. "word_count" or "S1".
        **params: The parameters of the type, by name.

    Raises:
        UnknownName: There is no such type.
        InvalidParameter: A parameter is missing, unknown, or has a value that the type does not accept.

    >>> constraint("word_count", count=50) == constraint("S1", count=50)
    True
    """
    cls = find_type(name)
    fields = {f.name: f for f in dataclasses.fields(cls)}
    for given in params:
        if given not in fields:
            raise InvalidParameter(
                cls.name, given, params[given], f"one of the parameters {', '.join(fields) or '(none)'}"
            )
    for field in fields.values():
        if field.name not in params and field.default is dataclasses.MISSING:
            raise InvalidParameter(cls.name, field.name, None, "given: the type has no default for it")
    return cls(**params)


def constraint_from_dict(data: Mapping[str, Any]) -> Constraint:
    """Reads back what `Constraint.to_dict` wrote.

    Raises:
        InvalidInput: `data` is not of the form `{"type": name, "params": {...}}`.
        UnknownName: There is no such type.
        InvalidParameter: A parameter has a value that the type does not accept.

    >>> constraint_from_dict({"type": "word_count", "params": {"count": 50}}).params()
    {'count': 50}
    """
    if not (
        isinstance(data, Mapping) and isinstance(data.get("type"), str) and isinstance(data.get("params", {}), Mapping)
    ):
        raise InvalidInput(f'A constraint is written as {{"type": name, "params": {{...}}}}, not as {data!r}.')
    return constraint(data["type"], **data.get("params", {}))


Factory = Callable[..., Constraint]

"""Everything that `cse` raises on purpose.

    CseError
    +-- InvalidParameter        a constraint's parameter has a value that the type does not accept
    +-- UnknownName             a constraint type, suite, topic or model that does not exist
    +-- InvalidInput            a file, table or option that cannot be used as it is
    |   +-- InvalidProbe        a line or field of a probe file
    |   +-- NothingToShow       a figure's tables hold nothing that it could show
    +-- MissingExtra            a command needs a part of the package that is not installed
    +-- ComposeError            no probe could be composed from what was asked
    +-- RunError                a model, provider or server could not be used

Each message is one sentence or two: what was given, what is allowed, what to do. The command line prints it and
exits with 2; nothing else about it is for people to parse.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class CseError(Exception):
    """Root of all errors of this package."""


class InvalidParameter(CseError, ValueError):
    """A parameter of a constraint has a value that its type does not accept.

    Args:
        type_name: Name of the constraint type.
        parameter: Name of the parameter.
        value: What was given.
        allowed: What is allowed, as words that complete "it must be ...".

    >>> raise InvalidParameter("word_count", "count", 0, "a whole number of at least 1")
    Traceback (most recent call last):
    cse.errors.InvalidParameter: word_count: count = 0 is not valid; it must be a whole number of at least 1.
    """

    def __init__(self, type_name: str, parameter: str, value: object, allowed: str) -> None:
        super().__init__(f"{type_name}: {parameter} = {value!r} is not valid; it must be {allowed}.")
        self.type_name, self.parameter, self.value, self.allowed = type_name, parameter, value, allowed

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        """Keep the four arguments when the error crosses a process boundary."""
        return type(self), (self.type_name, self.parameter, self.value, self.allowed)


class UnknownName(CseError, LookupError):
    """A name that does not exist.

    Args:
        kind: What the name should have named, e.g. "constraint type".
        name: What was given.
        known: The names that exist; the nearest ones are listed in the message.
        remedy: What lists them all, as a sentence.
    """

    def __init__(self, kind: str, name: object, known: Iterable[str], remedy: str = "") -> None:
        self.kind, self.name, self.known, self.remedy = kind, name, tuple(known), remedy
        by_lower = {k.lower(): k for k in self.known}
        near = [by_lower[n] for n in get_close_matches(str(name).lower(), list(by_lower), n=3, cutoff=0.5)]
        hint = f" Nearest: {', '.join(near)}." if near else ""
        super().__init__(f"There is no {kind} {name!r}.{hint}{' ' + remedy if remedy else ''}")

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        """Keep the arguments when the error crosses a process boundary."""
        return type(self), (self.kind, self.name, self.known, self.remedy)


class InvalidInput(CseError, ValueError):
    """A file, table or option that cannot be used as it is."""


class InvalidProbe(InvalidInput):
    """A line or field of a probe file that does not describe a probe."""


class NothingToShow(InvalidInput):
    """The tables of a figure hold nothing that it could show.

    Args:
        figure: Name of the figure.
        why: What is lacking, as words that follow "has nothing to show:".
    """

    def __init__(self, figure: str, why: str) -> None:
        super().__init__(f"The figure {figure!r} has nothing to show: {why}.")
        self.figure, self.why = figure, why

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        """Keep the two arguments when the error crosses a process boundary."""
        return type(self), (self.figure, self.why)


class MissingExtra(CseError, ImportError):
    """A command needs a part of the package that is not installed.

    Args:
        what: What was asked for, e.g. "cse run".
        extra: Name of the extra that holds it.
    """

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs the extra {extra!r}: pip install 'constraint-saturation[{extra}]'.")
        self.what, self.extra = what, extra

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        """Keep the two arguments when the error crosses a process boundary."""
        return type(self), (self.what, self.extra)


class ComposeError(CseError):
    """No probe could be composed from what was asked."""


class RunError(CseError):
    """A model, provider or server could not be used."""

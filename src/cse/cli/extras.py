"""What a command says when a part of the package that it needs is not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cse.errors import MissingExtra


@contextmanager
def needs(extra: str, command: str) -> Iterator[None]:
    """Turns a failed import of somebody else's package into one sentence.

    Args:
        extra: The extra that holds the package, e.g. "analysis".
        command: What was asked for, e.g. "cse analyze".

    Raises:
        MissingExtra: A package is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] == "cse":
            raise
        raise MissingExtra(command, extra) from error

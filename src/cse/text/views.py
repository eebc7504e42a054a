"""Attributes that are computed on first use and kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class view(Generic[T]):  # noqa: N801  # a decorator, named like one
    """Computes an attribute on first use and keeps it.

    As `functools.cached_property`, which takes a lock up to Python 3.11: that costs more than many views do.

    >>> class Text:
    ...     def __init__(self, text): self.text = text
    ...     @view
    ...     def tokens(self): return self.text.split()
    >>> Text("Tea cools.").tokens
    ['Tea', 'cools.']
    """

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._compute = compute
        self._name = compute.__name__
        self.__doc__ = compute.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type) -> T: ...

    def __get__(self, instance: object | None, owner: type) -> T | Self:
        """Computes the value; as an attribute of the instance it hides this descriptor from then on."""
        if instance is None:
            return self
        value = self._compute(instance)
        # Not by way of the instance's dictionary: that would have to be made first.
        setattr(instance, self._name, value)
        return value

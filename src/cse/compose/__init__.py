"""Composition: claims held against each other, proofs, witnesses, the composer and its probes.

The package can be called: `cse.compose(k=4, n=10)` is `cse.compose.composer.compose`.
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cse.compose.probe import Probe


class _Package(ModuleType):
    """The public name `cse.compose` is both this package and a function; Python allows a module's class to be set."""

    def __call__(self, *args: Any, **kwargs: Any) -> "list[Probe]":
        """Composes probes; see `cse.compose.composer.compose`."""
        from cse.compose.composer import compose

        return compose(*args, **kwargs)


sys.modules[__name__].__class__ = _Package

"""Loads the runs that a command was given, without what no estimate reads."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cse.results.folder import Run, read_runs

_TEXTS = ("topic", "response", "answer", "error", "params", "expected", "observed", "spans")


def load(folders: Sequence[Path]) -> Run:
    """Reads the folders as one run, without texts and parameters.

    Raises:
        InvalidInput: A folder is not that of a run, or two hold the same responses.
    """
    return read_runs(folders, without=_TEXTS)

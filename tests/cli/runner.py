"""Runs one command of the command line in process, as `cse` would."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer
from click.testing import Result
from typer.testing import CliRunner


def run(command: Callable[..., Any], *arguments: object) -> Result:
    """Calls a command with its arguments; an error that is not an exit code stays in `result.exception`."""
    app = typer.Typer(pretty_exceptions_enable=False)
    app.command()(command)
    return CliRunner().invoke(app, [str(argument) for argument in arguments])

"""Runs the command `cse` in this process, as the console script would."""

import io
import sys
from dataclasses import dataclass

import pytest


@dataclass
class Outcome:
    code: int
    out: str
    err: str


@pytest.fixture
def cse_command(capsys, monkeypatch):
    """Returns a function that runs `cse ARGS` with a text on standard input."""

    def run(*args, stdin=""):
        from cse.cli.main import main

        monkeypatch.setattr(sys, "argv", ["cse", *map(str, args)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        with pytest.raises(SystemExit) as ended:
            main()
        captured = capsys.readouterr()
        code = ended.value.code
        return Outcome(0 if code is None else code, captured.out, captured.err)

    return run

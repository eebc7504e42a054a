"""`cse view` serves until it is stopped, and then ends without a complaint."""

from __future__ import annotations

import http.client
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

from runner import run

from cse.cli.simulate import simulate
from cse.cli.view import view
from cse.errors import InvalidInput

COMMAND = "import typer; from cse.cli.view import view; typer.run(view)"


def test_it_serves_until_ctrl_c(tmp_path: Path):
    assert run(simulate, tmp_path / "run", "--scale", 0.01, "--models", 1).exit_code == 0
    arguments = [sys.executable, "-c", COMMAND, str(tmp_path / "run"), "--no-open"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        try:
            address = server.stdout.readline().split()[0]
            connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=30)
            connection.request("GET", "/")
            assert "Answers of run" in connection.getresponse().read().decode("utf-8")
            connection.close()
        finally:
            server.send_signal(signal.SIGINT)
        out, err = server.communicate(timeout=30)
    assert (server.returncode, out.strip(), err) == (0, "", "")


def test_what_is_no_run_is_named(tmp_path: Path):
    result = run(view, tmp_path, "--no-open")
    assert isinstance(result.exception, InvalidInput)
    assert "it has no run.json" in str(result.exception)

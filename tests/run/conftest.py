"""`cse` in this process or in one of its own, beside a provider that answers as a test tells it."""

import gc
import os
import subprocess
import sys
from dataclasses import dataclass

import pytest
from provider import Provider

from cse.suites import load_suite
from cse.suites.storage import read_certificates


@dataclass
class Outcome:
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str


def arguments(args, page):
    """Returns a command's arguments as text; a run's page takes longer than the run, so few tests ask for it."""
    left_out = ("--no-report",) if args[0] == "run" and not page else ()
    return [*map(str, args), *left_out]


@pytest.fixture
def provider():
    found = Provider()
    yield found
    found.close()


@pytest.fixture
def cse(provider, tmp_path, monkeypatch, capfd):
    """Returns a function that runs `cse ARGS` in this process, in an empty folder."""
    for name, value in {**provider.environment, "COLUMNS": "200"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)

    def run(*args, page=False):
        from cse.cli.main import main

        monkeypatch.setattr(sys, "argv", ["cse", *arguments(args, page)])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capfd.readouterr()
        return Outcome(ended.value.code or 0, out, err)

    # What is there by now need not be searched at the end, which would take longer than most tests.
    gc.freeze()
    yield run
    # What the harness left unclosed must not complain in another test.
    gc.collect()


@pytest.fixture
def cse_process(provider, tmp_path):
    """Returns a function that starts `cse ARGS` in a process of its own, in an empty folder; all are ended at last."""
    started = []

    def start(*args):
        command = [sys.executable, "-m", "cse.cli.main", *arguments(args, page=False)]
        settings = {**os.environ, **provider.environment, "COLUMNS": "200"}
        process = subprocess.Popen(
            command, cwd=tmp_path, env=settings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture(scope="session")
def witnesses():
    """Texts that meet all constraints of a probe of the suite `quick`, by prompt."""
    certificates = read_certificates("quick")
    return {probe.prompt(): certificates[probe.id]["witness"] for probe in load_suite("quick").probes}

"""Every command and Python example of the README and the guides runs as written, in the order of the page."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GUIDES = ("suites", "comparing", "interventions", "failures")
PAGES = [ROOT / "README.md", *(ROOT / "docs" / f"{name}.md" for name in GUIDES)]
_BLOCK = re.compile(r"```(sh|python)\n(.*?)```", re.DOTALL)
# What a whole machine is needed for, or what other tests run at length.
_ELSEWHERE = ("make ", "cse suites report")


def commands(page):
    """Lists the code blocks of a page, shell blocks by command."""
    for language, block in _BLOCK.findall(page.read_text("utf-8")):
        if language == "python":
            yield [sys.executable, "-c", block]
        else:
            lines = [line.partition("  #")[0].strip() for line in block.splitlines()]
            yield from (line for line in lines if line and not line.startswith(_ELSEWHERE))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_the_page_says_runs(page, tmp_path):
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    found = list(commands(page))
    assert found
    for command in found:
        ended = subprocess.run(
            command,
            shell=isinstance(command, str),
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        # `cse check` ends with 1 where a constraint fails, which is what the page shows.
        allowed = (0, 1) if "cse check" in str(command) else (0,)
        assert ended.returncode in allowed, f"{command}\n{ended.stdout}\n{ended.stderr}"


def test_the_readme_names_both_commands_and_shows_five_uses():
    text = PAGES[0].read_text("utf-8")
    assert "make run" in text
    assert "make test" in text
    assert text.partition("## What people do most")[2].partition("\n## ")[0].count("\n**") == 5

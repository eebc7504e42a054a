"""Verification beside its peers, on the same answers in the same process.

The peers are installed into an environment of their own (`benchmarks/.venv-peers`), whose Python then runs
`benchmarks/peer_checks.py` with the core of this package on its path: both sides are timed there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.harness import Result

_HERE = Path(__file__).parent
_VENV = _HERE / ".venv-peers"
_READY = _VENV / ".ready"
_PINS = (("peers.txt", ()), ("peers-data.txt", ("--no-deps",)))

_NOTES = """
lm-eval is `process_results` of its ifeval task, strict and loose, as its harness calls it; if-verifiable
is `evaluate_instructions`, the same instructions as a reward function; COLLIE is `Constraint.check`, built beforehand.
Open-instruct's own functions are in no package registry.

The models of nltk's sentence splitter come from the wheel of llama-index-core, which carries them; nothing is patched.

A row k = n averages over every run of n neighbours among the ten checks, so that each counts alike. How far the sides
are apart depends on the checks: where IFEval tokenizes, it is many times slower; where one regular expression does for
it, both sides take about as long, since cleaning and parsing cost here what building the instruction costs there.

No digits against no commas, and JSON, are nearest pairs, not one question: IFEval parses the JSON, here the scene
in it is compared as well. IFEval splits paragraphs at '***' lines, here they are found by their sentences.
"""


def run() -> Result:
    """Installs the peers where that has not been done, and measures."""
    _install()
    path = os.pathsep.join([str(_HERE.parent / "src"), str(_HERE.parent)])
    environment = os.environ | {"PYTHONPATH": path, "NLTK_DATA": str(_nltk_data())}
    command = [str(_VENV / "bin" / "python"), "-m", "benchmarks.peer_checks"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"The peers could not be measured:\n{done.stderr}")
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    rows = [_row(name, row) for name, row in figures["rows"].items()]
    three, counted = figures["rows"]["k = 3"], figures["rows"]["k = 3, both counts among them"]
    return Result(
        f"ahead of lm-eval {_times(three, 'passing')} on passing and {_times(three, 'failing')} on failing answers at "
        f"k=3 ({_times(counted, 'passing')} and {_times(counted, 'failing')} where words and sentences are counted); "
        f"agreement {figures['agreement']:.0%} of {figures['compared']} verdicts",
        figures,
        ("checks", "state", "ours us", "lm-eval us", "x", "if-verifiable us", "x", "collie us", "x"),
        [row for pair in rows for row in pair],
        [" ".join(note.split()) for note in _NOTES.split("\n\n")],
    )


def _times(row: dict[str, dict[str, float]], state: str) -> str:
    return f"{row['lm-eval'][state] / row['cse'][state]:.0f}x"


def _row(name: str, row: dict[str, dict[str, float]]) -> list[list[str]]:
    lines = []
    for state in ("passing", "failing"):
        ours = row["cse"][state]
        cells = [name, state, f"{1e6 * ours:.1f}"]
        for peer in ("lm-eval", "if-verifiable", "collie"):
            taken = row.get(peer, {}).get(state)
            cells += ["-", "-"] if taken is None else [f"{1e6 * taken:.0f}", f"{taken / ours:.1f}"]
        lines.append(cells)
    return lines


def _install() -> None:
    """Makes the peers' environment; done again when a pin changes."""
    pins = "".join((_HERE / name).read_text("utf-8") for name, _ in _PINS)
    if _READY.exists() and _READY.read_text("utf-8") == pins:
        return
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(_VENV)], check=True)
    for name, options in _PINS:
        command = [str(_VENV / "bin" / "python"), "-m", "pip", "install", "--quiet", *options, "-r", str(_HERE / name)]
        subprocess.run(command, check=True, stdout=sys.stderr)
    _READY.write_text(pins, "utf-8")


def _nltk_data() -> Path:
    """Finds the folder with nltk's punkt_tab models."""
    found = next(_VENV.glob("lib/python*/site-packages/llama_index/core/_static/nltk_cache"), None)
    if found is None:
        raise SystemExit(f"No nltk data in {_VENV}; remove that folder and start again.")
    return found

"""Folders of runs with real texts: witnesses of a shipped suite, spoilt in known ways, and judged by the verifiers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from cse.cli.report import write_report
from cse.compose.probe import Probe
from cse.report.page import Settings
from cse.results.folder import write_info, write_run_tables
from cse.run.responses import Response, tables_of
from cse.suites.loader import load_suite
from cse.suites.storage import read_certificates

SETTINGS = Settings(draws=100, seed=0, train_to=6, target=0.9)

Answerer = Callable[[Probe, str], str | None]
"""From a probe and its witness (or, for an impossible probe, the reason) to a response; None is a refusal."""


def write_folder(
    folder: Path, models: Mapping[str, Answerer], probes: Sequence[Probe] | None = None, suite: str = "quick"
) -> Path:
    """Writes a run in which each model answers the probes of a shipped suite, or those given of it."""
    whole = load_suite(suite)
    certificates = read_certificates(suite)
    responses = []
    for model, answer in models.items():
        for probe in whole.probes if probes is None else probes:
            certificate = certificates[probe.id]
            text = answer(probe, certificate.get("witness") or certificate["why"])
            status = "refused" if text is None else "ok"
            reason = "the filter stopped it" if text is None else None
            responses.append(Response(model, probe, 1, status, text, reason, "stop", 400, len(text or "") // 4, 1.5))
    tables = tables_of(responses)
    write_run_tables(folder, tables.responses, tables.checks)
    info = {
        "suite": {"name": suite, "digest": whole.digest},
        "models": [
            {"name": f"openai/{model}", "label": model, "generate": {"temperature": 0}, "args": {}} for model in models
        ],
        "asked": [{"k": sorted({probe.k for probe in whole.probes}), "probes": len(whole.probes), "epochs": 1}],
        "versions": {"python": "3.11", "cse": "0"},
    }
    write_info(folder, info)
    return folder


def write_page(folder: Path) -> Path:
    """Writes the report of a run into its folder."""
    write_report([folder], folder / "report.html", SETTINGS, None, str)
    return folder / "report.html"


def faithful(probe: Probe, witness: str) -> str:
    """Answers with the witness, after some reasoning."""
    return f"I will write about {probe.topic.name} and count twice.\n\n<answer>{witness}</answer>"


def shortening(probe: Probe, witness: str) -> str:
    """Drops the last word of two answers in three."""
    place = int(probe.id[-4:]) if probe.id[-4:].isdigit() else 0
    return f"<answer>{witness if place % 3 == 0 else witness.rpartition(' ')[0]}</answer>"


def chatty(probe: Probe, witness: str) -> str | None:
    """Writes no tags, repeats the first sentence, puts in a digit; refuses every tenth probe."""
    place = int(probe.id[-4:]) if probe.id[-4:].isdigit() else 0
    if place % 10 == 0:
        return None
    again = witness.split(".")[0]
    return f"<think>Let me think about {probe.topic.name} first.</think>Sure! 7 things to know: {witness} {again}."

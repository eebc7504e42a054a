"""What the suites of runs know of their probes: prompts, witnesses, proofs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cse.compose.probe import Probe
from cse.errors import InvalidInput, UnknownName
from cse.report.details import ProbeText
from cse.suites.loader import load_suite, suite_names
from cse.suites.storage import read_certificates


def probe_texts(infos: Iterable[Mapping[str, Any]]) -> tuple[dict[str, ProbeText], list[str]]:
    """Reads the suites that runs name in their `run.json`.

    Args:
        infos: What each `run.json` says.

    Returns:
        What is known of each probe, by id, and a sentence for each suite that is not at hand. A simulated panel has no
        suite.
    """
    texts: dict[str, ProbeText] = {}
    problems: list[str] = []
    for name, digest in dict.fromkeys(_suite(info) for info in infos if not info.get("simulated")):
        try:
            texts |= _texts(name, digest)
        except (UnknownName, InvalidInput) as error:
            problems.append(f"Prompts are not shown: {error}")
    return texts, problems


def _suite(info: Mapping[str, Any]) -> tuple[str, str]:
    suite = info.get("suite")
    if not isinstance(suite, Mapping):
        return "", ""
    return str(suite.get("name", "")), str(suite.get("digest", ""))


def _texts(name: str, digest: str) -> dict[str, ProbeText]:
    if not name:
        raise InvalidInput("run.json names no suite.")
    suite = load_suite(name)
    if suite.digest != digest:
        raise InvalidInput(f"the suite {name!r} is not the one of the run: its digest is another.")
    certificates = read_certificates(name) if name in suite_names() else {}
    return {probe.id: _text(probe, certificates.get(probe.id, {})) for probe in (*suite.probes, *suite.reserve)}


def _text(probe: Probe, certificate: Mapping[str, Any]) -> ProbeText:
    return ProbeText(probe.prompt(), certificate.get("witness"), certificate.get("why"))

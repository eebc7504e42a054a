"""How the shipped suites are made; run once for a version of a suite, by `cse suites freeze`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from cse.compose.composer import Composed, Tally
from cse.compose.levels import Advance, compose_levels, ignore
from cse.compose.probe import Probe, dump_probe
from cse.suites.impossible import impossible_probes
from cse.suites.storage import write_suite

V1_COUNTS = {1: 360, 2: 500, 3: 500, 4: 500, 5: 500, 6: 500, 7: 400, 8: 400, 9: 250, 10: 220, 11: 180, 12: 160}
"""Satisfiable probes at each k: 4,470 in all, as in the paper."""

QUICK_PER_LEVEL = 12
QUICK_LEVELS = range(1, 9)

_SEED = 1


def freeze_counts() -> dict[int, int]:
    """Returns how many probes are composed at each k: those of `v1` and a tenth more in reserve."""
    return {k: count + count // 10 for k, count in V1_COUNTS.items()}


def freeze(folder: Path | None = None, *, advance: Advance = ignore) -> dict[int, Tally]:
    """Composes `v1`, draws `quick` from it, and writes both with their certificates.

    Args:
        folder: Where to write; the package's own data by default.
        advance: Called as probes are made, for progress.

    Returns:
        What happened at each k.
    """
    levels = compose_levels(freeze_counts(), _SEED, suite="v1", advance=advance)
    proved = impossible_probes("v1", _SEED)
    main = [composed for level in levels for composed in level.composed[: V1_COUNTS[level.k]]]
    reserve = [composed for level in levels for composed in level.composed[V1_COUNTS[level.k] :]]
    certificates = [_certificate(composed) for composed in (*main, *reserve)]
    certificates += [{"id": probe.id, "core": list(proof.names), "why": proof.why} for probe, proof in proved]
    _write(
        "v1", [c.probe for c in main] + [probe for probe, _ in proved], [c.probe for c in reserve], certificates, folder
    )
    counts: Counter[str] = Counter()
    quick = [c for k in QUICK_LEVELS for c in _balanced([c for c in main if c.probe.k == k], counts)]
    _write("quick", [composed.probe for composed in quick], [], [_certificate(composed) for composed in quick], folder)
    return {level.k: level.tally for level in levels}


def _certificate(composed: Composed) -> dict[str, Any]:
    return {"id": composed.probe.id, "witness": composed.witness}


def _write(
    name: str, probes: list[Probe], reserve: list[Probe], certificates: list[dict[str, Any]], folder: Path | None
) -> None:
    lines = [dump_probe(probe) for probe in (*probes, *reserve)]
    about = {
        "probes": len(probes),
        "reserve": len(reserve),
        "impossible": sum(probe.impossible for probe in probes),
        "k": [min(probe.k for probe in probes), max(probe.k for probe in probes)],
    }
    write_suite(name, lines, certificates, about, folder)


def _balanced(left: list[Composed], counts: Counter[str]) -> list[Composed]:
    """Picks probes of one level, those first whose types have been picked least so far; `counts` goes on counting."""
    picked = []
    for _ in range(QUICK_PER_LEVEL):
        best = min(left, key=lambda composed: (_crowding(composed.probe, counts), composed.probe.id))
        left.remove(best)
        counts.update(constraint.name for constraint in best.probe.constraints)
        picked.append(best)
    return sorted(picked, key=lambda composed: composed.probe.id)


def _crowding(probe: Probe, counts: Counter[str]) -> int:
    """Measures how often the types of a probe have been picked; squares, so that no single type stands out."""
    return sum((counts[constraint.name] + 1) ** 2 - counts[constraint.name] ** 2 for constraint in probe.constraints)

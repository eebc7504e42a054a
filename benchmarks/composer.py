"""Speed of the composer: parameter draws that claims accept, and certified probes, by k."""

from __future__ import annotations

import time

from benchmarks.harness import Result
from cse.compose.composer import LevelComposer

KS = (1, 2, 4, 6, 8, 10, 12)
_SECONDS = 3.0
_PLENTY = 10**6


def run() -> Result:
    """Composes for a few seconds at each k, without certificates and with them."""
    rows = {k: {"claims": _speed(k, certified=False), "certified": _speed(k, certified=True)} for k in KS}
    drawn = sum(row["claims"]["draws"] for row in rows.values())
    seconds = sum(row["claims"]["seconds"] for row in rows.values())
    return Result(
        f"{drawn / seconds:,.0f} parameter draws a second against claims; certified probes a second: "
        + ", ".join(f"k={k} {row['certified']['probes_s']:.0f}" for k, row in rows.items()),
        {str(k): row for k, row in rows.items()},
        ("k", "draws/s by claims", "probes/s by claims", "certified probes/s", "unknown %"),
        [
            (
                str(k),
                f"{row['claims']['draws_s']:,.0f}",
                f"{row['claims']['probes_s']:,.0f}",
                f"{row['certified']['probes_s']:,.0f}",
                f"{100 * row['certified']['unknown_share']:.2f}",
            )
            for k, row in rows.items()
        ],
    )


def _speed(k: int, *, certified: bool) -> dict[str, float]:
    level = LevelComposer(k, _PLENTY, seed=0, suite="benchmark", certified=certified)
    level.next()
    level.tally.draws = level.tally.unknown = level.tally.drawn = 0
    start = time.perf_counter()
    probes = 0
    while (taken := time.perf_counter() - start) < _SECONDS:
        level.next()
        probes += 1
    return {
        "seconds": taken,
        "draws": level.tally.draws,
        "draws_s": level.tally.draws / taken,
        "probes_s": probes / taken,
        "unknown_share": level.tally.unknown / level.tally.drawn,
    }

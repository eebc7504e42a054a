"""A rescore of the paper's scale: 67,905 responses, on one core and on two.

The responses are made first and not timed. Each is verified as `cse score` does it: answer extracted, parsed once, one
verdict for each constraint. Beside it stands what lm-evaluation-harness would take for as many instructions on the same
texts, projected from the sample that the benchmark `peers` timed.
"""

from __future__ import annotations

import json
import multiprocessing
import time

from benchmarks.harness import RESULTS, Result, peak_gb
from benchmarks.responses import Response, responses
from cse.constraints.verify import Unscored, check_document
from cse.text.answer import extract
from cse.text.document import Document

_PIECES = 64


def run() -> Result:
    """Measures both."""
    found = responses()
    start, busy = time.perf_counter(), time.process_time()
    checks, passed = _score(found)
    alone, busy = time.perf_counter() - start, time.process_time() - busy
    # Neighbours share their probe, whose constraints then travel once.
    size = -(-len(found) // _PIECES)
    pieces = [found[start : start + size] for start in range(0, len(found), size)]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        pool.map(_warm, range(2), chunksize=1)
        start = time.perf_counter()
        pair = sum(pool.map(_score_piece, pieces, chunksize=1))
        together = time.perf_counter() - start
    if pair != passed:
        raise SystemExit(f"Two cores found {pair} passes, one found {passed}.")
    peer = _peer(len(found))
    memory = peak_gb()
    beside = "not measured yet" if peer is None else f"{peer:.0f} s projected"
    return Result(
        f"{len(found):,} responses, {checks:,} checks: {alone:.1f} s on one core ({busy:.1f} s of CPU, "
        f"{1e6 * busy / checks:.1f} us a check), {together:.1f} s on two; lm-eval {beside}; peak {memory:.2f} GB",
        {
            "responses": len(found),
            "checks": checks,
            "passed": passed,
            "one_core_s": alone,
            "one_core_cpu_s": busy,
            "two_cores_s": together,
            "lm_eval_projected_s": peer,
            "peak_gb": memory,
        },
    )


def _score(found: list[Response]) -> tuple[int, int]:
    """Verifies responses; returns the number of checks and of passes."""
    checks = passed = 0
    for text, constraints in found:
        for verdict in check_document(Document(extract(text).text), constraints):
            if isinstance(verdict, Unscored):
                raise SystemExit(f"A verifier failed: {verdict.error}")
            checks += 1
            passed += verdict.passed
    return checks, passed


def _score_piece(found: list[Response]) -> int:
    return _score(found)[1]


def _warm(_: int) -> None:
    """Lets a worker import the types before the clock runs."""
    _score(responses(50))


def _peer(count: int) -> float | None:
    """Projects the peer's time from its sample."""
    path = RESULTS / "peers.json"
    if not path.exists():
        return None
    panel = json.loads(path.read_text("utf-8"))["figures"]["panel"]
    return float(panel["seconds"] / panel["responses"] * count)

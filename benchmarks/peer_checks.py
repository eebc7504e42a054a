"""Times this package and its peers; runs in the peers' environment and prints JSON (see `peers.py`)."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import collie.constraints as collie
from if_verifiable.common import evaluate_instructions
from if_verifiable.ifeval.instructions_registry import INSTRUCTION_DICT
from lm_eval.tasks.ifeval.utils import process_results

from benchmarks.harness import best
from benchmarks.peer_answers import FAILING, PASSING, Check, checks, json_check
from benchmarks.responses import responses
from cse.constraints.verify import verify
from cse.text.document import Document

KS = (1, 3, 5, 10)
_SAMPLE = 300
_REPEATS = 5
_ROUNDS = 8

Call = Callable[[str], list[bool]]


def main() -> None:
    """Prints the seconds of each side for each check and each k, passing and failing."""
    document = Document(PASSING)
    counts = [_collie_count(level) for level in ("word", "sentence")]
    found = checks(len(document.tokens), len(document.sentences), *counts)
    rows = {check.name: _times([[check]], PASSING, FAILING) for check in found}
    json_only, passing, failing = json_check()
    rows[json_only.name] = _times([[json_only]], passing, failing)
    for k in KS:
        # Every run of k neighbours, so that each check counts as often as every other.
        windows = [[found[(start + i) % len(found)] for i in range(k)] for start in range(len(found))]
        rows[f"k = {k}"] = _times(windows[: 1 if k == len(found) else None], PASSING, FAILING)
    with_counts = [[*found[:2], other] for other in found[2:]]
    rows["k = 3, both counts among them"] = _times(with_counts, PASSING, FAILING)
    compared = [
        (peer, check.name, answer == PASSING, ours == theirs)
        for check in found
        if check.same
        for answer in (PASSING, FAILING)
        for ours in [verify(answer, [check.ours])[0].passed]
        for peer, call in _peers([check]).items()
        for theirs in [call(answer)[0]]
    ]
    compared += [
        (peer, "JSON", answer == passing, verify(answer, [json_only.ours])[0].passed == call(answer)[0])
        for answer in (passing, failing)
        for peer, call in _peers([json_only]).items()
    ]
    print(
        json.dumps(
            {
                "words": len(document.tokens),
                "rows": rows,
                "compared": len(compared),
                "agreement": sum(same for *_, same in compared) / len(compared),
                "disagreements": [case[:3] for case in compared if not case[3]],
                "panel": _panel(found),
            }
        )
    )


def _times(sets: Sequence[Sequence[Check]], passing: str, failing: str) -> dict[str, dict[str, float]]:
    """Averages the seconds of one answer over sets of checks, for each side."""
    totals: dict[str, dict[str, float]] = {}
    for chosen in sets:
        calls = {"cse": _ours(chosen), **_peers(chosen)}
        for state, answer in (("passing", passing), ("failing", failing)):
            # In turn, so that what else the machine does meets all sides alike.
            rounds = [[best(partial(call, answer), _REPEATS) for call in calls.values()] for _ in range(_ROUNDS)]
            for name, taken in zip(calls, map(min, zip(*rounds, strict=True)), strict=True):
                row = totals.setdefault(name, {"passing": 0.0, "failing": 0.0})
                row[state] += taken / len(sets)
    # A peer that lacks some of the checks has done less work: no figure is fairer than a wrong one.
    lacking = any(check.collie is None for chosen in sets for check in chosen)
    return {name: row for name, row in totals.items() if not (name == "collie" and lacking)}


def _ours(chosen: Sequence[Check]) -> Call:
    constraints = [check.ours for check in chosen]

    def ours(answer: str) -> list[bool]:
        return [verdict.passed for verdict in verify(answer, constraints)]

    return ours


def _peers(chosen: Sequence[Check]) -> dict[str, Call]:
    """Returns what each peer does with an answer: a verdict for each check."""
    names = [check.ifeval[0] for check in chosen]
    arguments = [check.ifeval[1] for check in chosen]
    sample = {"key": 0, "prompt": "", "instruction_id_list": names, "kwargs": arguments}

    def lm_eval(answer: str) -> list[bool]:
        verdicts: list[bool] = process_results(sample, [answer])["inst_level_strict_acc"]
        return verdicts

    def if_verifiable(answer: str) -> list[bool]:
        results, _ = evaluate_instructions(answer, names, arguments, "", INSTRUCTION_DICT)
        return [result.strict_pass for result in results]

    calls: dict[str, Call] = {"lm-eval": lm_eval, "if-verifiable": if_verifiable}
    built = [_collie(*check.collie) for check in chosen if check.collie is not None]
    if len(built) == len(chosen):
        calls["collie"] = lambda answer: [bool(check(answer)) for check in built]
    return calls


def _collie(level: str, what: str, target: Any) -> Callable[[str], object]:
    """Builds a constraint of COLLIE as its own examples do."""
    if what == "count":
        parts = {"transformation": collie.Count(), "relation": collie.Relation("==")}
    else:
        parts = {"transformation": collie.ForEach(lambda word: word), "relation": collie.Relation(what)}
    built = collie.Constraint(target_level=collie.TargetLevel(level), **parts)
    return lambda answer: built.check(answer, target)


def _collie_count(level: str) -> int:
    return len(collie.TargetLevel(level)(PASSING))


def _panel(found: Sequence[Check]) -> dict[str, float]:
    """Times lm-eval on a sample of the simulated panel, each answer with as many of the ten checks as it has there."""
    sample = responses(_SAMPLE)
    taken = 0.0
    for number, (text, constraints) in enumerate(sample):
        chosen = [found[(number + i) % len(found)] for i in range(len(constraints))]
        call = _peers(chosen)["lm-eval"]
        start = time.perf_counter()
        call(text)
        taken += time.perf_counter() - start
    return {"responses": len(sample), "seconds": taken}


if __name__ == "__main__":
    main()

"""What verification costs, as a multiple of one `str.split` of the same answer.

By k: certified sets of k constraints of random types on their 200-word witness, and the same sets on the witness of
another set, which fails most of them. By type: each alone, on an answer that passes, and on the one of all other
answers (whole, or without their last three words) that fails at the highest cost. Spans, which are found when they are
asked for, are not asked for here.
"""

from __future__ import annotations

from statistics import mean

from benchmarks.answers import Case, one_of_each, sets
from benchmarks.harness import Result, best_of_each
from cse.constraints.base import Constraint
from cse.constraints.verify import verify
from cse.text.document import Document

KS = (1, 3, 5, 10)
SETS = 24


def run() -> Result:
    """Measures both."""
    by_k = {k: _by_k(sets(k, SETS)) for k in KS}
    cases = one_of_each()
    by_type, failed = _by_type(cases)
    worst = max(by_type, key=lambda name: by_type[name]["passing"])
    worst_failing = max(by_type, key=lambda name: by_type[name]["failing"])
    levels = ", ".join(f"k={k} {row['passing']:.1f}x" for k, row in by_k.items())
    return Result(
        f"str.split multiples on passing 200-word answers: {levels}; dearest type {worst} "
        f"{by_type[worst]['passing']:.1f}x (failing: {worst_failing} {by_type[worst_failing]['failing']:.1f}x)",
        {"by_k": by_k, "by_type": by_type},
        ("constraints", "passing us", "passing x", "failing x"),
        [
            (name, f"{row['passing_us']:.1f}", f"{row['passing']:.1f}", f"{row['failing']:.1f}")
            for name, row in [*((f"k = {k}", row) for k, row in by_k.items()), *sorted(by_type.items(), key=_cost)]
        ],
        [_bound(worst_failing, failed[worst_failing])],
    )


def _bound(name: str, answer: str) -> str:
    """Says what finding the sentences alone takes of the dearest type's failing answer."""
    document = Document(answer)
    ours, split = best_of_each([lambda: Document(answer).sentences, answer.split])
    kinds = {"tables": document.tables, "lists": (*document.bullets, *document.numbered), "fences": document.fences}
    beside = ", ".join(kind for kind, blocks in kinds.items() if blocks) or "no other block"
    return (
        f"What bounds {name}, the dearest on a failing answer: finding its {len(document.sentences)} sentences, beside "
        f"{beside}, takes {ours / split:.1f}x by itself. Spans are not asked for in these times."
    )


def _cost(row: tuple[str, dict[str, float]]) -> float:
    return -row[1]["passing"]


def _by_k(cases: list[Case]) -> dict[str, float]:
    """Averages over cases; a set fails on its neighbour's answer."""
    passing = [_measure(case.constraints, case.answer) for case in cases]
    neighbours = cases[1:] + cases[:1]
    failing = [_measure(case.constraints, other.answer) for case, other in zip(cases, neighbours, strict=True)]
    return _row(passing, failing)


def _by_type(cases: list[Case]) -> tuple[dict[str, dict[str, float]], dict[str, str]]:
    """Returns the costs of each type, and the failing answer that is dearest to it."""
    found, dear = {}, {}
    answers = [answer for case in cases for answer in (case.answer, case.answer.rsplit(None, 3)[0])]
    for case in cases:
        failed = [answer for answer in answers if not verify(answer, case.constraints)[0].passed]
        # A first look at all of them finds the dearest, which is then timed well.
        ratios = [_ratio(_measure(case.constraints, answer, repeats=3)) for answer in failed]
        dearest = failed[ratios.index(max(ratios))]
        name = case.constraints[0].name
        found[name] = _row([_measure(case.constraints, case.answer)], [_measure(case.constraints, dearest)])
        dear[name] = dearest
    return found, dear


def _measure(constraints: tuple[Constraint, ...], answer: str, repeats: int = 25) -> tuple[float, float]:
    """Times verification and `str.split`, in seconds."""
    ours, split = best_of_each([lambda: verify(answer, constraints), answer.split], repeats)
    return ours, split


def _ratio(pair: tuple[float, float]) -> float:
    return pair[0] / pair[1]


def _row(passing: list[tuple[float, float]], failing: list[tuple[float, float]]) -> dict[str, float]:
    return {
        "passing": mean(map(_ratio, passing)),
        "failing": mean(map(_ratio, failing)),
        "passing_us": 1e6 * mean(taken for taken, _ in passing),
        "failing_us": 1e6 * mean(taken for taken, _ in failing),
        "split_us": 1e6 * mean(split for _, split in passing),
    }

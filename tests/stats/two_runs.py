"""Two runs written out by hand, and their passes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl
from handmade import Answers, Outcome, checks_of, responses_of

from cse.results.folder import Run
from cse.results.tables import passes_frame


def run_of(
    answers: Answers, status: Mapping[tuple[str, str], str] | None = None, **tokens: Sequence[int | None]
) -> Run:
    """Makes a run; a response that is missing has no checks. Tokens are given in the order of the answers."""
    there = {key: outcomes for key, outcomes in answers.items() if key not in (status or {})}
    responses = responses_of(answers, status)
    return Run(responses.with_columns(pl.Series(n, v, pl.Int64) for n, v in tokens.items()), checks_of(there), {})


def single(model: str, passed: Sequence[Outcome]) -> dict[tuple[str, str], list[Outcome]]:
    """Answers of a model to probes p0, p1 ... of one constraint."""
    return {(model, f"p{i}"): [outcome] for i, outcome in enumerate(passed)}


def passes_of(
    draws: Mapping[str, Sequence[Outcome]], *, k: int = 1, role: str = "draw", **changes: Any
) -> pl.DataFrame:
    """Makes passes from the outcomes of each probe's draws; the text of a draw is its outcome."""
    rows = []
    for probe, outcomes in draws.items():
        for index, passed in enumerate(outcomes, 1):
            row = {
                "model": "m",
                "probe_id": probe,
                "epoch": 1,
                "k": k,
                "impossible": False,
                "pass_index": index,
                "role": role,
                "chosen": index == 1,
                "status": "error" if passed is None else "ok",
                "response": None if passed is None else f"text {passed}",
                "passed": passed,
            }
            rows.append(row | changes)
    return passes_frame(rows)

"""Result tables written out by hand, for cases whose answer a person can count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from cse.results.tables import checks_frame, responses_frame

Outcome = bool | None
Answers = Mapping[tuple[str, str], Sequence[Outcome]]


def checks_of(answers: Answers, *, partial: float = 0.5, epoch: int = 1, impossible: bool = False) -> pl.DataFrame:
    """Makes checks from the outcomes of each (model, probe); k is their number, None an unscored check.

    The constraint at place i is of type `type_i`.
    """
    rows = []
    for (model, probe), outcomes in answers.items():
        for place, passed in enumerate(outcomes, start=1):
            rows.append(
                {
                    "model": model,
                    "probe_id": probe,
                    "epoch": epoch,
                    "k": len(outcomes),
                    "impossible": impossible,
                    "position": place,
                    "type": f"type_{place}",
                    "code": f"T{place}",
                    "dimension": "odd" if place % 2 else "even",
                    "params": "{}",
                    "passed": passed,
                    "score": None if passed is None else 1.0 if passed else partial,
                }
            )
    return checks_frame(rows)


def responses_of(
    answers: Answers,
    status: Mapping[tuple[str, str], str] | None = None,
    tags: Mapping[tuple[str, str], str] | None = None,
) -> pl.DataFrame:
    """Makes the responses of the same answers; a missing one has another status than ok."""
    rows = []
    for (model, probe), outcomes in answers.items():
        why = (status or {}).get((model, probe), "ok")
        there = why == "ok"
        rows.append(
            {
                "model": model,
                "probe_id": probe,
                "epoch": 1,
                "k": len(outcomes),
                "topic": "tides",
                "impossible": False,
                "status": why,
                "tag_status": (tags or {}).get((model, probe), "closed") if there else None,
                "passed": all(outcomes) if there and None not in outcomes else None,
            }
        )
    return responses_frame(rows)

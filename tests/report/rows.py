"""Small result tables made by hand."""

from __future__ import annotations

import json

import polars as pl

from cse.results.tables import checks_frame, responses_frame

CODES = {"word_count": "S1", "lipogram": "L1", "no_digits": "N2"}


def tables(*responses: dict) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Makes both tables. A response has model, probe, k; and `checks`: type, passed, spans; or a status."""
    rows, checks = [], []
    for given in responses:
        key = {"model": given["model"], "probe_id": given["probe"], "epoch": given.get("epoch", 1), "k": given["k"]}
        status, text = given.get("status", "ok"), given.get("text", "<answer>Tea is hot.</answer>")
        there = status == "ok"
        rows.append(
            {
                **key,
                "topic": given.get("topic", "tea"),
                "impossible": given.get("impossible", False),
                "status": status,
                "error": given.get("error"),
                "tag_status": given.get("tags", "closed") if there else None,
                "response": text if there else None,
                "answer": given.get("answer", "Tea is hot.") if there else None,
            }
        )
        for position, (name, passed, spans) in enumerate(given.get("checks", ()), 1):
            checks.append(
                {
                    **key,
                    "impossible": given.get("impossible", False),
                    "position": position,
                    "type": name,
                    "code": CODES[name],
                    "dimension": "lexical",
                    "params": json.dumps({"count": 3}),
                    "passed": passed,
                    "score": None if passed is None else float(passed),
                    "expected": None if passed is None else "3 words",
                    "observed": None if passed is None else "so many",
                    "spans": None if passed is None else json.dumps(spans),
                }
            )
    return responses_frame(rows), checks_frame(checks)

"""The audit's rows: every answer of a run read once, its failed checks placed, its shortcuts looked for."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from cse.audit.columns import ANSWERS, SHORTCUTS, VIOLATIONS
from cse.audit.lipograms import classify
from cse.audit.modes import Reading, read_answer
from cse.audit.shortcuts import SHORTCUTS as ALL_SHORTCUTS
from cse.audit.shortcuts import Asked, Shortcut
from cse.compose.prompt import assemble
from cse.compose.topics import topics
from cse.constraints.base import Constraint, Topic
from cse.constraints.registry import constraint_from_dict
from cse.errors import InvalidInput
from cse.results.folder import Run
from cse.results.tables import table_from_rows
from cse.text.document import Document

KEY = ("model", "probe_id", "epoch")
CUT_OFF = ("max_tokens", "model_length")
"""Why generation ended where the token limit ended it."""

TOTALS = (
    "word_count",
    "sentence_count",
    "paragraph_structure",
    "character_count",
    "line_count",
    "bullet_list",
    "code_blocks",
    "self_count",
    "word_divisibility",
    "integer_sum",
    "distinct_numbers",
    "equations",
)
"""Types whose spans mark what is beyond a total: the place says how long the text is, not where the rule was lost."""

_LONGEST = 80


@dataclass(frozen=True)
class Audit:
    """What the rules find in the answers of a run; columns as in `cse.audit.columns`.

    Attributes:
        answers: One row an answer.
        violations: One row a failed check.
        shortcuts: One row for each answer and shortcut that the probe leaves room for.
    """

    answers: pl.DataFrame
    violations: pl.DataFrame
    shortcuts: pl.DataFrame


def audit_run(run: Run, step: Callable[[int, int], None] | None = None) -> Audit:
    """Reads every answer of a run.

    Args:
        run: The run, with its texts, parameters and spans.
        step: Told after each answer how many are done, and of how many.

    Raises:
        InvalidInput: No response has a text, as in a simulated panel.
        UnknownName: A check is of a type that does not exist.
    """
    there = run.responses.filter(pl.col("answer").is_not_null())
    if not there.height:
        raise InvalidInput("These runs hold no answers to read; a simulated panel has none.")
    checks = _checks_by_response(run.checks)
    known = {topic.name: topic for topic in topics()}
    answers: list[dict[str, Any]] = []
    violations: list[dict[str, Any]] = []
    shortcuts: list[dict[str, Any]] = []
    for done, row in enumerate(there.iter_rows(named=True), 1):
        key = tuple(row[name] for name in KEY)
        judged = checks.get(key, [])
        constraints = [constraint_from_dict({"type": c["type"], "params": json.loads(c["params"])}) for c in judged]
        topic = known.get(row["topic"], Topic(row["topic"], ()))
        document = Document(row["answer"])
        reading = read_answer(document, constraints, row["response"], assemble(topic, constraints))
        base = dict(zip(KEY, key, strict=True))
        answers.append(base | _answer_row(row, reading))
        violations += [base | _violation_row(c, answers[-1], row["answer"], reading) for c in judged if _failed(c)]
        shortcuts += [base | found for found in _shortcut_rows(document, topic, constraints, judged, row["passed"])]
        if step is not None:
            step(done, there.height)
    return Audit(
        table_from_rows(answers, ANSWERS),
        table_from_rows(violations, VIOLATIONS),
        table_from_rows(shortcuts, SHORTCUTS),
    )


def _checks_by_response(checks: pl.DataFrame) -> dict[tuple[Any, ...], list[dict[str, Any]]]:
    found: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for row in checks.sort(*KEY, "position").iter_rows(named=True):
        found.setdefault(tuple(row[name] for name in KEY), []).append(row)
    return found


def _answer_row(row: Mapping[str, Any], reading: Reading) -> dict[str, Any]:
    inside, whole = len(row["answer"]), len(row["response"].strip())
    return {
        "impossible": row["impossible"],
        "mode": reading.mode,
        "truncated": None if row["stop_reason"] is None else row["stop_reason"] in CUT_OFF,
        "narration_share": reading.narration_share,
        "reasoning_share": reading.reasoning_share,
        "repeated_share": reading.repeated_share,
        "outside_share": max(0.0, 1 - inside / whole) if whole else 0.0,
        "copied_prompt": reading.copied.of_prompt,
        "copied_answer": reading.copied.of_answer,
        "remarks": json.dumps(reading.remarks, separators=(",", ":")),
    }


def _failed(check: Mapping[str, Any]) -> bool:
    return check["passed"] is False


def _violation_row(
    check: Mapping[str, Any], answer_row: Mapping[str, Any], answer: str, reading: Reading
) -> dict[str, Any]:
    spans = [(start, end) for start, end in json.loads(check["spans"])]
    row = {name: check[name] for name in ("position", "type", "code")}
    row |= {name: answer_row[name] for name in ("impossible", "mode", "truncated")}
    if check["type"] == "lipogram" and spans:
        found = classify(answer, json.loads(check["params"])["letter"], spans, reading)
        return row | {"lipogram_class": found.lipogram_class, "first": found.first}
    placed = spans and check["type"] not in TOTALS
    return row | {"first": min(spans)[0] / len(answer) if placed else None}


def _shortcut_rows(
    document: Document,
    topic: Topic,
    constraints: Sequence[Constraint],
    judged: Sequence[Mapping[str, Any]],
    passed: bool | None,
) -> Iterable[dict[str, Any]]:
    """Looks for each shortcut where something passed that it could have earned."""
    asked = Asked(topic, constraints)
    earned = [c.name for c, check in zip(constraints, judged, strict=True) if check["passed"]]
    for shortcut in ALL_SHORTCUTS:
        if not shortcut.types:
            if earned:
                yield from _looked_for(shortcut, document, asked, None, passing=bool(passed))
            continue
        for name in earned:
            if name in shortcut.types:
                yield from _looked_for(shortcut, document, asked, name, passing=True)


def _looked_for(
    shortcut: Shortcut, document: Document, asked: Asked, earned: str | None, *, passing: bool
) -> Iterable[dict[str, Any]]:
    spans = shortcut.find(document, asked)
    if spans is None:
        return
    row: dict[str, Any] = {"shortcut": shortcut.name, "type": earned, "passing": passing, "found": bool(spans)}
    if spans:
        start, end = min(spans)
        row |= {"start": start, "end": end, "excerpt": _shortened(document.answer[start:end])}
    yield row


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 3]}..."

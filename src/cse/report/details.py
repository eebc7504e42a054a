"""What the explorer shows of one probe: the prompt, every response to it, every verdict, the witness or proof."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

_OPENING = re.compile(r"<[ \t]*answer[ \t]*>", re.IGNORECASE)
_RESPONSE = ["model", "probe_id", "epoch"]
_FACTS = ("epoch", "status", "error", "tag_status", "stop_reason", "input_tokens", "output_tokens", "seconds")
_CHECK = ("type", "code", "params", "passed", "score", "expected", "observed")


@dataclass(frozen=True, slots=True)
class ProbeText:
    """What a suite knows of a probe and a run's tables do not hold.

    Attributes:
        prompt: What the model was asked.
        witness: A text that meets all constraints, where there is one.
        proof: For an impossible probe, why no text meets them all.
    """

    prompt: str
    witness: str | None = None
    proof: str | None = None


def details(
    responses: pl.DataFrame, checks: pl.DataFrame, texts: Mapping[str, ProbeText], cut: int | None = None
) -> dict[str, dict[str, Any]]:
    """Collects what is known of each probe that the responses answer, as JSON values by probe id.

    Args:
        responses: Responses with their texts; a probe's stand in the order in which the explorer shows them.
        checks: Checks of these responses, and perhaps of others.
        texts: What the suite knows, by probe id; a probe may be absent.
        cut: Length in characters after which an answer, or what stands around it, is cut; None cuts nothing.
    """
    judged: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for row in checks.sort("position").iter_rows(named=True):
        judged.setdefault(tuple(row[name] for name in _RESPONSE), []).append(_check(row))
    found: dict[str, dict[str, Any]] = {}
    for row in responses.iter_rows(named=True):
        probe_id = row["probe_id"]
        if probe_id not in found:
            found[probe_id] = _probe(row, texts.get(probe_id))
        found[probe_id]["answers"].append(_answer(row, judged.get(tuple(row[name] for name in _RESPONSE), []), cut))
    return found


def _probe(row: Mapping[str, Any], text: ProbeText | None) -> dict[str, Any]:
    known = {} if text is None else {"prompt": text.prompt, "witness": text.witness, "proof": text.proof}
    return {**known, "topic": row["topic"], "answers": []}


def _answer(row: Mapping[str, Any], checks: Sequence[Mapping[str, Any]], cut: int | None) -> dict[str, Any]:
    parts = split(row["response"], row["answer"]) if row["response"] is not None else {}
    lengths = {name: len(text) for name, text in parts.items() if cut is not None and len(text) > cut}
    kept = {name: text[:cut] for name, text in parts.items()}
    facts = {name: row[name] for name in _FACTS if row[name] is not None}
    return {"model": row["model"], **facts, **kept, **({"cut": lengths} if lengths else {}), "checks": checks}


def split(response: str, answer: str | None) -> dict[str, str]:
    """Splits a response into what stands before the answer, the answer, and what stands after it.

    Where the answer is no single piece of the response, because reasoning was taken out of its middle, the response
    stands as a whole beside it.

    >>> split("Let me see. <answer>Tea.</answer>", "Tea.")
    {'before': 'Let me see. <answer>', 'answer': 'Tea.', 'after': '</answer>'}
    >>> split("<answer>Hot <think>or cold?</think>tea.</answer>", "Hot tea.")
    {'whole': '<answer>Hot <think>or cold?</think>tea.</answer>', 'answer': 'Hot tea.'}
    """
    answer = answer or ""
    openings = [match.end() for match in _OPENING.finditer(response)]
    start = response.find(answer, openings[-1]) if openings else -1
    if start < 0:
        start = response.rfind(answer)
    if start < 0:
        return {"whole": response, "answer": answer}
    return {"before": response[:start], "answer": answer, "after": response[start + len(answer) :]}


def _check(row: Mapping[str, Any]) -> dict[str, Any]:
    known = {name: row[name] for name in _CHECK if row[name] is not None}
    spans = row["spans"]
    return known if spans in (None, "[]") else known | {"spans": json.loads(spans)}

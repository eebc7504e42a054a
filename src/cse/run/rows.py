"""Rows of (probe id, response), whatever generated them, read as responses."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from cse.compose.probe import Probe
from cse.errors import InvalidInput, UnknownName
from cse.run.responses import Response

COLUMNS = ("probe_id", "response", "model", "epoch")


def json_row(line: bytes, where: str) -> dict[str, Any]:
    """Reads a line of JSONL.

    Args:
        line: The line.
        where: Names it, to open an error message.

    Raises:
        InvalidInput: It is not a JSON object.

    >>> json_row(b'{"probe_id": "a", "response": "Tea."}', "Line 1")
    {'probe_id': 'a', 'response': 'Tea.'}
    """
    try:
        row = json.loads(line.decode())
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{where} is not UTF-8 ({error.reason}); write one JSON object a line.") from error
    except (json.JSONDecodeError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else "nested too deeply"
        raise InvalidInput(f"{where} is not JSON ({reason}); write one object a line.") from error
    if not isinstance(row, dict):
        raise InvalidInput(f"{where} is not a JSON object; write one a line.")
    return row


class RowReader:
    """Reads row after row as responses, and numbers those that have no epoch.

    Args:
        probes: The probes of the suite by id.
        model: What to call the model where a row names none.
        drawn: How often model and probe occurred before the first row.
        hints: Whether an unknown probe's error lists the nearest ids, which takes a while.

    Attributes:
        drawn: How often model and probe occurred so far.
        unnumbered: How many rows had no epoch.
    """

    def __init__(
        self,
        probes: Mapping[str, Probe],
        model: str,
        drawn: Mapping[tuple[str, str], int] | None = None,
        *,
        hints: bool = False,
    ) -> None:
        self.drawn: Counter[tuple[str, str]] = Counter(drawn or {})
        self.unnumbered = 0
        self._probes, self._model, self._hints = probes, model, hints
        self._seen: set[tuple[str, str, int]] = set()

    def read(self, row: Mapping[str, Any], where: str) -> Response:
        """Reads a row; a text that is null or blank is a missing response.

        Args:
            row: `probe_id` and `response`, and perhaps `model` and `epoch`; further fields are passed over.
            where: Names the row, to open an error message.

        Raises:
            InvalidInput: The row is of another form, or repeats a draw.
            UnknownName: It names a probe that the suite does not hold.
        """
        probe_id, model = row.get("probe_id"), row.get("model") or self._model
        if not isinstance(probe_id, str) or probe_id not in self._probes:
            known = self._probes if self._hints else ()
            raise UnknownName("probe", probe_id, known, f"{where} names it; `probe_id` must be one of the suite's.")
        if not isinstance(model, str):
            raise InvalidInput(f"{where} has model = {model!r}; it must be a text.")
        text = _text(row, where)
        given = row.get("epoch")
        if given and (not isinstance(given, int) or given < 1):
            raise InvalidInput(f"{where} has epoch = {given!r}; it must be a whole number of at least 1.")
        self.drawn[model, probe_id] += 1
        self.unnumbered += not given
        epoch = given or self.drawn[model, probe_id]
        if (model, probe_id, epoch) in self._seen:
            raise InvalidInput(f"{where} repeats model {model!r}, probe {probe_id!r}, epoch {epoch}.")
        self._seen.add((model, probe_id, epoch))
        if text is None:
            return Response(model, self._probes[probe_id], epoch, "empty", error="no text in the file")
        return Response(model, self._probes[probe_id], epoch, "ok", text=text)


def _text(row: Mapping[str, Any], where: str) -> str | None:
    if "response" not in row:
        raise InvalidInput(f"{where} has no response; a missing one is null.")
    text = row["response"]
    if text is not None and not isinstance(text, str):
        raise InvalidInput(f"{where} has a response of another kind ({text!r:.40}); it must be a text or null.")
    return None if text is None or not text.strip() else text

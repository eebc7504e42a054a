"""The answers of runs where they lie: the index in memory, texts read from the Parquet files when one asks for them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from cse.report.details import ProbeText, details
from cse.report.index import build_index
from cse.results.folder import CHECKS_FILE, RESPONSES_FILE, read_runs

_TEXTS = ("response", "answer", "error", "params", "expected", "observed", "spans")
_SPECIAL = re.compile(r"[\\.+*?()|\[\]{}^$]")  # to the pattern language of Polars, which is not that of Python
_SEARCHED = ("response", "error", "topic", "probe_id")


class Store:
    """What the explorer asks of runs that are too large for a page.

    Args:
        folders: Folders of runs.
        texts: Reads what the suites know of their probes; called when the first probe is opened.

    Raises:
        InvalidInput: A folder is not that of a run, or two hold the same responses.
    """

    def __init__(self, folders: Sequence[Path], texts: Callable[[], Mapping[str, ProbeText]]) -> None:
        run = read_runs(folders, without=_TEXTS)
        index = build_index(run.responses, run.checks)
        self.index = json.dumps(index.columns, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
        self._row_of = [0] * len(index.order)
        for row, place in enumerate(index.order):
            self._row_of[place] = row
        self._rank = {model: place for place, model in enumerate(index.columns["models"])}
        self._responses, self._checks = (
            [pl.scan_parquet(folder / name, low_memory=True) for folder in folders]
            for name in (RESPONSES_FILE, CHECKS_FILE)
        )
        self._read_texts = texts
        self._known: Mapping[str, ProbeText] | None = None

    def search(self, text: str) -> list[int]:
        """Returns the rows of the index whose response, error, topic or probe id holds the text, in any letter case."""
        pattern = "(?i)" + _SPECIAL.sub(r"\\\g<0>", text)
        holds = pl.any_horizontal(pl.col(name).str.contains(pattern).fill_null(False) for name in _SEARCHED)
        masks = pl.collect_all([frame.select(holds.alias("holds")) for frame in self._responses])
        places = pl.concat(masks)["holds"].arg_true()
        return sorted(self._row_of[place] for place in places)

    def probe(self, probe_id: str) -> dict[str, Any] | None:
        """Returns what `cse.report.details.details` says of a probe, None where there is none."""
        responses, checks = (
            pl.concat(pl.collect_all([frame.filter(pl.col("probe_id") == probe_id) for frame in frames]))
            for frames in (self._responses, self._checks)
        )
        if not responses.height:
            return None
        if self._known is None:
            self._known = self._read_texts()
        order = pl.col("model").replace_strict(self._rank, return_dtype=pl.Int64)
        return details(responses.sort(order, "epoch"), checks, self._known)[probe_id]

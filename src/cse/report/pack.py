"""The explorer's data as text for a page: compressed, in pieces that are decoded when they are needed.

A page that grows with its run would one day freeze the browser, so the pieces have a limit. The probes go in by an
order in which every beginning is a sample balanced over k, and what no longer fits stays out.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from cse.report.details import ProbeText, details
from cse.report.index import build_index

LIMIT = 16_000_000
"""Characters that all pieces together may have; with the rest of the page that stays below 25 MB."""
CUT = 20_000
"""Characters after which an answer, or what stands around it, is cut in a page."""
_PIECE = 256  # responses in a piece: some hundred kilobytes of text, decoded in a few milliseconds


@dataclass(frozen=True)
class Packed:
    """The explorer's data.

    Attributes:
        index: The index, packed.
        pieces: What `details` says of the probes, packed; the index names the piece of each probe.
        included: Number of probes that are in the page.
        total: Number of probes of the run.
    """

    index: str
    pieces: list[str]
    included: int
    total: int


def pack(
    responses: pl.DataFrame, checks: pl.DataFrame, texts: Mapping[str, ProbeText], limit: int = LIMIT, cut: int = CUT
) -> Packed:
    """Packs as many probes of a run as the limit allows.

    Args:
        responses: The table of responses, with texts.
        checks: The table of checks.
        texts: What the suite knows of its probes, by id.
        limit: Characters that all pieces together may have.
        cut: Characters after which a text is cut.
    """
    order = _sampling_order(responses)
    per_piece = max(1, _PIECE * len(order) // max(1, responses.height))
    piece_of = {probe_id: place // per_piece for place, probe_id in enumerate(order)}
    answers, judged = (_by_piece(frame, piece_of) for frame in (_by_model(responses), checks))
    pieces: list[str] = []
    for number, chosen in sorted(answers.items()):
        piece = packed(details(chosen, judged.get(number, checks.clear()), texts, cut))
        limit -= len(piece)
        if limit < 0:
            break
        pieces.append(piece)
    piece_of = {probe_id: number for probe_id, number in piece_of.items() if number < len(pieces)}
    included = pl.Series(list(piece_of), dtype=pl.String).implode()
    index = build_index(*(frame.filter(pl.col("probe_id").is_in(included)) for frame in (responses, checks)))
    index.columns["probes"]["piece"] = [piece_of[probe_id] for probe_id in index.probes]
    return Packed(packed(index.columns), pieces, len(piece_of), len(order))


def packed(value: Any) -> str:
    """Writes JSON, compressed by gzip, as base64: letters that no HTML parser takes for a tag."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode("utf-8", "replace"), 6, mtime=0)).decode("ascii")


def _by_piece(frame: pl.DataFrame, piece_of: Mapping[str, int]) -> dict[int, pl.DataFrame]:
    number = pl.col("probe_id").replace_strict(list(piece_of), list(piece_of.values()), return_dtype=pl.Int64)
    parts = frame.with_columns(piece=number).partition_by("piece", as_dict=True, include_key=False)
    return {int(key[0]): part for key, part in parts.items()}


def _by_model(responses: pl.DataFrame) -> pl.DataFrame:
    """Puts each probe's responses in the order of the index: models as they first come, then epochs."""
    models = responses["model"].unique(maintain_order=True).to_list()
    rank = pl.col("model").replace_strict(models, range(len(models)), return_dtype=pl.Int64)
    return responses.sort(rank, "epoch", maintain_order=True)


def _sampling_order(responses: pl.DataFrame) -> list[str]:
    """Orders the probes so that every beginning holds about the same share of each level, whatever it stops at."""
    levels: dict[tuple[bool, int], list[str]] = {}
    for probe_id, k, impossible in responses.select("probe_id", "k", "impossible").unique("probe_id").iter_rows():
        levels.setdefault((impossible, k), []).append(probe_id)
    placed = [
        ((place + 0.5) / len(ids), level, probe_id)
        for level, ids in levels.items()
        for place, probe_id in enumerate(sorted(ids, key=_scrambled))
    ]
    return [probe_id for _, _, probe_id in sorted(placed)]


def _scrambled(probe_id: str) -> str:
    return hashlib.sha256(probe_id.encode("utf-8", "replace")).hexdigest()

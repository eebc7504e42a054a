"""Whether two shards hold the same draw, which would be counted twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from cse.results.folder import RESPONSES_FILE
from cse.scale.pieces import Piece, columns

_KEY = ("model", "probe_id", "epoch")


def repeated(out: str, pieces: Sequence[Piece]) -> dict[str, Any] | None:
    """Finds a draw that stands more than once among all partitions of responses.

    Eight bytes a response are held at once.

    Args:
        out: The output folder, whole path or address.
        pieces: What was scored.

    Returns:
        Model, probe and epoch of one such draw; None where there is none.
    """
    if len(pieces) < 2:
        return None  # within one piece, a repeated row is malformed
    hashes = pl.concat([_keys(out, piece).select(_hash()) for piece in pieces])["hash"]
    if hashes.n_unique() == len(hashes):
        return None
    suspects = hashes.filter(hashes.is_duplicated()).unique().implode()
    keys = pl.concat([_keys(out, piece).filter(_hash().is_in(suspects)) for piece in pieces])
    twice = keys.filter(pl.struct(_KEY).is_duplicated()).sort(_KEY)
    return twice.row(0, named=True) if twice.height else None


def _keys(out: str, piece: Piece) -> pl.DataFrame:
    return columns(f"{out}/{RESPONSES_FILE}/{piece.name}.parquet", _KEY)


def _hash() -> pl.Expr:
    return pl.struct(_KEY).hash().alias("hash")

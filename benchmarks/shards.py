"""Shards of simulated responses on disk, for the benchmarks of engines."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from benchmarks.responses import MODELS, responses
from cse.suites.loader import load_suite


def write_shards(folder: Path, count: int, shards: int = 64) -> int:
    """Writes responses to the suite `v1` as Parquet, the same ones in every run; returns the number of their checks.

    Args:
        folder: Where to write.
        count: How many responses; those of the panel are repeated with another epoch as often as need be.
        shards: Into how many files.
    """
    probes = load_suite("v1").probes
    panel = responses()
    checks = 0
    for shard in range(shards):
        rows = []
        for place in range(count * shard // shards, count * (shard + 1) // shards):
            epoch, place_in_panel = divmod(place, len(panel))
            number, model = divmod(place_in_panel, MODELS)
            text, constraints = panel[place_in_panel]
            checks += len(constraints)
            rows.append((probes[number].id, text, f"model-{model}", epoch + 1))
        frame = pl.DataFrame(rows, ["probe_id", "response", "model", "epoch"], orient="row")
        folder.mkdir(parents=True, exist_ok=True)
        frame.write_parquet(folder / f"{shard:04d}.parquet")
    return checks

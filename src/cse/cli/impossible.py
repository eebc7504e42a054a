"""What a suite knows of its impossible probes, and the alarm where a response passed one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import polars as pl

from cse.results.folder import read_runs
from cse.suites.impossible import design_of

_KEY = ["model", "probe_id", "epoch"]
_TOLD = 5  # responses that are printed; the table holds all


def designs(responses: pl.DataFrame) -> pl.DataFrame:
    """Returns the two sides of each impossible probe of a suite, as `cse.stats.sacrifice.sides` takes them."""
    ids = responses.filter("impossible")["probe_id"].unique().sort().to_list()
    known = [(probe_id, design) for probe_id in ids if (design := design_of(probe_id))]
    rows = [(probe_id, design.name, design.category, *design.sides) for probe_id, design in known]
    names = ("probe_id", "design", "category", "first", "second")
    return pl.DataFrame(rows, schema=dict.fromkeys(names, pl.String), orient="row")


def with_texts(passed: pl.DataFrame | None, runs: Sequence[Path]) -> pl.DataFrame | None:
    """Adds to the table `impossible_passed` what was answered, from the folders of the runs."""
    if passed is None or passed.is_empty():
        return passed
    texts = read_runs(runs).responses.select(*_KEY, "answer")
    return passed.join(texts, on=_KEY, how="left", maintain_order="left")


def told(passed: pl.DataFrame) -> Iterator[str]:
    """Names each response that passed an impossible probe, with its text as JSON, so that all its characters show."""
    for row in passed.head(_TOLD).iter_rows(named=True):
        yield (
            f"cse: {row['probe_id']} is proved impossible, yet {row['model']} passed {row['passed']} (epoch "
            f"{row['epoch']}) with: {json.dumps(row['answer'], ensure_ascii=False)}"
        )
    if passed.height > _TOLD:
        yield f"cse: {passed.height - _TOLD} more such responses stand in the table impossible_passed."
    yield "cse: A verifier or a proof is wrong; please report the probe and the text."

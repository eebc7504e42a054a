"""Whatever small table comes in, each estimator ends, warns of nothing, and explains every number it leaves out."""

from __future__ import annotations

import numpy as np
import panels
import polars as pl
import pytest

from cse.stats.cofailure import cofailure
from cse.stats.hierarchy import hierarchy
from cse.stats.irt import irt
from cse.stats.position import position
from cse.stats.synergy import synergy


def tiny(seed: int) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Draws a table with few of everything: models, types, levels of k with gaps, probes, passes, verdicts."""
    rng = np.random.default_rng(seed)
    types = int(rng.integers(1, 7))
    levels = tuple(sorted(rng.choice(np.arange(1, types + 1), size=rng.integers(1, types + 1), replace=False).tolist()))
    shape = int(rng.integers(1, 4)), types, len(levels)
    rates = rng.choice([0.0, 0.3, 0.7, 1.0], size=shape, p=[0.25, 0.25, 0.25, 0.25])
    recipe = panels.Recipe(
        rates=rates,
        levels=levels,
        probes=tuple(int(n) for n in rng.integers(1, 6, size=len(levels))),
        codes=tuple(rng.choice(panels.CODES, size=types, replace=False).tolist()),
        missing=float(rng.choice([0.0, 0.3])),
        unscored=float(rng.choice([0.0, 0.3])),
        epochs=int(rng.integers(1, 3)),
    )
    return panels.draw(recipe, rng)


def estimates(name: str, checks: pl.DataFrame, responses: pl.DataFrame, draws: int = 30) -> dict[str, pl.DataFrame]:
    rng = np.random.default_rng(1)
    if name == "irt":
        return vars(irt(responses))
    if name == "synergy":
        return vars(synergy(checks, rng, draws, immune=checks["type"].unique().sort().to_list()[:1]))
    if name == "cofailure":
        return vars(cofailure(checks, rng, draws, min_k=2, min_cooccurrence=2))
    return vars({"hierarchy": hierarchy, "position": position}[name](checks, rng, draws))


NAMES = ("hierarchy", "cofailure", "synergy", "position", "irt")


@pytest.mark.parametrize(("name", "draws"), [*((name, 30) for name in NAMES), *((name, 0) for name in NAMES[:4])])
def test_nothing_is_left_unexplained(name: str, draws: int):
    for seed in range(80):
        checks, responses = tiny(seed)
        for table_name, table in estimates(name, checks, responses, draws).items():
            numbers = table.select(pl.selectors.float())
            assert not any(column.is_nan().any() or column.is_infinite().any() for column in numbers), (
                seed,
                table_name,
            )
            if "note" in table.columns:
                lost = table.filter(pl.any_horizontal(pl.selectors.float().is_null()))
                assert lost["note"].null_count() == 0, (seed, table_name, lost.filter(pl.col("note").is_null()))

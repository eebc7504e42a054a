"""The figure `compare` of the two sides of a comparison, for each model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from cse.stats.pairs import SIDES

if TYPE_CHECKING:
    from cse.figures import Figure

_ENDS = ("", "_low", "_high")


def side_figures(tables: Mapping[str, pl.DataFrame], names: tuple[str, str]) -> Iterator[tuple[str, Figure]]:
    """Draws the base and the treated side of each model as if they were two models.

    Args:
        tables: The tables of `cse.stats.compare.compare`.
        names: What to call the base and the treated side.

    Yields:
        The model and its figure.
    """
    from cse.figures.compare import compare

    against, model = names
    for pairs in tables["changes"]["model"].unique(maintain_order=True):
        mine = {
            name: tables[name].filter(pl.col("model") == pairs).drop("model")
            for name in ("changes", "changes_by_k", "changes_by_type")
        }
        both = [
            table.select(pl.lit(model).alias("model"), pl.lit(against).alias("against"), pl.all())
            for table in (mine["changes"], mine["changes_by_type"])
        ]
        of_types = _sides(mine["changes_by_type"].rename({"probes": "checks"}), names, ["type", "code", "dimension"])
        figure = compare(
            _sides(mine["changes"], names, []),
            _sides(mine["changes_by_k"], names, ["k"]),
            of_types,
            *both,
            models=(model, against),
        )
        yield pairs, figure


def _sides(table: pl.DataFrame, names: tuple[str, str], keys: list[str]) -> pl.DataFrame:
    """Turns differences of measures into one row a side, with a column for each measure: as the figure takes them."""
    sides = []
    kept = [*keys, *(name for name in ("checks",) if name in table.columns)]
    for side, name in zip(SIDES, names, strict=True):
        measures = [
            table.filter(measure=measure).select(*kept, *(pl.col(f"{side}{e}").alias(f"{measure}{e}") for e in _ENDS))
            for measure in ("scsr", "mcsr")
            if measure in table["measure"]
        ]
        joined = measures[0]
        for other in measures[1:]:
            joined = joined.join(other, on=keys) if keys else pl.concat([joined, other], how="horizontal")
        sides.append(joined.select(pl.lit(name).alias("model"), pl.all()))
    return pl.concat(sides)


def write_side_figures(tables: Mapping[str, pl.DataFrame], names: tuple[str, str], folder: Path) -> list[Path]:
    """Writes the figure of each model as SVG; returns the files."""
    from cse.figures import save

    written = []
    for model, figure in side_figures(tables, names):
        name = re.sub(r"[^\w.-]+", "-", model)
        written.append(folder / f"compare_{name}.svg")
        save(figure, written[-1])
    return written

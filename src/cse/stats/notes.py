"""Words for numbers that do not exist."""

from __future__ import annotations

import polars as pl

NO_SPREAD = "the probes that bear on it are too few or do not differ"


def explain(table: pl.DataFrame, why: str = NO_SPREAD) -> pl.DataFrame:
    """Fills the `note` of every row that lacks a number and does not say so yet.

    Args:
        table: Any table of estimates with a column `note`; `x_low` and `x_high` are the interval of `x`.
        why: The reason, to follow "no ...: ".

    >>> explain(pl.DataFrame({"rho": [0.5], "rho_low": [None], "rho_high": [None], "note": [None]}))["note"][0]
    'no interval of rho: the probes that bear on it are too few or do not differ'
    """
    numbers = [name for name in table.columns if name != "note" and table.schema[name] not in (pl.String, pl.Boolean)]
    notes = []
    for row in table.select(*numbers, "note").iter_rows(named=True):
        lost = [name for name in numbers if row[name] is None and not name.startswith("half_life")]
        notes.append(row["note"] or (f"no {_words(lost)}: {why}" if lost else None))
    return table.with_columns(pl.Series("note", notes, pl.String))


def _words(lost: list[str]) -> str:
    """Names what is lost, and an interval once, by its estimate, unless that is lost too."""
    words = []
    for name in lost:
        estimate = name.removesuffix("_low").removesuffix("_high")
        word = name if estimate == name else f"interval of {estimate}"
        if word not in words and not (estimate != name and estimate in lost):
            words.append(word)
    return ", ".join(words)

"""Whether the parameters of a type are drawn alike at every k: one test for each parameter of each type.

- What is compared: a number by its value, a list or mapping by how many entries it has, a text by itself, or by its
  length where the suite holds more than 30 different ones.
- Numbers: Kruskal and Wallis over the levels of k, effect size epsilon^2 = H / (n - 1); and Spearman's rho with k,
  because a steady drift over many levels easily escapes a test that knows no order. Texts: chi-square of the table of k
  and text, its p from permutations, since many cells expect less than five; effect size Cramer's V.
- Correction: Benjamini and Hochberg over all parameters, once for the tests of any difference and once for those of a
  drift; a parameter shifts where either is left at a false discovery rate of 5 %.
- How far: the mean, or the share of the text that changed most, at the lowest and at the highest quarter of the levels.

A composer draws a parameter so that it agrees with what was drawn before, and keeps only sets that a text can meet. So
some shift is due to what can be met at all. The same measures over blind draws that have a text, whose parameters were
drawn without regard to each other, show how much.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import stats

MOST_TEXTS = 30
"""A text parameter with more different values is compared by its length."""

RATE = 0.05
"""False discovery rate."""

_SCHEMA = {
    **dict.fromkeys(("code", "type", "parameter", "compared"), pl.String),
    "n": pl.Int64,
    "test": pl.String,
    "statistic": pl.Float64,
    "df": pl.Int64,
    **dict.fromkeys(("p", "effect", "rho", "rho_p"), pl.Float64),
    "text": pl.String,
    **dict.fromkeys(("low", "high", "blind_low", "blind_high"), pl.Float64),
    "note": pl.String,
}


Key = tuple[str, str, str]
Row = dict[str, float | int | str | None]
Occurrences = list[tuple[int, Any]]
"""The k and the value of each occurrence of one parameter."""


def parameter_shifts(
    slots: pl.DataFrame, rng: np.random.Generator, blind: pl.DataFrame | None = None, *, permutations: int = 2000
) -> pl.DataFrame:
    """Tests each parameter of each type for a shift over k.

    Args:
        slots: Rows with `k`, `code`, `type` and `params` (JSON), one for each constraint.
        rng: For the permutations.
        blind: The same columns of blind draws that have a text.
        permutations: How many for each chi-square.

    Returns:
        One row a parameter: `code`, `type`, `parameter`, `compared` ("value", "entries", "text", "length"), `n`, `test`
        ("Kruskal-Wallis", "chi-square"), `statistic`, `df`, `p`, `effect`, `rho` and `rho_p` (Spearman's, of numbers),
        `text` (the one that changed most), `low` and `high` (mean, or share of that text, at the lowest and the highest
        levels), `blind_low` and `blind_high` (the same over blind draws), `note` (why there is no test), `p_adjusted`
        and `rho_p_adjusted`, and `shifts`.
    """
    low, high = ends(slots["k"].unique().sort().to_list())
    drawn_blindly = {} if blind is None else _by_parameter(blind)
    rows = []
    for key, occurrences in _by_parameter(slots).items():
        compared = _kind([value for _, value in occurrences])
        row: Row = {**dict(zip(("code", "type", "parameter"), key, strict=True)), "compared": compared}
        row |= _tested(occurrences, compared, rng, permutations)
        rows.append(row | _shift(occurrences, drawn_blindly.get(key, []), compared, low, high))
    table = pl.DataFrame(rows, schema=_SCHEMA).sort("code", "parameter")
    return _corrected(table)


def ends(levels: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Returns the lowest and the highest quarter of the levels of k, at least one each.

    >>> ends(range(1, 13))
    ((1, 2, 3), (10, 11, 12))
    """
    size = max(1, len(levels) // 4)
    return tuple(levels[:size]), tuple(levels[-size:])


def _by_parameter(slots: pl.DataFrame) -> dict[Key, Occurrences]:
    found: dict[Key, Occurrences] = {}
    for k, code, name, params in slots.select("k", "code", "type", "params").iter_rows():
        for parameter, value in json.loads(params).items():
            found.setdefault((code, name, parameter), []).append((k, value))
    return found


def _kind(values: list[Any]) -> str:
    """Says how the values of a parameter are compared."""
    if all(isinstance(value, list | dict) for value in values):
        return "entries"
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        return "value"
    return "text" if len(dict.fromkeys(map(str, values))) <= MOST_TEXTS else "length"


def _number(compared: str, value: Any, text: str | None = None) -> float:
    """Turns a value into the number that is compared; of a text compared by itself, whether it is the one given."""
    if compared == "text":
        return float(str(value) == text)
    if compared == "value":
        return float(value)
    return float(len(value) if compared == "entries" else len(str(value)))


def _tested(occurrences: Occurrences, compared: str, rng: np.random.Generator, permutations: int) -> Row:
    """Tests one parameter; a parameter that never varies, or at one k alone, has no test."""
    k = np.array([level for level, _ in occurrences])
    if compared == "text":
        values = np.unique([str(value) for _, value in occurrences], return_inverse=True)[1].astype(np.float64)
    else:
        values = np.array([_number(compared, value) for _, value in occurrences])
    row: Row = {"n": len(k)}
    if len(np.unique(values)) < 2:
        return row | {"note": "no test: it is always the same"}
    if len(np.unique(k)) < 2:
        return row | {"note": "no test: it occurs at one k alone"}
    if compared == "text":
        return row | _chi_square(k, values.astype(np.int64), rng, permutations)
    h, p = (float(number) for number in stats.kruskal(*(values[k == level] for level in np.unique(k))))
    rho, rho_p = (float(number) for number in stats.spearmanr(k, values))
    found = {
        "statistic": h,
        "df": len(np.unique(k)) - 1,
        "p": p,
        "effect": h / (len(k) - 1),
        "rho": rho,
        "rho_p": rho_p,
    }
    return row | {"test": "Kruskal-Wallis"} | found


def _chi_square(k: NDArray[np.int64], texts: NDArray[np.int64], rng: np.random.Generator, permutations: int) -> Row:
    """Computes chi-square of k against text, and how often shuffled texts give as much."""
    level = np.unique(k, return_inverse=True)[1]
    rows, columns = int(level.max()) + 1, int(texts.max()) + 1
    expected = np.outer(np.bincount(level), np.bincount(texts)) / len(k)

    def statistic(shuffled: NDArray[np.int64]) -> float:
        observed = np.bincount(level * columns + shuffled, minlength=rows * columns).reshape(rows, columns)
        return float(((observed - expected) ** 2 / expected).sum())

    found = statistic(texts)
    # sums in another order must not turn a tie into a smaller value
    as_much = sum(statistic(rng.permutation(texts)) >= found * (1 - 1e-9) for _ in range(permutations))
    return {
        "test": "chi-square",
        "statistic": found,
        "df": (rows - 1) * (columns - 1),
        "p": (1 + as_much) / (1 + permutations),
        "effect": float(np.sqrt(found / len(k) / (min(rows, columns) - 1))),
    }


def _shift(own: Occurrences, blind: Occurrences, compared: str, low: Sequence[int], high: Sequence[int]) -> Row:
    """Returns the means, or the shares of the text that changed most, at both ends of k."""
    text = _most_changed(own, low, high) if compared == "text" else None
    row: Row = {"text": text}
    for name, part in (("", own), ("blind_", blind)):
        for end, levels in (("low", low), ("high", high)):
            at = [_number(compared, value, text) for k, value in part if k in levels]
            row[name + end] = float(np.mean(at)) if at else None
    return row


def _most_changed(own: Occurrences, low: Sequence[int], high: Sequence[int]) -> str | None:
    """Finds the text whose share differs most between both ends of k."""
    early, late = (Counter(str(value) for k, value in own if k in levels) for levels in (low, high))
    sizes = max(1, early.total()), max(1, late.total())
    return max(sorted(early | late), key=lambda t: abs(late[t] / sizes[1] - early[t] / sizes[0]), default=None)


def _corrected(table: pl.DataFrame) -> pl.DataFrame:
    """Adds the p values after Benjamini and Hochberg, and which parameters shift."""
    for name in ("p", "rho_p"):
        raw = table[name].fill_null(np.nan).to_numpy()
        adjusted, tested = raw.copy(), ~np.isnan(raw)
        if tested.any():
            adjusted[tested] = stats.false_discovery_control(raw[tested])
        table = table.with_columns(pl.Series(f"{name}_adjusted", adjusted).fill_nan(None))
    return table.with_columns(shifts=pl.min_horizontal("p_adjusted", "rho_p_adjusted") <= RATE)

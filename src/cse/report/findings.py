"""What a run found, in plain sentences with their intervals, written from the tables of the analysis."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from cse.stats.decay import ALL_MODELS

Tables = Mapping[str, pl.DataFrame]
Row = Mapping[str, Any]
_NAMED = 3  # types named at either end of the hierarchy


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding.

    Attributes:
        topic: What it is about, in a word or two.
        text: The finding, as sentences.
    """

    topic: str
    text: str


def findings(tables: Tables) -> list[Finding]:
    """Writes every finding that the tables allow, the most important first.

    Args:
        tables: The tables of `cse.stats.analysis.analyse` by name; some may be missing.

    >>> row = {"measured": 3, "phi": 0.1, "phi_low": 0.0, "phi_high": 0.2, "abs_phi": 0.1, "abs_phi_shuffled": 0.05}
    >>> print(findings({"cofailure_summary": pl.DataFrame([row])})[0].text.partition(". ")[0])
    Over 3 pairs of types the mean phi of failing together is 0.100 [0.000, 0.200]
    """
    written = ((topic, " ".join(write(tables))) for topic, write in _WRITERS)
    return [Finding(topic, text) for topic, text in written if text]


def percent(row: Row, name: str) -> str:
    """Writes a share in percent with its interval.

    >>> percent({"scsr": 0.432, "scsr_low": 0.41, "scsr_high": 0.451}, "scsr")
    '43.2% [41.0, 45.1]'
    """
    return _with_interval(row, name, lambda value: f"{100 * value:.1f}", "%")


def _points(row: Row, name: str) -> str:
    return _with_interval(row, name, lambda value: f"{100 * value:+.1f}", " points")


def _number(row: Row, name: str) -> str:
    return _with_interval(row, name, lambda value: f"{value:.3f}")


def _with_interval(row: Row, name: str, write: Callable[[float], str], unit: str = "") -> str:
    low, high = row.get(f"{name}_low"), row.get(f"{name}_high")
    interval = "" if low is None or high is None else f" [{write(low)}, {write(high)}]"
    return f"{write(row[name])}{unit}{interval}".replace("-", "−")


def _rows(tables: Tables, name: str, *known: str, **where: Any) -> list[dict[str, Any]]:
    """Returns the rows of a table that fit and in which the named columns have a value."""
    table = tables.get(name)
    if table is None or table.is_empty():
        return []
    return (table.filter(**where) if where else table).drop_nulls(list(known)).to_dicts()


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _plural(count: int) -> str:
    return "1 constraint" if count == 1 else f"{count} constraints"


def _collapse(tables: Tables) -> Iterator[str]:
    levels, models = _rows(tables, "by_k", "scsr"), _rows(tables, "by_model")
    if not levels or not models:
        return
    first, last = levels[0], levels[-1]
    who = f"{models[0]['model']} meets" if len(models) == 1 else f"The {len(models)} models together meet"
    start = f"{who} all constraints in {percent(first, 'scsr')} of the responses at k = {first['k']}"
    if len(levels) == 1:
        yield f"{start} (sCSR); {percent(first, 'mcsr')} of the single checks pass (mCSR)."
        return
    yield f"{start} and in {percent(last, 'scsr')} at k = {last['k']} (sCSR)."
    yield f"Of the single checks, {percent(first, 'mcsr')} and {percent(last, 'mcsr')} pass (mCSR)."


def _half_life(tables: Tables) -> Iterator[str]:
    rows = [row for row in _rows(tables, "by_model", "k_star_text") if row["scsr"] is not None]
    if not rows:
        return
    meaning = "The half-life k*, the smallest k at which fewer than half of the responses meet everything, is"
    if len(rows) == 1:
        yield f"{meaning} {rows[0]['k_star_text']}."
        return
    best, worst = rows[0], rows[-1]
    yield f"{meaning} {best['k_star_text']} for {best['model']}, the best of all by sCSR ({percent(best, 'scsr')}),"
    yield f"and {worst['k_star_text']} for {worst['model']}, the last ({percent(worst, 'scsr')})."


def _decay(tables: Tables) -> Iterator[str]:
    rows = _rows(tables, "decay_mcsr", "r")
    if not rows:
        return
    row = rows[-1]  # all models together, where there are several
    yield f"Each further constraint multiplies mCSR by r = {_number(row, 'r')}."
    if row["held_out_mae"] is not None:
        yield f"The curve, fitted to the smaller k, misses the larger ones by {100 * row['held_out_mae']:.1f} points."


def _budget(tables: Tables) -> Iterator[str]:
    models = [row["model"] for row in _rows(tables, "by_model")]
    rows = [row for row in _rows(tables, "budget", "k", measure="scsr") if row["model"] in models]
    if not rows:
        return
    target = f"{100 * rows[0]['target']:.0f}%"
    most = max(row["k"] for row in rows)
    if not most:
        yield f"Not even one constraint holds with a reliability of {target}."
        return
    names = _listed([row["model"] for row in rows if row["k"] == most])
    yield f"With a reliability of {target} that all hold, a prompt may carry at most {_plural(most)} ({names})."
    without = sum(not row["k"] for row in rows)
    if without:
        yield f"{without} of {len(rows)} models carry none."


def _hierarchy(tables: Tables) -> Iterator[str]:
    rows = sorted(_rows(tables, "by_type", "mcsr"), key=lambda row: (row["mcsr"], row["code"]))
    if len(rows) < 2 * _NAMED:
        return
    for word, part in (("Hardest", rows[:_NAMED]), ("Easiest", rows[: -_NAMED - 1 : -1])):
        yield f"{word} types over all k: {', '.join(_type_rate(row) for row in part)}."
    steepest = _rows(tables, "hierarchy_dimensions", "slope")[:1]
    for row in steepest:
        yield f"{row['dimension'].capitalize()} types lose most with k: {_number(row, 'slope')} of their rate at k = 1"
        yield "for each further constraint."


def _type_rate(row: Row) -> str:
    return f"{row['type']} {percent(row, 'mcsr')}"


def _near_misses(tables: Tables) -> Iterator[str]:
    for row in _rows(tables, "overall", "gap"):
        yield f"The continuous score is {percent(row, 'score')}, which differs from mCSR by {_points(row, 'gap')}:"
        yield "what failing answers get right in part."


def _ranking(tables: Tables) -> Iterator[str]:
    for row in _rows(tables, "inversions", first="mcsr", second="scsr"):
        if row["pairs"]:
            yield f"Ranked by mCSR instead of sCSR, {row['inverted']} of {row['pairs']} pairs of models change places."


def _synergy(tables: Tables) -> Iterator[str]:
    levels = [row for row in _rows(tables, "synergy_levels", "synergy_at_k_low") if row["k"] > 1]
    if not levels:
        return
    higher = sum(row["synergy_at_k_low"] > 0 for row in levels)
    lower = sum(row["synergy_at_k_high"] < 0 for row in levels)
    largest = max(levels, key=_size_of_synergy)
    yield "Were the checks of a response independent, with the rates that their types have at the same k, sCSR would be"
    yield f"lower at {higher} of {len(levels)} levels and higher at {lower} (those whose interval holds no 0)."
    yield f"The largest difference is {_points(largest, 'synergy_at_k')}, at k = {largest['k']}."


def _size_of_synergy(row: Row) -> float:
    return abs(float(row["synergy_at_k"]))


def _cofailure(tables: Tables) -> Iterator[str]:
    for row in _rows(tables, "cofailure_summary", "phi", "abs_phi_shuffled"):
        yield f"Over {row['measured']} pairs of types the mean phi of failing together is {_number(row, 'phi')}."
        yield f"The mean |phi| is {row['abs_phi']:.3f}, by chance {row['abs_phi_shuffled']:.3f}."


def _position(tables: Tables) -> Iterator[str]:
    for row in _rows(tables, "position_summary", "rho"):
        yield f"Between place in the prompt and pass rate the mean rank correlation is {_number(row, 'rho')};"
        yield f"p < 0.05 at {row['significant']} of {row['levels']} levels."


def _impossible(tables: Tables) -> Iterator[str]:
    rows = _rows(tables, "impossible", "mcsr")
    if rows:
        yield "Where no text can meet all constraints,"
        yield f"{rows[0]['type']} is kept most often ({_share_of_checks(rows[0])}),"
        yield f"{rows[-1]['type']} least ({_share_of_checks(rows[-1])})."
    yield from _choices(tables)


def _choices(tables: Tables) -> Iterator[str]:
    """Tells which of two constraints that exclude each other is kept beyond chance, all models together."""
    rows = _rows(tables, "sacrifice_pairs", "first_kept")
    together = [row for row in rows if row["model"] == ALL_MODELS] or rows
    clear = [row for row in together if row["kept"] in (row["first"], row["second"])]
    clear.sort(key=lambda row: (-abs(row["first_kept"] - row["second_kept"]), row["design"]))
    if together:
        yield f"Of {len(together)} pairs of constraints that exclude each other {len(clear)} tell which one is kept."
    for row in clear[:_NAMED]:
        sides = sorted(("first", "second"), key=lambda side: row[side] != row["kept"])
        kept, lost = (f"{row[side]} ({100 * row[f'{side}_kept']:.0f}%)" for side in sides)
        yield f"{kept} is kept over {lost} on {row['probes']} probes."


def _share_of_checks(row: Row) -> str:
    return f"{100 * row['mcsr']:.1f}% of {row['checks']} checks"


def _coverage(tables: Tables) -> Iterator[str]:
    rows = _rows(tables, "coverage")
    asked, there = sum(row["responses"] for row in rows), sum(row["ok"] for row in rows)
    if asked:
        rest = "none is missing" if there == asked else f"the other {asked - there:,} count nowhere, not as failures"
        yield f"{there:,} of {asked:,} responses came back; {rest}."
    tags = sorted(_rows(tables, "tags", "compliance"), key=lambda row: float(row["compliance"]))
    if len(tags) == 1:
        yield f"The answer tags are closed in {percent(tags[0], 'compliance')} of them."
    elif tags and tags[0]["compliance"] < 1:
        yield f"{tags[0]['model']} closes its answer tags least often: {percent(tags[0], 'compliance')}."


_WRITERS: tuple[tuple[str, Callable[[Tables], Iterator[str]]], ...] = (
    ("Collapse", _collapse),
    ("Half-life", _half_life),
    ("Decay", _decay),
    ("Budget", _budget),
    ("Hierarchy", _hierarchy),
    ("Near misses", _near_misses),
    ("Ranking", _ranking),
    ("Synergy", _synergy),
    ("Co-failure", _cofailure),
    ("Position", _position),
    ("Impossible probes", _impossible),
    ("Coverage", _coverage),
)

"""Two runs over the same probes compared: what a treatment changed, for whom, at what price (paper, section 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl

from cse.results.folder import Run
from cse.stats.best_of import best_of
from cse.stats.bootstrap import draw_weights, sums_by_level, sums_by_type
from cse.stats.cube import cube
from cse.stats.defaults import DRAWS, TRAIN_TO
from cse.stats.outcomes import changed, outcome_counts
from cse.stats.paired import changes, changes_by_k, changes_by_type, decay_change, half_life_changes
from cse.stats.pairs import SIDES, Pairs, pair_up
from cse.stats.scaffold import scaffold_compliance
from cse.stats.tokens import Prices, cost, token_use

_FEW = 30  # probes below which an interval is rough

Tables = dict[str, pl.DataFrame]


@dataclass(frozen=True)
class Compared:
    """What `compare` found.

    Attributes:
        tables: The tables by name, each with `model` first: `changes`, `decay`, `half_life`, `changes_by_k`,
            `changes_by_type` (see `cse.stats.paired`), `outcomes`, `outcomes_by_k`, `changed` (`cse.stats.outcomes`),
            `missing` (`cse.stats.pairs`); where tokens are known `tokens`, and with prices `costs`
            (`cse.stats.tokens`); and of passes, with the `run` they are of, `best_of`, `best_of_by_k`,
            `best_of_curve` (`cse.stats.best_of`) and `scaffold` (`cse.stats.scaffold`).
        statements: What was found and what the data leave open, one sentence each.
    """

    tables: Tables
    statements: tuple[str, ...]


def compare(
    base: Run,
    treated: Run,
    rng: np.random.Generator,
    *,
    passes: Mapping[str, pl.DataFrame] | None = None,
    prices: Prices | None = None,
    draws: int = DRAWS,
    train_to: int = TRAIN_TO,
    progress: Callable[[str], None] | None = None,
) -> Compared:
    """Compares two runs, paired on model, probe and epoch.

    Args:
        base: The run that is compared with.
        treated: The run whose change is told.
        rng: Source of all draws; the same state gives the same tables.
        passes: The tables of passes that there are, by side (`base`, `treated`).
        prices: What tokens cost, for the table `costs`.
        draws: Bootstrap draws of the probes, within each k.
        train_to: Largest k that the decay factor is fitted to.
        progress: Called with the name of each part before it is computed.

    Raises:
        InvalidInput: The runs cannot be paired, see `cse.stats.pairs.pair_up`.
    """
    found = pair_up(base, treated)
    parts: dict[str, list[pl.DataFrame]] = {}
    for pairs, stream in zip(found, rng.spawn(len(found)), strict=True):
        if progress is not None:
            progress(pairs.model)
        for name, table in _of_pairs(pairs, stream, prices, draws, train_to).items():
            whole = table if "model" in table.columns else table.select(pl.lit(pairs.model).alias("model"), pl.all())
            parts.setdefault(name, []).append(whole)
    tables = {name: pl.concat(pieces) for name, pieces in parts.items()}
    if progress is not None:
        progress("passes")
    tables |= _of_passes(passes or {}, rng, draws)
    return Compared(tables, tuple(_statements(found, tables, base, treated)))


def _of_pairs(pairs: Pairs, rng: np.random.Generator, prices: Prices | None, draws: int, train_to: int) -> Tables:
    """Computes the tables of one model, each part with a stream of draws of its own."""
    of_probes, of_tokens, of_costs = rng.spawn(3)
    data = cube(pairs.checks)
    weights = draw_weights(data, draws, of_probes)
    sums = sums_by_level(data, weights)
    tables = {
        "changes": changes(sums),
        "decay": decay_change(data, sums, train_to),
        "half_life": half_life_changes(data, sums),
        "changes_by_k": changes_by_k(data, sums),
        "changes_by_type": changes_by_type(data, sums_by_type(data, weights)),
        "outcomes": outcome_counts(pairs.outcomes),
        "outcomes_by_k": outcome_counts(pairs.outcomes, "k"),
        "changed": changed(pairs.outcomes),
        "missing": pairs.missing,
        "tokens": token_use(pairs.outcomes, draws, of_tokens),
    }
    return tables | ({} if prices is None else {"costs": cost(pairs.outcomes, prices, draws, of_costs)})


def _of_passes(passes: Mapping[str, pl.DataFrame], rng: np.random.Generator, draws: int) -> Tables:
    parts: dict[str, list[pl.DataFrame]] = {}
    for side, stream in zip(SIDES, rng.spawn(2), strict=True):
        table = passes.get(side)
        if table is None:
            continue
        found = best_of(table, stream, draws)
        named = (
            {}
            if found is None
            else {"best_of": found.overall, "best_of_by_k": found.by_k, "best_of_curve": found.curve}
        )
        for name, frame in (named | {"scaffold": scaffold_compliance(table)}).items():
            parts.setdefault(name, []).append(
                frame.insert_column(1, pl.Series("run", [side] * frame.height, pl.String))
            )
    return {name: pl.concat(pieces) for name, pieces in parts.items()}


def _statements(found: list[Pairs], tables: Tables, base: Run, treated: Run) -> Iterator[str]:
    for pairs in found:
        yield from _change(pairs, tables)
    for row in _rows(tables, "best_of", "reached"):
        at_k = [
            r for r in _rows(tables, "best_of_by_k", "lift") if (r["model"], r["run"]) == (row["model"], row["run"])
        ]
        yield _best_of(row, max(at_k, key=_lift))
    used = {side: {pairs.models[place] for pairs in found} for place, side in enumerate(SIDES)}
    for side, run in zip(SIDES, (base, treated), strict=True):
        alone = sorted(set(run.responses["model"]) - used[side])
        if alone:
            yield f"{', '.join(alone)} of the {side} run has no pair and is left out."
    missing = sum(pairs.missing["pairs"].sum() for pairs in found)
    if missing:
        yield f"Missing pairs, which count on neither side: {missing}; see the table `missing`."
    if base.responses["impossible"].any() or treated.responses["impossible"].any():
        yield "Impossible probes are left out; `cse analyze` tells what is kept of them."
    if not tables["tokens"].height:
        yield "No pair has the tokens of both responses, so nothing is said of what the treatment takes."


def _change(pairs: Pairs, tables: Tables) -> Iterator[str]:
    row = tables["changes"].row(
        by_predicate=(pl.col("model") == pairs.model) & (pl.col("measure") == "scsr"), named=True
    )
    of = tables["outcomes"].row(by_predicate=pl.col("model") == pairs.model, named=True)
    ends = "" if row["change_low"] is None else f" [{_points(row['change_low'])}, {_points(row['change_high'])}]"
    yield (
        f"{pairs.model}: sCSR goes from {row['base']:.1%} to {row['treated']:.1%}, by {_points(row['change'])} points"
        f"{ends} over {row['probes']:,} probes; {of['rescued']} rescued, {of['broken']} broken, p = {of['p']:.2g}."
    )
    if row["probes"] < _FEW:
        yield f"{pairs.model}: fewer than {_FEW} probes are in both runs, so its intervals are rough."


def _lift(row: Mapping[str, object]) -> float:
    return float(row["lift"])  # type: ignore[arg-type]


def _best_of(row: Mapping[str, object], peak: Mapping[str, object]) -> str:
    return (
        f"{row['model']}, {row['run']} run: best of {row['draws']} lifts sCSR by {_points(row['lift'])} points over a "
        f"single draw, {row['reached']:.0%} of the {_points(row['lift_pooled'])} that draws would bring if the probe "
        f"made no difference; the largest lift is that at k = {peak['k']}, {_points(peak['lift'])} of "
        f"{_points(peak['lift_pooled'])}."
    )


def _rows(tables: Tables, name: str, known: str) -> list[dict[str, object]]:
    return tables[name].drop_nulls(known).to_dicts() if name in tables else []


def _points(share: object) -> str:
    """Writes a difference of shares in points with its sign.

    >>> _points(0.0512), _points(-0.001), _points(0.0)
    ('+5.1', '−0.1', '0.0')
    """
    text = f"{100 * float(share):+.1f}"  # type: ignore[arg-type]
    return text[1:] if float(text) == 0 else text.replace("-", "−")

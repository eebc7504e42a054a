"""The whole analysis of one or more runs: every estimator of this package, as tables by name."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from cse.stats.best_pair import best_pair
from cse.stats.bootstrap import draw_weights, sums_by_level, sums_by_type
from cse.stats.budget import budgets
from cse.stats.cofailure import cofailure
from cse.stats.coverage import coverage, tag_compliance, unscored
from cse.stats.cube import Cube, cube
from cse.stats.decay import (
    floored_decay,
    geometric_decay,
    mcsr_curves,
    plateau_summary,
    plateaus,
    predictions,
    scsr_curves,
)
from cse.stats.defaults import DRAWS, TARGET, TRAIN_TO
from cse.stats.floor import aggregate_curve, floor_estimates, left_out_floors, split_errors
from cse.stats.hierarchy import Hierarchy, hierarchy
from cse.stats.irt import irt
from cse.stats.levels import (
    impossible_survival,
    levels_by_dimension,
    levels_by_k,
    levels_by_model,
    levels_by_model_and_k,
    levels_by_type,
    levels_by_type_and_model,
    levels_overall,
)
from cse.stats.position import position
from cse.stats.rankings import inversions, rankings
from cse.stats.regimes import regimes
from cse.stats.sacrifice import passed_impossible, sacrifice_by_k, sacrifice_pairs, sides
from cse.stats.synergy import synergy

Tables = dict[str, pl.DataFrame]

NOT_DRAWN = "no interval: the probes were not drawn again"

_PARTS = ("levels and decay", "hierarchy", "co-failure", "synergy", "position", "regimes", "best pair")
"""What is computed, each part with a stream of draws of its own: one more part changes no other part's draws."""


@dataclass(frozen=True)
class Analysis:
    """What `analyse` found.

    Attributes:
        tables: The tables by name; rates are shares, intervals are 95 % ones in columns `NAME_low` and `NAME_high`, and
            a `note` says why a number is missing.
        statements: What the data leave open, one sentence each.
    """

    tables: Tables
    statements: tuple[str, ...]


def analyse(
    responses: pl.DataFrame,
    checks: pl.DataFrame,
    rng: np.random.Generator,
    *,
    draws: int = DRAWS,
    train_to: int = TRAIN_TO,
    target: float = TARGET,
    designs: pl.DataFrame | None = None,
    progress: Callable[[str], None] | None = None,
) -> Analysis:
    """Computes all tables for one or more models.

    Args:
        responses: The table of responses.
        checks: The table of checks.
        rng: Source of all draws; the same state gives the same tables.
        draws: Bootstrap draws; without any there are estimates alone, and no intervals.
        train_to: Largest k of the training range of the decay curves.
        target: Reliability for the budget.
        designs: The two sides of impossible probes where they are known, see `cse.stats.sacrifice.sides`.
        progress: Called with the name of each part before it is computed.
    """
    tables: Tables = {"coverage": coverage(responses), "tags": tag_compliance(responses), "unscored": unscored(checks)}
    sided = sides(checks, designs)
    tables |= _impossible(checks, sided)
    data = cube(checks)
    if not data.models:
        why = "No check of a satisfiable probe was scored, so there is nothing to estimate."
        return Analysis(tables, (why, *_alarm(tables)))
    streams = dict(zip(_PARTS, rng.spawn(len(_PARTS)), strict=True))

    def stream(part: str) -> np.random.Generator:
        if progress is not None:
            progress(part)
        return streams[part]

    types = hierarchy(checks, stream("hierarchy"), draws)
    immune = types.types.filter("immune")["type"].to_list()
    tables |= _frames("hierarchy", types)
    tables |= _frames("cofailure", cofailure(checks, stream("co-failure"), draws))
    tables |= _frames("synergy", synergy(checks, stream("synergy"), draws, immune))
    tables |= _frames("position", position(checks, stream("position"), draws))
    if progress is not None:
        progress("item response theory")
    tables |= _frames("irt", irt(responses))
    if "impossible" in tables:
        tables["sacrifice_regimes"] = regimes(checks, sided, types.types, streams["regimes"], draws)
    tables |= _levels(data, draws, stream("levels and decay"), train_to, target, types)
    ranked = tables["by_model"].drop_nulls("scsr")["model"].to_list()
    tables |= best_pair(responses, checks, ranked, streams["best pair"], draws)
    tables = {name: _tidy(table, draws) for name, table in tables.items()}
    return Analysis(tables, tuple(_statements(data, tables, train_to)))


def _impossible(checks: pl.DataFrame, sided: pl.DataFrame) -> Tables:
    """Returns what is kept on impossible probes, nothing where none was run."""
    survival = impossible_survival(checks)
    if survival.is_empty():
        return {}
    return {
        "impossible": survival,
        "sacrifice_pairs": sacrifice_pairs(sided),
        "sacrifice_by_k": sacrifice_by_k(sided),
        "impossible_passed": passed_impossible(checks, sided),
    }


def _alarm(tables: Tables) -> Iterator[str]:
    passed = tables["impossible_passed"] if "impossible_passed" in tables else pl.DataFrame()
    if passed.height:
        yield (
            f"{passed.height} responses passed a probe that no text can satisfy, the first to "
            f"{passed['probe_id'][0]!r}: a verifier or a proof is wrong; see the table `impossible_passed`."
        )


def _levels(data: Cube, draws: int, rng: np.random.Generator, train_to: int, target: float, types: Hierarchy) -> Tables:
    weights = draw_weights(data, draws, rng)
    by_level, by_type = sums_by_level(data, weights), sums_by_type(data, weights)
    mcsr, scsr = mcsr_curves(data, by_level), scsr_curves(data, by_level)
    predicted, ranked = predictions(mcsr, train_to), rankings(data, by_level)
    at_top = plateaus(predicted)
    ks, rates = aggregate_curve(data, by_level)
    tables = {
        "overall": levels_overall(by_level),
        "by_k": levels_by_k(data, by_level),
        "by_model": levels_by_model(data, by_level),
        "by_model_and_k": levels_by_model_and_k(data, by_level),
        "by_type": levels_by_type(data, by_type),
        "by_type_and_model": levels_by_type_and_model(data, by_type),
        "by_dimension": levels_by_dimension(data, weights),
        "rankings": ranked,
        "inversions": inversions(ranked),
        "decay_mcsr": geometric_decay(mcsr, train_to),
        "decay_scsr": floored_decay(scsr, train_to),
        "predictions": predicted,
        "plateaus": at_top,
        "plateau_summary": plateau_summary(at_top),
        "floor": floor_estimates(ks, rates, types.types, types.retention, train_to),
        "floor_splits": split_errors(ks, rates),
        "budget": budgets({"scsr": scsr, "mcsr": mcsr}, target),
    }
    return tables | ({"floor_left_out": left_out_floors(ks, rates)} if len(ks) >= 4 else {})


def _frames(part: str, result: Any) -> Tables:
    """Names the tables that are the fields of a dataclass."""
    return {f"{part}_{field.name}": getattr(result, field.name) for field in dataclasses.fields(result)}


def _tidy(table: pl.DataFrame, draws: int) -> pl.DataFrame:
    """Writes what does not exist as null everywhere: NaN in numbers, the empty string in notes.

    Where nothing was drawn, that is why there is no interval, whatever the notes suspect.
    """
    notes = pl.col("^.*note$").replace("", None)
    if not draws:
        notes = notes.str.replace_all("no interval[^;]*", NOT_DRAWN)
    return table.with_columns(pl.selectors.float().fill_nan(None), notes)


def _statements(data: Cube, tables: Tables, train_to: int) -> Iterator[str]:
    """Says in sentences what is missing from the data and so from the tables."""
    levels = data.levels.tolist()
    gaps = [str(k) for k in range(1, max(levels)) if k not in levels]
    if len(levels) == 1:
        yield f"Only k = {levels[0]} was run: there is no decay, no half-life by type and no budget beyond it."
    elif gaps:
        yield f"k = {', '.join(gaps)} was not run; what is said of a k between two levels is between their values."
    if max(levels) <= train_to and len(levels) > 1:
        yield f"No k above {train_to} was run, so the decay curves have no held-out error."
    if 1 not in levels:
        yield "k = 1 was not run, so there is no retention: no rate of a type alone to compare with."
    by_model = tables["by_model"]
    for outcome, value in (("passed", 1.0), ("failed", 0.0)):
        same = by_model.filter(pl.col("mcsr") == value)["model"].to_list()
        if same:
            yield f"Every check of {', '.join(same)} {outcome}: nothing in it varies with k, type or position."
    few = by_model.filter(pl.col("probes") < 30)["model"].to_list()
    if few:
        yield f"Fewer than 30 probes of {', '.join(few)} were answered: its intervals are rough."
    lost = tables["coverage"].filter(pl.col("coverage") < 0.95)
    for row in lost.iter_rows(named=True):
        yield (
            f"{row['model']} left {1 - row['coverage']:.0%} of its probes unanswered; they count as missing, and its "
            "figures hold for the others."
        )
    if tables["unscored"].height:
        count = tables["unscored"]["unscored"].sum()
        yield f"{count} checks are unscored because their verifier failed; see the table `unscored`."
    yield from _alarm(tables)

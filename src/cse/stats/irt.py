"""Is the ranking by sCSR an artefact of which probes were asked? Item response theory as a check (paper, section L).

Probes are the items, models the respondents, and passing all k constraints is the answer; `cse.stats.irt_fit` has the
likelihood. A probe that every model passes, or none does, tells nothing of their order: it is set apart, counted, and
gets no difficulty, but its number stays in the likelihood, because without it very easy and very hard probes would look
rarer than they are.

Two models can be compared only where each fails a probe that the other passes, directly or through others. A model that
passes whatever the rest fails, or the reverse, has no finite distance to them and is set apart as well.

The two-parameter model is identified, probe by probe, where answers tell at least half of the variance of its
discrimination (`reliability`); with few models they cannot, and then only the spread of discriminations is known.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import stats
from scipy.sparse.csgraph import connected_components

from cse.stats.cube import LEVEL, Floats
from cse.stats.irt_fit import SPREADS, Fit, Patterns, difficulties, fit_rasch, fit_two_parameters, patterns
from cse.stats.notes import explain
from cse.stats.predictors import rank_correlation

IDENTIFIED = 0.5
"""Reliability from which on the discrimination of a single probe counts as identified."""


@dataclass(frozen=True)
class Irt:
    """What `irt` finds, as tables; abilities and difficulties are in logits, abilities with mean zero.

    A number that does not exist is null, and `note` says why; a null `note` has nothing to say.

    Attributes:
        abilities: One row a model, highest first: `model`, `probes` (answered), `scsr`, `ability`, `ability_se`,
            `ability_low`, `ability_high` (95 %, normal), `two_parameter_ability`, `note`.
        items: One row a probe: `probe_id`, `k`, `answers`, `passes`, `difficulty`, `difficulty_se` (by maximum
            likelihood at the abilities), `note`.
        summary: One row, the Rasch model: `models` (compared), `probes`, `informative`, `all_passed`, `none_passed`
            (of the compared models), `converged`, `iterations`, `largest_gradient` (per probe), `log_likelihood`,
            `rank_agreement` (Spearman's, of ability with sCSR), `note`.
        two_parameter: One row: `converged`, `iterations`, `largest_gradient`, `log_likelihood`, `spread` (standard
            deviation of the logarithm of the discriminations), `likelihood_ratio` and `p` (against the Rasch model),
            `reliability`, `rank_agreement` (of its ability with sCSR), `identified`, `verdict`.
    """

    abilities: pl.DataFrame
    items: pl.DataFrame
    summary: pl.DataFrame
    two_parameter: pl.DataFrame


def irt(responses: pl.DataFrame) -> Irt:
    """Fits the Rasch and the two-parameter model; see the module.

    Args:
        responses: The table of responses; impossible probes, missing responses and those with an unscored check are
            left out. Repeated draws of a probe count as that many answers to it.
    """
    answers = responses.filter(~pl.col("impossible") & pl.col("passed").is_not_null())
    names = answers["model"].unique().sort()
    probes = answers.select("probe_id", "k").unique("probe_id").sort("probe_id")
    passes, trials = _counts(answers, names, probes["probe_id"])
    compared, notes = _comparable(passes, trials, list(names))
    data = patterns(passes[:, compared], trials[:, compared])
    scsr = passes.sum(axis=0) / np.maximum(trials.sum(axis=0), 1)
    rasch = two = None
    if len(compared) > 1:
        rasch = fit_rasch(data)
        two = fit_two_parameters(data, rasch)
    return Irt(
        abilities=_abilities(names, trials, scsr, compared, rasch, two, notes),
        items=_items(probes, data, rasch),
        summary=_summary(data, scsr[compared], rasch),
        two_parameter=_two_parameter(scsr[compared], rasch, two),
    )


def _counts(answers: pl.DataFrame, names: pl.Series, probes: pl.Series) -> tuple[Floats, Floats]:
    """Returns passes and answers, probes x models."""
    model, probe = (
        answers[column].cast(pl.Enum(known)).to_physical().to_numpy()
        for column, known in (("model", names), ("probe_id", probes))
    )
    passes, trials = np.zeros((2, len(probes), len(names)))
    np.add.at(trials, (probe, model), 1)
    np.add.at(passes, (probe, model), answers["passed"].to_numpy())
    return passes, trials


def _comparable(passes: Floats, trials: Floats, names: list[str]) -> tuple[NDArray[np.int64], list[str | None]]:
    """Returns the largest set of models with finite distances, and a note for each of the others."""
    if not names:
        return np.zeros(0, dtype=np.int64), []
    beats = (passes > 0).T.astype(np.float64) @ (passes < trials) > 0
    _, label = connected_components(beats, directed=True, connection="strong")
    chosen = np.flatnonzero(label == np.bincount(label).argmax())
    if len(chosen) < 2:
        return chosen[:0], [
            "no ability: no other model fails a probe that it passes and passes one that it fails"
        ] * len(names)
    notes: list[str | None] = []
    for model in range(len(names)):
        above, below = beats[model, chosen].any(), beats[chosen, model].any()
        if model in chosen:
            notes.append(None)
        elif above != below:
            word = "above" if above else "below"
            notes.append(f"no finite ability: {word} all compared models wherever they differ")
        else:
            notes.append("no ability: it shares no probe on which it differs from the compared models")
    return chosen, notes


def _abilities(
    names: pl.Series,
    trials: Floats,
    scsr: Floats,
    compared: NDArray[np.int64],
    rasch: Fit | None,
    two: Fit | None,
    notes: list[str | None],
) -> pl.DataFrame:
    ability, error, other = (np.full(len(names), np.nan) for _ in range(3))
    if rasch and two:
        ability[compared], error[compared], other[compared] = rasch.ability, rasch.ability_se, two.ability
    reach = stats.norm.isf((1 - LEVEL) / 2) * error
    numbers = {
        "scsr": scsr,
        "ability": ability,
        "ability_se": error,
        "ability_low": ability - reach,
        "ability_high": ability + reach,
        "two_parameter_ability": other,
    }
    return pl.DataFrame(
        [
            names.alias("model"),
            pl.Series("probes", (trials > 0).sum(axis=0).astype(np.int64), pl.Int64),
            *(pl.Series(name, values, pl.Float64).fill_nan(None) for name, values in numbers.items()),
            pl.Series("note", notes, pl.String),
        ]
    ).sort("ability", "scsr", "model", descending=[True, True, False], nulls_last=True)


def _items(probes: pl.DataFrame, data: Patterns, rasch: Fit | None) -> pl.DataFrame:
    difficulty, error = (np.full(len(data.counts), np.nan) for _ in range(2))
    if rasch:
        difficulty, error = difficulties(data, rasch.ability)
    answers, passed = data.trials.sum(axis=1), data.passes.sum(axis=1)
    frame = probes.with_columns(
        pl.Series("answers", answers[data.place].astype(np.int64), pl.Int64),
        pl.Series("passes", passed[data.place].astype(np.int64), pl.Int64),
        pl.Series("difficulty", difficulty[data.place], pl.Float64).fill_nan(None),
        pl.Series("difficulty_se", error[data.place], pl.Float64).fill_nan(None),
    )
    why = (
        pl.when(pl.col("difficulty").is_not_null())
        .then(None)
        .when(pl.col("answers") == 0)
        .then(pl.lit("no difficulty: none of the compared models answered it"))
        .when(pl.col("passes") == pl.col("answers"))
        .then(pl.lit("no difficulty: all compared models pass it"))
        .when(pl.col("passes") == 0)
        .then(pl.lit("no difficulty: no compared model passes it"))
        .otherwise(pl.lit("no difficulty: there are no two models to compare"))
    )
    return frame.with_columns(why.alias("note"))


def _agreement(ability: Floats, scsr: Floats) -> float | None:
    agreement = float(rank_correlation(ability.round(9), scsr.round(12)))
    return None if np.isnan(agreement) else agreement


def _summary(data: Patterns, scsr: Floats, rasch: Fit | None) -> pl.DataFrame:
    answers, passed = data.trials.sum(axis=1), data.passes.sum(axis=1)
    count = {
        "probes": data.counts[answers > 0].sum(),
        "informative": data.counts[(passed > 0) & (passed < answers)].sum(),
        "all_passed": data.counts[(answers > 0) & (passed == answers)].sum(),
        "none_passed": data.counts[(answers > 0) & (passed == 0)].sum(),
    }
    note = None
    if rasch is None:
        note = "no fit: it takes two models each of which passes a probe that the other fails"
    elif not rasch.converged:
        note = "the optimiser did not reach a maximum: take the abilities as approximate"
    row = {
        "models": data.passes.shape[1],
        **{name: int(number) for name, number in count.items()},
        "converged": rasch.converged if rasch else None,
        "iterations": rasch.iterations if rasch else None,
        "largest_gradient": rasch.gradient if rasch else None,
        "log_likelihood": rasch.log_likelihood if rasch else None,
        "rank_agreement": _agreement(rasch.ability, scsr) if rasch else None,
        "note": note,
    }
    numbers = dict.fromkeys(("largest_gradient", "log_likelihood", "rank_agreement"), pl.Float64)
    kinds = numbers | {"converged": pl.Boolean, "iterations": pl.Int64, "note": pl.String}
    return explain(pl.DataFrame([row], schema_overrides=kinds), "all compared models have the same sCSR")


def _two_parameter(scsr: Floats, rasch: Fit | None, two: Fit | None) -> pl.DataFrame:
    numbers = ("largest_gradient", "log_likelihood", "spread", "likelihood_ratio", "p", "reliability", "rank_agreement")
    kinds = {"converged": pl.Boolean, "iterations": pl.Int64, **dict.fromkeys(numbers, pl.Float64)}
    row: dict[str, object] = dict.fromkeys(kinds)
    row |= {"identified": False, "verdict": "not fitted: there are no two models to compare"}
    if rasch and two:
        ratio = max(2 * (two.log_likelihood - rasch.log_likelihood), 0.0)
        row = {
            "converged": two.converged,
            "iterations": two.iterations,
            "largest_gradient": two.gradient,
            "log_likelihood": two.log_likelihood,
            "spread": two.spread,
            "likelihood_ratio": ratio,
            # a spread of zero lies at the edge of what is possible, so half of the null is a point mass there
            "p": float(stats.chi2.sf(ratio, 1)) / 2 if ratio > 0 else 1.0,
            "reliability": two.reliability,
            "rank_agreement": _agreement(two.ability, scsr),
            "identified": two.converged and two.reliability >= IDENTIFIED,
            "verdict": _verdict(two, len(scsr)),
        }
    return pl.DataFrame([row], schema=kinds | {"identified": pl.Boolean, "verdict": pl.String})


def _verdict(two: Fit, models: int) -> str:
    if not two.converged:
        return "not identified: the optimiser reached no maximum"
    if two.spread <= 2 * SPREADS[0]:
        return "not identified, nor needed: the answers show no difference between the discriminations of probes"
    told = f"{models} models tell {two.reliability:.0%} of the variance of a single probe's discrimination"
    if two.reliability < IDENTIFIED:
        return f"not identified probe by probe: {told}, the rest is the prior; the spread alone is estimated"
    return f"identified: {told}"

"""Pairs of responses: the same probe in the same epoch, in a base run and in a treated one (paper, section 5).

A pair counts where both responses are there and all their checks are scored. Every other one is missing and is told
with its reason, and counts for neither side: what is left is compared like with like.
"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from cse.errors import InvalidInput
from cse.results.folder import Run

SIDES = ("base", "treated")
OK = "ok"
NOT_ASKED = "not asked"
UNSCORED = "unscored"

_KEY = ["probe_id", "epoch"]
_SUFFIX = {"base": "", "treated": "_treated"}
_NAMED = 3  # probes named for each reason


@dataclass(frozen=True)
class Pairs:
    """The pairs of one model, or of one model against another.

    Attributes:
        model: Name of the model, or both names with an arrow between them.
        models: Name of the model in the base run and in the treated one.
        outcomes: One row a pair, sorted: `probe_id`, `epoch`, `k`; `base` and `treated`, whether all k passed; and the
            tokens of both responses, `base_input`, `base_output`, `treated_input`, `treated_output`, null if unknown.
        checks: The checks of the pairs, with the side in place of the model's name.
        missing: How many pairs are missing, see `missing_pairs`.
    """

    model: str
    models: tuple[str, str]
    outcomes: pl.DataFrame
    checks: pl.DataFrame
    missing: pl.DataFrame


def pair_up(base: Run, treated: Run) -> list[Pairs]:
    """Pairs the responses of two runs, model by model; impossible probes are left out.

    Models of the same name are paired. Where there are none and each run holds one model, these two are.

    Args:
        base: The run that is compared with.
        treated: The run whose change is told.

    Raises:
        InvalidInput: The runs share no model and hold more than one; they mean different probes by one id; or no probe
            was answered in both.
    """
    _same_probes(base.checks, treated.checks)
    found = [pairs_of(base, treated, models) for models in match_models(base.responses, treated.responses)]
    if not any(pairs.outcomes.height for pairs in found):
        raise InvalidInput(
            "The two runs share no satisfiable probe that was answered and scored in both; compare runs over the same "
            "probes of one suite."
        )
    return [pairs for pairs in found if pairs.outcomes.height]


def match_models(base: pl.DataFrame, treated: pl.DataFrame) -> list[tuple[str, str]]:
    """Returns which model of the base run is compared with which of the treated one, by name.

    Raises:
        InvalidInput: No name is in both tables, and one of them holds several.
    """
    ours, theirs = (table["model"].unique().sort().to_list() for table in (base, treated))
    shared = [(name, name) for name in ours if name in theirs]
    if shared:
        return shared
    if len(ours) == len(theirs) == 1:
        return [(ours[0], theirs[0])]
    raise InvalidInput(
        f"The two runs share no model ({', '.join(ours) or 'none'} against {', '.join(theirs) or 'none'}); compare "
        "runs of the same models, or runs that hold one model each."
    )


def _same_probes(base: pl.DataFrame, treated: pl.DataFrame) -> None:
    """Refuses runs in which one id stands for two probes."""
    ours, theirs = (table.select("probe_id", "position", "type").unique() for table in (base, treated))
    both = ours.join(theirs, on=["probe_id", "position"], suffix="_treated")
    other = both.filter(pl.col("type") != pl.col("type_treated")).sort("probe_id", "position")
    if other.height:
        row = other.row(0, named=True)
        raise InvalidInput(
            f"The two runs mean different probes by {row['probe_id']!r}: constraint {row['position']} is {row['type']} "
            f"in one and {row['type_treated']} in the other; compare runs of one suite."
        )


def pairs_of(base: Run, treated: Run, models: tuple[str, str]) -> Pairs:
    """Pairs the responses of one model in the base run with those of one in the treated run, perhaps none."""
    ours, theirs = _states(base, models[0]), _states(treated, models[1])
    both = ours.join(theirs, on=_KEY, how="full", coalesce=True, suffix="_treated").with_columns(
        pl.col("state", "state_treated").fill_null(NOT_ASKED), k=pl.coalesce("k", "k_treated")
    )
    paired = both.filter(pl.col("state") == OK, pl.col("state_treated") == OK).sort(_KEY)
    tokens = {f"{side}_{end}": f"{end}_tokens{more}" for side, more in _SUFFIX.items() for end in ("input", "output")}
    outcomes = paired.select(*_KEY, "k", base="all", treated="all_treated", **tokens)
    name = models[0] if models[0] == models[1] else f"{models[0]} → {models[1]}"
    sides = zip((base, treated), models, SIDES, strict=True)
    return Pairs(
        model=name,
        models=models,
        outcomes=outcomes,
        checks=pl.concat([_checks_of(run, model, side, outcomes) for run, model, side in sides]),
        missing=missing_pairs(name, both),
    )


def _states(run: Run, model: str) -> pl.DataFrame:
    """Returns the state of each response of a model, `OK` or why it cannot be paired, and whether all k passed."""
    responses = run.responses.filter(pl.col("model") == model, ~pl.col("impossible"))
    verdicts = (
        run.checks.filter(pl.col("model") == model)
        .group_by(_KEY)
        .agg(scored=pl.col("passed").is_not_null().sum(), all=pl.col("passed").all())
    )
    unscored = (pl.col("status") == OK) & (pl.col("scored").fill_null(0) < pl.col("k"))
    state = pl.when(unscored).then(pl.lit(UNSCORED)).otherwise(pl.col("status"))
    return responses.join(verdicts, on=_KEY, how="left").select(
        *_KEY, "k", "all", "input_tokens", "output_tokens", state=state
    )


def _checks_of(run: Run, model: str, side: str, outcomes: pl.DataFrame) -> pl.DataFrame:
    mine = run.checks.filter(pl.col("model") == model).join(outcomes.select(_KEY), on=_KEY, how="semi")
    columns = ["probe_id", "epoch", "k", "impossible", "type", "code", "dimension", "passed", "score"]
    return mine.select(pl.lit(side).alias("model"), *columns)


def missing_pairs(model: str, states: pl.DataFrame) -> pl.DataFrame:
    """Counts the pairs that are missing, by reason, most first.

    Args:
        model: What to call the pairs.
        states: One row a probe and epoch asked in either run: `probe_id`, `epoch`, `state`, `state_treated`.

    Returns:
        Columns: `model`; `base` and `treated`, the state of the response on either side: `ok`, `refused`, `error`,
        `empty`, `unscored` (a verifier failed on it) or `not asked`; `pairs`; `probes`, the first few of them.
    """
    lost = states.filter((pl.col("state") != OK) | (pl.col("state_treated") != OK)).sort(_KEY)
    ids = pl.col("probe_id").unique(maintain_order=True)
    return (
        lost.group_by("state", "state_treated", maintain_order=True)
        .agg(pairs=pl.len().cast(pl.Int64), probes=ids.head(_NAMED).str.join(", "), more=ids.len() > _NAMED)
        .select(
            pl.lit(model).alias("model"),
            pl.col("state").alias("base"),
            pl.col("state_treated").alias("treated"),
            "pairs",
            pl.when("more").then(pl.col("probes") + ", ...").otherwise("probes").alias("probes"),
        )
        .sort("pairs", "base", "treated", descending=[True, False, False])
    )

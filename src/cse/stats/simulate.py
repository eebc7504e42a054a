"""Draws a panel of respondents whose truth is known, as ordinary result tables."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl
from scipy.special import ndtri

from cse.errors import InvalidInput
from cse.results.columns import CHECKS, RESPONSES
from cse.results.tables import conform
from cse.stats.curves import Array
from cse.stats.truth import ModelProfile, Truth

Indices = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

_NO_TEXT = "(simulated: there is no text)"
_STATUS = ("ok", "refused", "error")
_IMPOSSIBLE_K = (2, 3, 4, 5, 6, 7, 8)  # the impossible probes' k, in turn (paper, section R.1)
_MAX_FAILED_SCORE = 0.999  # a score of 1 would mean that the check passed


@dataclass(frozen=True)
class Panel:
    """A simulated panel: its two result tables and the truth they were drawn from, see `Truth.table`."""

    responses: pl.DataFrame
    checks: pl.DataFrame
    truth: pl.DataFrame


@dataclass(frozen=True)
class _Probes:
    """The probes of a panel: one entry a probe, or one a slot, a slot being one constraint of one probe."""

    ids: list[str]
    k: Indices
    impossible: Flags
    slot_probe: Indices
    slot_position: Indices
    slot_type: Indices


@dataclass(frozen=True)
class _Answers:
    """What one model did: `status` and `has_tags` for each probe, `passed` and `score` for each slot."""

    status: Indices
    has_tags: Flags
    passed: Flags
    score: Array


def simulate(truth: Truth, rng: np.random.Generator, *, attempt: int = 1) -> Panel:
    """Draws one panel.

    Args:
        truth: What it is made to be.
        rng: Source of all randomness; the same state gives the same panel.
        attempt: Which answers to draw, from 1. A generator in the same state gives the same probes to each attempt, and
            each its own answers: what a treated run is to its base.

    Raises:
        InvalidInput: The attempt is below 1.

    >>> from cse.stats.truth import published_truth
    >>> panel = simulate(published_truth(models=2, scale=0.01), np.random.default_rng(0))
    >>> panel.responses["model"].n_unique()
    2
    """
    if attempt < 1:
        raise InvalidInput(f"attempt = {attempt} is not valid; it must be a whole number of at least 1.")
    probes = _compose(truth, rng)
    if attempt > 1:
        rng = rng.spawn(attempt - 1)[-1]
    within = truth.probabilities(with_tags=True)
    answers = [_answer(truth, model, rates, probes, rng) for model, rates in zip(truth.models, within, strict=True)]
    return Panel(_responses(truth, probes, answers), _checks(truth, probes, answers), truth.table())


def _compose(truth: Truth, rng: np.random.Generator) -> _Probes:
    """Draws the types of every probe, as evenly at each level as shuffled decks of all types allow."""
    ids, impossible, held = [], [], []
    for k, count in truth.level_sizes.items():
        per_deck = len(truth.types) // k
        decks = np.tile(np.arange(len(truth.types)), (-(-count // per_deck), 1))
        drawn = rng.permuted(decks, axis=1)[:, : per_deck * k].reshape(-1, k)[:count]
        held += list(drawn)
        ids += [f"simulated-k{k:02}-{number:04}" for number in range(1, count + 1)]
        impossible += [False] * count
    for number in range(truth.impossible):
        k = min(_IMPOSSIBLE_K[number % len(_IMPOSSIBLE_K)], len(truth.types))
        held.append(rng.permutation(len(truth.types))[:k])
        ids.append(f"simulated-impossible-{number + 1:02}")
        impossible.append(True)
    ks = np.array([len(types) for types in held])
    slot_probe = np.repeat(np.arange(len(held)), ks)
    return _Probes(
        ids=ids,
        k=ks,
        impossible=np.array(impossible),
        slot_probe=slot_probe,
        slot_position=np.arange(ks.sum()) - (np.cumsum(ks) - ks)[slot_probe] + 1,
        slot_type=np.concatenate(held),
    )


def _answer(truth: Truth, model: ModelProfile, rates: Array, probes: _Probes, rng: np.random.Generator) -> _Answers:
    """Draws one model's answers; a check passes where its latent normal lies below its threshold."""
    ids, slots = len(probes.ids), len(probes.slot_probe)
    status = rng.choice(3, size=ids, p=[1 - model.refused - model.error, model.refused, model.error])
    has_tags = rng.random(ids) >= model.tag_loss
    threshold = ndtri(
        _slot_rates(truth, rates, probes) * np.where(has_tags, 1.0, 1 - truth.tag_effect)[probes.slot_probe]
    )
    spread = np.maximum(probes.k - 1, 1)[probes.slot_probe]
    middle = (probes.k[probes.slot_probe] + 1) / 2
    threshold += truth.position_effect * (probes.slot_position - middle) / spread
    features = {name: index for index, name in enumerate(dict.fromkeys(p.feature for p in truth.types))}
    feature = np.array([features[profile.feature] for profile in truth.types])[probes.slot_type]
    shared = rng.standard_normal((ids, len(features)))[probes.slot_probe, feature]
    latent = np.sqrt(truth.coupling) * shared + np.sqrt(1 - truth.coupling) * rng.standard_normal(slots)
    passed = latent < threshold
    # No text satisfies an impossible probe: in each of its answers one constraint is given up.
    first_slot = np.cumsum(probes.k) - probes.k
    given_up = first_slot + rng.integers(0, probes.k)
    passed[given_up[probes.impossible]] = False
    mean = np.array([profile.partial for profile in truth.types])[probes.slot_type]
    partial = np.where(mean > 0, rng.beta(3 * np.maximum(mean, 1e-3), 3 * (1 - mean)), 0.0)
    return _Answers(status, has_tags, passed, np.where(passed, 1.0, np.minimum(partial, _MAX_FAILED_SCORE)))


def _slot_rates(truth: Truth, rates: Array, probes: _Probes) -> Array:
    """Returns each slot's pass probability; for an impossible probe's k that is no level, that of the nearest level."""
    ks = np.array(list(truth.level_sizes))
    nearest = np.abs(probes.k[:, None] - ks).argmin(1)
    return np.asarray(rates[probes.slot_type, nearest[probes.slot_probe]])


def _responses(truth: Truth, probes: _Probes, answers: list[_Answers]) -> pl.DataFrame:
    count = len(probes.ids)
    status = np.concatenate([answer.status for answer in answers])
    has_tags = np.concatenate([answer.has_tags for answer in answers])
    failed = [np.bincount(probes.slot_probe, ~answer.passed, minlength=count) for answer in answers]
    there = pl.Series(status == 0)
    frame = pl.DataFrame(
        {
            "model": pl.Series([model.name for model in truth.models]).gather(
                np.repeat(np.arange(len(answers)), count)
            ),
            "probe_id": pl.Series(probes.ids * len(answers)),
            "k": np.tile(probes.k, len(answers)),
            "impossible": np.tile(probes.impossible, len(answers)),
            "status": pl.Series(_STATUS).gather(status),
            "tag_status": pl.Series(["absent", "closed"]).gather(has_tags.astype(int)),
            "passed": np.concatenate(failed) == 0,
        }
    ).with_columns(epoch=1, topic=pl.lit("simulated"), response=pl.lit(_NO_TEXT), answer=pl.lit(_NO_TEXT))
    only_there = ["tag_status", "response", "answer", "passed"]
    frame = frame.with_columns(pl.when(there).then(pl.col(only_there)))
    frame = frame.with_columns(error=pl.when(~there).then(pl.lit("simulated")))
    return conform(frame, RESPONSES, "The simulated table of responses")


def _checks(truth: Truth, probes: _Probes, answers: list[_Answers]) -> pl.DataFrame:
    probe, count = probes.slot_probe, len(answers)
    there = np.concatenate([answer.status[probe] == 0 for answer in answers])
    types = pl.DataFrame({name: [getattr(p, name) for p in truth.types] for name in ("type", "code", "dimension")})
    slots = pl.DataFrame(
        {
            "probe_id": pl.Series(probes.ids).gather(probe),
            "k": probes.k[probe],
            "impossible": probes.impossible[probe],
            "position": probes.slot_position,
            **{column.name: column.gather(probes.slot_type) for column in types},
        }
    )
    frame = pl.concat([slots] * count).with_columns(
        model=pl.Series([model.name for model in truth.models]).gather(np.repeat(np.arange(count), len(probe))),
        epoch=1,
        params=pl.lit("{}"),
        passed=np.concatenate([answer.passed for answer in answers]),
        score=np.concatenate([answer.score for answer in answers]),
        expected=pl.lit("simulated"),
        observed=pl.lit("simulated"),
        spans=pl.lit("[]"),
    )
    return conform(frame.filter(there), CHECKS, "The simulated table of checks")

"""What a simulated panel is made to be: the known truth against which every estimator is tested.

A type's profile says how hard it is and how fast it decays, a model's profile how its mean over types decays. Both
are joined on the logit scale: the probability that model m passes type t among k constraints is
`expit(shift[m, k] + logit(first_rate[t] * decay[t] ** (k - 1)))`, with `shift[m, k]` such that the mean over all types
is exactly `a[m] * r[m] ** (k - 1)`. So a model's curve has the decay factor that was put in, and types keep their
order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import polars as pl
from scipy.special import expit, logit, ndtr, ndtri

from cse.errors import InvalidInput
from cse.stats.curves import Array, fit_geometric
from cse.stats.published import published

LEVEL_SIZES: Mapping[int, int] = dict(enumerate((360, 500, 500, 500, 500, 500, 400, 400, 250, 220, 180, 160), start=1))
"""Satisfiable probes at each k in the standard suite."""

IMPOSSIBLE = 57
"""Impossible probes in the standard suite."""

# Share of responses without closed tags (paper, sections 3.3 and J); the other models are reported at 90 % or more.
_TAG_LOSS = {"Gemini 3.1 Pro": 0.531, "Kimi K2.6": 0.33, "DeepSeek V4 Pro": 0.271}


@dataclass(frozen=True, kw_only=True)
class TypeProfile:
    """How one constraint type behaves in every model of the panel.

    Attributes:
        code: The paper's code.
        type: Our name.
        dimension: Its dimension.
        feature: The output feature that it reads (paper, section M).
        first_rate: Its pass rate at k = 1 relative to other types, above 0 and below 1.
        decay: Share of that rate kept with each further constraint, above 0 and at most 1.
        partial: Mean continuous score of a failed check, from 0 to below 1.
    """

    code: str
    type: str
    dimension: str
    feature: str
    first_rate: float
    decay: float
    partial: float


@dataclass(frozen=True, kw_only=True)
class ModelProfile:
    """How one model of the panel behaves.

    Attributes:
        name: Its name.
        a: Mean pass rate over all types at k = 1, above 0 and below 1.
        r: Share of that rate kept with each further constraint.
        refused: Share of probes that it refuses.
        error: Share of probes that end in an error.
        tag_loss: Share of its responses without answer tags.
    """

    name: str
    a: float
    r: float
    refused: float = 0.0
    error: float = 0.0
    tag_loss: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Truth:
    """A panel's truth.

    Attributes:
        types: The constraint types that probes draw from, evenly.
        models: The models.
        level_sizes: Number of satisfiable probes at each k.
        impossible: Number of impossible probes.
        coupling: Correlation, from 0 to 1, of the latent normals of two checks of one response that read the same
            output feature; no check's own pass probability changes.
        tag_effect: Share, from 0 to 1, of its pass probability that every check of a response without tags loses.
        position_effect: By how much the latent normal's threshold is higher for the last constraint of a prompt
            than for the first, in standard deviations; the stated probabilities then hold in the middle.
        lift: By how much every check's threshold is higher than the models' curves say, in standard deviations of the
            latent normal: what a treatment that helps would do. The stated probabilities include it.
    """

    types: tuple[TypeProfile, ...]
    models: tuple[ModelProfile, ...]
    level_sizes: Mapping[int, int] = field(default_factory=lambda: LEVEL_SIZES)
    impossible: int = IMPOSSIBLE
    coupling: float = 0.0
    tag_effect: float = 0.0
    position_effect: float = 0.0
    lift: float = 0.0

    def __post_init__(self) -> None:
        """Refuses a truth that no panel can have."""
        for name in ("coupling", "tag_effect"):
            value = getattr(self, name)
            if not 0 <= value <= 1:
                raise InvalidInput(f"{name} = {value!r} is not valid; it must be from 0 to 1.")
        if not (self.types and self.models and self.level_sizes):
            raise InvalidInput("A simulated panel needs at least one constraint type, one model and one k.")
        for k in self.level_sizes:
            if not 1 <= k <= len(self.types):
                raise InvalidInput(f"A probe of {len(self.types)} constraint types cannot hold k = {k} of them.")
        for model in self.models:
            top = max(model.a * model.r ** (k - 1) for k in self.level_sizes)
            if not 0 < top < 1:
                raise InvalidInput(f"{model.name}: a mean pass rate of {top:.3f} is not between 0 and 1.")

    def probabilities(self, *, with_tags: bool = False) -> Array:
        """Returns the pass probability of each check, indexed by model, type and level.

        Args:
            with_tags: Only for responses that have their tags; else over all responses.
        """
        ks = np.array(list(self.level_sizes), dtype=float)
        first = np.array([profile.first_rate for profile in self.types])
        decay = np.array([profile.decay for profile in self.types])
        hardness = logit(first[:, None] * decay[:, None] ** (ks - 1))
        a, r = np.array([model.a for model in self.models]), np.array([model.r for model in self.models])
        target = a[:, None] * r[:, None] ** (ks - 1)
        within = expit(_shift(hardness, target)[:, None, :] + hardness)
        if self.lift:
            within = ndtr(ndtri(within) + self.lift)
        if with_tags:
            return np.asarray(within)
        loss = np.array([model.tag_loss for model in self.models])
        return np.asarray(within * (1 - self.tag_effect * loss)[:, None, None])

    def table(self) -> pl.DataFrame:
        """Returns `probabilities` as a table: model, type, code, dimension, k, probability."""
        values = self.probabilities()
        models, types, levels = (axis.ravel() for axis in np.indices(values.shape))
        profiles = {name: [getattr(p, name) for p in self.types] for name in ("type", "code", "dimension")}
        return pl.DataFrame(
            {
                "model": pl.Series([model.name for model in self.models]).gather(models),
                **{name: pl.Series(column).gather(types) for name, column in profiles.items()},
                "k": pl.Series(list(self.level_sizes), dtype=pl.Int64).gather(levels),
                "probability": values.ravel(),
            }
        )


def _shift(hardness: Array, target: Array) -> Array:
    """Finds by bisection the shift of all types, for each model and level, that gives the target mean pass rate."""
    low, high = np.full(target.shape, -60.0), np.full(target.shape, 60.0)
    for _ in range(60):
        middle = (low + high) / 2
        below = expit(middle[:, None, :] + hardness).mean(1) < target
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    return np.asarray((low + high) / 2)


def published_types() -> tuple[TypeProfile, ...]:
    """Returns profiles of the 36 types from table 2: rate at k = 1, decay that gives the overall rate, gap.

    >>> published_types()[0].type, published_types()[0].first_rate
    ('word_count', 0.39)
    """
    names = {row["code"]: row for row in published("types").iter_rows(named=True)}
    profiles = []
    for row in published("table2_constraints").iter_rows(named=True):
        first, overall = min(row["k1_pct"] / 100, 0.99), row["mcsr_pct"] / 100
        profiles.append(
            TypeProfile(
                code=row["id"],
                type=names[row["id"]]["type"],
                dimension=row["dimension"],
                feature=names[row["id"]]["feature"],
                first_rate=first,
                decay=_decay(overall / first),
                # gap = score - rate = (1 - rate) * mean score of the failed checks
                partial=min(row["gap_p"] / 100 / (1 - overall), 0.95),
            )
        )
    return tuple(profiles)


def _decay(retained: float) -> float:
    """Finds by bisection the decay whose mean over the checks of the standard suite is the share retained overall."""
    ks = np.array(list(LEVEL_SIZES))
    weights = ks * np.array(list(LEVEL_SIZES.values()))
    low, high = 0.5, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if np.average(middle ** (ks - 1), weights=weights) < retained else (low, middle)
    return (low + high) / 2


def published_models() -> tuple[ModelProfile, ...]:
    """Returns profiles of the 15 models from tables 4 and 8, named `simulated/...` so that nobody takes them for real.

    >>> published_models()[0].name
    'simulated/GPT-5.5'
    """
    table = published("table4_mcsr_by_k")
    ks = np.arange(1.0, 9.0)
    fit = fit_geometric(ks, table.select(f"k{k:.0f}" for k in ks).to_numpy() / 100)
    api = {row["model"]: row for row in published("table8_api").iter_rows(named=True)}
    return tuple(
        ModelProfile(
            name=f"simulated/{name}",
            a=a,
            r=r,
            refused=api[name]["refusals"] / 4527,
            error=api[name]["errors"] / 4527,
            tag_loss=_TAG_LOSS.get(name, 0.0),
        )
        for name, a, r in zip(table["model"], fit.a.tolist(), fit.r.tolist(), strict=True)
    )


def published_truth(
    *,
    models: int = 15,
    scale: float = 1.0,
    coupling: float = 0.0,
    tag_effect: float = 0.0,
    position_effect: float = 0.0,
    lift: float = 0.0,
) -> Truth:
    """Returns the truth of a panel after the published tables.

    Args:
        models: How many of the 15 models, best at k = 1 first.
        scale: Size of every level relative to the standard suite, above 0.
        coupling: See `Truth`.
        tag_effect: See `Truth`.
        position_effect: See `Truth`.
        lift: See `Truth`.

    >>> published_truth(scale=0.5).level_sizes[1]
    180
    """
    known = published_models()
    if not 1 <= models <= len(known):
        raise InvalidInput(f"models = {models} is not valid; it must be from 1 to {len(known)}.")
    if not scale > 0:
        raise InvalidInput(f"scale = {scale} is not valid; it must be above 0.")
    return Truth(
        types=published_types(),
        models=known[:models],
        level_sizes={k: max(1, round(n * scale)) for k, n in LEVEL_SIZES.items()},
        impossible=round(IMPOSSIBLE * scale),
        coupling=coupling,
        tag_effect=tag_effect,
        position_effect=position_effect,
        lift=lift,
    )

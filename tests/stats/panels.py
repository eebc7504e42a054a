"""Small panels of respondents with known truth, drawn by plain NumPy without any of the package's own code."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import polars as pl
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

CODES = (
    *("S1", "S2", "S3", "S4", "S5", "S6", "L1", "L2", "L3", "L4", "L5", "L6", "W1", "W2", "W3", "W4", "W5", "R1"),
    *("R2", "R3", "R4", "F1", "F2", "F3", "F4", "M1", "M2", "M3", "N1", "N2", "N3", "N4", "O1", "O2", "O3", "O4"),
)
DIMENSIONS = {
    "S": "structural",
    "L": "lexical",
    "W": "word-level",
    "R": "relational",
    "F": "format",
    "M": "meta",
    "N": "numerical",
    "O": "ordering",
}


@dataclass(kw_only=True)
class Recipe:
    """What a panel is made from.

    Attributes:
        rates: Pass probabilities, models x types x levels of k, before shared failures.
        levels: The levels of k.
        probes: Number of probes at each level.
        codes: Codes of the types.
        partial: Score of a failed check, by type.
        shared: Types (as indices) that fail together, with the chance that a response makes them fail.
        position_effect: Added to the pass probability for each place after the middle of the prompt.
        probe_spread: Standard deviation of a probe's own difficulty on the logit scale, shared by all models.
        missing: Share of responses that are missing.
        unscored: Share of checks whose verifier failed.
        epochs: How often each probe is drawn.
        conflicts: Pairs of types that never stand in one probe.
    """

    rates: Floats
    levels: tuple[int, ...]
    probes: tuple[int, ...]
    codes: tuple[str, ...] = CODES
    partial: Floats | None = None
    shared: list[tuple[tuple[int, ...], float]] = field(default_factory=list)
    position_effect: float = 0.0
    probe_spread: float = 0.0
    missing: float = 0.0
    unscored: float = 0.0
    epochs: int = 1
    conflicts: tuple[tuple[int, int], ...] = ()


def geometric(bases: Floats, decays: Floats, levels: tuple[int, ...]) -> Floats:
    """Pass probabilities base x decay^(k - 1) for bases and decays of models x types."""
    return bases[..., None] * decays[..., None] ** (np.array(levels) - 1)


def linear(bases: Floats, slopes: Floats, levels: tuple[int, ...]) -> Floats:
    """Pass probabilities base x (1 + slope (k - 1)): retention falls by `slope` with each constraint."""
    return bases[..., None] * (1 + slopes[..., None] * (np.array(levels) - 1))


def _draw_types(rng: np.random.Generator, recipe: Recipe, k: int) -> NDArray[np.int64]:
    while True:
        types = rng.permutation(len(recipe.codes))[:k]
        if not any(a in types and b in types for a, b in recipe.conflicts):
            return types


def draw(recipe: Recipe, rng: np.random.Generator) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Draws a panel: the table of checks and that of responses."""
    n_models = recipe.rates.shape[0]
    checks, responses = [], []
    number = 0
    for index, (k, count) in enumerate(zip(recipe.levels, recipe.probes, strict=True)):
        drawn = []
        for _ in range(count):
            number += 1
            types = _draw_types(rng, recipe, k)
            own = rng.normal(0, recipe.probe_spread) if recipe.probe_spread else 0.0
            for epoch in range(1, recipe.epochs + 1):
                rate = recipe.rates[:, types, index]
                if own:
                    rate = 1 / (1 + np.exp(-np.log(rate / (1 - rate)) - own))
                rate = rate + recipe.position_effect * (np.arange(k) - (k - 1) / 2)
                passed = rng.random((n_models, k)) < rate
                for members, chance in recipe.shared:
                    broken = rng.random(n_models) < chance
                    passed &= ~(broken[:, None] & np.isin(types, members))
                there = rng.random(n_models) >= recipe.missing
                scored = rng.random((n_models, k)) >= recipe.unscored
                drawn.append((number, epoch, types, passed, there, scored))
        if drawn:
            columns = [np.array(values) for values in zip(*drawn, strict=True)]
            checks.append(_checks(k, *columns))
            responses.append(_responses(k, *columns))
    return _check_rows(pl.concat(checks), recipe), pl.concat(responses)


def _checks(k: int, number: Ints, epoch: Ints, types: Ints, passed: Bools, there: Bools, scored: Bools) -> pl.DataFrame:
    """Makes a row of each check at one k from probes (types: probes x k; passed: probes x models x k; ...)."""
    shape = passed.shape
    columns = {
        "model": np.arange(shape[1])[:, None],
        "probe_id": number[:, None, None],
        "epoch": epoch[:, None, None],
        "k": np.array(k),
        "position": np.arange(1, k + 1),
        "types": types[:, None],
        "passed": passed,
        "scored": scored,
        "there": there[:, :, None],
    }
    return pl.DataFrame({name: np.broadcast_to(values, shape).ravel() for name, values in columns.items()})


def _check_rows(frame: pl.DataFrame, recipe: Recipe) -> pl.DataFrame:
    partial = np.full(len(recipe.codes), 0.5) if recipe.partial is None else recipe.partial
    types, passed = frame["types"].to_numpy(), frame["passed"].to_numpy()
    frame = frame.with_columns(code=pl.Series(recipe.codes).gather(types), score=np.where(passed, 1.0, partial[types]))
    return frame.filter("there").select(
        pl.format("model {}", pl.col("model") + 1).alias("model"),
        pl.format("p{}", pl.col("probe_id").cast(pl.String).str.zfill(5)).alias("probe_id"),
        "epoch",
        "k",
        pl.lit(False).alias("impossible"),
        "position",
        pl.format("type_{}", pl.col("code").str.to_lowercase()).alias("type"),
        "code",
        pl.col("code").str.slice(0, 1).replace_strict(DIMENSIONS).alias("dimension"),
        pl.when("scored").then("passed").alias("passed"),
        pl.when("scored").then("score").alias("score"),
    )


def _responses(
    k: int, number: Ints, epoch: Ints, types: Ints, passed: Bools, there: Bools, scored: Bools
) -> pl.DataFrame:
    """Makes a row of each response at one k; arguments as in `_checks`."""
    n_models = passed.shape[1]
    return pl.DataFrame(
        {
            "model": [f"model {m + 1}" for m in range(n_models)] * len(types),
            "probe_id": np.repeat([f"p{n:05}" for n in number], n_models),
            "epoch": np.repeat(epoch, n_models),
            "k": np.full(len(types) * n_models, k),
            "impossible": False,
            "status": np.where(there, "ok", "error").ravel(),
            "passed": pl.Series((passed | ~scored).all(axis=2).ravel()).set(
                pl.Series(~(there & scored.all(axis=2)).ravel()), None
            ),
        }
    )


FULL_LEVELS = tuple(range(1, 13))
FULL_PROBES = (360, 500, 500, 500, 500, 500, 400, 400, 250, 220, 180, 160)


def full_recipe(**changes: object) -> Recipe:
    """The paper's size, 15 models x 4,470 probes, with spread-out abilities and types of very different difficulty."""
    ability = np.linspace(-2.0, 2.5, 15)
    difficulty = np.linspace(-2.5, 2.0, 36)[np.argsort(np.sin(np.arange(36)))]
    bases = 1 / (1 + np.exp(-(ability[:, None] - difficulty)))
    decays = np.broadcast_to(np.linspace(0.88, 0.99, 36), bases.shape)
    recipe = Recipe(rates=geometric(bases, decays, FULL_LEVELS), levels=FULL_LEVELS, probes=FULL_PROBES)
    for name, value in changes.items():
        setattr(recipe, name, value)
    return recipe

"""Do constraints fail together? (paper, section 4 and section M).

For every pair of types, phi (`cse.stats.phi`) within each model and conditioned on k, at k >= 4, then its median over
the models. A model counts for a pair where at least `MIN_COOCCURRENCE` of its responses hold both types and both
sometimes pass and sometimes fail. Pairs are compared within and across dimensions, and within and across the output
features that their types read (sentences, words, numbers ...), by the test of Mann and Whitney on |phi| (the paper's)
and on phi itself.

phi scatters around zero even where nothing is shared, so |phi| has a mean above zero and some pairs come out negative.
What noise alone gives is computed beside each figure (`..._shuffled`): the outcomes of each model, k and type are dealt
out again among its responses, which leaves every rate as it is and takes away what binds the checks of a response.

By design, a pair stands in a probe with probability k (k - 1) / (C (C - 1)) for C types drawn evenly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl

from cse.stats.cube import Floats, percentiles, probe_weights
from cse.stats.notes import explain
from cse.stats.pair_groups import Bools, compare_groups, mean_phi, mean_size
from cse.stats.phi import Array, Failures, Indices, failures, phi_of_all, pull_of_pair, shuffled
from cse.stats.published import published

MIN_K = 4
MIN_COOCCURRENCE = 20
"""Fewer responses of a model than this carry no phi: its standard error would exceed 0.22."""
NEAR = 0.05
"""A phi up to this size counts as near zero, one below minus this as negative."""
SHUFFLES = 10


@dataclass(frozen=True)
class CoFailure:
    """What `cofailure` finds, as tables; `x_low` and `x_high` bound the 95 % interval of `x`.

    The intervals come from drawing the probes again within each k. A number that does not exist is null, and `note`
    says why; a null `note` has nothing to say.

    Attributes:
        pairs: One row a pair of types, highest phi first: `type_a`, `code_a`, `dimension_a`, `feature_a`, the same with
            `_b`, `cooccurrences` (probes that hold both), `models` (that count), `phi`, `phi_low`, `phi_high`, `note`.
        summary: One row: `pairs`, `measured`, `excluded_cooccurrence` (too few responses hold both),
            `excluded_variation` (one of the two always or never fails), `phi` (mean over pairs, with interval),
            `abs_phi`, `near_zero`, `negative`, `positive` (shares of the measured pairs), all five again with
            `_shuffled`, `note`.
        groups: Pairs by `grouping` ("dimension", "feature") and `group` ("within", "across", then each dimension or
            feature by itself): `pairs`, `phi` with interval, `abs_phi`, `abs_phi_shuffled`.
        tests: One row a `grouping`: `difference` (mean phi within - across, with interval), `u` and `p` of |phi|,
            `p_signed` of phi, `unassigned` (measured pairs with a type of no known feature, left out), `note`.
        design: One row a k: `k`, `probes`, `expected` (probes that hold a given pair), `mean`, `fewest`, `most`.
    """

    pairs: pl.DataFrame
    summary: pl.DataFrame
    groups: pl.DataFrame
    tests: pl.DataFrame
    design: pl.DataFrame


def cofailure(
    checks: pl.DataFrame,
    rng: np.random.Generator,
    draws: int = 2000,
    *,
    min_k: int = MIN_K,
    min_cooccurrence: int = MIN_COOCCURRENCE,
    features: Mapping[str, str] | None = None,
) -> CoFailure:
    """Measures which types fail together; see the module for the formulas.

    Args:
        checks: The table of checks; impossible and unscored ones are left out.
        rng: Source of the draws and shuffles.
        draws: Number of bootstrap draws.
        min_k: Smallest k of the probes used.
        min_cooccurrence: Least number of a model's responses that hold both types of a pair.
        features: Output feature of each type by code; by default those of the paper's section M.
    """
    data = failures(checks, min_k)
    phi, count = phi_of_all(data)
    phi[count < min_cooccurrence] = np.nan
    first, second = np.triu_indices(data.types.height, 1)
    enough = np.any(count >= min_cooccurrence, axis=0, keepdims=True)[0, first, second]
    median = _median(phi)[first, second]
    drawn = _drawn(data, phi, first, second, rng, draws)
    chance = np.array([_chance(data, phi, rng)[first, second] for _ in range(SHUFFLES)])
    pairs = _pairs(data, output_features() if features is None else features, first, second)
    groups, tests = compare_groups(pairs, median, drawn, chance)
    models = np.isfinite(phi).sum(axis=0)[first, second]
    return CoFailure(
        pairs=_with_phi(pairs, median, drawn, models, enough, min_cooccurrence),
        summary=_summary(median, drawn, chance, enough, min_k),
        groups=groups,
        tests=tests,
        design=_design(data),
    )


def output_features() -> dict[str, str]:
    """Returns the output feature that each type of the paper reads, by code (section M)."""
    return dict(published("types").select("code", "feature").iter_rows())


def _median(values: Array) -> Floats:
    """Takes the median over the first axis, without the NaN; NaN where there is nothing else."""
    if not len(values):
        return np.full(values.shape[1:], np.nan)
    ordered = np.sort(values, axis=0)
    size = np.isfinite(ordered).sum(axis=0)
    middle = [np.take_along_axis(ordered, np.maximum(at, 0)[None], axis=0)[0] for at in ((size - 1) // 2, size // 2)]
    return np.asarray(np.where(size > 0, (middle[0] + middle[1]) / 2, np.nan))


def _drawn(data: Failures, phi: Floats, first: Indices, second: Indices, rng: np.random.Generator, draws: int) -> Array:
    """Returns the median phi of each pair in each draw of the probes, draws x pairs, moved to have it as their mean.

    Noise on top of the noise that the models have already pulls a median towards the middle of them all; without the
    move, the interval of a mean over hundreds of pairs would miss it.

    Args:
        data: Failures by response.
        phi: phi in each model, NaN where the model does not count, models x types x types.
        first: Index of each pair's first type.
        second: Index of its second type.
        rng: Source of the draws.
        draws: Their number.
    """
    probe_k = np.zeros(data.probe.max(initial=-1) + 1, dtype=np.int64)
    probe_k[data.probe] = data.k
    excess = np.ascontiguousarray(probe_weights(probe_k, draws, rng)[:, data.probe].T) - 1
    result = np.full((draws, len(first)), np.nan, dtype=np.float32)
    for column, (a, b) in enumerate(zip(first, second, strict=True)):
        models = np.flatnonzero(np.isfinite(phi[:, a, b]))
        if len(models) and draws:
            responses, pull = pull_of_pair(data, int(a), int(b), models)
            moved = phi[models, a, b][:, None].astype(np.float32) + pull.astype(np.float32) @ excess[responses]
            middle = np.median(moved, axis=0)
            result[:, column] = middle - middle.mean() + np.median(phi[models, a, b])
    return result


def _chance(data: Failures, phi: Floats, rng: np.random.Generator) -> Floats:
    """Returns the median phi of each pair of types once the outcomes are dealt out again, over the same models."""
    dealt, _ = phi_of_all(shuffled(data, rng))
    return _median(np.where(np.isnan(phi), np.nan, dealt))


def _pairs(data: Failures, features: Mapping[str, str], first: Indices, second: Indices) -> pl.DataFrame:
    feature = [features.get(code) for code in data.types["code"]]
    types = data.types.with_columns(pl.Series("feature", feature, pl.String))
    held = np.zeros((types.height, data.probe.max(initial=-1) + 1), dtype=bool)
    for response, probe in enumerate(data.probe):
        held[:, probe] |= data.holds[:, :, response].any(axis=1)
    together = held.astype(np.float32) @ held.T.astype(np.float32)
    sides = [types[side].select(pl.all().name.suffix(end)) for side, end in ((first, "_a"), (second, "_b"))]
    both = pl.concat(sides, how="horizontal")
    return both.with_columns(pl.Series("cooccurrences", together[first, second].astype(np.int64)))


def _with_phi(
    pairs: pl.DataFrame, median: Floats, drawn: Array, models: Indices, enough: Bools, min_cooccurrence: int
) -> pl.DataFrame:
    low, high = percentiles(drawn)
    frame = pairs.with_columns(
        pl.Series("models", models.astype(np.int64)),
        *(
            pl.Series(name, values, pl.Float64).fill_nan(None)
            for name, values in (("phi", median), ("phi_low", low), ("phi_high", high))
        ),
    )
    why = (
        pl.when(~pl.Series(enough, dtype=pl.Boolean))
        .then(pl.lit(f"no phi: fewer than {min_cooccurrence} responses of each model hold both types"))
        .when(pl.col("phi").is_null())
        .then(pl.lit("no phi: one of the types always or never fails in the responses that hold both"))
        .when(pl.col("phi_low").is_null() & bool(len(drawn)))
        .then(pl.lit("no interval: in too many draws one of the types always or never fails"))
    )
    noted = explain(frame.with_columns(why.alias("note")))
    return noted.sort("phi", descending=True, nulls_last=True, maintain_order=True)


def _summary(median: Floats, drawn: Array, chance: Floats, enough: Bools, min_k: int) -> pl.DataFrame:
    known = np.isfinite(median)
    note = None
    if not len(median):
        note = "no phi: it takes two types"
    elif not known.any():
        note = f"no phi: no pair of types stands in enough responses at k >= {min_k} and both passes and fails there"
    numbers = dict(zip(("phi", "phi_low", "phi_high"), mean_phi(median, drawn, known), strict=True))
    numbers |= _shares(median) | {f"{name}_shuffled": share for name, share in _shares(chance).items()}
    numbers["phi_shuffled"] = float(np.nanmean(chance[:, known])) if known.any() else None
    row = {
        "pairs": len(median),
        "measured": int(known.sum()),
        "excluded_cooccurrence": int((~enough).sum()),
        "excluded_variation": int((enough & ~known).sum()),
        **numbers,
        "note": note,
    }
    kinds = dict.fromkeys(numbers, pl.Float64) | {"note": pl.String}
    return explain(pl.DataFrame([row], schema_overrides=kinds))


def _shares(phi: Floats) -> dict[str, float | None]:
    """Returns the mean size of phi and the shares near zero, negative and positive, of the pairs that have one."""
    known = phi[np.isfinite(phi)]
    shares = {"near_zero": np.abs(known) <= NEAR, "negative": known < -NEAR, "positive": known > NEAR}
    return {"abs_phi": mean_size(known)} | {
        name: float(hits.mean()) if len(known) else None for name, hits in shares.items()
    }


def _design(data: Failures) -> pl.DataFrame:
    """Compares how often pairs stand together with what drawing types evenly gives."""
    size = data.types.height
    first, second = np.triu_indices(size, 1)
    rows = []
    for k in np.unique(data.k):
        _, one_each = np.unique(np.where(data.k == k, data.probe, -1), return_index=True)
        at = one_each[data.k[one_each] == k]
        holds = np.array(data.holds[:, :, at].any(axis=1), dtype=np.float32)
        together = (holds @ holds.T)[first, second]
        if len(together):
            expected = holds.shape[1] * k * (k - 1) / (size * (size - 1))
            counts = int(together.min()), int(together.max())
            rows.append((int(k), holds.shape[1], float(expected), float(together.mean()), *counts))
    whole = dict.fromkeys(("k", "probes", "expected", "mean", "fewest", "most"), pl.Int64)
    return pl.DataFrame(rows, schema=whole | dict.fromkeys(("expected", "mean"), pl.Float64), orient="row")

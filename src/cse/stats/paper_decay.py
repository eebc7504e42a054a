"""What table 4 (mCSR by model and k) reproduces: decay factors, the aggregate curve, the floor (sections 4 and F)."""

from __future__ import annotations

import numpy as np

from cse.stats.comparison import Comparison, compare, exact
from cse.stats.curves import Array, Floored, fit_floored, fit_geometric
from cse.stats.decay import FAST, SLOW
from cse.stats.defaults import TRAIN_TO
from cse.stats.published import published
from cse.stats.rankings import rank

_TABLE = published("table4_mcsr_by_k")
MODELS: list[str] = _TABLE["model"].to_list()
RATES: Array = _TABLE.select(f"k{k}" for k in range(1, 13)).to_numpy()
"""mCSR in percent, models x k."""
KS: Array = np.arange(1.0, 13.0)
HALF = 0.05
"""Half a unit of the last decimal of table 4."""
_TRAIN = KS <= TRAIN_TO


def decay_comparisons() -> list[Comparison]:
    """Compares all that follows from table 4."""
    return [*_factors(), *_aggregate(), *_floor(), *_levels(), *_claims()]


def together(weights: Array | None = None) -> Array:
    """Returns mCSR of all models together by k, each counting once or by its weight."""
    return np.asarray(np.average(RATES, axis=0, weights=weights))


def coverage_weights() -> Array:
    """Returns how many responses of each model came back (table 8), in the order of table 4."""
    success = dict(published("table8_api").select("model", "success").iter_rows())
    return np.array([success[model] for model in MODELS], dtype=np.float64)


def _height(rates: Array) -> Array:
    return fit_geometric(KS[_TRAIN], rates[..., _TRAIN]).a


def _factor(rates: Array) -> Array:
    return fit_geometric(KS[_TRAIN], rates[..., _TRAIN]).r


def _factors() -> list[Comparison]:
    rows = zip(MODELS, _TABLE["decay_r"], RATES, strict=True)
    return [compare("table 4", "decay factor r", name, r, 3, _factor, y, HALF) for name, r, y in rows]


def _aggregate() -> list[Comparison]:
    def held_out(rates: Array) -> Array:
        return _held_out(fit_geometric(KS[_TRAIN], rates[..., _TRAIN]).at(KS), rates)

    group, mean = "aggregate decay", together()
    return [
        compare("section 4", group, "a, %", 72.0, 1, _height, mean, HALF),
        compare("section 4", group, "r", 0.922, 3, _factor, mean, HALF),
        compare("section 4", group, "held-out error, points", 0.2, 1, held_out, mean, HALF),
    ]


def _floor() -> list[Comparison]:
    def left_out(rates: Array) -> Array:
        keep = ~np.eye(len(KS), dtype=bool)
        return np.stack([fit_floored(KS[row], rates[..., row]).c for row in keep], axis=-1)

    def trained(rates: Array) -> Floored:
        return fit_floored(KS[_TRAIN], rates[..., _TRAIN])

    source, mean, percent = "section F", together(), 100.0
    whole, partly, short = "floor model, all levels", "floor model, one level left out", "floor model, k = 1 to 8"
    zeros = int((left_out(mean).round(1) == 0).sum())
    return [
        compare(source, whole, "a", 0.782, 3, lambda y: fit_floored(KS, y).a / percent, mean, HALF),
        compare(source, whole, "b", 0.082, 3, lambda y: fit_floored(KS, y).b, mean, HALF),
        compare(source, whole, "c, %", 0.0, 1, lambda y: fit_floored(KS, y).c, mean, HALF),
        exact(source, partly, "folds with c = 0.0 %", 11, zeros),
        compare(source, partly, "c without k = 1, %", 9.4, 1, lambda y: left_out(y)[..., 0], mean, HALF),
        compare(source, partly, "mean of c, %", 0.8, 1, lambda y: left_out(y).mean(axis=-1), mean, HALF),
        compare(source, partly, "sd of c, %", 2.7, 1, lambda y: left_out(y).std(axis=-1, ddof=1), mean, HALF),
        compare(source, short, "c, %", 0.0, 1, lambda y: trained(y).c, mean, HALF),
        compare(source, short, "held-out error, points", 0.2, 1, lambda y: _held_out(trained(y).at(KS), y), mean, HALF),
    ]


def _held_out(predicted: Array, rates: Array) -> Array:
    return np.asarray(np.abs(predicted - rates)[..., ~_TRAIN].mean(axis=-1))


def _levels() -> list[Comparison]:
    """Levels of all models together count each response once, so a model with missing responses counts less."""
    group, weights = "all models together, %", coverage_weights()

    def pooled(rates: Array) -> Array:
        return np.asarray(np.average(rates, axis=-1, weights=weights))

    def level(k: int, printed: float) -> Comparison:
        return compare("figure 1", group, f"k = {k}", printed, 1, pooled, RATES[:, k - 1], HALF)

    return [level(1, 70.7), level(8, 40.7), level(12, 29.2)]


def _claims() -> list[Comparison]:
    r, first = _factor(RATES), RATES[:, 0]
    places = dict(zip(MODELS, rank(first).tolist(), strict=True))
    leads = (RATES.argmax(axis=0) == MODELS.index("GPT-5.5")).sum()
    return [
        exact("table 4", "archetypes", f"slow, r > {SLOW}", 10, int((r > SLOW).sum())),
        exact("table 4", "archetypes", "medium", 3, int(((r >= FAST) & (r <= SLOW)).sum())),
        exact("table 4", "archetypes", f"fast, r < {FAST}", 2, int((r < FAST).sum())),
        exact("section E", "levels led by GPT-5.5", "all", 12, int(leads)),
        exact("section 6", "rank at k = 1", "Gemini 3.1 Pro", 2, places["Gemini 3.1 Pro"]),
        exact("section 6", "rank at k = 1", "Gemini 3.1 Flash-Lite", 6, places["Gemini 3.1 Flash-Lite"]),
        exact("section J", "rank at k = 1", "Grok 4.1", 14, places["Grok 4.1"]),
    ]

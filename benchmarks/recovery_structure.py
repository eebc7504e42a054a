"""How often the 95 % intervals of hierarchy, co-failure, synergy, position and ability hold the truth of panels.

    python benchmarks/recovery_structure.py [--panels 40] [--scale 1] [--draws 500]

At scale 1 a panel has 15 models and 4,527 probes. Two truths are drawn: one whose checks are independent, where no
co-failure, synergy or effect of position may be found, and one whose checks are coupled by output feature. Abilities
are drawn from a Rasch model of the same size. Target: every line of intervals between 90 and 98 %, every line of tests
(in how many panels a 5 % test rejects where nothing is to be found) at most 10 %.
"""

from __future__ import annotations

import argparse
import os
from collections import defaultdict

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: small products lose much on a busy machine

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.special import expit, ndtri
from scipy.stats import multivariate_normal

from cse.stats.cofailure import MIN_K, cofailure
from cse.stats.curvature import bend
from cse.stats.expected import expected_mcsr
from cse.stats.hierarchy import FAST, SLOW, hierarchy
from cse.stats.irt_fit import fit_rasch, patterns
from cse.stats.position import position
from cse.stats.simulate import simulate
from cse.stats.synergy import synergy
from cse.stats.truth import Truth, published_truth

Floats = NDArray[np.float64]
Hits = defaultdict[str, list[bool]]
COUPLING = 0.3


def held(hits: Hits, name: str, table: pl.DataFrame, column: str, truth: Floats | float) -> None:
    """Notes whether each interval of a column that is given holds the truth."""
    low, high = (table[f"{column}_{end}"].cast(pl.Float64).to_numpy() for end in ("low", "high"))
    known = np.isfinite(low) & np.isfinite(high)
    hits[name] += ((low <= truth + 1e-9) & (truth - 1e-9 <= high))[known].tolist()


class Expected:
    """What a truth makes of the estimates; types in the order of their codes."""

    def __init__(self, truth: Truth) -> None:
        order = np.argsort([profile.code for profile in truth.types])
        self.types = [truth.types[index] for index in order]
        self.ks = np.array(list(truth.level_sizes), dtype=float)
        self.sizes = np.array(list(truth.level_sizes.values()), dtype=float)
        self.rates = truth.probabilities()[:, order]
        there = np.array([1 - model.refused - model.error for model in truth.models])
        pooled = np.average(self.rates, axis=0, weights=there)
        self.baseline = pooled[:, 0]
        self.rate_slope = np.polyfit(self.ks, pooled.T, 1)[0]
        below = pooled / pooled[:, :1] < 0.5
        self.half_life = np.where(below.any(axis=1), self.ks[below.argmax(axis=1)], np.inf)
        dimension = np.array([profile.dimension for profile in self.types])
        fast, slow = (np.isin(dimension, group) for group in (FAST, SLOW))
        fall = [self.rate_slope[group].sum() / self.baseline[group].sum() for group in (fast, slow)]
        self.ratio = float(fall[0] / fall[1])
        self.mcsr = np.average(expected_mcsr(truth), axis=0, weights=there)
        self.there, self.coupling = there, truth.coupling

    def phi(self, a: int, b: int) -> float:
        """Median over models of phi at k >= 4, with the sums of covariances and variances that the design gives."""
        deep = self.ks >= MIN_K
        count = len(self.types)
        together = (self.sizes * self.ks * (self.ks - 1) / (count * (count - 1)))[deep]
        weight = np.maximum(together[None] * self.there[:, None] - 1, 0)
        p, q = self.rates[:, a][:, deep], self.rates[:, b][:, deep]
        shared = self.coupling if self.types[a].feature == self.types[b].feature else 0.0
        joint = p * q
        if shared:
            both = np.stack([ndtri(p), ndtri(q)], axis=-1)
            joint = multivariate_normal(cov=[[1, shared], [shared, 1]]).cdf(both)
        sums = [(weight * value).sum(axis=1) for value in (joint - p * q, p * (1 - p), q * (1 - q))]
        return float(np.median(sums[0] / np.sqrt(sums[1] * sums[2])))

    def phis(self) -> dict[tuple[str, str], float]:
        """The phi of every pair of types, by their codes in order."""
        size = range(len(self.types))
        codes = [profile.code for profile in self.types]
        return {(codes[a], codes[b]): self.phi(a, b) for a in size for b in size if a < b}


def panel(
    truth: Truth, seed: int, draws: int, expected: Expected, phis: dict[tuple[str, str], float], hits: Hits
) -> None:
    """Draws and estimates one panel."""
    rng = np.random.default_rng(seed)
    checks = simulate(truth, rng).checks
    what = "coupled" if truth.coupling else "independent"
    pairs = cofailure(checks, rng, draws)
    known = pairs.pairs.drop_nulls("phi_low")
    of_pair = np.array([phis[pair] for pair in known.select("code_a", "code_b").iter_rows()])
    held(hits, f"phi of a pair, {what}", known, "phi", of_pair)
    if truth.coupling:
        features = pairs.tests.filter(grouping="feature")
        hits["Mann-Whitney finds shared features"].append(features["p"][0] < 0.05)
        return
    for grouping, p, signed in pairs.tests.select("grouping", "p", "p_signed").iter_rows():
        hits[f"test: {grouping} matters to |phi|"].append(p < 0.05)
        hits[f"test: {grouping} matters to phi"].append(signed < 0.05)
    found = hierarchy(checks, rng, draws)
    held(hits, "rate of a type at k = 1", found.types, "baseline", expected.baseline)
    held(hits, "slope of a type", found.types, "slope", expected.rate_slope / expected.baseline)
    held(hits, "structural and ordering to lexical", found.ratio.head(1), "ratio", expected.ratio)
    low, high = (found.types[f"half_life_{end}"].fill_null(99).to_numpy() for end in ("low", "high"))
    life = np.minimum(expected.half_life, 99)
    hits["half-life of a type (whole numbers)"] += ((low <= life) & (life <= high)).tolist()
    joint = synergy(checks, rng, draws)
    held(hits, "synergy at one k, none put in", joint.levels.filter(pl.col("k") > 1), "synergy_at_k", 0.0)
    curve = joint.curvature.filter(curve="mcsr")
    line, parabola, coefficient = (float(value[0]) for value in bend(expected.ks, expected.mcsr[None]))
    held(hits, "curvature of mCSR", curve, "curvature", coefficient)
    held(hits, "superlinearity of mCSR, corrected", curve, "corrected", 1 - parabola / line)
    hits["test: difficulty differs by k"].append(joint.difficulty_test["p"][0] < 0.05)
    place = position(checks, rng, draws)
    held(hits, "rho of position, none put in", place.levels.drop_nulls("rho"), "rho", 0.0)
    hits["test: position matters"] += (place.levels["p"].drop_nulls() < 0.05).to_list()


def abilities(seed: int, scale: float, hits: Hits) -> None:
    """Draws a Rasch panel whose difficulties grow with k, and fits it."""
    rng = np.random.default_rng(seed)
    truth = np.linspace(-3, 4.3, 15)
    truth -= truth.mean()
    sizes = [max(1, round(scale * size)) for size in published_truth().level_sizes.values()]
    difficulty = -2 + 0.8 * np.repeat(np.arange(12), sizes) + rng.normal(0, 1.2, sum(sizes))
    passes = (rng.random((len(difficulty), 15)) < expit(truth - difficulty[:, None])).astype(float)
    fit = fit_rasch(patterns(passes, np.ones_like(passes)))
    hits["ability of a model"] += (np.abs(fit.ability - truth) <= 1.96 * fit.ability_se).tolist()


def main() -> None:
    """Prints one line for each estimate."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--panels", type=int, default=40)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--draws", type=int, default=500)
    given = parser.parse_args()
    hits: Hits = defaultdict(list)
    for coupling in (0.0, COUPLING):
        truth = published_truth(scale=given.scale, coupling=coupling)
        expected = Expected(truth)
        phis = expected.phis()
        for seed in range(given.panels):
            panel(truth, seed, given.draws, expected, phis, hits)
    for seed in range(given.panels):
        abilities(seed, given.scale, hits)
    print(f"{given.panels} panels of 15 models at scale {given.scale}, {given.draws} draws")
    print(f"{'estimate':<40} {'counted':>9} {'%':>6}")
    for name, found in hits.items():
        print(f"{name:<40} {len(found):9,} {100 * np.mean(found):6.1f}")


if __name__ == "__main__":
    main()

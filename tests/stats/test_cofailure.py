"""Which types fail together: phi by hand, with the truth recovered, and nothing found where nothing is shared."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import panels
import polars as pl
import pytest
from handmade import checks_of

from cse.stats.cofailure import CoFailure, cofailure, output_features
from cse.stats.phi import failures, phi_of_all, pull_of_pair, shuffled

LEVELS = (4, 6, 8, 10, 12)
PANELS = 40
CODES = panels.CODES[:18]
SHARED = tuple(index for index, code in enumerate(CODES) if code in ("S2", "S3", "S5", "S6", "L3", "L4", "W3"))


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def recipe(chance: float = 0.0, models: int = 3, size: int = 100, **changes: object) -> panels.Recipe:
    """Rates that fall steeply with k, so that everything fails together at high k; `chance` is the shared failure."""
    bases = np.linspace(0.85, 1, models)[:, None] * np.linspace(0.65, 0.95, len(CODES))[rng(4).permutation(len(CODES))]
    rates = bases[..., None] * np.linspace(1, 0.45, len(LEVELS))
    shared = [(SHARED, chance)] if chance else []
    probes = (size,) * len(LEVELS)
    return panels.Recipe(rates=rates, levels=LEVELS, probes=probes, codes=CODES, shared=shared, **changes)  # type: ignore[arg-type]


@cache
def found(chance: float) -> list[CoFailure]:
    return [cofailure(panels.draw(recipe(chance), rng(seed))[0], rng(seed), 200) for seed in range(PANELS)]


def truth(chance: float, a: int, b: int) -> float:
    """Phi of two types in each model, from the sums of the covariances and variances at each k; then the median.

    Both pass with probability p q (1 - c) where one event of chance c fails both, and each with p (1 - c), q (1 - c).
    """
    made = recipe(chance)
    c = chance if a in SHARED and b in SHARED else 0.0
    p, q = (made.rates[:, of] * (1 - chance * (of in SHARED)) for of in (a, b))
    plain_p, plain_q = made.rates[:, a], made.rates[:, b]
    covariance = plain_p * plain_q * c * (1 - c)
    # At each k the pair stands in size x k (k - 1) / (C (C - 1)) probes, whose mean takes one degree of freedom.
    size = np.array([100 * k * (k - 1) / (len(CODES) * (len(CODES) - 1)) - 1 for k in LEVELS])
    sums = [(size * value).sum(axis=1) for value in (covariance, p * (1 - p), q * (1 - q))]
    return float(np.median(sums[0] / np.sqrt(sums[1] * sums[2])))


def by_loops(table: pl.DataFrame, model: str, a: str, b: str) -> float:
    """Phi from the definition, response by response."""
    covariance = first = second = 0.0
    for (_,), level in table.filter(pl.col("model") == model).group_by("k"):
        pairs = []
        for _, response in level.group_by("probe_id", "epoch"):
            verdict = dict(response.select("code", "passed").iter_rows())
            if a in verdict and b in verdict:
                pairs.append((not verdict[a], not verdict[b]))
        if pairs:
            x, y = np.array(pairs, dtype=float).T
            covariance += ((x - x.mean()) * (y - y.mean())).sum()
            first += ((x - x.mean()) ** 2).sum()
            second += ((y - y.mean()) ** 2).sum()
    return covariance / np.sqrt(first * second)


def test_phi_is_the_correlation_of_failures_around_the_means_at_the_same_k():
    table = panels.draw(recipe(0.2, size=60, missing=0.1, epochs=2), rng())[0]
    data = failures(table, 4)
    phi, count = phi_of_all(data)
    place = {code: index for index, code in enumerate(data.types["code"])}
    for a, b in (("S2", "S3"), ("W1", "L3"), ("R1", "L6")):
        for number, model in enumerate(("model 1", "model 2", "model 3")):
            assert phi[number, place[a], place[b]] == pytest.approx(by_loops(table, model, a, b))
    assert np.allclose(phi, phi.transpose(0, 2, 1), equal_nan=True)
    together = (data.holds[place["S2"]] & data.holds[place["S3"]]).sum(axis=1)
    assert (count[:, place["S2"], place["S3"]] == together).all()


def test_at_one_k_phi_is_pearsons_correlation():
    passed = [
        (True, True, True, True),
        (False, False, True, True),
        (True, False, True, True),
        (False, False, True, True),
    ]
    table = checks_of({("m", f"p{i}"): verdicts for i, verdicts in enumerate(passed)})
    phi, _ = phi_of_all(failures(table, 4))
    x, y = np.array(passed, dtype=float)[:, :2].T
    assert phi[0, 0, 1] == pytest.approx(np.corrcoef(x, y)[0, 1])
    assert np.isnan(phi[0, 0, 2])  # the third type never fails


def test_the_pull_of_a_response_is_the_derivative_of_phi_by_its_weight():
    data = failures(panels.draw(recipe(0.2, models=2), rng(1))[0], 4)
    responses, pull = pull_of_pair(data, 2, 5, np.array([0, 1]))
    phi = phi_of_all(data)[0][:, 2, 5]
    step = 1e-4
    for column in (0, 10, len(responses) - 1):
        weights = np.ones(len(data.k))
        weights[responses[column]] += step
        for model in (0, 1):
            moved = weighted_phi(data.holds[:, model], data.fails[:, model], data.k, 2, 5, weights)
            at = data.holds[2, model] & data.holds[5, model] & (data.k == data.k[responses[column]])
            correction = np.sqrt(at.sum() / (at.sum() - 1))
            assert pull[model, column] / correction == pytest.approx((moved - phi[model]) / step, rel=1e-2, abs=1e-5)


def weighted_phi(holds: np.ndarray, fails: np.ndarray, k: np.ndarray, a: int, b: int, weights: np.ndarray) -> float:
    sums = np.zeros(3)
    for level in np.unique(k):
        at = holds[a] & holds[b] & (k == level)
        if at.any():
            w, x, y = weights[at], fails[a, at].astype(float), fails[b, at].astype(float)
            x, y = x - np.average(x, weights=w), y - np.average(y, weights=w)
            sums += [(w * x * y).sum(), (w * x * x).sum(), (w * y * y).sum()]
    return float(sums[0] / np.sqrt(sums[1] * sums[2]))


def test_dealing_outcomes_out_again_keeps_every_rate():
    data = failures(panels.draw(recipe(0.3), rng())[0], 4)
    dealt = shuffled(data, rng(1))
    assert not (dealt.fails & ~dealt.holds).any()
    assert not (dealt.fails == data.fails).all()
    for level in LEVELS:
        at = data.k == level
        assert (dealt.fails[:, :, at].sum(axis=2) == data.fails[:, :, at].sum(axis=2)).all()


@pytest.mark.parametrize("chance", [0.0, 0.2])
def test_intervals_of_phi_hold_the_truth_in_95_percent_of_panels(chance: float):
    place = {code: index for index, code in enumerate(CODES)}
    expected = {(CODES[a], CODES[b]): truth(chance, a, b) for a, b in combinations(range(len(CODES)), 2)}
    held, missed = [], []
    for each in found(chance):
        for row in each.pairs.drop_nulls("phi_low").iter_rows(named=True):
            a, b = sorted((row["code_a"], row["code_b"]), key=place.__getitem__)
            held.append(row["phi_low"] <= expected[a, b] <= row["phi_high"])
            missed.append(row["phi"] - expected[a, b])
    assert len(held) > 150 * PANELS
    assert 0.93 <= np.mean(held) <= 0.97
    assert abs(np.mean(missed)) < 0.01


def test_nothing_is_found_where_nothing_is_shared_though_all_fails_at_high_k():
    summaries = pl.concat([each.summary for each in found(0.0)])
    # A correlation that forgets k sees what it should not: types fail together because k is high.
    table = panels.draw(recipe(), rng())[0].with_columns(k=pl.lit(4))
    assert cofailure(table, rng(), 0).summary["phi"][0] > 0.04
    assert abs(summaries["phi"].mean()) < 0.005
    for name in ("near_zero", "negative", "positive", "abs_phi"):
        assert summaries[name].mean() == pytest.approx(summaries[f"{name}_shuffled"].mean(), abs=0.01)
    tests = pl.concat([each.tests for each in found(0.0)])
    for grouping in ("dimension", "feature"):
        rows = tests.filter(grouping=grouping)
        # A test at 5 % may reject in up to 7 of 40 panels; more than that has a chance of one in a thousand.
        assert (rows["p"] < 0.05).sum() <= 7
        assert (rows["p_signed"] < 0.05).sum() <= 7
        assert ((rows["difference_low"] <= 0) & (rows["difference_high"] >= 0)).mean() >= 0.87


def test_types_that_share_an_output_feature_are_found_and_dimensions_do_not_matter():
    tests = pl.concat([each.tests for each in found(0.2)])
    feature = tests.filter(grouping="feature")
    assert (feature["p_signed"] < 0.05).mean() > 0.85
    assert (feature["p"] < 0.05).mean() > 0.6
    assert (feature["difference_low"] > 0).mean() > 0.95
    groups = pl.concat([each.groups for each in found(0.2)]).filter(grouping="feature")
    inside = [truth(0.2, a, b) for a, b in combinations(SHARED, 2)]
    assert groups.filter(group="sentence_structure")["phi"].mean() == pytest.approx(np.mean(inside), abs=0.015)
    assert groups.filter(group="word_inventory")["phi"].mean() == pytest.approx(0, abs=0.015)


def test_the_default_features_are_those_of_section_m():
    clusters: dict[str, set[str]] = {}
    for code, feature in output_features().items():
        clusters.setdefault(feature, set()).add(code)
    assert clusters == {
        "sentence_structure": {"S2", "S3", "S5", "S6", "L3", "L4", "M1", "O1", "O2", "O3", "O4", "R4", "F4", "W3"},
        "word_inventory": {"W1", "W2", "W4", "L1", "L2", "L5"},
        "number_content": {"N1", "N2", "N3", "N4"},
        "document_format": {"F1", "F2", "F3"},
        "relational_json": {"R1", "R3"},
        "global_statistics": {"S1", "S4", "M2", "M3", "L6", "W5"},
        "ordered_list": {"R2"},
    }


def test_pairs_that_meet_too_rarely_are_excluded_and_counted():
    made = recipe(size=90, conflicts=((0, 1), (0, 2)))
    made.rates[:, 3] = 1.0
    result = cofailure(panels.draw(made, rng())[0], rng(), 20, min_cooccurrence=15)
    summary = result.summary.row(0, named=True)
    assert summary["pairs"] == 18 * 17 / 2
    by_codes = {frozenset((row["code_a"], row["code_b"])): row for row in result.pairs.iter_rows(named=True)}
    for other in ("S2", "S3"):
        row = by_codes[frozenset(("S1", other))]
        assert (row["cooccurrences"], row["phi"], row["models"]) == (0, None, 0)
        assert "fewer than 15 responses" in row["note"]
    assert "always or never fails" in by_codes[frozenset(("S4", "S5"))]["note"]
    excluded = summary["excluded_cooccurrence"], summary["excluded_variation"]
    assert excluded == (2, 17)
    assert summary["measured"] == summary["pairs"] - 2 - 17


def test_only_probes_of_at_least_min_k_count():
    table = panels.draw(recipe(size=60), rng())[0]
    low = table.with_columns(k=pl.when(pl.col("k") == 4).then(3).otherwise("k"), type="type")
    assert cofailure(low, rng(), 0).design["k"].to_list() == [6, 8, 10, 12]
    same = cofailure(table.filter(pl.col("k") > 4), rng(), 0).pairs
    assert cofailure(low, rng(), 0).pairs.equals(same)


def test_expected_cooccurrence_follows_from_the_design():
    design = cofailure(panels.draw(recipe(), rng())[0], rng(), 0).design
    expected = [100 * k * (k - 1) / (18 * 17) for k in LEVELS]
    assert design["expected"].to_list() == pytest.approx(expected)
    # A probe of k types holds k (k - 1) / 2 of the 153 pairs, so the mean over pairs is exactly that.
    assert design["mean"].to_list() == pytest.approx(expected)
    assert (design["fewest"] < design["mean"]).all()


def test_a_type_of_no_known_feature_is_left_out_and_counted():
    known = {code: feature for code, feature in output_features().items() if code != "S2"}
    result = cofailure(panels.draw(recipe(), rng())[0], rng(), 0, features=known)
    assert result.tests["unassigned"].to_list() == [0, 17]


@pytest.mark.parametrize("passed", [True, False])
def test_only_failures_or_none_give_a_statement(passed: bool):
    table = panels.draw(recipe(size=40), rng())[0].with_columns(passed=pl.lit(passed))
    result = cofailure(table, rng(), 20)
    assert result.summary["measured"][0] == 0
    assert "no phi" in result.summary["note"][0]
    assert result.pairs["note"].null_count() == 0
    assert result.tests["note"].str.contains("no comparison").all()


@pytest.mark.parametrize(
    "table",
    [
        checks_of({("m", "p"): (True, False, True, False)}),
        checks_of({("m", "p"): (True,)}),
        checks_of({("m", "p"): (True,)}).clear(),
        checks_of({("m", "p"): (None, None, None, None)}),
    ],
    ids=["one probe", "no k >= 4", "no check", "only unscored checks"],
)
def test_too_little_gives_a_statement(table: pl.DataFrame):
    result = cofailure(table, rng(), 20)
    assert "no phi" in result.summary["note"][0]
    assert result.summary["phi"].to_list() == [None]
    assert result.groups.height == 0


def test_impossible_probes_change_nothing():
    table = panels.draw(recipe(size=40), rng())[0]
    more = pl.concat([table, table.with_columns(probe_id=pl.lit("x") + pl.col("probe_id"), impossible=True)])
    assert cofailure(more, rng(), 20).pairs.equals(cofailure(table, rng(), 20).pairs)

"""The simulated panel is what its truth says, in every rate, dependence and gap that can be put in."""

from __future__ import annotations

import dataclasses

import numpy as np
import polars as pl
import pytest

from cse.errors import InvalidInput
from cse.results.columns import CHECKS, RESPONSES
from cse.results.tables import schema
from cse.stats.curves import fit_geometric
from cse.stats.simulate import Panel, simulate
from cse.stats.truth import LEVEL_SIZES, ModelProfile, Truth, TypeProfile, published_truth, published_types


def one_rate(rate: float, count: int = 6, **changes: object) -> Truth:
    """A truth with one model and types that all pass at one rate at every k."""
    types = tuple(
        TypeProfile(
            code=f"T{i}", type=f"type_{i}", dimension="d", feature=f"f{i % 2}", first_rate=0.5, decay=1, partial=0.4
        )
        for i in range(count)
    )
    model = ModelProfile(name="m", a=rate, r=1.0)
    plain = Truth(types=types, models=(model,), level_sizes={4: 4000}, impossible=0)
    return dataclasses.replace(plain, **changes)  # type: ignore[arg-type]


def draw(truth: Truth, seed: int = 0) -> Panel:
    return simulate(truth, np.random.default_rng(seed))


def test_a_models_mean_over_types_is_the_curve_that_was_put_in():
    truth = published_truth()
    ks = np.array(list(truth.level_sizes))
    curves = truth.probabilities().mean(axis=1)
    for model, curve in zip(truth.models, curves, strict=True):
        assert curve == pytest.approx(model.a * model.r ** (ks - 1), abs=1e-9)
    assert fit_geometric(ks.astype(float), curves).r == pytest.approx([m.r for m in truth.models], abs=1e-7)


def test_a_types_decay_gives_its_published_overall_rate():
    # Table 2: S1 is passed by 39 % at k = 1 and by 14 % over all checks of the suite.
    s1 = next(profile for profile in published_types() if profile.code == "S1")
    ks, sizes = np.array(list(LEVEL_SIZES)), np.array(list(LEVEL_SIZES.values()))
    assert s1.first_rate == 0.39
    assert np.average(s1.first_rate * s1.decay ** (ks - 1), weights=ks * sizes) == pytest.approx(0.14, abs=1e-9)
    assert s1.partial == pytest.approx(0.41 / 0.86)


def test_the_full_panel_has_the_standard_size():
    panel = draw(published_truth())
    assert panel.responses.height == 15 * 4527
    assert panel.responses.schema == schema(RESPONSES)
    assert panel.checks.schema == schema(CHECKS)
    sizes = panel.responses.filter(pl.col("model") == "simulated/GPT-5.5", ~pl.col("impossible")).group_by("k").len()
    assert dict(sizes.iter_rows()) == dict(LEVEL_SIZES)
    there = panel.responses.filter(pl.col("status") == "ok")
    assert panel.checks.height == there["k"].sum()
    assert panel.truth.height == 15 * 36 * 12


def test_the_same_seed_gives_the_same_panel_and_another_seed_another():
    truth = published_truth(models=2, scale=0.05)
    first, second, other = draw(truth, 7), draw(truth, 7), draw(truth, 8)
    assert first.checks.equals(second.checks)
    assert first.responses.equals(second.responses)
    assert not first.checks.equals(other.checks)


def test_types_are_drawn_evenly_and_never_twice_in_a_probe():
    checks = draw(published_truth(models=1)).checks
    at_one = checks.filter(pl.col("k") == 1).group_by("type").len()
    assert at_one["len"].to_list() == [10] * 36
    assert checks.select("probe_id", "type").is_duplicated().sum() == 0
    assert (
        checks.group_by("probe_id")
        .agg(pl.col("position").sort(), pl.first("k"))
        .filter(pl.col("position") != pl.int_ranges(1, pl.col("k") + 1))
        .is_empty()
    )


@pytest.mark.parametrize("coupling", [0.0, 0.6])
def test_coupling_moves_no_rate_and_ties_only_checks_of_one_feature(coupling: float):
    checks = draw(one_rate(0.6, coupling=coupling)).checks
    assert checks["passed"].mean() == pytest.approx(0.6, abs=0.02)
    pairs = checks.select("probe_id", "type", "passed").join(checks.select("probe_id", "type", "passed"), on="probe_id")
    pairs = pairs.filter(pl.col("type") < pl.col("type_right")).with_columns(
        same=(pl.col("type").str.slice(-1).cast(int) - pl.col("type_right").str.slice(-1).cast(int)) % 2 == 0
    )
    phi = {
        row["same"]: row["phi"]
        for row in pairs.group_by("same").agg(phi=pl.corr("passed", "passed_right")).iter_rows(named=True)
    }
    assert phi[False] == pytest.approx(0, abs=0.04)
    # For two normals of correlation 0.6 cut at their 60 % quantile, phi is 0.406 (bivariate normal integral).
    assert phi[True] == pytest.approx(0.406 if coupling else 0, abs=0.04)


def test_no_answer_passes_an_impossible_probe():
    panel = draw(published_truth(models=1))
    impossible = panel.responses.filter("impossible")
    assert impossible.height == 57
    assert sorted(impossible["k"].unique()) == [2, 3, 4, 5, 6, 7, 8]
    assert impossible["passed"].sum() == 0


def test_a_missing_response_has_no_checks_and_no_verdict():
    model = ModelProfile(name="m", a=0.5, r=1.0, refused=0.2, error=0.1)
    panel = draw(one_rate(0.5, models=(model,)))
    counts = dict(panel.responses.group_by("status").len().iter_rows())
    assert counts["refused"] / 4000 == pytest.approx(0.2, abs=0.025)
    assert counts["error"] / 4000 == pytest.approx(0.1, abs=0.02)
    missing = panel.responses.filter(pl.col("status") != "ok")
    assert missing.select("tag_status", "response", "answer", "passed").null_count().row(0) == (missing.height,) * 4
    assert missing["error"].null_count() == 0
    assert panel.checks.join(missing, on="probe_id").is_empty()


def test_responses_without_tags_lose_what_was_put_in():
    model = ModelProfile(name="m", a=0.6, r=1.0, tag_loss=0.5)
    truth = one_rate(0.6, models=(model,), tag_effect=0.5)
    panel = draw(truth)
    joined = panel.checks.join(panel.responses.select("probe_id", "tag_status"), on="probe_id")
    rates = dict(joined.group_by("tag_status").agg(pl.col("passed").mean()).iter_rows())
    assert rates["closed"] == pytest.approx(0.6, abs=0.025)
    assert rates["absent"] == pytest.approx(0.3, abs=0.025)
    assert panel.truth["probability"].to_list() == pytest.approx([0.45] * 6)


def test_a_position_effect_raises_the_rate_from_first_to_last():
    rates = dict(
        draw(one_rate(0.5, position_effect=1.0)).checks.group_by("position").agg(pl.col("passed").mean()).iter_rows()
    )
    # Thresholds -0.5, -1/6, 1/6, 0.5: the normal distribution function gives these rates.
    assert [rates[p] for p in (1, 2, 3, 4)] == pytest.approx([0.3085, 0.4338, 0.5662, 0.6915], abs=0.032)


def test_scores_give_the_gap_that_was_put_in():
    checks = draw(one_rate(0.5)).checks
    failed = checks.filter(~pl.col("passed"))
    assert failed["score"].mean() == pytest.approx(0.4, abs=0.02)
    assert failed["score"].max() < 1
    assert checks.filter("passed")["score"].unique().to_list() == [1.0]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"coupling": 1.5}, "coupling = 1.5 is not valid"),
        ({"tag_effect": -0.1}, "tag_effect = -0.1 is not valid"),
        ({"level_sizes": {7: 10}}, "cannot hold k = 7"),
        ({"models": ()}, "at least one constraint type, one model"),
        ({"models": (ModelProfile(name="m", a=0.9, r=1.5),), "level_sizes": {2: 5}}, "1.350 is not between 0 and 1"),
    ],
)
def test_a_truth_that_cannot_be_is_refused(changes: dict[str, object], message: str):
    with pytest.raises(InvalidInput, match=message):
        one_rate(0.5, **changes)


@pytest.mark.parametrize("settings", [{"models": 0}, {"models": 16}, {"scale": 0.0}])
def test_settings_out_of_range_are_refused(settings: dict[str, float]):
    with pytest.raises(InvalidInput, match="is not valid"):
        published_truth(**settings)  # type: ignore[arg-type]

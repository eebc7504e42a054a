"""Decay, floor and budget: exact curves, the paper's table 4, and inputs too small for a fit."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from handmade import checks_of

from cse.errors import InvalidInput
from cse.stats.bootstrap import draw_weights, sums_by_level
from cse.stats.budget import budgets, non_increasing
from cse.stats.cube import cube
from cse.stats.decay import (
    ALL_MODELS,
    Curves,
    floored_decay,
    geometric_decay,
    mcsr_curves,
    plateau_summary,
    plateaus,
    predictions,
    scsr_curves,
)
from cse.stats.floor import floor_estimates, left_out_floors, split_errors
from cse.stats.published import published

KS = np.arange(1, 13)


def curves_of(**rates: np.ndarray | list[float]) -> Curves:
    """Curves without draws, 100 probes behind each rate."""
    table = np.array(list(rates.values()), dtype=float)[None]
    return Curves(tuple(rates), np.arange(1, table.shape[2] + 1), table, np.full(table.shape[1:], 100.0))


def counted(answers, draws: int = 0) -> tuple[Curves, Curves]:
    data = cube(checks_of(answers))
    sums = sums_by_level(data, draw_weights(data, draws, np.random.default_rng(0)))
    return mcsr_curves(data, sums), scsr_curves(data, sums)


def test_the_papers_factors_come_from_its_table():
    table = published("table4_mcsr_by_k")
    rates = table.select(pl.exclude("model", "decay_r")).to_numpy() / 100
    fits = geometric_decay(Curves(tuple(table["model"]), KS, rates[None], np.full(rates.shape, 300.0)))
    assert np.abs(fits["r"].to_numpy() - table["decay_r"].to_numpy()).max() < 0.001
    assert fits["train_levels"].unique().to_list() == [8]
    counts = dict(fits.group_by("archetype").len().iter_rows())
    assert counts == {"slow": 10, "medium": 3, "fast": 2}  # paper, caption of table 4


def test_the_papers_aggregate_decay_and_floor():
    rates = published("table4_mcsr_by_k").select(pl.exclude("model", "decay_r")).to_numpy().mean(axis=0) / 100
    fit = geometric_decay(curves_of(together=rates)).row(0, named=True)
    assert (round(fit["a"], 3), round(fit["r"], 3)) == (0.720, 0.922)
    assert round(fit["held_out_mae"], 3) == 0.002
    ks = KS.astype(float)
    left_out = left_out_floors(ks, rates)
    assert (left_out["c"].round(3) == 0).sum() == 11
    assert left_out.filter(pl.col("left_out") == 1)["c"].item() == pytest.approx(0.094, abs=0.0005)
    nothing = pl.DataFrame(schema={"type": pl.String, "flat": pl.Boolean})
    late = pl.DataFrame(schema={"type": pl.String, "k": pl.Int64, "checks": pl.Int64, "rate": pl.Float64})
    floors = floor_estimates(ks, rates, nothing, late)
    assert floors["c"].to_list()[:3] == pytest.approx([0.0, 0.0, 0.008], abs=0.0005)
    assert floors["sd"].to_list()[2] == pytest.approx(0.027, abs=0.0005)
    assert floors["note"].to_list()[3] == "no type is flat"
    errors = split_errors(ks, rates)
    assert errors["held_out_levels"].to_list() == [6, 5, 4, 3]
    assert errors["geometric_mae"].to_list() == pytest.approx(errors["floored_mae"].to_list(), abs=1e-4)


def test_the_floor_of_flat_types_weighs_each_check_the_same():
    types = pl.DataFrame({"type": ["a", "b", "c"], "flat": [True, True, False]})
    retention = pl.DataFrame(
        {"type": ["a", "a", "b", "c"], "k": [8, 9, 8, 8], "checks": [10, 30, 60, 500], "rate": [0.9, 0.5, 0.1, 0.7]}
    )
    floors = floor_estimates(np.arange(1.0, 4), np.array([0.5, 0.4, 0.3]), types, retention)
    assert floors["c"].to_list()[3] == pytest.approx((9 + 15 + 6) / 100)
    assert floors["note"].to_list()[2] == "fewer than four levels of k"


def test_a_floored_curve_is_told_from_a_geometric_one():
    rates = 0.9 * np.exp(-0.6 * KS) + 0.2
    fit = floored_decay(curves_of(m=rates)).row(0, named=True)
    assert [fit["a"], fit["b"], fit["c"]] == pytest.approx([0.9, 0.6, 0.2], abs=1e-4)
    assert fit["held_out_mae"] == pytest.approx(0, abs=1e-4)
    assert geometric_decay(curves_of(m=rates))["held_out_mae"].item() > 0.05


def test_predictions_and_plateaus():
    rates = 0.8 * 0.9 ** (KS - 1)
    raised = rates.copy()
    raised[-1] += 0.1
    table = predictions(curves_of(even=rates, raised=raised))
    assert table.filter(pl.col("role") == "held out")["k"].to_list() == [9, 10, 11, 12] * 2
    assert table.filter(pl.col("model") == "even")["excess"].to_numpy() == pytest.approx(np.zeros(12), abs=1e-6)
    top = plateaus(table)
    assert top["model"].to_list() == ["raised", "even"]
    assert top["excess"].to_list() == pytest.approx([0.1, 0.0], abs=1e-6)
    assert top["verdict"].to_list() == ["no interval", "no interval"]


def answers_at(rates: dict[int, float], probes: int = 100, model: str = "m") -> dict[tuple[str, str], list[bool]]:
    return {(model, f"k{k}-{i}"): [i < round(rate * probes)] * k for k, rate in rates.items() for i in range(probes)}


def test_a_plateau_is_only_claimed_beyond_chance():
    level = {k: 0.8 * 0.8 ** (k - 1) for k in range(1, 9)}
    mcsr, _ = counted(answers_at(level | {12: 0.5}), draws=300)
    assert plateaus(predictions(mcsr))["verdict"].to_list() == ["above"]
    mcsr, _ = counted(answers_at(level | {12: 0.0}), draws=300)
    assert plateaus(predictions(mcsr))["verdict"].to_list() == ["below"]
    mcsr, _ = counted(answers_at(level | {12: 0.8 * 0.8**11}), draws=300)
    assert plateaus(predictions(mcsr))["verdict"].to_list() == ["not told apart"]


def test_the_summary_of_plateaus_counts_signs_and_verdicts():
    table = pl.DataFrame(
        {"excess": [0.05, 0.01, -0.02, 0.0], "verdict": ["above", "not told apart", "below", "not told apart"]}
    )
    row = plateau_summary(table).row(0, named=True)
    assert (row["models"], row["above"], row["below"], row["surely_above"], row["surely_below"]) == (4, 2, 1, 1, 1)
    assert [row["excess_above"], row["excess"]] == pytest.approx([0.03, 0.01])
    # Table 4 with its own fits: 7 of 15 models, by 4.8 points; the paper says 10, by 5.1.
    rates = published("table4_mcsr_by_k").select(pl.exclude("model", "decay_r")).to_numpy() / 100
    names = tuple(published("table4_mcsr_by_k")["model"])
    found = plateau_summary(plateaus(predictions(Curves(names, KS, rates[None], np.full(rates.shape, 300.0)))))
    assert (found["above"].item(), round(found["excess_above"].item(), 3)) == (7, 0.048)


def test_several_models_have_a_curve_together_one_has_not():
    two = counted(answers_at({1: 0.9, 2: 0.5}) | answers_at({1: 0.5, 2: 0.1}, model="n"))[0]
    assert two.names == ("m", "n", ALL_MODELS)
    assert two.rates[0, 2] == pytest.approx([0.7, 0.3])
    assert counted(answers_at({1: 0.9}))[0].names == ("m",)


@pytest.mark.parametrize(
    ("rates", "note"),
    [
        ({3: 0.5}, "no fit: 1 levels of k in the training range, at least 2 are needed"),
        ({9: 0.5, 10: 0.4}, "no fit: 0 levels of k in the training range, at least 2 are needed"),
        ({1: 0.0, 2: 0.0, 3: 0.0}, "no fit: nothing was passed in the training range"),
        ({1: 0.5, 2: 0.4}, "two levels: the curve goes through both, its error tells nothing"),
    ],
)
def test_what_cannot_be_fitted_is_said(rates: dict[int, float], note: str):
    mcsr, scsr = counted(answers_at(rates), draws=20)
    row = geometric_decay(mcsr).row(0, named=True)
    assert row["note"] == note
    assert (row["r"] is None) == note.startswith("no fit")
    assert floored_decay(scsr)["a"].item() is None or len(rates) > 2


def test_only_passes_decay_by_nothing():
    row = geometric_decay(counted(answers_at(dict.fromkeys(range(1, 5), 1.0)), draws=20)[0]).row(0, named=True)
    assert [row["a"], row["r"]] == pytest.approx([1.0, 1.0], abs=1e-6)
    assert row["held_out_mae"] is None


def test_gaps_in_k_are_fitted_where_there_are_levels():
    ks = [1, 4, 7]
    row = geometric_decay(counted(answers_at({k: 0.9 * 0.8 ** (k - 1) for k in ks}, probes=1000))[0]).row(0, named=True)
    assert [row["a"], row["r"]] == pytest.approx([0.9, 0.8], abs=0.002)


def test_a_floor_at_zero_in_every_draw_is_said():
    _, scsr = counted(answers_at({k: max(0.0, 1 - 0.2 * k) for k in range(1, 6)}), draws=50)
    row = floored_decay(scsr).row(0, named=True)
    assert (row["c"], row["c_low"], row["c_high"]) == (0.0, 0.0, 0.0)
    assert row["note"] == "no draw has a floor above 0"


def test_the_budget_is_the_largest_k_at_the_target():
    rates = {1: 0.99, 2: 0.95, 3: 0.91, 4: 0.85, 5: 0.6}
    table = budgets({"scsr": counted(answers_at(rates), draws=300)[1]}, target=0.9).row(0, named=True)
    assert (table["k"], table["statement"]) == (3, "3")
    # 91 of 100 may be a true 85 to 96 %, 85 of 100 a true 78 to 92 %, 95 of 100 a true 91 to 99 %.
    assert (table["k_low"], table["k_high"]) == (2, 4)


def test_the_budget_of_the_fit_solves_its_curve():
    rates = 0.98 * 0.95 ** (KS - 1)
    row = budgets({"mcsr": curves_of(m=rates)}, target=0.8).row(0, named=True)
    assert row["k_of_fit"] == pytest.approx(1 + np.log(0.8 / 0.98) / np.log(0.95), abs=1e-6)
    assert row["k"] == 4  # 0.98 * 0.95^3 = 0.840, 0.98 * 0.95^4 = 0.798
    assert (row["k_low"], row["k_high"]) == (None, None)


@pytest.mark.parametrize(
    ("rates", "k", "statement"),
    [
        ({1: 1.0, 2: 1.0}, 2, "at least 2: no larger k was measured"),
        ({1: 0.5, 2: 0.4}, 0, "none: below 90% at k = 1 already"),
        ({3: 0.5, 4: 0.4}, 0, "fewer than 3"),
        ({1: 1.0, 4: 0.4}, 1, "1, or up to 3: k = 2 to 3 not measured"),
    ],
)
def test_the_statement_says_what_was_not_measured(rates: dict[int, float], k: int, statement: str):
    row = budgets({"scsr": counted(answers_at(rates))[1]}, target=0.9).row(0, named=True)
    assert (row["k"], row["statement"]) == (k, statement)


def test_one_probe_a_level_promises_nothing():
    row = budgets({"scsr": counted(answers_at({1: 1.0, 2: 1.0}, probes=1), draws=50)[1]}, target=0.9).row(0, named=True)
    assert (row["k"], row["k_low"], row["k_high"]) == (2, 0, 2)


def test_a_rate_that_is_exactly_the_target_reaches_it():
    assert budgets({"scsr": counted(answers_at({1: 0.9}, probes=10))[1]}, target=0.9)["k"].item() == 1


@pytest.mark.parametrize("target", [0.0, 1.0, -1.0, 2.0])
def test_a_target_outside_its_range_is_refused(target: float):
    with pytest.raises(InvalidInput, match=r"target = .* above 0 and below 1"):
        budgets({}, target=target)


def test_isotonic_rates_are_the_nearest_non_increasing_ones():
    # Pooled by hand: 0.5, 0.7 -> 0.6, 0.6; then 0.55, 0.65 -> with the pool before: mean 0.6 of all four.
    assert non_increasing(np.array([0.9, 0.5, 0.7, 0.55, 0.65, 0.1])) == pytest.approx([0.9, 0.6, 0.6, 0.6, 0.6, 0.1])
    falling = np.array([[0.9, 0.8, 0.1], [0.5, 0.5, 0.5]])
    assert non_increasing(falling) == pytest.approx(falling)

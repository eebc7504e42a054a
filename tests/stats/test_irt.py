"""The Rasch and the two-parameter model: against conditional likelihood, with the truth recovered."""

from __future__ import annotations

from functools import cache

import numpy as np
import polars as pl
import pytest
from scipy.optimize import minimize
from scipy.special import expit

from cse.stats.irt import Irt, irt
from cse.stats.irt_fit import Fit, difficulties, fit_rasch, fit_two_parameters, patterns

PANELS = 60
ABILITIES = np.array([-1.6, -0.7, -0.2, 0.4, 0.8, 1.3])


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def answers(
    seed: int,
    abilities: np.ndarray = ABILITIES,
    probes: int = 300,
    spread: float = 0.0,
    two_humps: bool = False,
) -> tuple[np.ndarray, np.ndarray]:
    """Draws passes (probes x models) and the difficulties behind them."""
    draws = rng(seed)
    difficulty = draws.normal(0.3, 1.4, probes)
    if two_humps:
        difficulty = np.where(draws.random(probes) < 0.6, draws.normal(-2, 0.4, probes), draws.normal(2.5, 0.4, probes))
    alpha = np.exp(spread * draws.standard_normal(probes))[:, None]
    passes = draws.random((probes, len(abilities))) < expit(alpha * (abilities - difficulty[:, None]))
    return passes.astype(float), difficulty


def conditional(passes: np.ndarray) -> np.ndarray:
    """Abilities by conditional maximum likelihood: each probe given how many models pass it."""
    models = passes.shape[1]
    score = passes.sum(axis=1).astype(int)
    useful = (score > 0) & (score < models)
    totals, sizes = passes[useful].sum(axis=0), np.bincount(score[useful], minlength=models + 1)

    def loss(free: np.ndarray) -> float:
        ability = np.append(free, -free.sum())
        symmetric = np.zeros(models + 1)
        symmetric[0] = 1
        for value in ability:
            symmetric[1:] += np.exp(value) * symmetric[:-1]
        return float(sizes[1:models] @ np.log(symmetric[1:models]) - totals @ ability) / useful.sum()

    free = minimize(loss, np.zeros(models - 1), method="BFGS", options={"gtol": 1e-8}).x
    return np.append(free, -free.sum())


def rasch(passes: np.ndarray) -> Fit:
    return fit_rasch(patterns(passes, np.ones_like(passes)))


@cache
def fitted(two_humps: bool) -> list[Fit]:
    return [rasch(answers(seed, two_humps=two_humps)[0]) for seed in range(PANELS)]


@pytest.mark.parametrize("two_humps", [False, True])
def test_rasch_agrees_with_conditional_likelihood_whatever_the_difficulties_are(two_humps: bool):
    for seed in range(5):
        passes, _ = answers(seed, two_humps=two_humps, probes=1500)
        found = rasch(passes)
        assert found.converged
        assert found.ability == pytest.approx(conditional(passes), abs=0.01)  # a tenth of a standard error


@pytest.mark.parametrize("two_humps", [False, True])
def test_abilities_hold_the_truth_in_95_percent_of_panels(two_humps: bool):
    truth = ABILITIES - ABILITIES.mean()
    held = [np.abs(fit.ability - truth) <= 1.96 * fit.ability_se for fit in fitted(two_humps)]
    assert all(fit.converged for fit in fitted(two_humps))
    assert 0.93 <= np.mean(held) <= 0.98
    assert np.mean([fit.ability for fit in fitted(two_humps)], axis=0) == pytest.approx(truth, abs=0.06)


def test_standard_errors_are_the_spread_of_the_estimates():
    spread = np.std([fit.ability for fit in fitted(False)], axis=0, ddof=1)
    # the standard deviation of 60 estimates is known to 9 %
    assert np.mean([fit.ability_se for fit in fitted(False)], axis=0) == pytest.approx(spread, rel=0.25)


def test_equal_models_are_not_told_apart():
    found = [rasch(answers(seed, np.zeros(4), probes=150)[0]) for seed in range(60)]
    held = [np.abs(fit.ability) <= 1.96 * fit.ability_se for fit in found]
    assert 0.91 <= np.mean(held) <= 0.99


def test_difficulties_solve_their_likelihood_equation_and_hold_the_truth():
    abilities = np.linspace(-3, 3, 40)
    passes, truth = answers(1, abilities, probes=400)
    data = patterns(passes, np.ones_like(passes))
    found, error = (values[data.place] for values in difficulties(data, abilities))
    known = np.isfinite(found)
    assert known.sum() > 390
    assert expit(abilities - found[known, None]).sum(axis=1) == pytest.approx(passes[known].sum(axis=1))
    assert 0.92 <= np.mean(np.abs(found - truth)[known] <= 1.96 * error[known]) <= 0.98


def test_the_two_parameter_model_recovers_the_spread_of_discriminations_and_unbiased_abilities():
    abilities = np.linspace(-2, 2, 15)
    passes, _ = answers(3, abilities, probes=2000, spread=0.5)
    data = patterns(passes, np.ones_like(passes))
    one = fit_rasch(data)
    two = fit_two_parameters(data, one)
    assert two.converged
    assert two.spread == pytest.approx(0.5, abs=0.08)
    assert 2 * (two.log_likelihood - one.log_likelihood) > 50
    # The Rasch model takes the mixture of slopes for one flatter slope and pulls abilities together.
    assert np.abs(two.ability - abilities).max() < 0.15
    assert np.polyfit(abilities, one.ability, 1)[0] < 0.96 < np.polyfit(abilities, two.ability, 1)[0]


def test_the_two_parameter_model_finds_no_spread_where_there_is_none():
    found = []
    for seed in range(10):
        passes, _ = answers(seed, np.linspace(-2, 2, 10), probes=500)
        data = patterns(passes, np.ones_like(passes))
        one = fit_rasch(data)
        two = fit_two_parameters(data, one)
        found.append(2 * (two.log_likelihood - one.log_likelihood))
    # half of a chi-square with one degree of freedom exceeds 2.71 in 5 of 100
    assert np.sum(np.array(found) > 2.71) <= 2


def responses(passes: np.ndarray, **changes: object) -> pl.DataFrame:
    probes, models = passes.shape
    return pl.DataFrame(
        {
            "model": np.tile([f"m{number:02}" for number in range(models)], probes),
            "probe_id": np.repeat([f"p{number:04}" for number in range(probes)], models),
            "epoch": 1,
            "k": np.repeat(1 + np.arange(probes) % 3, models),
            "impossible": False,
            "passed": pl.Series(passes.ravel()).fill_nan(None).cast(pl.Boolean),
        }
    ).with_columns(**changes)


def test_probes_without_information_are_set_apart_and_counted():
    passes = np.array([[1, 1, 1], [0, 0, 0], [0, 0, 0], [1, 0, 1], [0, 1, 0], [1, 1, 0], [0, 0, 1], [1, 0, 0]], float)
    result = irt(responses(passes))
    row = result.summary.row(0, named=True)
    assert (row["probes"], row["informative"], row["all_passed"], row["none_passed"]) == (8, 5, 1, 2)
    notes = result.items["note"].to_list()
    assert (
        notes[:3] == ["no difficulty: all compared models pass it"] + ["no difficulty: no compared model passes it"] * 2
    )
    assert notes[3:] == [None] * 5
    assert result.items["difficulty"].null_count() == 3


def test_the_ranking_by_ability_is_that_by_scsr_where_all_answered_all():
    result = irt(responses(answers(0)[0]))
    assert result.summary["rank_agreement"].to_list() == [pytest.approx(1.0)]
    assert result.abilities["model"].to_list() == [f"m{number:02}" for number in range(5, -1, -1)]
    reach = 1.959964 * result.abilities["ability_se"]
    assert (result.abilities["ability"] - reach).to_list() == pytest.approx(result.abilities["ability_low"].to_list())


def test_abilities_see_through_easy_probes_that_one_model_alone_was_asked():
    # The better model answered the hard probes, the worse one the easy ones too: sCSR turns the order round.
    difficulty = np.repeat([-2.5, 1.0], [300, 300])
    abilities = np.array([-0.5, 0.5, 0.0])
    passes = (rng(5).random((600, 3)) < expit(abilities - difficulty[:, None])).astype(float)
    passes[:300, 1] = np.nan
    result = irt(responses(passes))
    scsr = dict(result.abilities.select("model", "scsr").iter_rows())
    ability = dict(result.abilities.select("model", "ability").iter_rows())
    assert scsr["m01"] < scsr["m00"]
    assert ability["m01"] - ability["m00"] == pytest.approx(1.0, abs=0.4)
    hard = patterns(passes[300:], np.ones((300, 3)))
    assert ability["m01"] - ability["m00"] == pytest.approx(np.diff(fit_rasch(hard).ability)[0], abs=0.1)
    assert result.summary["rank_agreement"][0] < 1


def test_repeated_draws_count_as_so_many_answers():
    passes, _ = answers(7, probes=200)
    twice = pl.concat([responses(passes), responses(passes, epoch=pl.lit(2))])
    once, both = irt(responses(passes)), irt(twice)
    assert both.items["answers"].to_list() == [2 * count for count in once.items["answers"]]
    assert both.abilities["probes"].to_list() == once.abilities["probes"].to_list()


def test_impossible_and_unscored_responses_change_nothing():
    passes, _ = answers(8, probes=100)
    table = responses(passes)
    extra = table.with_columns(probe_id=pl.lit("x") + pl.col("probe_id"))
    more = pl.concat([table, extra.with_columns(impossible=True), extra.with_columns(passed=None)])
    assert irt(more).abilities.equals(irt(table).abilities)


def test_a_model_that_passes_or_fails_everything_is_set_apart():
    passes, _ = answers(9, probes=100)
    passes[:, 0], passes[:, 5] = 0, 1
    result = irt(responses(passes))
    notes = dict(result.abilities.select("model", "note").iter_rows())
    assert notes["m00"] == "no finite ability: below all compared models wherever they differ"
    assert notes["m05"] == "no finite ability: above all compared models wherever they differ"
    assert result.summary["models"].to_list() == [4]
    assert result.abilities["ability"].null_count() == 2


@pytest.mark.parametrize(
    "passes",
    [
        np.ones((5, 1)),
        np.array([[1.0], [0.0]]),
        np.ones((5, 3)),
        np.zeros((5, 3)),
        np.array([[1.0, 0.0]]),
        np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 0.0]]),
        np.full((2, 2), np.nan),
    ],
    ids=["one model", "one model that differs", "no failures", "only failures", "one probe", "one above", "no answer"],
)
def test_without_two_comparable_models_there_is_a_statement(passes: np.ndarray):
    result = irt(responses(passes))
    assert "no fit" in result.summary["note"][0]
    assert result.abilities["ability"].null_count() == result.abilities.height
    assert result.abilities["note"].null_count() == 0
    assert result.items["note"].null_count() == 0
    assert result.two_parameter.row(0, named=True)["identified"] is False
    assert "not fitted" in result.two_parameter["verdict"][0]


def verdict(result: Irt) -> tuple[bool, str]:
    return result.two_parameter.select("identified", "verdict").row(0)


def test_few_models_do_not_identify_a_probes_discrimination_and_the_report_says_so():
    result = irt(responses(answers(10, np.linspace(-2, 2, 15), probes=1000, spread=0.5)[0]))
    row = result.two_parameter.row(0, named=True)
    assert row["converged"]
    assert 0.1 < row["reliability"] < 0.5
    identified, words = verdict(result)
    assert not identified
    assert "15 models tell" in words


def test_many_models_identify_it():
    identified, words = verdict(irt(responses(answers(11, np.linspace(-3, 3, 120), probes=150, spread=0.8)[0])))
    assert identified
    assert words.startswith("identified: 120 models")


def test_where_all_probes_discriminate_alike_the_report_says_that_too():
    found = [verdict(irt(responses(answers(seed, np.linspace(-2, 2, 8), probes=400)[0]))) for seed in range(6)]
    assert not any(identified for identified, _ in found)
    assert sum("no difference" in words for _, words in found) >= 1

"""Passing against the place in the prompt."""

from __future__ import annotations

from functools import cache

import numpy as np
import panels
import polars as pl
import pytest
from handmade import checks_of
from scipy import stats

from cse.stats.position import Position, position

LEVELS = (1, 2, 4, 6)
CODES = panels.CODES[:12]
PANELS = 80


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def draw(seed: int = 0, effect: float = 0.0, **changes: object) -> pl.DataFrame:
    bases = np.linspace(0.7, 1, 5)[:, None] * np.linspace(0.25, 0.85, 12)
    rates = np.repeat(bases[..., None], len(LEVELS), axis=2)
    made = panels.Recipe(
        rates=rates, levels=LEVELS, probes=(20, 60, 60, 60), codes=CODES, position_effect=effect, **changes
    )  # type: ignore[arg-type]
    return panels.draw(made, rng(seed))[0]


@cache
def found(effect: float) -> list[Position]:
    return [position(draw(seed, effect), rng(seed), 300) for seed in range(PANELS)]


def test_rho_is_spearmans_rank_correlation():
    table = draw(missing=0.1, unscored=0.1)
    levels = position(table, rng(), 50).levels
    for k in LEVELS[1:]:
        part = table.filter((pl.col("k") == k) & pl.col("passed").is_not_null())
        expected = stats.spearmanr(part["position"], part["passed"])
        row = levels.row(by_predicate=pl.col("k") == k, named=True)
        assert row["rho"] == pytest.approx(expected.statistic)
        assert row["p_unclustered"] == pytest.approx(expected.pvalue)
        assert row["r_squared"] == pytest.approx(expected.statistic**2)
        first = part.filter(position=1)["passed"].mean()
        assert (row["checks"], row["first"]) == (part.height, pytest.approx(first))


def test_no_effect_is_found_where_there_is_none_though_models_share_the_probes():
    significant = np.mean([each.summary["significant"][0] for each in found(0.0)]) / 3
    unclustered = np.mean([each.summary["significant_unclustered"][0] for each in found(0.0)]) / 3
    assert significant <= 0.08
    # Five models see the same places of the same types, which the plain test takes for five times the evidence.
    assert unclustered > 0.09
    rows = [each.summary.row(0, named=True) for each in found(0.0)]
    assert 0.89 <= np.mean([row["rho_low"] <= 0 <= row["rho_high"] for row in rows]) <= 0.99
    assert np.mean([row["abs_rho"] for row in rows]) == pytest.approx(np.mean([row["chance"] for row in rows]), rel=0.1)


def test_an_effect_that_was_put_in_is_recovered():
    effect = 0.03
    for k in LEVELS[1:]:
        # Cov(place, pass) = effect x Var(place) and Var(place) = (k^2 - 1) / 12.
        rate = float(np.mean(np.linspace(0.7, 1, 5)[:, None] * np.linspace(0.25, 0.85, 12)))
        places = (k**2 - 1) / 12
        truth = effect * np.sqrt(places / (rate * (1 - rate)))
        rows = [each.levels.row(by_predicate=pl.col("k") == k, named=True) for each in found(effect)]
        assert np.mean([row["rho"] for row in rows]) == pytest.approx(truth, abs=0.012)
        assert 0.89 <= np.mean([row["rho_low"] <= truth <= row["rho_high"] for row in rows]) <= 0.99
    assert all(each.summary["rho"][0] > 0 for each in found(effect))


def test_the_summary_counts_directions_and_averages_levels():
    result = position(draw(), rng(), 50)
    known = result.levels.drop_nulls("rho")
    row = result.summary.row(0, named=True)
    assert row["levels"] == known.height == 3
    assert row["rho"] == pytest.approx(known["rho"].mean())
    assert row["abs_rho"] == pytest.approx(known["rho"].abs().mean())
    assert row["positive"] + row["negative"] == 3


@pytest.mark.parametrize(
    ("table", "why"),
    [
        (checks_of({("m", "p"): (True,), ("m", "q"): (False,)}), "one place only"),
        (checks_of({("m", "p"): (True, True), ("m", "q"): (True, True)}), "same verdict"),
        (checks_of({("m", "p"): (False, False), ("m", "q"): (False, False)}), "same verdict"),
    ],
    ids=["k = 1", "no failures", "only failures"],
)
def test_where_nothing_varies_there_is_a_statement(table: pl.DataFrame, why: str):
    result = position(table, rng(), 20)
    assert why in result.levels["note"][0]
    assert result.levels["rho"].to_list() == [None]
    assert "no correlation" in result.summary["note"][0]


def test_one_probe_has_a_correlation_but_no_interval():
    row = position(checks_of({("m", "p"): (True, False, False)}), rng(), 20).levels.row(0, named=True)
    assert row["rho"] == pytest.approx(-np.sqrt(3) / 2)
    assert (row["rho_low"], row["p"]) == (None, None)
    assert "no interval" in row["note"]


def test_no_checks_give_a_statement():
    result = position(checks_of({("m", "p"): (True,)}).clear(), rng(), 20)
    assert result.levels.height == 0
    assert "no correlation" in result.summary["note"][0]


def test_impossible_probes_change_nothing():
    table = draw()
    more = pl.concat([table, table.with_columns(probe_id=pl.lit("x") + pl.col("probe_id"), impossible=True)])
    assert position(more, rng(), 20).levels.equals(position(table, rng(), 20).levels)

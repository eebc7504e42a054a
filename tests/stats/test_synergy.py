"""Synergy: products by hand, nothing found where checks are independent, and what is shared recovered."""

from __future__ import annotations

from functools import cache

import numpy as np
import panels
import polars as pl
import pytest
from handmade import checks_of

from cse.stats.synergy import Synergy, synergy

LEVELS = (1, 2, 3, 4, 6)
CODES = panels.CODES[:12]
SHARED = (0, 1, 2, 3, 4, 5)
PANELS = 80


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def recipe(chance: float = 0.0, **changes: object) -> panels.Recipe:
    bases = np.linspace(0.75, 1, 3)[:, None] * np.linspace(0.6, 0.95, 12)[rng(3).permutation(12)]
    rates = panels.geometric(bases, np.full_like(bases, 0.97), LEVELS)
    shared = [(SHARED, chance)] if chance else []
    probes = (120, 120, 100, 100, 100)
    return panels.Recipe(rates=rates, levels=LEVELS, probes=probes, codes=CODES, shared=shared, **changes)  # type: ignore[arg-type]


@cache
def found(chance: float) -> list[Synergy]:
    return [synergy(panels.draw(recipe(chance), rng(seed))[0], rng(seed), 200) for seed in range(PANELS)]


def truth(chance: float, level: int) -> float:
    """Mean over models and probes of P(all pass) - product of the rates at this k, by drawing many probes.

    A probe with s of the shared types passes with the product of the plain rates times (1 - chance) once, not s times.
    """
    made, k = recipe(chance), LEVELS[level]
    draws = rng(11)
    total = 0.0
    for _ in range(4000):
        types = draws.permutation(12)[:k]
        plain = made.rates[:, types, level].prod(axis=1).mean()
        inside = np.isin(types, SHARED).sum()
        total += plain * ((1 - chance) ** (inside > 0) - (1 - chance) ** inside)
    return total / 4000


def rates_of(table: pl.DataFrame) -> dict[tuple[str, str], float]:
    rates = table.group_by("model", "type").agg(pl.col("passed").mean())
    return {(model, name): rate for model, name, rate in rates.iter_rows()}


def test_expected_is_the_mean_over_responses_of_the_product_of_rates():
    table = panels.draw(recipe(0.2, missing=0.1), rng())[0]
    levels = synergy(table, rng(), 0).levels
    overall = rates_of(table)
    for k in LEVELS:
        part = table.filter(pl.col("k") == k)
        at_k = rates_of(part)
        products, products_at_k, passes = [], [], []
        for (model, _), response in part.group_by("model", "probe_id"):
            products.append(np.prod([overall[model, name] for name in response["type"]]))
            products_at_k.append(np.prod([at_k[model, name] for name in response["type"]]))
            passes.append(response["passed"].all())
        row = levels.row(by_predicate=pl.col("k") == k, named=True)
        assert row["responses"] == len(passes)
        assert row["scsr"] == pytest.approx(np.mean(passes))
        assert row["expected"] == pytest.approx(np.mean(products))
        assert row["expected_at_k"] == pytest.approx(np.mean(products_at_k))
        assert row["synergy"] == pytest.approx(np.mean(passes) - np.mean(products))


def test_a_small_table_by_hand():
    # Model m: type_1 passes 3 of 4, type_2 passes 1 of 2; at k = 2 the rates are 1 / 2 and 1 / 2.
    answers = {("m", "a"): (True,), ("m", "b"): (True,), ("m", "c"): (True, True), ("m", "d"): (False, False)}
    one, two = synergy(checks_of(answers), rng(), 0).levels.iter_rows(named=True)
    assert (one["scsr"], one["expected"], one["expected_at_k"], one["synergy_at_k"]) == (1.0, 0.75, 1.0, 0.0)
    assert (two["scsr"], two["expected"], two["synergy"]) == (0.5, 0.375, 0.125)
    assert (two["expected_at_k"], two["synergy_at_k"]) == (0.25, 0.25)


def test_no_synergy_is_found_at_any_k_where_checks_are_independent():
    for level, k in enumerate(LEVELS[1:], start=1):
        rows = [each.levels.row(level, named=True) for each in found(0.0)]
        held = np.mean([row["synergy_at_k_low"] <= 0 <= row["synergy_at_k_high"] for row in rows])
        assert 0.89 <= held <= 0.99, k
        assert abs(np.mean([row["synergy_at_k"] for row in rows])) < 0.004


def test_the_papers_baseline_finds_synergy_at_k_1_even_where_there_is_none():
    # Rates over all k are below those at k = 1, and that alone is the "synergy" of one constraint.
    rows = [each.levels.row(0, named=True) for each in found(0.0)]
    checks = np.array(recipe().probes) * LEVELS
    kept = np.average(0.97 ** (np.array(LEVELS) - 1), weights=checks)
    expected = recipe().rates[:, :, 0].mean() * (1 - kept)
    assert expected > 0.05
    assert np.mean([row["synergy"] for row in rows]) == pytest.approx(expected, abs=0.01)
    assert np.mean([row["synergy_low"] > 0 for row in rows]) > 0.5
    assert {row["synergy_at_k"] for row in rows} == {0.0}


@pytest.mark.parametrize("level", range(1, len(LEVELS)))
def test_what_shared_failures_add_is_recovered(level: int):
    expected = truth(0.25, level)
    assert expected > 0.01
    rows = [each.levels.row(level, named=True) for each in found(0.25)]
    held = np.mean([row["synergy_at_k_low"] <= expected <= row["synergy_at_k_high"] for row in rows])
    assert 0.89 <= held <= 0.99
    assert np.mean([row["synergy_at_k"] for row in rows]) == pytest.approx(expected, abs=0.005)


def test_terciles_add_up_to_the_level():
    result = synergy(panels.draw(recipe(0.2), rng())[0], rng(), 50)
    for row in result.levels.iter_rows(named=True):
        parts = result.terciles.filter(k=row["k"])
        assert parts["tercile"].to_list() == ["easy", "medium", "hard"]
        assert parts["probes"].sum() == row["probes"]
        for name in ("scsr", "expected", "expected_at_k"):
            assert (parts[name] * parts["responses"]).sum() / row["responses"] == pytest.approx(row[name])


def test_easy_probes_show_more_synergy_by_the_papers_baseline_without_any_effect():
    # Higher rates make the product fall further below sCSR; at the same k nothing is left.
    table = pl.concat([each.terciles.filter(k=1) for each in found(0.0)])
    means = dict(table.group_by("tercile").agg(pl.col("synergy").mean()).iter_rows())
    assert means["easy"] > means["hard"]


def test_all_passed_and_none_passed_have_intervals_that_do_not_pretend():
    table = panels.draw(recipe(), rng())[0]
    passed, failed = (
        synergy(table.with_columns(passed=pl.lit(verdict)), rng(), 50).levels for verdict in (True, False)
    )
    assert passed["synergy"].to_list() == failed["synergy"].to_list() == [0.0] * len(LEVELS)
    sizes = passed["probes"].to_numpy()[1:]
    # Clopper and Pearson for all or none of so many probes
    assert passed["synergy_low"].to_numpy()[1:] == pytest.approx(0.025 ** (1 / sizes) - 1)
    assert failed["synergy_high"].to_numpy()[1:] == pytest.approx(1 - 0.025 ** (1 / sizes))
    # the rates are all 1 (or 0) in every draw, so the product has no interval, and the note says so
    assert all(note.startswith("no interval of expected") for note in [*passed["note"], *failed["note"]])


def test_a_response_with_an_unscored_check_counts_in_the_rates_only():
    answers = {("m", "a"): (True, True), ("m", "b"): (False, None), ("m", "c"): (True, True)}
    row = synergy(checks_of(answers), rng(), 0).levels.row(0, named=True)
    assert (row["probes"], row["responses"], row["scsr"]) == (3, 2, 1.0)
    assert row["expected"] == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    "table",
    [
        checks_of({("m", "p"): (True, False, True)}),
        checks_of({("m", "p"): (True,)}).clear(),
        checks_of({("m", "p"): (None, None)}),
        checks_of({("m", "p"): (True, None)}),
        checks_of({("m", f"p{i}"): (True, False) for i in range(4)}),
    ],
    ids=["one probe", "no check", "only unscored", "no whole response", "one k"],
)
def test_too_little_gives_statements_instead_of_numbers(table: pl.DataFrame):
    result = synergy(table, rng(), 30, immune=["type_1"])
    assert result.curvature["note"].str.contains("no curvature").all()
    assert "no test" in result.difficulty_test["note"][0]
    for row in result.levels.iter_rows(named=True):
        assert row["scsr"] is not None or "no sCSR" in row["note"]
    for frame in vars(result).values():
        assert not any(column.is_nan().any() for column in frame.select(pl.selectors.float()).get_columns())


def test_the_same_generator_gives_the_same_tables():
    table = panels.draw(recipe(0.2), rng(1))[0]
    first, second = (synergy(table, rng(2), 30) for _ in range(2))
    assert all(getattr(first, name).equals(getattr(second, name)) for name in vars(first))

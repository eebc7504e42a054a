"""Difficulty of what is asked, terciles, and whether they converge."""

from __future__ import annotations

import numpy as np
import panels
import polars as pl
import pytest
from handmade import checks_of
from scipy import stats

from cse.stats.cube import cube, probe_weights
from cse.stats.difficulty import TERCILES, asked, convergence, difficulty_by_k

LEVELS = (1, 2, 3, 4)
CODES = panels.CODES[:12]


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def draw(rates: panels.Floats, seed: int = 0, **changes: object) -> pl.DataFrame:
    probes = (120, 100, 100, 100)
    made = panels.Recipe(rates=rates, levels=LEVELS, probes=probes, codes=CODES, **changes)  # type: ignore[arg-type]
    return panels.draw(made, rng(seed))[0]


def evenly(low: float, high: float, decay: float = 1.0) -> panels.Floats:
    bases = np.linspace(low, high, 12)[None].repeat(2, axis=0)
    return panels.geometric(bases, np.full_like(bases, decay), LEVELS)


def spreads(table: pl.DataFrame, immune: tuple[str, ...] = (), draws: int = 200) -> tuple[pl.DataFrame, pl.DataFrame]:
    data = cube(table)
    return convergence(table, asked(table, data), probe_weights(data.k, draws, rng()), immune)


def test_difficulty_is_one_minus_the_rate_at_k_1():
    table = draw(evenly(0.3, 0.9))
    probes = asked(table, cube(table))
    alone = dict(table.filter(k=1).group_by("code").agg(pl.col("passed").mean()).iter_rows())
    assert probes.basis == "k = 1"
    assert probes.difficulty == pytest.approx([1 - alone[code] for code in sorted(CODES)])


def test_without_k_1_difficulty_is_one_minus_the_rate_over_all_k():
    table = draw(evenly(0.3, 0.9)).filter(pl.col("k") > 1)
    probes = asked(table, cube(table))
    rates = dict(table.group_by("code").agg(pl.col("passed").mean()).iter_rows())
    assert probes.basis == "all k"
    assert probes.difficulty == pytest.approx([1 - rates[code] for code in sorted(CODES)])


def test_terciles_order_the_probes_of_each_k_by_mean_difficulty():
    table = draw(evenly(0.3, 0.9))
    probes = asked(table, cube(table))
    mean = probes.holds @ probes.difficulty / probes.k
    for k in LEVELS:
        groups = [mean[(probes.k == k) & (probes.tercile == which)] for which in range(3)]
        assert abs(len(groups[0]) - len(groups[2])) <= 2
        assert groups[0].mean() < groups[1].mean() < groups[2].mean()
        if k > 1:
            assert groups[0].max() <= groups[1].min() + 1e-9
            assert groups[1].max() <= groups[2].min() + 1e-9


def test_a_probe_of_one_constraint_is_not_ranked_by_its_own_outcome():
    # All types pass at the same rate, so no tercile is easier than another.
    spread = [spreads(draw(evenly(0.6, 0.6), seed), draws=0)[0].filter(k=1)["spread"][0] for seed in range(60)]
    # 40 probes a tercile and two models: a standard error of 0.077 a panel, 0.01 over all of them
    assert abs(np.mean(spread)) < 0.03


def test_kruskal_and_wallis_take_each_constraint_as_a_value():
    table = draw(evenly(0.3, 0.9))
    probes = asked(table, cube(table))
    by_k, test = difficulty_by_k(probes)
    place = {code: number for number, code in enumerate(sorted(CODES))}
    slots = table.select("probe_id", "k", "code").unique()
    values = [[probes.difficulty[place[code]] for code in slots.filter(k=k)["code"]] for k in LEVELS]
    expected = stats.kruskal(*values)
    row = test.row(0, named=True)
    assert (row["df"], row["constraints"]) == (3, 120 + 200 + 300 + 400)
    assert row["h"] == pytest.approx(expected.statistic)
    assert row["p"] == pytest.approx(expected.pvalue)
    assert by_k["difficulty"].to_list() == pytest.approx([np.mean(group) for group in values])


def test_no_difference_between_levels_is_found_where_there_is_none():
    small = [
        difficulty_by_k(asked(table, cube(table)))[1]["p"][0] < 0.05
        for table in (draw(evenly(0.3, 0.9), s) for s in range(60))
    ]
    assert sum(small) <= 6


def test_a_level_that_asks_for_easier_types_is_found():
    table = draw(evenly(0.3, 0.9))
    easy_alone = pl.col("code").is_in(CODES[6:]).all().over("probe_id")
    table = table.filter((pl.col("k") != 2) | easy_alone)
    by_k, test = difficulty_by_k(asked(table, cube(table)))
    assert test["p"][0] < 0.001
    assert by_k["difficulty"].arg_min() == LEVELS.index(2)


def test_equally_difficult_types_and_a_single_k_have_no_test():
    same = checks_of({("m", "a"): (True,), ("m", "b"): (True,)})
    assert "takes two levels" in difficulty_by_k(asked(same, cube(same)))[1]["note"][0]
    both = checks_of({("m", "a"): (True,), ("m", "b"): (True, True)})
    only = both.filter(pl.col("type") == "type_1").with_columns(
        k=pl.when(pl.col("probe_id") == "b").then(2).otherwise(1)
    )
    assert "equally difficult" in difficulty_by_k(asked(only, cube(only)))[1]["note"][0]


def test_the_spread_is_scsr_of_easy_minus_hard_probes_and_its_interval_holds_the_truth():
    held = []
    for seed in range(60):
        table = draw(evenly(0.5, 0.95), seed)
        frame, _ = spreads(table)
        row = frame.filter(k=1).row(0, named=True)
        # Which types count as easy is read off the probes of k = 1, so the truth is that of the terciles as drawn.
        probes = asked(table, cube(table))
        rate = dict(zip(sorted(CODES), np.linspace(0.5, 0.95, 12)[np.argsort(CODES)], strict=True))
        truth = probes.holds @ [rate[code] for code in sorted(CODES)]
        easy, hard = (truth[(probes.k == 1) & (probes.tercile == which)].mean() for which in (0, 2))
        held.append(row["spread_low"] <= easy - hard <= row["spread_high"])
        assert row["spread"] == pytest.approx(row["easy"] - row["hard"])
    assert 0.88 <= np.mean(held) <= 1.0


def test_terciles_converge_where_everything_fails_and_not_where_nothing_changes():
    falling = evenly(0.5, 0.95)
    falling[:, :, 2:] = 0.02
    assert spreads(draw(falling))[1]["converged_at"].to_list() == [3]
    lasting, ends = spreads(draw(evenly(0.3, 0.99)))
    assert ends["converged_at"].to_list() == [None]
    assert "still apart at k = 4" in ends["note"][0]
    assert (lasting["spread_low"] > 0).all()


def test_without_the_immune_types_a_response_must_pass_the_others():
    answers = {
        ("m", "a"): (False, True),
        ("m", "b"): (True, False),
        ("m", "c"): (True, True),
        ("m", "d"): (True,),
        ("m", "e"): (True,),
        ("m", "f"): (False,),
    }
    table = checks_of(answers)
    frame, ends = spreads(table, ("type_1",), draws=0)
    assert frame["variant"].to_list() == ["all types", "all types", "without immune types"]
    # At k = 1 there is type_1 alone, so nothing is left; at k = 2 only type_2 has to pass, in the order of the ids.
    left = frame.filter(variant="without immune types").row(0, named=True)
    assert (left["k"], left["easy"], left["medium"], left["hard"]) == (2, 1.0, 0.0, 1.0)
    assert ends["left_out"].to_list() == ["", "type_1"]


def test_fewer_than_three_probes_have_no_terciles():
    table = checks_of({("m", "a"): (True,), ("m", "b"): (False,)})
    assert asked(table, cube(table)).tercile.tolist() == [-1, -1]
    frame, ends = spreads(table)
    assert frame.height == 0
    assert "no spread" in ends["note"][0]
    assert TERCILES == ("easy", "medium", "hard")

"""Paired differences counted by hand, and their intervals beside those that theory gives."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from handmade import checks_of

from cse.stats.bootstrap import Sums, draw_weights, sums_by_level, sums_by_type
from cse.stats.cube import Cube, cube
from cse.stats.paired import changes, changes_by_k, changes_by_type, decay_change, half_life_changes

BASE = {"p1": [True], "p2": [False], "p3": [True, True], "p4": [True, False]}
TREATED = {"p1": [True], "p2": [True], "p3": [True, False], "p4": [False, False]}


def counted(base: dict[str, list[bool]], treated: dict[str, list[bool]], draws: int = 0) -> tuple[Cube, Sums]:
    sides = {("base", p): o for p, o in base.items()} | {("treated", p): o for p, o in treated.items()}
    data = cube(checks_of(sides, partial=0.2))
    rng = np.random.default_rng(0) if draws else None
    return data, sums_by_level(data, draw_weights(data, draws, rng))


def by(table: pl.DataFrame, **where: object) -> dict[str, object]:
    return table.filter(**where).row(0, named=True)


def test_changes_over_all_k():
    data, sums = counted(BASE, TREATED)
    table = changes(sums)
    assert table["measure"].to_list() == ["scsr", "mcsr", "score"]
    assert table["probes"].to_list() == [4, 4, 4]
    assert table.select("base", "treated").rows()[:2] == [(2 / 4, 2 / 4), (4 / 6, 3 / 6)]
    assert by(table, measure="mcsr")["change"] == pytest.approx(-1 / 6)
    assert by(table, measure="score")["change"] == pytest.approx((3 + 3 * 0.2 - 4 - 2 * 0.2) / 6)
    # mCSR at k = 1 and 2: 1/2 and 3/4, so r = 3/2, the largest that is looked for; 1 and 1/4, so r = 1/4.
    row = by(decay_change(data, sums, 8), measure="r")
    assert (row["base"], row["treated"], row["change"]) == pytest.approx((1.5, 0.25, -1.25), abs=1e-6)


def test_changes_at_each_k_and_of_each_type():
    data, sums = counted(BASE, TREATED)
    table = changes_by_k(data, sums)
    assert table.filter(measure="scsr").select("k", "base", "treated", "change").rows() == [
        (1, 0.5, 1.0, 0.5),
        (2, 0.5, 0.0, -0.5),
    ]
    assert table.filter(measure="mcsr")["change"].to_list() == pytest.approx([0.5, -0.5])
    types = changes_by_type(data, sums_by_type(data, draw_weights(data, 0, None)))
    assert types.select("type", "probes", "base", "treated").rows() == [
        ("type_1", 4, 0.75, 0.75),
        ("type_2", 2, 0.5, 0.0),
    ]


def spread_out(
    rescued: int, broken: int, both: int, neither: int
) -> tuple[dict[str, list[bool]], dict[str, list[bool]]]:
    outcomes = [(False, True)] * rescued + [(True, False)] * broken + [(True, True)] * both + [(False, False)] * neither
    return tuple({f"p{i:03}": [pair[side]] for i, pair in enumerate(outcomes)} for side in (0, 1))  # type: ignore[return-value]


def test_the_interval_is_that_of_paired_probes():
    # 60 rescued and 20 broken of 400: the standard error of the paired difference is sqrt(0.2 - 0.1^2) / 20.
    row = by(changes(counted(*spread_out(60, 20, 200, 120), draws=4000)[1]), measure="scsr")
    half = 1.96 * np.sqrt(0.2 - 0.1**2) / 20
    assert row["change"] == pytest.approx(0.1)
    assert (row["change_low"], row["change_high"]) == pytest.approx((0.1 - half, 0.1 + half), abs=0.004)
    # Unpaired, it would be that of two shares of 400, 0.55 and 0.65: more than half as wide again.
    assert half < 0.66 * 1.96 * np.sqrt((0.55 * 0.45 + 0.65 * 0.35) / 400)


def test_a_change_of_nothing_has_the_interval_of_no_probe_having_changed():
    row = by(changes(counted(*spread_out(0, 0, 30, 20), draws=100)[1]), measure="scsr")
    # If a share w of all probes changed, none of 50 would with the chance (1 - w)^50 = 0.025.
    width = 1 - 0.025 ** (1 / 50)
    assert (row["change"], row["change_low"], row["change_high"]) == pytest.approx((0.0, -width, width))
    assert row["note"] is None


def test_a_change_without_an_interval_says_so():
    row = by(changes_by_k(*counted({"p": [False]}, {"p": [True]}, draws=100)), measure="scsr")
    assert (row["change"], row["change_low"]) == (1.0, None)
    assert "no interval of the change" in str(row["note"])
    decay = by(decay_change(*counted({"p": [False]}, {"p": [True]}, draws=100), 8), measure="r")
    assert (decay["change"], decay["note"]) == (None, "no decay factor: fewer than two levels up to k = 8")


def at(rates: dict[int, int]) -> dict[str, list[bool]]:
    """Ten probes at each k, of which so many pass."""
    return {f"k{k:02}-{i}": [i < passed] * k for k, passed in rates.items() for i in range(10)}


@pytest.mark.parametrize(
    ("base", "treated", "expected"),
    [
        ({1: 9, 2: 4, 3: 0}, {1: 9, 2: 6, 3: 2}, (2, 3, 1, "+1")),
        ({1: 4, 2: 4, 3: 0}, {1: 9, 2: 6, 3: 5}, (1, None, 3, "at least +3")),
        ({1: 9, 2: 9, 3: 9}, {1: 9, 2: 1, 3: 0}, (None, 2, -2, "at most −2")),
        ({1: 9, 2: 9, 3: 9}, {1: 9, 2: 9, 3: 9}, (None, None, 0, "not seen: neither falls below 50 %")),
        ({1: 9, 2: 3, 3: 1}, {1: 9, 2: 3, 3: 1}, (2, 2, 0, "0")),
    ],
)  # fmt: skip
def test_the_change_of_the_half_life(base, treated, expected):
    table = half_life_changes(*counted(at(base), at(treated)))
    assert table.select("base", "treated", "change", "change_text").row(0) == expected


def test_the_half_life_changes_within_an_interval():
    row = half_life_changes(*counted(at({1: 10, 2: 0, 3: 0}), at({1: 10, 2: 10, 3: 0}), draws=200)).row(0, named=True)
    assert (row["change"], row["change_low"], row["change_high"], row["change_text"]) == (1, 1, 1, "+1 [+1, +1]")
    row = half_life_changes(*counted(at({1: 10, 2: 4, 3: 0}), at({1: 10, 2: 6, 3: 0}), draws=400)).row(0, named=True)
    assert (row["change"], row["change_low"], row["change_high"]) == (1, 0, 1)

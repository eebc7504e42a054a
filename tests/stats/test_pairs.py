"""Which responses are paired, which pairs are missing and why, and which runs cannot be compared."""

from __future__ import annotations

import polars as pl
import pytest
from handmade import checks_of
from two_runs import run_of, single

from cse.errors import InvalidInput
from cse.results.folder import Run
from cse.stats.pairs import pair_up


def test_pairs_are_of_the_same_probe_and_missing_ones_are_named_by_reason():
    base = run_of(single("m", [True, False, True, True, None, True]), {("m", "p3"): "refused"})
    treated = run_of(single("m", [False, True, True, True, True]), {("m", "p2"): "error"})
    (pairs,) = pair_up(base, treated)
    assert pairs.model == "m"
    assert pairs.outcomes.select("probe_id", "base", "treated").rows() == [("p0", True, False), ("p1", False, True)]
    assert pairs.missing.select("base", "treated", "pairs", "probes").rows() == [
        ("ok", "error", 1, "p2"),
        ("ok", "not asked", 1, "p5"),
        ("refused", "ok", 1, "p3"),
        ("unscored", "ok", 1, "p4"),
    ]
    assert dict(pairs.checks.group_by("model").len().iter_rows()) == {"base": 2, "treated": 2}


def test_the_most_frequent_reason_comes_first_with_its_first_probes():
    base = run_of(single("m", [True] * 6), {("m", f"p{i}"): "refused" for i in range(1, 5)})
    treated = run_of(single("m", [True] * 5))
    (pairs,) = pair_up(base, treated)
    assert pairs.missing.select("base", "treated", "pairs", "probes").rows() == [
        ("refused", "ok", 4, "p1, p2, p3, ..."),
        ("ok", "not asked", 1, "p5"),
    ]


def test_epochs_are_paired_one_by_one():
    first = run_of(single("m", [True, False]))
    second = Run(
        pl.concat([first.responses, first.responses.with_columns(pl.lit(2, pl.Int64).alias("epoch"))]),
        pl.concat([first.checks, checks_of(single("m", [False, False]), epoch=2)]),
        {},
    )
    (same,) = pair_up(second, second)
    assert same.outcomes.select("probe_id", "epoch", "base").rows() == [
        ("p0", 1, True), ("p0", 2, False), ("p1", 1, False), ("p1", 2, False),
    ]  # fmt: skip
    (pairs,) = pair_up(first, second)
    assert pairs.outcomes["epoch"].to_list() == [1, 1]
    assert pairs.missing.select("base", "treated", "pairs").rows() == [("not asked", "ok", 2)]


def test_models_of_one_name_are_paired_and_two_lone_models_whatever_their_names():
    both = run_of(single("a", [True]) | single("b", [False]))
    assert [pairs.model for pairs in pair_up(both, both)] == ["a", "b"]
    assert [pairs.model for pairs in pair_up(both, run_of(single("b", [True])))] == ["b"]
    (pairs,) = pair_up(run_of(single("a", [True])), run_of(single("c", [False])))
    assert (pairs.model, pairs.models) == ("a → c", ("a", "c"))
    assert pairs.outcomes.select("base", "treated").rows() == [(True, False)]
    with pytest.raises(InvalidInput, match=r"share no model \(a, b against c\)"):
        pair_up(both, run_of(single("c", [True])))


def test_impossible_probes_are_left_out():
    run = run_of(single("m", [True, True]))
    is_second = pl.col("probe_id") == "p1"
    marked = Run(*(table.with_columns(impossible=is_second) for table in (run.responses, run.checks)), {})
    (pairs,) = pair_up(marked, marked)
    assert pairs.outcomes["probe_id"].to_list() == ["p0"]
    assert pairs.missing.is_empty()


def test_runs_without_a_probe_in_common_are_refused():
    other = run_of({("m", "q0"): [True]})
    with pytest.raises(InvalidInput, match="share no satisfiable probe that was answered and scored in both"):
        pair_up(run_of(single("m", [True])), other)
    with pytest.raises(InvalidInput, match="share no satisfiable probe"):
        pair_up(run_of(single("m", [True])), run_of(single("m", [True]), {("m", "p0"): "empty"}))


def test_one_id_for_two_probes_is_refused():
    run = run_of(single("m", [True]))
    other = Run(run.responses, run.checks.with_columns(type=pl.lit("lipogram")), {})
    with pytest.raises(InvalidInput, match="different probes by 'p0': constraint 1 is type_1 in one and lipogram"):
        pair_up(run, other)

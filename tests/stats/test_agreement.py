"""Agreement of two raters: kappa against hand computation, disputes, raters that never differ, epochs of one probe."""

import numpy as np
import polars as pl
import pytest

from cse.stats.agreement import agreement, disputes, kappa


def judged(verdicts, rater, kind="no_digits", probes=None):
    """Returns one row a verdict (True, False or None) of a rater."""
    n = len(verdicts)
    return pl.DataFrame(
        {
            "model": ["m"] * n,
            "probe_id": probes or [f"p{i:03d}" for i in range(n)],
            "epoch": [1] * n if probes is None else list(range(1, n + 1)),
            "position": [1] * n,
            "type": [kind] * n,
            "code": ["N2"] * n,
            "rater": [rater] * n,
            "passed": pl.Series(verdicts, dtype=pl.Boolean),
            "remark": [None if rater == "verifier" else "why"] * n,
        },
        schema_overrides={"remark": pl.String},
    )


def test_kappa_of_a_textbook_table():
    # 20 both yes, 5 and 10 split, 15 both no: p = 0.7, by chance 0.5, so kappa = 0.4.
    first = np.array([1.0] * 25 + [0.0] * 25)
    second = np.array([1.0] * 20 + [0.0] * 5 + [1.0] * 10 + [0.0] * 15)
    assert kappa(first, second) == pytest.approx(0.4)
    doubled = kappa(first, second, np.full(50, 2.0))
    assert doubled == pytest.approx(0.4)


def test_the_table_compares_all_types_and_each():
    verifier, judge = [True] * 25 + [False] * 25, [True] * 20 + [False] * 5 + [True] * 10 + [False] * 15
    both = pl.concat([judged(verifier, "verifier"), judged(judge, "judge")])
    table = agreement(both, np.random.default_rng(0), 500)
    assert table["type"].to_list() == ["all types", "no_digits"]
    row = table.row(0, named=True)
    assert (row["n"], row["share"]) == (50, 0.7)
    # Clopper-Pearson of 35 in 50.
    assert (round(row["share_low"], 3), round(row["share_high"], 3)) == (0.554, 0.821)
    assert row["kappa"] == pytest.approx(0.4)
    assert row["kappa_low"] < 0.4 < row["kappa_high"]
    assert (row["failures"], row["failures_disputed"], row["passes"], row["passes_disputed"]) == (25, 10, 25, 5)
    assert disputes(both).height == 15
    assert set(disputes(both)["remark"]) == {"why"}


def test_raters_that_never_differ_have_no_kappa_and_say_so():
    both = pl.concat([judged([False] * 4, "verifier"), judged([False] * 4, "person")])
    row = agreement(both, np.random.default_rng(0), 100).row(0, named=True)
    assert (row["second"], row["share"], row["kappa"]) == ("person", 1.0, None)
    assert row["note"].startswith("no kappa")


def test_no_opinion_is_no_disagreement():
    both = pl.concat([judged([False, True, True], "verifier"), judged([None, True, True], "judge")])
    assert agreement(both, np.random.default_rng(0), 100)["n"][0] == 2
    assert disputes(both).height == 0
    alone = judged([True], "verifier")
    assert agreement(alone, np.random.default_rng(0), 100).height == 0


def test_epochs_of_one_probe_count_once_in_the_interval():
    one = ["p"] * 8
    both = pl.concat([judged([True] * 8, "verifier", probes=one), judged([True] * 8, "judge", probes=one)])
    row = agreement(both, np.random.default_rng(0), 100).row(0, named=True)
    assert (row["n"], round(row["share_low"], 3)) == (8, 0.025), "one probe, whatever its epochs"


def test_judge_and_person_are_compared_as_well():
    raters = [judged([True, False], rater) for rater in ("verifier", "judge", "person")]
    table = agreement(pl.concat(raters), np.random.default_rng(0), 100).filter(pl.col("type") == "all types")
    assert table.select("first", "second").rows() == [
        ("verifier", "judge"),
        ("verifier", "person"),
        ("judge", "person"),
    ]

"""What is missing, and how answers were tagged."""

from __future__ import annotations

import polars as pl
import pytest
from handmade import Answers, checks_of, responses_of

from cse.errors import InvalidInput
from cse.stats.coverage import coverage, tag_compliance, unscored

ANSWERS: Answers = {("a", f"p{i}"): [True] for i in range(8)} | {("b", f"p{i}"): [True] for i in range(4)}
STATUS = {("a", "p0"): "refused", ("a", "p1"): "refused", ("a", "p2"): "error", ("a", "p3"): "empty"}


def test_refusals_errors_and_empty_responses_are_counted_apart():
    table = coverage(responses_of(ANSWERS, STATUS))
    assert table.columns == ["model", "responses", "ok", "refused", "error", "empty", "coverage"]
    assert table.rows() == [("a", 8, 4, 2, 1, 1, 0.5), ("b", 4, 4, 0, 0, 0, 1.0)]


def test_compliance_is_the_share_of_closed_tags_among_the_responses_that_are_there():
    tags = {("a", "p4"): "open", ("a", "p5"): "absent"}
    row = tag_compliance(responses_of(ANSWERS, STATUS, tags)).row(0, named=True)
    assert (row["responses"], row["closed"], row["open"], row["absent"]) == (4, 2, 1, 1)
    assert row["compliance"] == 0.5
    # Wilson's interval of 2 in 4, worked out by hand: 0.5 +- 1.96 sqrt(1/16 + 1.96^2/64) / (1 + 1.96^2/4).
    assert [row["compliance_low"], row["compliance_high"]] == pytest.approx([0.15004, 0.84996], abs=1e-4)


@pytest.mark.parametrize(("column", "function"), [("status", coverage), ("tag_status", tag_compliance)])
def test_a_word_that_is_not_in_the_list_is_refused(column: str, function):
    responses = responses_of(ANSWERS).with_columns(pl.lit("lost").alias(column))
    if column == "tag_status":
        assert function(responses_of(ANSWERS)).height == 2
    with pytest.raises(InvalidInput, match=f"{column} = 'lost'; it must be one of"):
        function(responses)


def test_unscored_checks_are_named():
    checks = checks_of({("a", "p1"): [True, None], ("a", "p2"): [False, None], ("b", "p1"): [True, True]})
    assert unscored(checks).rows() == [("a", "type_2", 2)]
    assert unscored(checks.filter(pl.col("passed").is_not_null())).is_empty()

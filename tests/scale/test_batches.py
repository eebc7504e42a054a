"""The verifiers as a function over Arrow tables: the verdicts of `cse score`, row by row."""

import pyarrow
import pytest
from shards import rows

from cse.constraints.verify import verify
from cse.errors import UnknownName
from cse.scale.batches import verify_batch
from cse.suites import load_suite


def test_the_verdicts_of_a_single_verification():
    found = rows(1)
    probes = {probe.id: probe for probe in load_suite("quick").probes}
    verified = verify_batch(pyarrow.Table.from_pylist(found), "quick").to_pylist()
    assert [row["probe_id"] for row in verified] == [row["probe_id"] for row in found]
    for row in verified:
        if row["response"] is None:
            assert (row["passed"], row["checks"], row["problem"]) == (None, None, None)
            continue
        verdicts = verify(row["response"], probes[row["probe_id"]].constraints)
        assert [(check["passed"], check["score"], check["observed"]) for check in row["checks"]] == [
            (verdict.passed, verdict.score, verdict.observed) for verdict in verdicts
        ]
        assert row["passed"] == all(verdict.passed for verdict in verdicts)
        assert row["score"] == pytest.approx(sum(verdict.score for verdict in verdicts) / len(verdicts))
    assert {row["passed"] for row in verified} == {True, False, None}


def test_every_batch_has_the_same_types():
    schemas = [
        verify_batch(
            pyarrow.table({"probe_id": ids, "response": pyarrow.array(texts, pyarrow.string())}), "quick"
        ).schema
        for ids, texts in ((["nowhere"], ["x"]), ([load_suite("quick").probes[0].id] * 2, [None, "x"]))
    ]
    assert schemas[0] == schemas[1]


def test_columns_that_are_there_are_kept_or_replaced():
    table = pyarrow.table({"extra": [1], "score": ["old"], "probe_id": ["x"], "response": ["y"]})
    verified = verify_batch(table, "quick")
    assert verified["extra"].to_pylist() == [1]
    assert verified["score"].to_pylist() == [None]
    assert "There is no probe 'x'" in verified["problem"].to_pylist()[0]


def test_a_suite_that_is_not_there():
    with pytest.raises(UnknownName):
        verify_batch(pyarrow.table({"probe_id": ["x"], "response": ["y"]}), "nothing")

"""Rows of responses."""

import pytest

from cse.compose.probe import Probe
from cse.constraints.base import Topic
from cse.constraints.registry import constraint
from cse.run.responses import Response, tables_of

PROBE = Probe("p", 1, Topic("tea", ("leaf",)), (constraint("no_digits"), constraint("forbidden_word", word="cat")))


@pytest.mark.parametrize("half", [chr(0xD800), chr(0xDFFF)], ids=["high", "low"])
def test_half_a_character_can_be_stored_and_moves_no_span(half):
    tables = tables_of([Response("m", PROBE, 1, "ok", f"<answer>{half} cat 7</answer>", error=half)])
    row = tables.responses.row(0, named=True)
    assert row["response"] == "<answer>\ufffd cat 7</answer>"
    assert row["error"] == "\ufffd"
    spans = dict(tables.checks.select("type", "spans").iter_rows())
    assert spans == {"no_digits": "[[6,7]]", "forbidden_word": "[[2,5]]"}


def test_what_json_hides_can_be_stored_too():
    scene = constraint(
        "scene_graph",
        objects=[{"name": "cup", "color": "red"}, {"name": "box", "color": "blue"}],
        relations=[{"subject": "cup", "relation": "above", "object": "box"}],
    )
    probe = Probe("p", 1, PROBE.topic, (scene,))
    text = r'{"objects": [{"name": "\ud800", "color": "red"}], "relations": []}'
    (row,) = tables_of([Response("m", probe, 1, "ok", text)]).checks.iter_rows(named=True)
    assert row["passed"] is False
    row["observed"].encode("utf-8")


@pytest.mark.parametrize("at_a_time", [1, 2, 5, 6])
def test_many_responses_make_the_rows_that_each_makes_alone(monkeypatch, at_a_time):
    monkeypatch.setattr("cse.run.responses._AT_A_TIME", at_a_time)
    texts = ["A dog.", "A cat.", None, "7 cats", "7 dogs"]
    responses = [
        Response("m", PROBE, epoch, "empty" if text is None else "ok", text) for epoch, text in enumerate(texts, 1)
    ]
    tables = tables_of(iter(responses))
    assert tables.responses["passed"].to_list() == [True, False, None, False, False]
    assert tables.checks["epoch"].to_list() == [1, 1, 2, 2, 4, 4, 5, 5]
    assert tables.checks["passed"].to_list() == [True, True, True, False, False, True, False, True]
    assert tables.passes["epoch"].to_list() == [1, 2, 3, 4, 5]
    assert tables_of([]).responses.schema == tables.responses.schema

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

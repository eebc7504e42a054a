"""Probes and their files."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cse.compose.composer import compose
from cse.compose.probe import Probe, dump_probe, parse_probes, read_probes, write_probes
from cse.constraints.base import Topic
from cse.constraints.registry import constraint
from cse.errors import InvalidInput, InvalidProbe

PROBE = Probe("p1", 7, Topic("tea", ("leaf", "cup")), (constraint("no_digits"), constraint("word_count", count=5)))


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 12), st.integers(0, 10**6))
def test_round_trip_is_exact(k, seed):
    (probe,) = compose(k, 1, seed, certified=False)
    again = Probe.from_dict(json.loads(dump_probe(probe)))
    assert again == probe
    assert dump_probe(again) == dump_probe(probe)
    assert again.prompt() == probe.prompt()


def test_files_round_trip(tmp_path):
    path = tmp_path / "new" / "probes.jsonl"
    probes = compose(3, 5, 1, certified=False)
    write_probes(path, probes)
    assert read_probes(path) == probes
    assert [entry.name for entry in path.parent.iterdir()] == ["probes.jsonl"]


def test_written_form():
    assert json.loads(dump_probe(PROBE)) == {
        "id": "p1",
        "k": 2,
        "seed": 7,
        "topic": {"name": "tea", "words": ["leaf", "cup"]},
        "constraints": [{"type": "no_digits", "params": {}}, {"type": "word_count", "params": {"count": 5}}],
        "impossible": False,
    }


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"id": None}, None),
        ({"k": 3}, "says k = 3 and holds 2"),
        ({"constraints": []}, "holds 0"),
        ({"constraints": [{"type": "nonsense"}]}, "nonsense"),
        ({"constraints": [{"type": "word_count", "params": {"count": -1}}]}, "count = -1"),
        ({"constraints": "no_digits"}, "type"),
        ({"topic": "tea"}, "not a probe"),
        ({"seed": "x"}, "not a probe"),
    ],
)
def test_wrong_fields_are_named(change, says):
    data = {**PROBE.to_dict(), **change}
    if says is None:
        del data["id"]
        says = "field 'id' is missing"
    with pytest.raises(InvalidProbe, match=says):
        Probe.from_dict(data)


def test_wrong_files_name_the_line(tmp_path):
    line = dump_probe(PROBE)
    with pytest.raises(InvalidProbe, match="f, line 3: the probe id 'p1' occurs twice"):
        parse_probes(f"{line}\n\n{line}\n", "f")
    with pytest.raises(InvalidProbe, match="f, line 2: This is not JSON"):
        parse_probes(f"{line}\n{{\n", "f")
    with pytest.raises(InvalidProbe, match="f, line 1: This is not a JSON object"):
        parse_probes("[]\n", "f")
    empty = tmp_path / "empty"
    empty.write_text("\n")
    with pytest.raises(InvalidInput, match="holds no probe"):
        read_probes(empty)
    with pytest.raises(InvalidInput, match="cannot be read"):
        read_probes(tmp_path / "absent")

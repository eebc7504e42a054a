"""`cse constraints`."""

import json

from cse.constraints.registry import types


def test_the_catalogue_lists_every_type(cse_command):
    found = cse_command("constraints")
    assert found.code == 0
    for name, cls in types().items():
        assert name in found.out
        assert cls.code in found.out
    assert "36 types" in found.out


def test_one_type_in_full(cse_command):
    by_code, by_name = cse_command("constraints", "N1"), cse_command("constraints", "integer_sum")
    assert by_code == by_name
    assert "count: int, total: int" in by_code.out
    assert by_code.out.count("pass") + by_code.out.count("FAIL") >= 2


def test_json(cse_command):
    entries = json.loads(cse_command("constraints", "--json").out)
    assert [entry["name"] for entry in entries] == list(types())
    assert all(entry["examples"] and entry["instruction"] for entry in entries)


def test_unknown_type(cse_command):
    found = cse_command("constraints", "lipogramm")
    assert found.code == 2
    assert "Nearest: lipogram" in found.err

"""`cse suites`."""

import json

import pytest


def test_the_list(cse_command):
    found = cse_command("suites")
    assert found.code == 0
    assert "quick" in found.out
    assert "v1" in found.out


def test_the_list_as_json(cse_command):
    index = json.loads(cse_command("suites", "--json").out)
    assert index["v1"]["probes"] == 4527
    assert index["quick"]["probes"] == 96


@pytest.mark.parametrize(("name", "lines"), [("quick", ["96 of 96 witnesses hold."])])
def test_verify(cse_command, name, lines):
    found = cse_command("suites", "verify", name)
    assert (found.code, found.out.splitlines()) == (0, lines)


def test_verify_an_unknown_suite(cse_command):
    found = cse_command("suites", "verify", "v0")
    assert found.code == 2
    assert "quick" in found.err

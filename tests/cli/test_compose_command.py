"""`cse compose`."""

import json

from cse.compose.probe import read_probes


def test_probes_are_written_the_same_every_time(cse_command, tmp_path):
    first, second = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    found = cse_command("compose", "--k", "1-3,12", "--per-k", 2, "--seed", 7, "-o", first)
    assert found.code == 0
    assert f"Wrote 8 probes to {first}." in found.out.replace("\n", " ").replace("  ", " ")
    assert "cse run --suite" in found.out
    cse_command("compose", "--k", "1-3,12", "--per-k", 2, "--seed", 7, "-o", second)
    assert first.read_bytes() == second.read_bytes()
    assert [probe.k for probe in read_probes(first)] == [1, 1, 2, 2, 3, 3, 12, 12]


def test_counts_as_json(cse_command, tmp_path):
    found = cse_command("compose", "--k", "2", "--per-k", 3, "--json", "-o", tmp_path / "p.jsonl")
    assert json.loads(found.out)["2"]["accepted"] == 3


def test_chosen_types(cse_command, tmp_path):
    path = tmp_path / "p.jsonl"
    cse_command("compose", "--k", "2", "--per-k", 1, "--types", "S1,lipogram", "--no-certify", "-o", path)
    assert {constraint.code for constraint in read_probes(path)[0].constraints} == {"S1", "L1"}


def test_mistakes(cse_command, tmp_path):
    path = tmp_path / "p.jsonl"
    for arguments in (["--k", "0"], ["--k", "3", "--types", "S1,L1"], ["--k", "1", "--types", "S11"]):
        found = cse_command("compose", *arguments, "-o", path)
        assert (found.code, len(found.err.splitlines())) == (2, 1), found
    assert not path.exists()

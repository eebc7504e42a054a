"""The shipped suites and their storage."""

import json
import lzma
from collections import Counter

import pytest

from cse.compose.probe import dump_probe, write_probes
from cse.errors import InvalidInput, UnknownName
from cse.suites import load_suite
from cse.suites.freeze import V1_COUNTS, freeze_counts
from cse.suites.impossible import DESIGNS, design_of
from cse.suites.loader import _shipped
from cse.suites.storage import CANARY, data_folder, digest_of, read_certificates, read_index, write_suite
from cse.suites.verify import recheck


@pytest.fixture(scope="module")
def v1():
    return load_suite("v1")


def test_v1_is_as_large_as_the_design_says(v1):
    satisfiable = Counter(probe.k for probe in v1.probes if not probe.impossible)
    assert satisfiable == V1_COUNTS
    assert sum(satisfiable.values()) == 4470
    assert sum(probe.impossible for probe in v1.probes) == 57
    assert Counter(probe.k for probe in v1.reserve) == {k: n - V1_COUNTS[k] for k, n in freeze_counts().items()}
    ids = [probe.id for probe in (*v1.probes, *v1.reserve)]
    assert len(set(ids)) == len(ids)


def test_every_certificate_of_v1_holds(v1):
    outcomes = list(recheck(v1))
    assert [(outcome.probe.id, outcome.problem) for outcome in outcomes if not outcome.holds] == []
    assert len(outcomes) == 4470 + 447 + 57


def test_quick_is_a_balanced_part_of_v1(v1):
    quick = load_suite("quick").probes
    assert set(quick) <= set(v1.probes)
    assert Counter(probe.k for probe in quick) == dict.fromkeys(range(1, 9), 12)
    counts = Counter(constraint.name for probe in quick for constraint in probe.constraints)
    assert len(counts) == 36
    assert max(counts.values()) - min(counts.values()) <= 4


def test_impossible_probes_are_19_designs_of_three_topics(v1):
    impossible = [probe for probe in v1.probes if probe.impossible]
    designs = Counter(probe.id.removeprefix("v1-x-").rpartition("-")[0] for probe in impossible)
    assert designs == {design.name: 3 for design in DESIGNS}
    assert len(DESIGNS) == 19
    for design in DESIGNS:
        topics = {probe.topic.name for probe in impossible if probe.id.startswith(f"v1-x-{design.name}-")}
        assert len(topics) == 3
    assert Counter(probe.k for probe in impossible if "-load-" in probe.id) == {2: 3, 4: 3, 6: 3, 8: 3}


def test_load_designs_add_only_what_is_innocent(v1):
    certificates = read_certificates("v1")
    for probe in v1.probes:
        if "-x-load-" in probe.id or "-x-four-way-" in probe.id:
            assert sorted(certificates[probe.id]["core"]) == ["lipogram", "mandatory_words"]


def test_a_broken_certificate_is_found(monkeypatch):
    certificates = read_certificates("quick")
    first, second, third = list(certificates)[:3]
    certificates[first] = {"witness": ""}
    certificates[second] = {}
    monkeypatch.setattr("cse.suites.verify.read_certificates", lambda _: certificates)
    found = {outcome.probe.id: outcome.problem for outcome in recheck(load_suite("quick"))}
    assert found[first].startswith("its witness fails")
    assert found[second] == "it has no witness"
    assert found[third] == ""


def test_answers_stand_in_no_plain_file(v1):
    witness = read_certificates("v1")[v1.probes[2000].id]["witness"]
    assert witness not in v1.probes[2000].prompt()
    for path in data_folder().iterdir():
        assert witness.encode()[:30] not in path.read_bytes()
    packed = data_folder().joinpath("v1.certificates.xz").read_bytes()
    assert json.loads(lzma.decompress(packed).splitlines()[0]) == {"canary": CANARY}


def test_damage_is_noticed(tmp_path, monkeypatch):
    lines = [dump_probe(load_suite("quick").probes[0])]
    digest = write_suite("tiny", lines, [], {"probes": 1, "reserve": 0}, tmp_path)
    assert digest == digest_of(f"{lines[0]}\n".encode()) == read_index(tmp_path)["tiny"]["digest"]
    monkeypatch.setattr("cse.suites.storage.data_folder", lambda: tmp_path)
    assert [dump_probe(probe) for probe in _shipped.__wrapped__("tiny").probes] == lines
    (tmp_path / "tiny.probes.xz").write_bytes(lzma.compress(b"{}\n"))
    with pytest.raises(InvalidInput, match="damaged"):
        _shipped.__wrapped__("tiny")


def test_a_probe_file_is_a_suite_too(tmp_path):
    path = tmp_path / "mine.jsonl"
    probes = load_suite("quick").probes[:3]
    write_probes(path, probes)
    suite = load_suite(path)
    assert suite.probes == probes
    assert suite.digest == digest_of(path.read_bytes())


def test_unknown_names_say_what_there_is():
    with pytest.raises(UnknownName, match=r"Nearest: quick.*cse suites"):
        load_suite("quik")


def test_the_two_sides_of_each_design_are_what_its_proof_blames(v1):
    certificates = read_certificates("v1")
    impossible = [probe for probe in v1.probes if probe.impossible]
    for probe in impossible:
        assert set(design_of(probe.id).sides) == set(certificates[probe.id]["core"])
    assert {design_of(probe.id) for probe in impossible} == set(DESIGNS)
    assert not any(design_of(probe.id) for probe in v1.probes if not probe.impossible)

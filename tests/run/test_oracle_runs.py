"""The whole path with models whose verdicts are known: prompt, harness, extraction, verifiers, results."""

import json

import polars as pl
import pytest
from provider import HARNESS_WARNINGS

from cse.compose.composer import compose
from cse.compose.probe import Probe, write_probes
from cse.constraints.registry import constraint
from cse.run.oracle import broken_answer, find_witness
from cse.suites import load_suite
from cse.suites.storage import read_certificates

pytestmark = [pytest.mark.filterwarnings(warning) for warning in HARNESS_WARNINGS]


def run(cse, folder, *arguments):
    found = cse("run", "--json", "--out", folder, *arguments)
    assert found.code == 0, found.err
    return (
        json.loads(found.out),
        pl.read_parquet(folder / "checks.parquet"),
        pl.read_parquet(folder / "responses.parquet"),
    )


def test_witnesses_score_100_percent_at_every_k(cse, tmp_path):
    summary, checks, responses = run(cse, tmp_path / "run", "--model", "witness", "--suite", "v1", "--limit", 60)
    (model,) = summary["models"]
    assert [row["k"] for row in model["by_k"]] == list(range(1, 13))
    assert {row["mcsr"] for row in model["by_k"]} == {row["scsr"] for row in model["by_k"]} == {1.0}
    satisfiable = checks.filter(~pl.col("impossible"))
    assert satisfiable["passed"].all()
    assert satisfiable.height == responses.filter(~pl.col("impossible"))["k"].sum()
    assert set(responses.filter(~pl.col("impossible"))["tag_status"]) == {"closed"}


def test_broken_witnesses_fail_exactly_where_they_were_broken(cse, tmp_path):
    _, checks, _ = run(cse, tmp_path / "run", "--model", "broken-witness", "--suite", "quick", "--limit", 48)
    certificates = read_certificates("quick")
    probes = {probe.id: probe for probe in load_suite("quick").probes}
    failed_by_intent = 0
    for (probe_id,), rows in checks.group_by("probe_id"):
        probe = probes[probe_id]
        broken = broken_answer(probe, certificates[probe_id]["witness"])
        passed = rows.sort("position")["passed"].to_list()
        assert passed == [place not in broken.failing for place in range(probe.k)]
        failed_by_intent += broken.failing == broken.wanted
    assert checks["probe_id"].n_unique() == 48
    assert failed_by_intent >= 24
    assert 0.3 < checks["passed"].mean() < 0.7


def test_probes_of_ones_own_have_witnesses_too(cse, tmp_path):
    path = tmp_path / "mine.jsonl"
    write_probes(path, compose(3, 2, seed=4))
    summary, _, _ = run(cse, tmp_path / "run", "--model", "witness", "--suite", path)
    assert summary["models"][0]["overall"]["scsr"] == 1.0


def test_an_impossible_probe_has_no_witness():
    contradiction = (constraint("no_digits"), constraint("equations", count=2))
    probe = Probe("x", 1, load_suite("quick").probes[0].topic, contradiction, impossible=True)
    assert find_witness(probe, {}) is None


@pytest.mark.parametrize("seed", range(3))
def test_breaking_is_known_and_repeatable(seed):
    for probe in compose(5, 3, seed=seed):
        witness = find_witness(probe, {})
        first, second = broken_answer(probe, witness), broken_answer(probe, witness)
        assert first == second
        assert first.failing >= first.wanted or len(first.wanted - first.failing) <= 1

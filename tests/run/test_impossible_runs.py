"""Impossible probes over the whole path: asked, verified, and what is given up told by design."""

import json

import pytest
from provider import HARNESS_WARNINGS, MODEL

from cse.compose.probe import write_probes
from cse.suites import load_suite

pytestmark = [pytest.mark.filterwarnings(warning) for warning in HARNESS_WARNINGS]


def test_which_side_is_given_up_is_told_by_design(cse, provider, tmp_path):
    kept = ("v1-x-digits-", "v1-x-load-4-", "v1-x-letter-order-")
    probes = [probe for probe in load_suite("v1").probes if probe.id.startswith(kept)]
    write_probes(tmp_path / "impossible.jsonl", probes)
    # No digit, no letter r, none of the words: what is asked for is given up, what is forbidden is not done.
    provider.reply = lambda *_: "<answer>Tea is hot.</answer>"
    found = cse("run", "--model", MODEL, "--suite", tmp_path / "impossible.jsonl", "--out", tmp_path / "run", "--json")
    assert found.code == 0, found.err
    found = cse("analyze", tmp_path / "run", "--draws", "100", "--json")
    assert found.code == 0, found.err
    tables = json.loads(found.out)["tables"]
    pairs = {row["design"]: row for row in tables["sacrifice_pairs"]}
    assert {name: row["probes"] for name, row in pairs.items()} == dict.fromkeys(
        ("digits-distinct", "digits-equations", "digits-self-count", "digits-sum", "letter-order", "load-4"), 3
    )
    for name in ("digits-distinct", "digits-equations", "digits-self-count", "digits-sum"):
        row = pairs[name]
        assert (row["first_kept"], row["second"], row["second_kept"], row["neither"]) == (0, "no_digits", 1, 0)
        assert row["second_kept_low"] == pytest.approx(0.025 ** (1 / 3))
    assert (pairs["letter-order"]["first"], pairs["letter-order"]["first_kept"]) == ("lipogram", 1)
    assert pairs["load-4"]["second_kept"] == 0
    assert tables["impossible_passed"] == []
    survival = {row["type"]: (row["mcsr"], row["probes"]) for row in tables["impossible"]}
    assert survival["no_digits"] == (1.0, 12)

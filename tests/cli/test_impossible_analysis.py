"""All impossible probes of the suite, answered by texts that meet everything but one side: what `cse analyze` tells."""

import json

import pytest

from cse.compose.certify import Witness, certify
from cse.suites import load_suite
from cse.suites.impossible import DESIGNS, design_of


def answer(probe, given_up):
    """Returns a text that meets all constraints but one side of the contradiction."""
    found = certify([constraint for constraint in probe.constraints if constraint.name != given_up], seed=1)
    assert isinstance(found, Witness)
    return found.text


@pytest.fixture(scope="module")
def responses(tmp_path_factory):
    """A file in which `first` keeps the first side of every probe and `second` the second."""
    path = tmp_path_factory.mktemp("impossible") / "responses.jsonl"
    rows = [
        {"model": model, "probe_id": probe.id, "response": f"<answer>{answer(probe, sides[1 - side])}</answer>"}
        for probe in load_suite("v1").probes
        if probe.impossible
        for sides in [design_of(probe.id).sides]
        for side, model in enumerate(("first", "second"))
    ]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def test_every_design_tells_the_side_that_the_texts_keep(cse_command, responses, tmp_path):
    assert cse_command("score", responses, "--probes", "v1", "--out", tmp_path, "--json").code == 0
    found = cse_command("analyze", tmp_path, "--draws", 100, "--json")
    assert found.code == 0, found.err
    data = json.loads(found.out)
    assert data["tables"]["impossible_passed"] == []
    rows = {(row["model"], row["design"]): row for row in data["tables"]["sacrifice_pairs"]}
    assert len(rows) == 3 * len(DESIGNS)
    for design in DESIGNS:
        for model, kept in (("first", 1.0), ("second", 0.0)):
            row = rows[model, design.name]
            assert (row["first"], row["second"]) == design.sides
            assert (row["probes"], row["first_kept"], row["second_kept"], row["neither"]) == (3, kept, 1 - kept, 0.0)
            assert (row["kept"], row["p"]) == ("not told apart", 0.25)
        together = rows["(all models)", design.name]
        assert (together["probes"], together["first_kept"], together["p"]) == (6, 0.5, 1.0)
    stable = [row for row in data["tables"]["sacrifice_by_k"] if row["model"] == "first"]
    assert [(row["k"], row["probes"], row["first_kept"]) for row in stable] == [
        (2, 3, 1),
        (4, 6, 1),
        (6, 3, 1),
        (8, 3, 1),
    ]

"""`cse compare` on runs of the real command: a base, best of three, and a plan."""

import json

import pytest
from provider import HARNESS_WARNINGS, MODEL

pytestmark = [pytest.mark.filterwarnings(warning) for warning in HARNESS_WARNINGS]
BAD = "?!"
"""An answer without a letter or digit passes nothing."""


def test_draws_and_plans_are_compared_with_a_base(cse, provider, witnesses):
    asked = {}

    def reply(_, request):
        """Knows every second probe, from the second draw on; each draw has a text of its own."""
        prompt = request["messages"][0]["content"]
        place, draws = asked.setdefault(prompt, [len(asked), 0])
        asked[prompt][1] += 1
        return f"Draw {draws}. <answer>{witnesses[prompt] if draws and place % 2 == 0 else BAD}</answer>"

    def run(name, *arguments):
        found = cse("run", "--model", MODEL, "--limit", 8, "--out", name, "--json", *arguments)
        assert found.code == 0, found.err

    run("base")
    provider.reply = reply
    run("drawn", "--intervention", "best-of:3")
    found = cse("compare", "base", "drawn", "--draws", 100, "--json", "--output-price", 1)
    assert found.code == 0, found.err
    tables = json.loads(found.out)["tables"]
    (counts,) = tables["outcomes"]
    base_passes = counts["both"] + counts["broken"]
    assert (counts["pairs"], counts["rescued"] + counts["both"]) == (8, 4)
    (best,) = tables["best_of"]
    assert (best["run"], best["draws"], best["single"], best["best"]) == ("treated", 3, pytest.approx(1 / 3), 0.5)
    assert (best["distinct"], best["same"]) == (3, 0.5)
    (tokens,) = tables["tokens"]
    assert (tokens["base"], tokens["treated"], tokens["ratio"]) == (20, 60, 3)
    assert tokens["per_rescued"] == pytest.approx(8 * 40 / (4 - counts["both"]))
    assert base_passes <= 2
    assert "intervention base → best-of:3" in json.loads(found.out)["statements"][-1]
    assert "temperature" in json.loads(found.out)["statements"][-1]
    alone = cse("compare", "drawn", "--draws", 100, "--json")
    assert alone.code == 0, alone.err
    told = json.loads(alone.out)
    (counts,) = told["tables"]["outcomes"]
    assert (counts["pairs"], counts["both"], counts["rescued"], counts["broken"]) == (8, 0, 4, 0), (
        "no first draw passes"
    )
    (tokens,) = told["tables"]["tokens"]
    assert (tokens["base"], tokens["treated"]) == (20, 60)
    assert (told["base_texts"], told["statements"][-1]) == (
        "first",
        "The base is the first text on the way to each response of the same run.",
    )
    provider.reply = lambda *_: "First the nouns, then the verbs."
    run("planned", "--intervention", "plan")
    tables = json.loads(cse("compare", "base", "planned", "--draws", 100, "--json").out)["tables"]
    alone = cse("compare", "planned")
    assert (alone.code, "Every response of the run is its first text" in alone.err) == (2, True)
    (scaffold,) = tables["scaffold"]
    assert (scaffold["run"], scaffold["scaffold"], scaffold["responses"], scaffold["written"]) == (
        "treated",
        "plan",
        8,
        8,
    )
    assert (scaffold["compliance"], scaffold["tokens"]) == (1, 20)

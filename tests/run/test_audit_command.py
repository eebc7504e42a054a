"""`cse audit` through the real command: answers written by hand, a judge on the loopback interface, a worksheet."""

import csv
import json
import re

import polars as pl
import pytest
from provider import HARNESS_WARNINGS, MODEL

from cse.audit.columns import ANSWERS, JUDGEMENTS, SAMPLES, SHORTCUTS, VIOLATIONS
from cse.compose.probe import Probe, write_probes
from cse.compose.topics import topics
from cse.constraints.registry import constraint
from cse.results.folder import read_run
from cse.results.tables import schema

pytestmark = [pytest.mark.filterwarnings(warning) for warning in HARNESS_WARNINGS]

TEA = next(topic for topic in topics() if topic.name == "the history of tea")
PROBES = [
    Probe("no-m", 1, TEA, (constraint("lipogram", letter="m"), constraint("no_digits"))),
    Probe("three", 2, TEA, (constraint("sentence_count", count=3),)),
    Probe("closers", 3, TEA, (constraint("unique_closers"),)),
    Probe("block", 4, TEA, (constraint("code_blocks", count=1),)),
]
ANSWERED = {
    "no-m": [
        "<answer>Tea leaves came by ship. Merchants paid in silver.</answer>",
        "<answer>Tea leaves ca by ship. Note: I avoided the letter m.</answer>",
        "<answer>I'm sorry, but I cannot write this text.</answer>",
        "<answer>Many drank tea; kettles sang.</answer>",
    ],
    "three": ["Okay, let me think. I need three sentences. So far I have none.", "<answer>Tea. Tea. Tea.</answer>"],
    "closers": ["<answer>Tea leaves dry. Kettles sing.</answer>", "<answer>Stars shine. Moons rise.</answer>"],
    "block": ["<answer>Tea is old.\n\n```\nx\n```</answer>", None],
}


@pytest.fixture
def scored(cse, tmp_path):
    """A folder with the answers above, scored by the command."""
    write_probes(tmp_path / "probes.jsonl", PROBES)
    rows = [{"probe_id": name, "response": text, "model": "m"} for name, texts in ANSWERED.items() for text in texts]
    (tmp_path / "r.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert cse("score", "r.jsonl", "--probes", "probes.jsonl", "--out", "run").code == 0
    return tmp_path / "run"


@pytest.mark.usefixtures("scored")
def test_failures_and_shortcuts_of_answers(cse, tmp_path):
    found = cse("audit", "run", "--draws", 100, "--out", "audit")
    assert found.code == 0, found
    for title in ("What the answers do", "Failed lipograms by class", "Shortcuts of answers that pass"):
        assert title in found.out
    assert "Next: cse audit run --verifiers" in found.out
    tables = {path.stem: pl.read_parquet(path) for path in (tmp_path / "audit").glob("*.parquet")}
    for name, columns in (("answer_rows", ANSWERS), ("violation_rows", VIOLATIONS), ("shortcut_rows", SHORTCUTS)):
        assert tables[name].schema == schema(columns)
        assert (tmp_path / "audit" / f"{name}.csv").is_file()
    modes = dict(tables["modes"].select("mode", "answers").rows())
    assert modes == {"attempt": 6, "narration": 1, "reasoning": 1, "copied_prompt": 0, "refusal": 1}
    assert tables["coverage"].row(0, named=True)["empty"] == 1
    classes = tables["lipograms"].row(0, named=True)
    assert [classes[name] for name in ("genuine", "meta", "refusal", "case")] == [1, 1, 1, 1]
    assert classes["unknown_stop"] == 4, "a plain file does not say why generation ended"
    places = tables["violation_rows"].filter(pl.col("type") == "lipogram").sort("epoch")["first"]
    text = "Tea leaves came by ship. Merchants paid in silver."
    assert places.to_list()[0] == text.index("m") / len(text)
    shown = {row["shortcut"]: row for row in tables["shortcuts"].to_dicts()}
    assert (shown["token_fences"]["passing"], shown["token_fences"]["found"]) == (1, 1)
    assert shown["token_fences"]["excerpt"] == "``` x ```"
    assert (shown["minimal_sentences"]["passing"], shown["minimal_sentences"]["found"]) == (2, 2)
    off_topic = tables["shortcut_rows"].filter(
        (pl.col("shortcut") == "off_topic") & pl.col("found") & pl.col("passing")
    )
    assert off_topic.select("probe_id", "epoch").sort("probe_id").rows() == [("closers", 2), ("three", 1)]
    assert (shown["off_topic"]["found"], shown["off_topic"]["probe_id"]) == (2, "closers")
    assert json.loads((tmp_path / "audit" / "audit.json").read_text())["runs"] == ["run"]


@pytest.mark.usefixtures("scored")
def test_json_holds_the_estimates_and_the_same_seed_gives_the_same(cse):
    first = cse("audit", "run", "--draws", 100, "--json")
    data = json.loads(first.out)
    assert {"modes", "signs", "lipogram_profiles", "first_violations", "shortcuts"} <= set(data["tables"])
    assert "answer_rows" not in data["tables"]
    assert cse("audit", "run", "--draws", 100, "--json").out == first.out


def test_a_judge_and_a_person_are_compared_with_the_verifiers(cse, provider, scored, tmp_path):
    prompts = []

    def reply(prompt, _):
        prompts.append(prompt)
        text = re.search(r"<text-\w+>\n(.*)\n</text-\w+>", prompt, re.DOTALL)[1]
        return "It holds.\n\nVERDICT: PASS" if "Many" in text or "Tea leaves ca" in text else "**VERDICT: FAIL**"

    provider.reply = reply
    found = cse("audit", "run", "--verifiers", "--per-type", 3, "--judge", MODEL, "--draws", 100, "--out", "again")
    assert found.code == 0, found
    samples = pl.read_parquet(tmp_path / "again" / "samples.parquet")
    assert samples.schema == schema(SAMPLES)
    assert len(prompts) == samples.height
    assert f"The judge gave a verdict on {samples.height} of {samples.height} checks." in found.out
    lipograms = samples.filter(pl.col("type") == "lipogram")
    assert lipograms["passed"].to_list() == [False] * 3, "the three that came nearest, and none passed"
    run = read_run(scored).checks
    nearest = run.filter((pl.col("type") == "lipogram") & (pl.col("passed") == False)).sort("score")["score"]  # noqa: E712
    assert sorted(lipograms["score"]) == nearest.to_list()[-3:]
    judged = pl.read_parquet(tmp_path / "again" / "judgements.parquet")
    assert judged.schema == schema(JUDGEMENTS)
    said = dict(
        judged.filter((pl.col("rater") == "judge") & (pl.col("type") == "lipogram")).select("epoch", "passed").rows()
    )
    wanted = {2: True, 4: True}
    assert said == {epoch: wanted.get(epoch, False) for epoch in lipograms["epoch"]}
    agreed = pl.read_parquet(tmp_path / "again" / "agreement.parquet")
    row = agreed.filter(pl.col("type") == "lipogram").row(0, named=True)
    disputed = sum(said.values())
    assert (row["n"], row["failures"], row["failures_disputed"]) == (3, 3, disputed)
    assert row["share"] == pytest.approx(1 - disputed / 3)

    sheet = tmp_path / "again" / "worksheet.csv"
    rows = list(csv.DictReader(sheet.open(encoding="utf-8")))
    assert len(rows) == samples.height
    assert "passed" not in rows[0], "the person does not see the verdict"
    for row in rows:
        row["verdict"] = "Fail" if row["type"] == "lipogram" else ""
    with (tmp_path / "filled.csv").open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, rows[0], delimiter=";")
        writer.writeheader()
        writer.writerows(rows)
    found = cse("audit", "run", "--verifiers", "--worksheet", "filled.csv", "--draws", 100, "--out", "again", "--json")
    assert found.code == 0, found
    tables = json.loads(found.out)["tables"]
    whole = tables["agreement"][0]
    assert (whole["second"], whole["type"], whole["n"], whole["share"]) == ("person", "all types", 3, 1.0)
    assert whole["kappa"] is None
    assert "no" in whole["note"]
    assert sheet.read_text("utf-8").count("Fail") == 0, "the worksheet that was written is kept"


@pytest.mark.usefixtures("scored")
def test_mistakes_are_one_sentence(cse, tmp_path):
    (tmp_path / "bad.csv").write_text("model,probe_id\n")
    for args, said in (
        (["run", "--judge", MODEL], "add --verifiers"),
        (["nowhere"], "There is no folder"),
        (["run", "--verifiers", "--worksheet", "bad.csv"], "lacks the column 'epoch'"),
        (["run", "--verifiers", "--worksheet", "no.csv"], "cannot be read"),
        (["run", "--verifiers", "--judge", "gguf:nowhere.gguf"], "nowhere.gguf"),
        (["run", "--verifiers", "--judge", "nobody/x"], "cannot be used"),
    ):
        found = cse("audit", *args)
        assert (found.code, len(found.err.strip().splitlines()[-1:])) == (2, 1), found
        assert said in found.err, found


def test_a_run_without_answers_is_named(cse):
    assert cse("simulate", "sim", "--models", 1, "--scale", 0.02).code == 0
    found = cse("audit", "sim")
    assert found.code == 2
    assert "sim' is a simulated panel" in found.err

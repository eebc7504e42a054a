"""Samples are drawn near the border and by a seed; a worksheet hides the verdict, disarms formulas, and reads back."""

import csv
from collections import Counter

import polars as pl
import pytest

from cse.audit.samples import draw_samples
from cse.audit.worksheet import read_worksheet, write_worksheet
from cse.compose.probe import Probe
from cse.compose.topics import topics
from cse.constraints.registry import constraint
from cse.errors import InvalidInput
from cse.results.folder import Run
from cse.run.responses import Response, tables_of

TOPIC = topics()[0]


@pytest.fixture(scope="module")
def run():
    """Twenty answers of 1 to 20 words, every second with a digit more, where 10 are asked."""
    probe = Probe("p", 1, TOPIC, (constraint("word_count", count=10), constraint("no_digits")))
    texts = [
        " ".join(["- tea" if n == 1 else "tea", *["hot"] * (n - 1)]) + (" 7" if n % 2 else "") for n in range(1, 21)
    ]
    tables = tables_of([Response("m", probe, n, "ok", text) for n, text in enumerate(texts, 1)])
    return Run(tables.responses, tables.checks, {})


def test_the_nearest_failures_and_as_many_passes(run):
    samples = draw_samples(run, 3, seed=0)
    of_words = samples.filter(pl.col("type") == "word_count")
    assert of_words.filter("passed").height == 2, "ten words, and nine with a digit"
    failures = of_words.filter(~pl.col("passed"))
    assert failures["score"].min() >= 0.8
    assert Counter(samples.filter(pl.col("type") == "no_digits")["passed"]) == {True: 3, False: 3}
    assert samples["rule"].str.starts_with("Make your answer exactly 10 words").sum() == of_words.height


def test_the_seed_decides_and_nothing_else(run):
    shuffled = Run(run.responses.reverse(), run.checks.sample(fraction=1, shuffle=True, seed=3), {})
    assert draw_samples(run, 2, seed=1).equals(draw_samples(shuffled, 2, seed=1))
    assert not draw_samples(run, 2, seed=1).equals(draw_samples(run, 2, seed=2))


def filled(tmp_path, run, change):
    """Writes a worksheet, changes its rows, and reads it back."""
    path = tmp_path / "sheet.csv"
    write_worksheet(draw_samples(run, 20, seed=0), path)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    change(rows)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    return read_worksheet(path, run.checks)


def test_a_worksheet_reads_back_what_a_person_wrote(tmp_path, run):
    def judge(rows):
        assert not any("passed" in row or "score" in row for row in rows)
        assert any(row["answer"] == "'- tea 7" for row in rows), "no formula for a spreadsheet"
        rows[0] |= {"verdict": " PASS ", "comment": "clear"}
        rows[1] |= {"verdict": "fail"}
        rows[2] |= {"verdict": "unsure", "comment": "hm"}

    found = filled(tmp_path, run, judge)
    assert found.select("rater", "passed", "remark").rows() == [
        ("person", True, "clear"),
        ("person", False, None),
        ("person", None, "hm"),
    ]


def test_answers_with_odd_line_ends_stay_in_their_row(tmp_path):
    probe = Probe("p", 1, TOPIC, (constraint("no_digits"),))
    texts = ["Tea\x0ccools.", "Tea\u2028cools, 7.", 'Tea\r\ncools.\n\n"Yes", 8.', "=1+1"]
    tables = tables_of([Response("m", probe, n, "ok", text) for n, text in enumerate(texts, 1)])
    run = Run(tables.responses, tables.checks, {})

    def judge(rows):
        assert len(rows) == 4
        for row in rows:
            row["verdict"] = "pass"

    assert filled(tmp_path, run, judge).height == 4


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda rows: rows[0].update(verdict="yes"), "Row 2 of .* has the verdict 'yes'; it must be pass, fail"),
        (lambda rows: rows[1].update(probe_id="q"), "Row 3 of .* is of no check of these runs"),
        (lambda rows: rows[1].update(epoch="one"), "no whole number as epoch"),
        (lambda rows: rows.append(dict(rows[0])), "an earlier row has judged"),
        (lambda rows: [row.pop("verdict") for row in rows], "lacks the column 'verdict'"),
    ],
)
def test_mistakes_in_a_worksheet(tmp_path, run, change, said):
    with pytest.raises(InvalidInput, match=said):
        filled(tmp_path, run, change)


def test_a_run_without_verdicts_has_nothing_to_judge(run):
    with pytest.raises(InvalidInput, match="hold no verdict"):
        draw_samples(Run(run.responses, run.checks.clear(), {}), 2, seed=0)

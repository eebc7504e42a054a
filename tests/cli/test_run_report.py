"""What `cse run` and `cse score` end with: figures of a small table worked out by hand, and their look."""

import json

import polars as pl
import pytest

from cse.cli.run_report import report
from cse.cli.run_summary import summarise
from cse.results.tables import checks_frame, responses_frame
from cse.run.responses import Failure, Tables

TYPES = {"word_count": "S1", "lipogram": "L1", "no_digits": "N2"}


def tables(*answers, failures=()):
    """Makes tables from (model, probe, status or the passes of its checks)."""
    responses, checks = [], []
    for model, probe, outcome in answers:
        passes = outcome if isinstance(outcome, tuple) else ()
        k = len(passes) or 1
        key = {"model": model, "probe_id": probe, "epoch": 1, "k": k, "impossible": False}
        there = {"status": "ok", "tag_status": "closed", "passed": all(passes), "input_tokens": 5, "output_tokens": 7}
        missing = {"status": outcome, "error": f"{outcome}, said the provider"}
        responses.append({**key, "topic": "tea", **(there if passes else missing)})
        for place, (passed, (name, code)) in enumerate(zip(passes, TYPES.items(), strict=False), 1):
            about = {"position": place, "type": name, "code": code, "dimension": "any", "params": "{}"}
            verdict = {"passed": passed, "score": float(passed), "expected": "", "observed": "", "spans": "[]"}
            checks.append({**key, **about, **verdict})
    return Tables(responses_frame(responses), checks_frame(checks), list(failures))


ONE = tables(
    ("m", "a", (True,)),
    ("m", "b", (False,)),
    ("m", "c", (True,)),
    ("m", "d", (True, False, True)),
    ("m", "e", (False, False, True)),
    ("m", "f", "refused"),
    ("m", "g", "error"),
)


def test_the_figures():
    (found,) = summarise(ONE, {"m": 9})
    assert found.by_k["k"].to_list() == [1, 3]
    assert found.by_k["probes"].to_list() == [3, 2]
    assert found.by_k["mcsr"].to_list() == pytest.approx([2 / 3, 3 / 6])
    assert found.by_k["scsr"].to_list() == pytest.approx([2 / 3, 0])
    assert found.overall["mcsr"] == pytest.approx(5 / 9)
    assert found.overall["scsr"] == pytest.approx(2 / 5)
    assert found.k_star.startswith("3 ")
    assert "k = 2" in found.k_star_note
    assert "not measured" in found.k_star_note
    assert found.statuses == {"ok": 5, "refused": 1, "error": 1}
    assert found.tags == {"closed": 5}
    assert (found.input_tokens, found.output_tokens, found.responses, found.asked) == (25, 35, 7, 9)
    # lipogram was asked twice only, which says nothing; word_count held in 3 of 5.
    assert found.worst.select("type", "checks", "mcsr").rows() == [("word_count", 5, 0.6)]


def test_every_interval_holds_its_estimate():
    (found,) = summarise(ONE, {})
    for name in ("mcsr", "scsr"):
        inside = (pl.col(f"{name}_low") <= pl.col(name)) & (pl.col(name) <= pl.col(f"{name}_high"))
        assert found.by_k.select(inside.all()).item()


def test_the_look(tmp_path, capsys):
    report(tmp_path, ONE, asked={"m": 9}, warnings=["temperature [bold]ignored"])
    said = " ".join(capsys.readouterr().out.split())
    for part in (
        "1 3 66.7 %",
        "3 2 50.0 %",
        "all 5 55.6 %",
        "k* 3 [",
        "the smallest k at which sCSR is below 50 %",
        "answer tags 100.0 % closed (5 of 5)",
        "word_count held 3 of 5",
        "1 of 7: the provider's filter refused (refused, said the provider)",
        "1 of 7: the call failed (error, said the provider)",
        "2 of 9: not asked yet",
        "25 in, 35 out",
        "warning temperature [bold]ignored",
        "The same command again goes on",
    ):
        assert part in said, part


def test_nothing_missing_and_what_to_do_next(tmp_path, capsys):
    report(tmp_path, tables(("m", "a", (True,))))
    said = " ".join(capsys.readouterr().out.split())
    assert "missing nothing" in said
    assert "Next: cse analyze" in said
    assert "goes on" not in said


def test_no_response_at_all(tmp_path, capsys):
    report(tmp_path, tables(("m", "a", "error")), asked={"m": 1})
    said = capsys.readouterr().out
    assert "No response came back, so there is nothing to analyse." in said
    assert "cse analyze" not in said
    report(tmp_path, tables(), asked={"m": 4})
    assert "4 of 4: not asked yet" in capsys.readouterr().out


def test_several_models_are_compared(tmp_path, capsys):
    both = tables(("a/x", "p", (True,)), ("b/y", "p", (False,)), ("b/y", "q", (True, True)))
    report(tmp_path, both)
    said = capsys.readouterr().out
    compared = said[said.index("sCSR by k") :].splitlines()
    assert compared[0].split() == ["sCSR", "by", "k", "k*", "1", "2"]
    assert "a/x" in compared[1]
    assert compared[1].split()[-3:] == ["100.0", "%", "-"]
    assert compared[2].split()[-4:] == ["0.0", "%", "100.0", "%"]


def test_failed_verifiers_are_named(tmp_path, capsys):
    failures = [Failure(f"probe-{number}", "word_count", "ValueError: [/red] odd") for number in range(7)]
    report(tmp_path, tables(("m", "a", (True,)), failures=failures))
    said = " ".join(capsys.readouterr().out.split())
    assert "the verifier of word_count failed on probe probe-0: ValueError: [/red] odd" in said
    assert "2 further checks" in said
    report(tmp_path, tables(("m", "a", (True,)), failures=failures), as_json=True)
    assert json.loads(capsys.readouterr().out)["unscored"][6]["probe_id"] == "probe-6"


def test_hostile_labels_are_shown_as_they_are(tmp_path, capsys):
    report(tmp_path, tables(("[red]m\x1b[2J", "a", (True,)), ("b", "a", (True,))))
    said = capsys.readouterr().out
    assert "[red]m" in said
    assert "\x1b[2J" not in said

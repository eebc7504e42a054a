"""How tables of estimates look on the screen, in JSON and on disk."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from cse.cli.frames import Shown, cell, print_frame, rows_of, write_frames
from cse.errors import InvalidInput

FRAME = pl.DataFrame(
    {
        "model": ["a-model-with-a-rather-long-name", "b"],
        "scsr": [0.5, None],
        "scsr_low": [0.42, None],
        "scsr_high": [0.581, None],
        "checks": [12345, 6],
        "note": [None, "nothing was asked"],
    }
)
COLUMNS = (Shown("model", "model"), Shown("scsr", "sCSR %", "percent"), Shown("checks", "checks", "count"))


@pytest.mark.parametrize(
    ("value", "form", "text"),
    [
        (0.1234, "percent", "12.3"),
        (0.1234, "number", "0.123"),
        (0.000123456, "fine", "0.0001235"),
        (1234567, "count", "1,234,567"),
        (True, "text", "yes"),
        (False, "text", "no"),
        (None, "percent", "-"),
        ("x", "text", "x"),
    ],
)
def test_values_are_written_by_their_format(value: object, form: str, text: str):
    assert cell({"x": value}, Shown("x", "x", form)) == text  # type: ignore[arg-type]


def test_a_table_shows_values_with_intervals_and_notes(capsys: pytest.CaptureFixture[str]):
    print_frame(FRAME, "Levels [all]", COLUMNS)
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].strip() == "Levels [all]"
    assert lines[3].split("  ")[-2:] == ["50.0 [42.0, 58.1]", "12,345"]
    assert lines[4].split()[-2:] == ["-", "6"]
    assert lines[5].strip() == "b: nothing was asked"


def test_what_is_left_out_is_said(capsys: pytest.CaptureFixture[str]):
    print_frame(FRAME, "Levels", COLUMNS, most=1)
    out = capsys.readouterr().out
    assert "... and 1 more rows (--out writes all)" in out
    assert "nothing was asked" not in out


def test_a_narrow_screen_puts_intervals_on_a_line_of_their_own_and_cuts_no_number(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("cse.cli.frames._PIPED_WIDTH", 40)
    print_frame(FRAME, "Levels", COLUMNS)
    out = capsys.readouterr().out
    assert "[42.0, 58.1]" in out
    assert "12,345" in out
    assert "50.0 [42.0" not in out
    assert max(len(line) for line in out.splitlines()) <= 40


def test_json_has_no_nan():
    frame = pl.DataFrame({"x": [1.0, float("nan"), float("inf"), None]})
    assert rows_of(frame) == [{"x": 1.0}, {"x": None}, {"x": None}, {"x": None}]


def test_both_files_hold_the_table(tmp_path: Path):
    write_frames({"levels": FRAME}, tmp_path / "new" / "folder")
    assert pl.read_parquet(tmp_path / "new" / "folder" / "levels.parquet").equals(FRAME)
    assert pl.read_csv(tmp_path / "new" / "folder" / "levels.csv").equals(FRAME)
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidInput, match="is a file; name a folder"):
        write_frames({"levels": FRAME}, tmp_path / "file")

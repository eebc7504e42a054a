"""Tables from rows, and the two file formats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from cse.errors import InvalidInput
from cse.results.columns import CHECKS, RESPONSES
from cse.results.tables import checks_frame, conform, read_table, replacing, responses_frame, schema, write_table


def check_row(**changes: Any) -> dict[str, Any]:
    row: dict[str, Any] = {
        "model": "m",
        "probe_id": "p1",
        "epoch": 1,
        "k": 1,
        "impossible": False,
        "position": 1,
        "type": "word_count",
        "code": "S1",
        "dimension": "structural",
        "params": '{"count": 50}',
        "passed": False,
        "score": 0.9,
        "expected": "50 words",
        "observed": "45 words",
        "spans": "[]",
    }
    return row | changes


def response_row(**changes: Any) -> dict[str, Any]:
    row: dict[str, Any] = {
        "model": "m",
        "probe_id": "p1",
        "epoch": 1,
        "k": 1,
        "topic": "tides",
        "impossible": False,
        "status": "ok",
        "tag_status": "closed",
        "response": "<answer>Tides é 🌊</answer>",
        "answer": "Tides é 🌊",
        "passed": True,
    }
    return row | changes


def test_a_table_has_exactly_the_declared_columns_whatever_the_order_of_the_rows_keys():
    row = dict(reversed(check_row().items()))
    frame = checks_frame([row])
    assert frame.schema == schema(CHECKS)
    assert frame.row(0, named=True) == check_row()


def test_an_optional_column_left_out_is_null_and_an_empty_table_keeps_its_types():
    frame = responses_frame([response_row()])
    assert frame["error"].to_list() == [None]
    assert frame["seconds"].dtype == pl.Float64
    assert responses_frame([]).schema == schema(RESPONSES)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"colour": "red"}, "Row 2 has a column 'colour'"),
        ({"k": "three"}, "Row 2 has k = 'three', which is no int"),
        ({"passed": "yes"}, "Row 2 has passed = 'yes', which is no bool"),
        ({"score": "high"}, "Row 2 has score = 'high', which is no float"),
        ({"score": float("nan")}, "NaN in column 'score'"),
        ({"type": None}, "1 empty values in column 'type'"),
    ],
)
def test_a_row_that_does_not_fit_is_named(changes: dict[str, Any], message: str):
    with pytest.raises(InvalidInput, match=message):
        checks_frame([check_row(), check_row(**changes)])


@pytest.mark.parametrize("ending", ["parquet", "jsonl"])
def test_both_formats_give_back_what_was_written(tmp_path: Path, ending: str):
    frame = responses_frame(
        [response_row(), response_row(probe_id="p2", status="refused", error="filter", passed=None)]
    )
    path = tmp_path / f"responses.{ending}"
    write_table(frame, path)
    assert read_table(path, RESPONSES).equals(frame)
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_an_empty_jsonl_file_is_an_empty_table(tmp_path: Path):
    write_table(checks_frame([]), tmp_path / "checks.jsonl")
    assert read_table(tmp_path / "checks.jsonl", CHECKS).equals(checks_frame([]))


def test_narrower_types_and_categories_of_another_writer_are_read(tmp_path: Path):
    frame = checks_frame([check_row()]).with_columns(pl.col("k").cast(pl.Int16), pl.col("type").cast(pl.Categorical))
    frame.write_parquet(tmp_path / "checks.parquet")
    assert read_table(tmp_path / "checks.parquet", CHECKS).equals(checks_frame([check_row()]))


def test_a_further_column_is_left_out():
    assert conform(checks_frame([check_row()]).with_columns(x=pl.lit(1)), CHECKS, "t").schema == schema(CHECKS)


def test_what_cannot_be_read_is_told_apart(tmp_path: Path):
    with pytest.raises(InvalidInput, match="There is no file"):
        read_table(tmp_path / "none.parquet", CHECKS)
    (tmp_path / "broken.parquet").write_bytes(b"not parquet")
    with pytest.raises(InvalidInput, match="cannot be read as a table"):
        read_table(tmp_path / "broken.parquet", CHECKS)
    (tmp_path / "table.xlsx").write_bytes(b"")
    with pytest.raises(InvalidInput, match=r"neither \.parquet nor \.jsonl"):
        read_table(tmp_path / "table.xlsx", CHECKS)
    checks_frame([check_row()]).drop("type").write_parquet(tmp_path / "short.parquet")
    with pytest.raises(InvalidInput, match="lacks the column 'type'"):
        read_table(tmp_path / "short.parquet", CHECKS)
    checks_frame([check_row()]).with_columns(passed=pl.lit("yes")).write_parquet(tmp_path / "odd.parquet")
    with pytest.raises(InvalidInput, match="has String in column 'passed', which is no bool"):
        read_table(tmp_path / "odd.parquet", CHECKS)


def test_a_failed_write_leaves_the_old_file_and_no_other(tmp_path: Path):
    path = tmp_path / "notes.txt"
    path.write_text("old", encoding="utf-8")

    def fail() -> None:
        with replacing(path) as temporary:
            temporary.write_text("half", encoding="utf-8")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert path.read_text(encoding="utf-8") == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["notes.txt"]


def test_another_ending_is_refused_when_writing(tmp_path: Path):
    with pytest.raises(InvalidInput, match=r"not as 'checks\.xlsx'"):
        write_table(checks_frame([]), tmp_path / "checks.xlsx")

"""Files become pieces: every row in exactly one of them, by number."""

import json

import polars as pl
import pytest
from shards import rows, write

from cse.errors import InvalidInput
from cse.scale import pieces as pieces_module
from cse.scale.files import find
from cse.scale.pieces import cut, line_count, raw_rows


@pytest.fixture
def small(monkeypatch):
    """Pieces of ten rows or two kilobytes."""
    monkeypatch.setattr(pieces_module, "ROWS", 10)
    monkeypatch.setattr(pieces_module, "BYTES", 2000)
    monkeypatch.setattr(pieces_module, "_STEP", 64)


@pytest.mark.usefixtures("small")
def test_rows_of_parquet_lie_in_one_piece_each(tmp_path):
    found = rows(1, count=47)
    pieces = cut(find(str(write(tmp_path / "a.parquet", found))))
    assert [(piece.start, piece.stop, piece.line) for piece in pieces] == [
        (0, 9, 1),
        (9, 18, 10),
        (18, 28, 19),
        (28, 37, 29),
        (37, 47, 38),
    ]
    read = [pair for piece in pieces for pair in raw_rows(piece)]
    assert [number for number, _ in read] == list(range(1, 48))
    assert [row["response"] for _, row in read] == [row["response"] for row in found]
    assert len({piece.name for piece in pieces}) == 5


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("last", ["\n", ""], ids=["ends with a line break", "without"])
def test_lines_of_jsonl_lie_in_one_piece_each(tmp_path, last):
    lines = [json.dumps({"probe_id": str(number), "response": "é" * (number * 37 % 900)}) for number in range(60)]
    lines[20:20] = ["", "  "]
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join(lines) + last, encoding="utf-8")
    pieces = cut(find(str(path)))
    assert len(pieces) > 5
    assert pieces[0].start == 0
    assert [piece.stop for piece in pieces] == [*(piece.start for piece in pieces[1:]), path.stat().st_size]
    read, first = [], 1
    for piece in pieces:
        read += [(first + number - piece.line, json.loads(line)["probe_id"]) for number, line in raw_rows(piece)]
        first += line_count(piece)
    assert read == [(number + 1 if number < 20 else number + 3, str(number)) for number in range(60)]


def test_a_line_longer_than_a_piece_stays_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(pieces_module, "BYTES", 100)
    path = write(tmp_path / "a.jsonl", [{"probe_id": "a", "response": "x" * 1000}, {"probe_id": "b", "response": ""}])
    assert [json.loads(line)["probe_id"] for piece in cut(find(str(path))) for _, line in raw_rows(piece)] == ["a", "b"]


def test_what_is_found(tmp_path):
    for name in ("b/2.jsonl", "b/1.parquet", "a.jsonl", "_temporary/x.jsonl", ".hidden.jsonl", "notes.txt"):
        write(tmp_path / name, rows(1, count=1))
    found = [file.path.removeprefix(str(tmp_path)) for file in find(str(tmp_path))]
    assert found == ["/a.jsonl", "/b/1.parquet", "/b/2.jsonl", "/notes.txt"]
    assert [file.path for file in find(str(tmp_path / "b" / "*.jsonl"))] == [str(tmp_path / "b" / "2.jsonl")]
    assert find(f"file://{tmp_path}/b")[0].path == f"file://{tmp_path}/b/1.parquet"
    with pytest.raises(InvalidInput, match="There is no file at"):
        find(str(tmp_path / "c" / "*.jsonl"))
    with pytest.raises(InvalidInput, match="cannot be used"):
        find("odd://bucket/x")


@pytest.mark.usefixtures("small")
def test_a_store_is_read_as_this_machine_is(tmp_path):
    """The address of a local folder takes the way through the library that reads object stores."""
    write(tmp_path / "a.parquet", rows(1, count=47))
    write(tmp_path / "b.jsonl", rows(1, count=47))
    here, stored = cut(find(str(tmp_path))), cut(find(f"file://{tmp_path}"))
    assert len(here) == len(stored) > 10
    for one, other in zip(here, stored, strict=True):
        assert (one.start, one.stop, one.line) == (other.start, other.stop, other.line)
        assert list(raw_rows(one)) == list(raw_rows(other))


def test_names_are_unique_and_plain(tmp_path):
    for name in ("x/part 1.jsonl", "y/part 1.jsonl"):
        write(tmp_path / name, rows(1, count=1))
    names = [piece.name for piece in cut(find(str(tmp_path)))]
    assert len(set(names)) == 2
    assert all(name.startswith("part_1-") for name in names)


def test_a_file_that_is_no_table(tmp_path):
    (tmp_path / "a.parquet").write_text("x")
    with pytest.raises(InvalidInput, match="cannot be read as Parquet"):
        cut(find(str(tmp_path)))
    with pytest.raises(InvalidInput, match="cannot be read as Parquet"):
        cut(find(f"file://{tmp_path}"))
    pl.DataFrame({"id": ["a"], "response": ["x"]}).write_parquet(tmp_path / "a.parquet")
    with pytest.raises(InvalidInput, match="lacks the column 'probe_id'"):
        cut(find(str(tmp_path)))

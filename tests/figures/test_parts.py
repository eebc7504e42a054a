"""The small parts: labels moved apart, names made short, numbers in words."""

from __future__ import annotations

import itertools

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cse.errors import NothingToShow
from cse.figures.frames import rows, short_names
from cse.figures.parts import apart
from cse.figures.words import between, number, percent, points, ranges, title_lines

SHARES = st.lists(st.floats(0, 1), min_size=1, max_size=8).map(sorted)


@given(values=SHARES, least=st.floats(0.01, 0.2))
def test_labels_are_apart_in_their_order_and_moved_no_further_than_needed(values, least):
    placed = apart(values, least)
    assert all(right - left >= least - 1e-6 for left, right in itertools.pairwise(placed))
    assert sum(placed) == pytest.approx(sum(values), abs=1e-6)
    if all(right - left >= least + 1e-6 for left, right in itertools.pairwise(values)):
        assert placed == pytest.approx(values, abs=1e-6)


@given(st.sets(st.integers(1, 40), min_size=1))
def test_ranges_name_every_number_and_no_other(ks):
    text = ranges(sorted(ks))
    named = set()
    for part in text.split(", "):
        first, _, last = part.partition(" to ")
        named |= set(range(int(first), int(last or first) + 1))
    assert named == ks


def test_names_are_short_where_that_is_safe():
    assert short_names(["openai-api/local/Smol", "openai/gpt"]) == {
        "openai-api/local/Smol": "Smol",
        "openai/gpt": "gpt",
    }
    alike = ["lab/" + "long " * 5 + f"{middle} and so much further" for middle in "ab"]
    assert short_names(alike) == {name: name.removeprefix("lab/") for name in alike}
    assert short_names(["a/x", "b/x", "c"]) == {"a/x": "a/x", "b/x": "b/x", "c": "c"}


@pytest.mark.parametrize(
    ("share", "text"),
    [(0, "0%"), (0.0004, "0.0%"), (0.0574, "5.7%"), (0.0994, "9.9%"), (0.0996, "10%"), (0.105, "10%"), (1, "100%")],
)
def test_percent(share, text):
    assert percent(share) == text


def test_signs_and_intervals():
    assert (points(0.263), points(-0.0461), points(0.0)) == ("+26 points", "−4.6 points", "+0 points")
    assert (number(-0.0364, 2), number(-0.0004, 2), number(1.25, 1)) == ("−0.04", "0.00", "1.2")
    assert (between(-0.1, 0.25), between(None, 0.25)) == (" [−0.10, 0.25]", "")


def test_titles_break_between_words():
    words = "At k = 5, 51% of single constraints hold, but all 5 together in 8.6% of responses"
    lines = title_lines(words, 340)
    assert " ".join(lines) == words
    assert len(lines) > 1
    assert all(len(line) <= 42 for line in lines)


def test_rows_keep_what_is_known():
    frame = pl.DataFrame({"k": [1, 2], "rate": [0.123456789, None]})
    assert rows(frame, "f", "k", "rate", known=("rate",)) == [{"k": 1, "rate": 0.123457}]
    assert len(rows(frame, "f", "k", "rate")) == 2
    with pytest.raises(NothingToShow, match="no row of its table has rate"):
        rows(frame[1:], "f", "k", "rate", known=("rate",))

"""How people write constraints."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cse.cli.catalogue import sample
from cse.constraints.notation import format_constraint, parse_constraint, parse_constraints
from cse.constraints.registry import constraint, types
from cse.errors import CseError, InvalidInput, InvalidParameter, UnknownName


@pytest.mark.parametrize("name", types())
def test_every_type_reads_back_what_was_written(name):
    drawn = sample(types()[name])
    assert parse_constraint(format_constraint(drawn)) == drawn


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("S1 count=50", constraint("word_count", count=50)),
        ("s1 count=50", constraint("word_count", count=50)),
        ("mandatory_words words=solar,wind", constraint("mandatory_words", words=["solar", "wind"])),
        ("L2 'words=[\"New York\"]'", constraint("mandatory_words", words=["New York"])),
        ("forbidden_word word=42", constraint("forbidden_word", word="42")),
        ('{"type": "no_digits"}', constraint("no_digits")),
    ],
)
def test_parse(text, expected):
    assert parse_constraint(text) == expected


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("wordcount count=5", UnknownName, "word_count"),
        ("word_count", InvalidParameter, "count"),
        ("word_count count=-1", InvalidParameter, "count = -1"),
        ("word_count count=many", InvalidParameter, "'many'"),
        ("word_count count", InvalidInput, "parameter=value"),
        ("word_count size=5", InvalidParameter, "count"),
        ("word_count 'count=5", InvalidInput, "quotation"),
        ('{"type": ', InvalidInput, "JSON"),
        ('{"kind": "no_digits"}', InvalidInput, '"type"'),
    ],
)
def test_mistakes_get_one_clear_sentence(text, error, says):
    with pytest.raises(error, match=r"(?s)^.{1,400}$") as raised:
        parse_constraint(text)
    assert says in str(raised.value)


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text):
    # Any other exception fails the test.
    with suppress(CseError):
        assert parse_constraints(text)


def test_lists_are_read_in_three_forms():
    wanted = [constraint("no_digits"), constraint("word_count", count=5)]
    as_json = '[{"type": "no_digits"}, {"type": "S1", "params": {"count": 5}}]'
    assert parse_constraints("# mine\nno_digits\n\nS1 count=5\n") == wanted
    assert parse_constraints(as_json) == wanted
    assert parse_constraints(f'{{"id": "p", "constraints": {as_json}}}') == wanted
    with pytest.raises(InvalidInput, match="no constraint"):
        parse_constraints("# nothing\n")

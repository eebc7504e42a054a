"""Options that commands share."""

import pytest

from cse.cli.options import parse_levels
from cse.errors import InvalidInput


@pytest.mark.parametrize(
    ("text", "levels"),
    [("4", [4]), ("1-3", [1, 2, 3]), ("5-6, 1,6", [1, 5, 6]), ("12", [12]), ("1-12", list(range(1, 13)))],
)
def test_levels(text, levels):
    assert parse_levels(text) == levels


@pytest.mark.parametrize("text", ["", "0", "13", "3-1", "a", "1-", "1..3", "-1", "1,,2"])
def test_other_texts_are_refused(text):
    with pytest.raises(InvalidInput, match="k = "):
        parse_levels(text)

"""The exception tree: as drawn, each message one clear sentence, and each error survives a process boundary."""

import pickle
import re

import pytest

from cse import errors

SAMPLES = [
    errors.CseError("x"),
    errors.InvalidParameter("word_count", "count", 0, "a whole number of at least 1"),
    errors.UnknownName("suite", "quik", ["quick", "v1"], "`cse suites` lists them."),
    errors.InvalidInput("x"),
    errors.InvalidProbe("x"),
    errors.MissingExtra("cse run", "run"),
    errors.ComposeError("x"),
    errors.RunError("x"),
    errors.NothingToShow("collapse", "its table has no row"),
]


def test_the_tree_is_drawn_as_it_is():
    drawn = re.findall(r"\+-- (\w+)|^    (\w+)$", errors.__doc__, re.MULTILINE)
    names = {name for pair in drawn for name in pair if name}
    defined = {n for n, value in vars(errors).items() if isinstance(value, type) and issubclass(value, Exception)}
    assert names == defined == {type(sample).__name__ for sample in SAMPLES}
    assert all(issubclass(getattr(errors, name), errors.CseError) for name in names)


@pytest.mark.parametrize("error", SAMPLES, ids=lambda error: type(error).__name__)
def test_errors_can_be_sent_to_another_process(error):
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301  # our own bytes
    assert type(copy) is type(error)
    assert str(copy) == str(error)


def test_unknown_names_list_the_nearest():
    assert "Nearest: quick" in str(SAMPLES[2])
    assert "Nearest" not in str(errors.UnknownName("suite", "zzz", ["quick"]))


def test_missing_extra_says_what_to_install():
    assert "pip install 'constraint-saturation[run]'" in str(SAMPLES[5])

"""Marked texts."""

from hypothesis import given
from hypothesis import strategies as st

from cse.cli.marking import marked, visible


def test_spans_stand_in_brackets_with_their_codes():
    text = marked("The cat sat on the mat.", [((4, 7), "L5"), ((4, 11), "W1"), ((19, 22), "L5")], in_colour=False)
    assert text.plain == "The [cat]L5 sat]W1 on the [mat]L5."


def test_spans_are_coloured_and_nothing_else_is():
    text = marked("a bc d", [((2, 4), "L1")], in_colour=True)
    assert text.plain == "a bcL1 d"
    assert [text.plain[s.start : s.end] for s in text.spans if "red underline" in str(s.style)] == ["bc"]


def test_control_and_bidi_characters_are_shown_not_sent():
    assert visible("a\x1b[31mb\u202ec\x07").plain == "a␛[31mb\ufffdc␇"


def test_markup_of_the_model_stays_text():
    assert visible("[red]x[/red]").plain == "[red]x[/red]"


SPANS = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)).map(lambda pair: tuple(sorted(pair))), max_size=6)


@given(st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=20, max_size=20), SPANS)
def test_marking_loses_no_character(text, spans):
    plain = marked(text, [(span, "") for span in spans], in_colour=False).plain
    assert plain.replace("[", "").replace("]", "") == text
    assert len([span for span in spans if span[0] < span[1]]) == 0 or "[" in plain

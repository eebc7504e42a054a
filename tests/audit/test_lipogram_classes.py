"""The four classes of a failed lipogram, and where it first failed."""

import pytest

from cse.audit.lipograms import classify
from cse.audit.modes import read_answer
from cse.constraints.registry import constraint
from cse.text.document import Document


def classed(text, letter):
    lipogram = constraint("lipogram", letter=letter)
    document = Document(text)
    return classify(text, letter, lipogram.verify(document).spans, read_answer(document, [lipogram]))


@pytest.mark.parametrize(
    ("text", "letter", "wanted", "violations", "in_text"),
    [
        ("Tea cools. We rest.", "o", "genuine", 2, 2),
        ('Tea is hot. Note: I avoided the letter "k".', "k", "meta", 1, 0),
        ('I like tea. Note: I avoided the letter "k".', "k", "genuine", 2, 1),
        ("Kim sips tea.", "k", "case", 1, 1),
        ("Kim likes tea.", "k", "genuine", 2, 2),
        ("A warm café.", "e", "case", 1, 1),
        (r"A \u0063at naps.", "c", "case", 1, 1),
        ("I'm sorry, but I can't write this text.", "w", "refusal", 1, 0),
    ],
)
def test_the_class_follows_from_where_the_letter_stands(text, letter, wanted, violations, in_text):
    found = classed(text, letter)
    assert (found.lipogram_class, found.violations, found.in_text) == (wanted, violations, in_text)


def test_the_place_is_that_of_the_first_violation_in_the_text():
    text = 'Note: no letter "k". We like tea.'
    assert classed(text, "k").first == text.index("ke tea") / len(text)
    only_remark = 'Tea is hot. Note: no letter "k".'
    assert classed(only_remark, "k").first == only_remark.index("k") / len(only_remark)

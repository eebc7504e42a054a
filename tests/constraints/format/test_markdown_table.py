"""F1: one pipe table of the right shape."""

import random

import pytest

import cse.constraints.registry as registry
from cse.constraints.base import Given, Topic
from cse.constraints.claims import NO_CLAIMS, Claims, TableShape, at_most
from cse.errors import InvalidParameter
from cse.text.document import Document

GIVEN = Given(Topic("tea", ("cup",)), NO_CLAIMS)
GOOD = "| Name | Age |\n|---|---|\n| Ann | 5 |\n| Bob | 6 |"


def verify(columns: int, rows: int, text: str):
    return registry.constraint("markdown_table", columns=columns, rows=rows).verify(Document(text))


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"Here it is:\n\n{GOOD}\n\nDone.",
        "| Name | Age |\n|:---|---:|\n| Ann | 5 |\n| Bob | 6 |",  # alignment
        "Name | Age\n--- | ---\nAnn | 5\nBob | 6",  # no outer pipes
        "| Name | Age |\n|-|-|\n| Ann | |\n| | 6 |",  # a cell may be blank
        "| **Name** | Age |\n|---|---|\n| Ann | 5 |\n| Bob | 6 |\nno pipe here",
        "| Name | Age |\n|---|---|\n| Ann \\| Al | 5 |\n| Bob | 6 |",  # an escaped pipe splits nothing
        f"| a | b | c |\n|---|---|---|\n| d | e | f |\n\n{GOOD}",  # one of two fits
        f"{GOOD}\n\n| a | b | c |\n|---|---|---|\n| d | e | f |",
    ],
)
def test_two_by_two_tables_pass(text: str) -> None:
    assert verify(2, 2, text).passed


@pytest.mark.parametrize(
    "text",
    [
        "| Name | Age |\n|---|---|\n| Ann | 5 |",
        f"{GOOD}\n| Cid | 7 |",
        "| Name | Age | Town |\n|---|---|---|\n| Ann | 5 | X |\n| Bob | 6 | Y |",
        "| Name | Age |\n|---|---|\n| Ann | 5 |\n| Bob |",  # ragged: a cell too few
        "| Name | Age |\n|---|---|\n| Ann | 5 |\n| Bob | 6 | x |",  # ragged: a cell too many
        "| Name | Age |\n|---|---|\n| Ann | 5 |\n| | |",  # a blank row
        "| | |\n|---|---|\n| Ann | 5 |\n| Bob | 6 |",  # a blank header
        "| Name | Age |\n| Ann | 5 |\n| Bob | 6 |",  # no separator
        "| Name | Age |\n|---|\n| Ann | 5 |\n| Bob | 6 |",  # a separator of other width
        f"```\n{GOOD}\n```",  # inside code
        "| Name | Age |\n|---|---|\n| Ann | 5 |\n\n| Bob | 6 |",  # a blank line ends the table
        "<table><tr><td>Ann</td></tr></table>",
        "no table",
    ],
)
def test_other_tables_fail(text: str) -> None:
    assert not verify(2, 2, text).passed


def test_one_column_and_one_row_are_the_smallest_table() -> None:
    assert verify(1, 1, "| a |\n|---|\n| b |").passed


def test_score_is_the_mean_of_columns_rows_and_rows_that_fit() -> None:
    assert verify(2, 2, "| a | b |\n|---|---|\n| c | d |").score == pytest.approx((1 + 1 / 2 + 1) / 3)
    assert verify(2, 2, "| a | b |\n|---|---|\n| c | d |\n| e |").score == pytest.approx((1 + 1 + 2 / 3) / 3)
    assert verify(4, 1, "| a | b |\n|---|---|\n| c | d |").score == pytest.approx((1 / 2 + 1 + 0) / 3)
    assert verify(2, 2, "none").score == 0.0


def test_score_is_that_of_the_best_table() -> None:
    near = "| a | b |\n|---|---|\n| c | d |\n| e |"
    far = "| a | b | c | d |\n|---|---|---|---|\n| e | f | g | h |"
    assert verify(2, 2, f"{far}\n\n{near}").score == verify(2, 2, near).score > verify(2, 2, far).score


def test_spans_show_the_rows_that_do_not_fit_or_are_too_many() -> None:
    text = "See **this**:\n\n| a | b |\n|---|---|\n| c |\n| d | e |\n| f | g |"
    assert [text[start:end] for start, end in verify(2, 2, text).spans] == ["| c |", "| f | g |"]


def test_the_span_is_the_whole_table_where_rows_are_missing() -> None:
    table = "| a | b |\n|---|---|\n| c | d |"
    text = f"Look.\n\n{table}"
    assert [text[start:end] for start, end in verify(2, 2, text).spans] == [table]


@pytest.mark.parametrize(
    ("parameter", "value"), [("columns", 0), ("columns", "2"), ("rows", 0), ("rows", 1.5), ("rows", None)]
)
def test_refuses_shapes_that_are_none(parameter: str, value: object) -> None:
    with pytest.raises(InvalidParameter, match=f"markdown_table: {parameter} = "):
        registry.constraint("markdown_table", **({"columns": 2, "rows": 2} | {parameter: value}))


def test_draws_stay_in_range_and_within_the_lines() -> None:
    cls = registry.find_type("F1")
    rng = random.Random(1)
    shapes = {tuple(cls.draw(rng, GIVEN).params().values()) for _ in range(500)}
    assert shapes == {(columns, rows) for columns in (2, 3, 4) for rows in (2, 3, 4)}
    few = Given(GIVEN.topic, Claims(lines=at_most(5)))
    assert {cls.draw(rng, few).params()["rows"] for _ in range(200)} == {2, 3}


def test_claims_hold_for_a_shortest_answer() -> None:
    claims, document = registry.constraint("F1", columns=2, rows=2).claims(), Document("a|b\n-|-\nc|d\ne|f")
    assert registry.constraint("F1", columns=2, rows=2).verify(document).passed
    assert claims.tables == (TableShape(2, 2),)
    assert len(document.lines) == claims.lines.low
    assert len(document.tokens) == claims.tokens.low


def test_instruction_is_grammatical_for_one() -> None:
    one = registry.constraint("F1", columns=1, rows=1).instruction()
    assert "exactly 1 column and 1 data row:" in one
    assert "then the data row, with" in one

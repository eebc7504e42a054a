"""N4: true equations X + Y = Z, and what is none."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given as any_of
from hypothesis import strategies as st

from cse.constraints.base import Given, Topic, Verdict
from cse.constraints.claims import Claims, at_least, exactly
from cse.constraints.numerical.equations import Equations, find_equations
from cse.errors import InvalidParameter
from cse.text.document import Document


def verify(answer: str, count: int) -> Verdict:
    return Equations(count=count).verify(Document(answer))


def given(**claims: Any) -> Given:
    return Given(Topic("tea", ("leaf", "cup")), Claims(**claims))


def found(answer: str) -> list[str]:
    document = Document(answer)
    return [document.text[e.start : e.end] + ("" if e.holds else " (false)") for e in find_equations(document)]


@pytest.mark.parametrize(
    ("answer", "equations"),
    [
        # forms of a number, and spacing
        ("2 + 3 = 5 and 10 + 4 = 14", ["2 + 3 = 5", "10 + 4 = 14"]),
        ("So 2+3=5 holds.", ["2+3=5"]),
        ("So 2  +\t3= 5 holds.", ["2  +\t3= 5"]),
        ("2\u00a0+\u00a03 = 5", ["2\u00a0+\u00a03 = 5"]),
        ("-2 + 3 = 1, 2 + -3 = -1 and 2 +-3 = −1", ["-2 + 3 = 1", "2 + -3 = -1", "2 +-3 = −1"]),
        ("1,000 + 1 = 1,001", ["1,000 + 1 = 1,001"]),
        ("2 + 2 = 5", ["2 + 2 = 5 (false)"]),
        ("2 +\n3 = 5", []),
        ("2 + 3\n= 5", []),
        ("2x + 3 = 5", []),
        ("1st + 2 = 3", []),
        ("1.5 + 2 = 3.5", []),
        ("1 + 2 = 3.0", []),
        ("a + 2 = 3", []),
        ("9 − 4 = 5", []),
        ("2 + 2 == 4", []),
        ("2 ++ 2 = 4", []),
        ("5 = 2 + 3", []),
        ("1. + 2 = 3", []),
        # where it stands
        ("**2 + 3 = 5**", ["2 + 3 = 5"]),
        ("(2 + 3 = 5)", ["2 + 3 = 5"]),
        ("$2 + 3 = 5$ or `2 + 3 = 5`.", ["2 + 3 = 5", "2 + 3 = 5"]),
        ("2 + 3 = 5; 2 + 3 = 5/", ["2 + 3 = 5", "2 + 3 = 5"]),
        ("Sum: 2 + 3 = 5!", ["2 + 3 = 5"]),
        ("| 2 + 3 = 5 | 1 + 1 = 2 |", ["2 + 3 = 5", "1 + 1 = 2"]),
        ("| 2 | + | 3 | = | 5 |", []),
        ("```\n2 + 3 = 5\n```", ["2 + 3 = 5"]),
        ("1. 2 + 3 = 5\n2. 1 + 1 = 2", ["2 + 3 = 5", "1 + 1 = 2"]),
        ("1) 2 + 3 = 5", ["2 + 3 = 5"]),
        ("In 2020, 2 + 3 = 5", ["2 + 3 = 5"]),
        ("<b>2 + 3 = 5</b>", ["2 + 3 = 5"]),
        # bullets, dashes and arrows are no signs
        ("- 2 + 3 = 5", ["2 + 3 = 5"]),
        ("+ 2 + 3 = 5\n+ 1 + 1 = 2", ["2 + 3 = 5", "1 + 1 = 2"]),
        ("* 2 + 3 = 5\n  * 1 + 1 = 2", ["2 + 3 = 5", "1 + 1 = 2"]),
        ("• -2 + 3 = 1", ["-2 + 3 = 1"]),
        ("— 2 + 3 = 5\n– 1 + 1 = 2\n− 1 + 2 = 3", ["2 + 3 = 5", "1 + 1 = 2", "1 + 2 = 3"]),
        ("We know 7 — 2 + 3 = 5 — well.", ["2 + 3 = 5"]),
        ("We add - 2 + 3 = 5 - and rest.", ["2 + 3 = 5"]),
        ("We add – 2 + 3 = 5 – a sum.", ["2 + 3 = 5"]),
        ("It is a - 2 + 3 = 5 - I think.", ["2 + 3 = 5"]),
        ("=> 2 + 3 = 5 => done", ["2 + 3 = 5"]),
        ("-> 2 + 3 = 5 -> done", ["2 + 3 = 5"]),
        ("> 2 + 3 = 5", ["2 + 3 = 5"]),
        ("Day 1 -> 2 + 3 = 5", ["2 + 3 = 5"]),
        ("A try -- 2 + 3 = 5 -- of ours", ["2 + 3 = 5"]),
        ("After COVID-19 + 1 = 20", ["19 + 1 = 20"]),
        ("<p>2 + 3 = 5</p>\n<br/>1 + 1 = 2<br/>", ["2 + 3 = 5", "1 + 1 = 2"]),
        ("2 + 3 = 5* holds", ["2 + 3 = 5"]),
        ("Box 2 + 3 = 5 xylophones", ["2 + 3 = 5"]),
        ("2 + 3 = 5\n+ 1 + 1 = 2", ["2 + 3 = 5", "1 + 1 = 2"]),
        ("2 + 3 = 5\n- 1 + 1 = 0", ["2 + 3 = 5", "1 + 1 = 0 (false)"]),
        # chains
        ("1 + 2 + 3 = 6", []),
        ("1+2+3=6", []),
        ("x = 3 + 4 = 7", []),
        ("2 + 2 = 4 = y", []),
        ("2 + 2 = 4 = four", []),
        ("1 - 2 + 3 = 2", []),
        ("1 -2 + 3 = 2", []),
        ("1 − 2 + 3 = 2", []),
        ("1 – 2 + 3 = 2", []),
        ("x - 2 + 3 = 5", []),
        ("2x - 2 + 3 = 5", []),
        ("x² - 2 + 3 = 5", []),
        ("(1 + 4) - 2 + 3 = 6", []),
        ("3.5 + 2 + 2 = 4", []),
        ("y + 3 + 4 = 7", []),
        ("2 * 3 + 4 = 10", []),
        ("2 × 3 + 4 = 10", []),
        ("2 x 3 + 4 = 10", []),
        ("6 / 3 + 4 = 6", []),
        ("2^3 + 1 = 9", []),
        ("2**3 + 1 = 9", []),
        ("2·3 + 4 = 10", []),
        ("7 // 2 + 1 = 4", []),
        ("2 + 2 = 2**2", []),
        ("√4 + 2 = 4", []),
        ("2 * -3 + 4 = -2", []),
        ("2 + 3 = 5 + 0", []),
        ("2 + 3 = 5 - 0", []),
        ("2 + 3 = 5 -0", []),
        ("2 + 3 = 6 − 1", []),
        ("2 + 3 = 6 - x", []),
        ("2 + 3 = 5 * 1", []),
        ("2 + 3 = 5 x 1", []),
        ("2 + 2 = 2^2", []),
        ("2 + 3 = 5 > 4", []),
        ("1 + 2 = 3 + 4 = 7", []),
        ("= 3 + 4 = 7", []),
        ("1 + 2 = 3 = 1 + 2", []),
        ("Note 1 + 2 + 3 = 6, yet 2 + 2 = 4.", ["2 + 2 = 4"]),
    ],
)
def test_what_an_equation_is(answer: str, equations: list[str]) -> None:
    assert found(answer) == equations


@pytest.mark.parametrize(
    ("answer", "score"),
    [
        ("1 + 1 = 2 and 2 + 2 = 4", 1.0),
        ("1 + 1 = 2", (0.5 + 1) / 2),
        ("1 + 1 = 2, 2 + 2 = 4, 3 + 3 = 6", (0.5 + 1) / 2),
        ("1 + 1 = 2 and 2 + 2 = 5", (1 + 0.5) / 2),
        ("1 + 1 = 2, 2 + 2 = 4, 3 + 3 = 7", (0.5 + 2 / 3) / 2),
        ("1 + 1 = 3", (0.5 + 0) / 2),
        ("no sum", 0.0),
    ],
)
def test_score_is_the_mean_of_count_and_truth(answer: str, score: float) -> None:
    assert verify(answer, 2).score == pytest.approx(score)
    assert verify(answer, 2).passed == (score == 1.0)


@any_of(
    st.lists(st.tuples(st.integers(-999, 9999), st.integers(-999, 9999), st.sampled_from([0, 0, 0, 1])), max_size=6),
    st.sampled_from(["{} + {} = {}", "{}+{}={}", "{}  + {} ={}"]),
    st.sampled_from([", ", "\n", "\n- ", " and ", "; ", ". Then "]),
)
def test_written_equations_are_read_back(sums: list[tuple[int, int, int]], form: str, joint: str) -> None:
    answer = "Sums: " + joint.join(form.format(x, y, x + y + error) for x, y, error in sums)
    assert [e.holds for e in find_equations(Document(answer))] == [error == 0 for _, _, error in sums]
    assert verify(answer, 3).passed == (len(sums) == 3 and not any(error for _, _, error in sums))


def test_spans_are_the_false_and_the_surplus_equations() -> None:
    answer = "**2 + 2 = 5**, 1 + 1 = 2, 1+2=3."
    assert [answer[a:b] for a, b in verify(answer, 1).spans] == ["2 + 2 = 5", "1+2=3"]


@pytest.mark.parametrize("count", [0, 1.5, "3", None, True])
def test_count_is_a_whole_number_of_at_least_one(count: Any) -> None:
    with pytest.raises(InvalidParameter, match="equations: count = "):
        Equations(count=count)


@pytest.mark.parametrize(
    ("claims", "counts"),
    [
        ({}, {2, 3, 4}),
        ({"integers": exactly(8)}, {2}),
        ({"integers": exactly(10)}, {2, 3}),
        ({"integers": exactly(9), "integer_totals": (121,)}, {2}),
        ({"integers": exactly(9), "integer_totals": (120,)}, {2, 3}),
        ({"integers": exactly(5)}, {2, 3, 4}),
    ],
)
def test_draw_agrees_with_the_integers_claimed(claims: dict[str, Any], counts: set[int]) -> None:
    rng = random.Random(1)
    assert {Equations.draw(rng, given(**claims)).count for _ in range(200)} == counts


def test_instruction_is_singular_for_one() -> None:
    assert Equations(count=1).instruction().startswith("Include exactly 1 equation of the form X + Y = Z, ")
    assert "make sure that it is correct." in Equations(count=1).instruction()
    assert Equations(count=3).instruction().startswith("Include exactly 3 equations of the form X + Y = Z, ")


def test_claims() -> None:
    assert Equations(count=3).claims() == Claims(equations=exactly(3), integers=at_least(9))

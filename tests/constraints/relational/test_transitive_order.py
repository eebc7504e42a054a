"""R2: a complete numbered list, in any form, in an order that keeps every comparison."""

import random
from itertools import pairwise, permutations

import pytest
from hypothesis import given as examples_of
from hypothesis import strategies as st

import cse.constraints.registry as registry
from cse.constraints.base import Given, Topic
from cse.constraints.claims import NO_CLAIMS, Claims, Range
from cse.errors import InvalidParameter
from cse.text.document import Document

GIVEN = Given(Topic("tea", ("cup",)), NO_CLAIMS)
ITEMS = ["Lima", "Oslo", "Rome"]
CHAIN = [["Rome", "Lima"], ["Oslo", "Rome"]]
SPELLED = ["one", "two", "three", "four", "five", "six"]


def order(items=ITEMS, comparisons=CHAIN):
    return registry.constraint("transitive_order", items=items, comparisons=comparisons)


def verify(text: str, **params):
    return order(**params).verify(Document(text))


# The five list formats that the paper's checker could not read, and the spelled-out one of its class 6.


@pytest.mark.parametrize("text", ["1. Oslo 2. Rome 3. Lima", "The order: 1. Oslo, 2. Rome and 3. Lima."])
def test_paper_list_format_several_items_on_a_line(text: str) -> None:
    assert verify(text).passed


@pytest.mark.parametrize("text", ["(1) Oslo\n(2) Rome\n(3) Lima", "The order: (1) Oslo, (2) Rome, (3) Lima"])
def test_paper_list_format_parentheses(text: str) -> None:
    assert verify(text).passed


@pytest.mark.parametrize("text", ["1 Oslo 2 Rome 3 Lima", "1 Oslo\n2 Rome\n3 Lima", "1\tOslo\n2\tRome\n3\tLima"])
def test_paper_list_format_spaces_only(text: str) -> None:
    assert verify(text).passed


@pytest.mark.parametrize(
    "text",
    [
        "1) Oslo 2) Rome 3) Lima",
        "1: Oslo, 2: Rome, 3: Lima",
        "1 - Oslo\n2 - Rome\n3 - Lima",
        "1 \u2013 Oslo; 2 \u2013 Rome; 3 \u2013 Lima",
        "#1 Oslo #2 Rome #3 Lima",
        "[1] Oslo [2] Rome [3] Lima",
        "1.Oslo,2.Rome,3.Lima",
        "1, Oslo; 2, Rome; 3, Lima",
        "1\\. Oslo\n2\\. Rome\n3\\. Lima",
        "1\ufe0f\u20e3 Oslo\n2\ufe0f\u20e3 Rome\n3\ufe0f\u20e3 Lima",
    ],
)
def test_paper_list_format_other_separators(text: str) -> None:
    assert verify(text).passed


@pytest.mark.parametrize(
    "text",
    ["1st Oslo, 2nd Rome, 3rd Lima", "ranks 1st=Oslo, 2nd=Rome, 3rd=Lima.", "1st: Oslo\n2nd: Rome\n3rd: Lima"],
)
def test_paper_list_format_ordinals(text: str) -> None:
    assert verify(text).passed


@pytest.mark.parametrize(
    "text",
    [
        "one. Oslo, two. Rome, three. Lima",
        "one. Oslo\ntwo. Rome\nthree. Lima",
        "one. Oslo two. Rome three. Lima",
        "One: Oslo. Two: Rome. Three: Lima.",
        "one Oslo two Rome three Lima",
        "First, Oslo; second, Rome; third, Lima.",
        "Firstly Oslo, secondly Rome, and thirdly Lima",
        "- First: Oslo\n- Second: Rome\n- Third: Lima",
        "First place: Oslo. Second place: Rome. Third place: Lima.",
        "The first is Oslo, the second is Rome and the third is Lima.",
        "First comes Oslo, second comes Rome, third comes Lima!",
    ],
)
def test_paper_class_6_spelled_out_numbers(text: str) -> None:
    assert verify(text).passed
    assert not verify(text.replace("Oslo", "x").replace("Rome", "Oslo").replace("x", "Rome")).passed


@pytest.mark.parametrize(
    "text",
    [
        "1. Oslo\n2. Rome\n3. Lima",
        "1. **Oslo**\n2. *Rome*\n3. `Lima`",
        "**1.** Oslo\n**2.** Rome\n**3.** Lima",
        "### 1. Oslo\n### 2. Rome\n### 3. Lima",
        "```\n1. **Oslo**\n2. Rome\n3. Lima\n```",
        "1. \u201cOSLO\u201d\n2. r\u00f6me\n3. [lima]",
        "01. Oslo\r\n02. Rome\r\n03. Lima\r\n",
        "1.\nOslo\n2.\nRome\n3.\nLima",
        "1. Oslo (before Rome, see clue 2)\n2. Rome: it precedes Lima\n3. Lima comes last",
        "1. the Oslo\n2. The Rome\n3. the Lima",
        "Rank 1: Oslo\nRank 2: Rome\nRank 3: Lima",
        "1. First: Oslo\n2. Second: Rome\n3. Third: Lima",
        r"1. \u004fslo 2. Rome 3. Lima",
    ],
)
def test_marks_case_accents_and_remarks_make_no_difference(text: str) -> None:
    assert verify(text).passed


@pytest.mark.parametrize(
    "text",
    [
        "1. Rome\n2. Oslo\n3. Lima",
        "1. Oslo\n2. Rome",  # one is missing
        "1. Oslo\n2. Rome\n4. Lima",  # a number is skipped
        "1. Oslo\n3. Lima\n2. Rome\n3. Lima",  # and does not come back
        "1. Oslo\n1. Rome\n1. Lima",
        "2. Oslo\n3. Rome\n4. Lima",
        "1. Oslo\n2. Rome\n3. Rome",  # twice
        "1. Oslo\n2. Rome\n3. Lima\n4. Oslo",  # the list goes on with an item
        "1. Oslo\n2. Paris\n3. Lima",
        "Oslo, Rome, Lima",
        "- Oslo\n- Rome\n- Lima",
        "1. Oslo, Rome, Lima",
        "1. Osloer\n2. Rome\n3. Lima",  # not a whole word
        "1. xOslo\n2. Rome\n3. Lima",
        "1.1 Oslo 1.2 Rome 1.3 Lima",
        "Oslo is first, Rome is second, Lima is third.",
        "First I thought of Oslo, then second of Rome, third of Lima.",
    ],
)
def test_wrong_partial_and_unnumbered_lists_fail(text: str) -> None:
    assert not verify(text).passed


def test_the_last_complete_list_counts() -> None:
    right, wrong = "1. Oslo 2. Rome 3. Lima", "1. Rome 2. Oslo 3. Lima"
    assert verify(f"First idea: {wrong}\n\nBetter: {right}").passed
    assert not verify(f"{right}\n\nNo: {wrong}").passed
    assert verify(f"{right}\n\nOf these, 1. Lima is the warmest, 2. Rome the oldest.").passed  # not complete


@pytest.mark.parametrize(
    "remark",
    [
        "Oslo is first, Rome is second, Lima is third. Oslo leads.",
        "Oslo first, Rome second, Lima third. Oslo leads.",
        "Oslo is 1, Rome is 2, Lima is 3. Oslo leads.",
        "First, Rome comes before Lima. Second, Oslo comes before Rome. Third, Lima is last.",
        "I have 2 Oslo guides and 1 Rome map.",
    ],
)
def test_prose_after_the_list_is_no_list(remark: str) -> None:
    assert verify(f"1. Oslo\n2. Rome\n3. Lima\n\n{remark}").passed


def test_items_inside_one_another_and_of_several_words() -> None:
    params = {"items": ["York", "New York", "New York City", "C++"], "comparisons": [["New York", "York"]]}
    assert verify("1. New York 2. York 3. new  york city 4. C++", **params).passed
    assert verify("1. New York City 2. New York 3. C++ 4. York", **params).passed
    assert not verify("1. York 2. New York 3. New York City 4. C++", **params).passed
    assert not verify("1. New York 2. New York 3. New York City 4. C++", **params).passed


def test_items_with_numbers_and_curly_apostrophes() -> None:
    params = {"items": ["Apollo 11", "2 Fast", "L\u2019Aquila"], "comparisons": [["2 Fast", "Apollo 11"]]}
    assert verify("1. 2 Fast 2. Apollo 11 3. L'Aquila", **params).passed
    assert verify("1 L\u2019Aquila 2 2 Fast 3 Apollo 11", **params).passed


def test_any_order_that_keeps_the_comparisons_passes() -> None:
    comparisons = [["A1", "B1"]]
    for listed in permutations(["A1", "B1", "C1"]):
        text = " ".join(f"{number}. {item}" for number, item in enumerate(listed, 1))
        found = verify(text, items=["C1", "B1", "A1"], comparisons=comparisons)
        assert found.passed == (listed.index("A1") < listed.index("B1"))


def test_score_is_the_share_of_comparisons_kept() -> None:
    params = {"items": ["Aa", "Bb", "Cc", "Dd"], "comparisons": [["Aa", "Bb"], ["Bb", "Cc"], ["Cc", "Dd"]]}
    assert verify("1. Bb 2. Aa 3. Cc 4. Dd", **params).score == pytest.approx(2 / 3)
    assert verify("1. Dd 2. Cc 3. Bb 4. Aa", **params).score == 0.0
    assert verify("1. Aa 2. Bb 3. Cc", **params).score == pytest.approx(2 / 3 * 3 / 4)  # incomplete: scaled
    assert verify("Aa, Bb, Cc, Dd", **params).score == 0.0


def test_spans_show_the_entries_of_broken_comparisons() -> None:
    text = "So: **1.** \u00d3slo **3.**\n\n(1) Rome, (2) **\u00d3slo**, (3) Lima"
    found = verify(text)
    assert [text[start:end] for start, end in found.spans] == ["1) Rome", "2) **\u00d3slo"]
    assert found.observed == "Rome, Oslo, Lima"


def test_spans_of_an_incomplete_list_show_what_was_read() -> None:
    text = "1. Oslo\n2. Rome\n3. Paris"
    assert [text[start:end] for start, end in verify(text).spans] == ["1. Oslo", "2. Rome"]


@pytest.mark.parametrize(
    "text",
    [
        "1" * 100_000,
        "1 " * 50_000,
        "1. " * 50_000 + "Oslo",
        "first " * 20_000 + "Oslo",
        "Oslo " * 20_000,
        "Oslo one " * 10_000,
        "1. Oslo 2. Rome " * 10_000,
        "1" + " " * 100_000 + "Oslo",
        "New " * 30_000,
        "0" * 100_000 + "1. Oslo",
        "Oslo" + " and" * 30_000 + " first Oslo",
    ],
)
def test_hostile_texts_are_read_in_linear_time(text: str) -> None:
    # Anything quadratic takes minutes here, and the test run with it.
    items = ["Oslo", "Rome", "New York"]
    assert not verify(text, items=items, comparisons=[["Oslo", "Rome"]]).passed


@examples_of(st.permutations(["Oslo", "Rome", "Lima", "New York", "York"]), st.sampled_from(["{}. ", "({}) ", "{} "]))
def test_any_permutation_is_judged_by_its_comparisons(listed: list[str], form: str) -> None:
    chain = ["Rome", "York", "Oslo", "New York", "Lima"]
    comparisons = [list(pair) for pair in pairwise(chain)]
    kept = sum(listed.index(a) < listed.index(b) for a, b in comparisons)
    text = "\n".join(form.format(number) + item for number, item in enumerate(listed, 1))
    found = verify(text, items=sorted(chain), comparisons=comparisons)
    assert found.score == pytest.approx(kept / 4)
    assert found.passed == (listed == chain)


@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        ("items", "Oslo"),
        ("items", ["Oslo"]),
        ("items", []),
        ("items", ["Oslo", "oslo", "Rome"]),
        ("items", ["Oslo", "Rome", " "]),
        ("items", ["Oslo", "Rome", 3]),
        ("items", ["Oslo", "Rome", "Two"]),  # a list number
        ("items", ["Oslo", "Rome", "2nd"]),
        ("items", ["Oslo", "Rome"] + [f"item {n}" for n in range(19)]),
        ("items", None),
        ("comparisons", []),
        ("comparisons", [["Oslo", "Paris"]]),
        ("comparisons", [["Oslo"]]),
        ("comparisons", [["Oslo", "Rome", "Lima"]]),
        ("comparisons", ["Oslo"]),
        ("comparisons", [["Oslo", "Oslo"]]),
        ("comparisons", [["Oslo", "Rome"], ["Rome", "Lima"], ["Lima", "Oslo"]]),
        ("comparisons", {"Oslo": "Rome"}),
        ("comparisons", [[["Oslo"], "Rome"]]),
    ],
)
def test_refuses_parameters_that_make_no_order(parameter: str, value: object) -> None:
    with pytest.raises(InvalidParameter, match=f"transitive_order: {parameter} = "):
        order(**{parameter: value})


def test_two_and_twenty_items_are_allowed() -> None:
    assert verify("one Rome two Oslo", items=["Oslo", "Rome"], comparisons=[["Rome", "Oslo"]]).passed
    items = [f"town{n}" for n in "abcdefghijklmnopqrst"]
    text = "\n".join(f"{number}. {item}" for number, item in enumerate(items, 1))
    assert verify(text, items=items, comparisons=[list(pair) for pair in pairwise(items)]).passed


@pytest.mark.parametrize("seed", range(60))
def test_a_draw_has_one_order_which_nothing_gives_away(seed: int) -> None:
    params = registry.find_type("R2").draw(random.Random(seed), GIVEN).params()
    items, comparisons = params["items"], params["comparisons"]
    assert 4 <= len(items) <= 6
    assert len(comparisons) == len(items) - 1  # none missing, none to spare
    fitting = [p for p in permutations(items) if all(p.index(a) < p.index(b) for a, b in comparisons)]
    assert len(fitting) == 1
    assert list(fitting[0]) != items
    assert comparisons != [list(pair) for pair in pairwise(fitting[0])]
    assert order(**params).claims().orders == (fitting[0],)


def test_draws_reach_all_sizes_and_depend_on_the_seed_alone() -> None:
    cls = registry.find_type("R2")
    assert {len(cls.draw(random.Random(n), GIVEN).params()["items"]) for n in range(60)} == {4, 5, 6}
    assert cls.draw(random.Random(7), GIVEN) == cls.draw(random.Random(7), GIVEN)


def test_draws_keep_clear_of_banned_letters_and_words_and_of_word_lengths() -> None:
    cls, rng = registry.find_type("R2"), random.Random(1)
    for letter in "inshrdlcumw":
        given = Given(GIVEN.topic, Claims(banned_letters=letter))
        for _ in range(20):
            assert all(letter not in item.lower() for item in cls.draw(rng, given).params()["items"])
    given = Given(GIVEN.topic, Claims(word_length=Range(2, 5), banned_words=("Oslo", "rome")))
    drawn = [item for _ in range(100) for item in cls.draw(rng, given).params()["items"]]
    assert {len(item) for item in drawn} <= {4, 5}
    assert not {"Oslo", "Rome"} & set(drawn)


def test_the_instruction_tells_every_item_and_comparison() -> None:
    text = order().instruction()
    assert "Lima, Oslo and Rome" in text
    assert "Rome comes before Lima; Oslo comes before Rome" in text
    assert "numbered from 1 to 3" in text


def test_spelled_out_answers_hold_what_is_claimed_at_every_size() -> None:
    for seed in range(20):
        constraint = registry.find_type("R2").draw(random.Random(seed), GIVEN)
        listed = zip(SPELLED, constraint.claims().orders[0], strict=False)
        assert constraint.verify(Document(", ".join(f"{number}. {item}" for number, item in listed))).passed

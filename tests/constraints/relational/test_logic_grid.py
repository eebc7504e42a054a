"""R3: a JSON object that solves a logic puzzle."""

import json
import random
from itertools import permutations, product

import pytest
from hypothesis import given as examples_of
from hypothesis import strategies as st

import cse.constraints.registry as registry
from cse.constraints.base import Given, Topic
from cse.constraints.claims import NO_CLAIMS, Claims
from cse.errors import InvalidParameter
from cse.text.document import Document

GIVEN = Given(Topic("tea", ("cup",)), NO_CLAIMS)
PUZZLE = {
    "people": ["Ana", "Ben", "Cal"],
    "attributes": {"pet": ["cat", "dog", "fish"], "color": ["red", "blue", "green"]},
    "clues": [
        {"person": "Ana", "attribute": "pet", "value": "cat"},
        {"person": "Ben", "attribute": "pet", "value": "dog", "not": True},
        {"person": "Cal", "attribute": "color", "value": "red"},
        {"person": "Ben", "attribute": "color", "value": "green", "not": True},
    ],
}
SOLUTION = {
    "Ana": {"pet": "cat", "color": "green"},
    "Ben": {"pet": "fish", "color": "blue"},
    "Cal": {"pet": "dog", "color": "red"},
}
SOLVED = json.dumps(SOLUTION)


def verify(text: str, puzzle: dict = PUZZLE):
    return registry.constraint("logic_grid", **puzzle).verify(Document(text))


def with_answer(person: str, **answers: object) -> str:
    return json.dumps(SOLUTION | {person: SOLUTION[person] | answers})


def all_assignments(puzzle: dict):
    """Goes through every way to give each person one value of each attribute, by brute force."""
    people, attributes = puzzle["people"], puzzle["attributes"]
    for orders in product(*(permutations(values) for values in attributes.values())):
        yield {p: {a: order[i] for a, order in zip(attributes, orders, strict=True)} for i, p in enumerate(people)}


def keeps(clue: dict, assignment: dict) -> bool:
    holder = next(p for p in assignment if assignment[p][clue["attribute"]] == clue["value"])
    if "person" in clue:
        said = holder == clue["person"]
    else:
        said = assignment[holder][clue["other_attribute"]] == clue["other_value"]
    return said is not clue.get("not", False)


def solutions(puzzle: dict, clues: list[dict]) -> list[dict]:
    return [found for found in all_assignments(puzzle) if all(keeps(clue, found) for clue in clues)]


@pytest.mark.parametrize(
    "text",
    [
        SOLVED,
        f"The answer:\n\n```json\n{json.dumps(SOLUTION, indent=1)}\n```",
        f'{{"solution": {SOLVED}}}',
        f'{{"steps": ["x"], "grids": [{{"Ana": 1}}, {SOLVED}]}}',
        f'{SOLVED}\n\n{{"ok": true}}',
        f'{{"ok": true}} {SOLVED} {{"Ana": 1, "Ben": 2, "Cal": 3}}',
        SOLVED.lower(),
        SOLVED.upper(),
        SOLVED.replace('"cat"', '" c\u00e1t "').replace('"pet"', '" Pet"'),
        json.dumps({person: SOLUTION[person] for person in ("Cal", "Ana", "Ben")}),
        '{"Ana": 5, ' + SOLVED[1:],  # of a repeated key the last value
    ],
)
def test_solutions_pass(text: str) -> None:
    assert verify(text).passed


@pytest.mark.parametrize(
    "text",
    [
        with_answer("Ben", color="green"),
        json.dumps(SOLUTION | {"Ana": SOLUTION["Ben"], "Ben": SOLUTION["Ana"]}),
        with_answer("Cal", pet="fish"),  # a value twice, one unused
        with_answer("Cal", pet="bird"),  # a value that does not exist
        with_answer("Cal", age="5"),  # an attribute too many
        with_answer("Cal", Pet="dog"),  # an attribute twice
        json.dumps(SOLUTION | {"Dan": {"pet": "bird", "color": "pink"}}),  # the keys are not exactly the people
        json.dumps(SOLUTION | {"note": "done"}),
        json.dumps({"ANA": SOLUTION["Ana"]} | SOLUTION),
        json.dumps({person: SOLUTION[person] for person in ("Ana", "Ben")}),
        json.dumps({person: list(SOLUTION[person].values()) for person in SOLUTION}),
        json.dumps([{"person": person} | SOLUTION[person] for person in SOLUTION]),
        f'{{"Ana": 1, "Ben": 2, "Cal": 3}} {SOLVED}',  # the first with these keys counts
        f'{SOLVED[:-1]}, "Ana": {{"pet": "fish", "color": "green"}}}}',
        SOLVED.replace('"cat"', "NaN"),
        SOLVED[:-1],
        "Ana has the cat, Ben the fish, Cal the dog.",
    ],
)
def test_other_answers_fail(text: str) -> None:
    assert not verify(text).passed


def test_paper_class_5_any_assignment_that_fits_passes_and_no_other() -> None:
    puzzle = PUZZLE | {"clues": PUZZLE["clues"][1:3]}
    fitting = solutions(puzzle, puzzle["clues"])
    assert len(fitting) > 1
    for assignment in all_assignments(puzzle):
        assert verify(json.dumps(assignment), puzzle).passed == (assignment in fitting)


def test_paper_spot_check_each_object_is_read_to_its_own_brace() -> None:
    assert verify(f"First {{not json}}, then {SOLVED} and last {{}} or }}.").passed


def test_clues_over_two_attributes() -> None:
    clues = [
        {"attribute": "pet", "value": "cat", "other_attribute": "color", "other_value": "red"},
        {"attribute": "pet", "value": "fish", "other_attribute": "color", "other_value": "green", "not": True},
        {"person": "Ana", "attribute": "pet", "value": "cat", "not": False},
    ]
    puzzle = PUZZLE | {"clues": clues}
    passed = [a for a in all_assignments(puzzle) if verify(json.dumps(a), puzzle).passed]
    assert passed == solutions(puzzle, clues)
    assert len(passed) == 2


def test_a_whole_number_is_read_like_its_text() -> None:
    puzzle = {
        "people": ["Ana", "Ben"],
        "attributes": {"house": ["1", "2"]},
        "clues": [{"person": "Ana", "attribute": "house", "value": "2"}],
    }
    assert verify('{"Ana": {"house": 2}, "Ben": {"house": "1"}}', puzzle).passed
    assert not verify('{"Ana": {"house": 2.0}, "Ben": {"house": true}}', puzzle).passed


def test_score_is_the_mean_of_values_used_once_and_clues_kept() -> None:
    # Two people are green and none is blue, and only "Ben is not green" is broken.
    assert verify(with_answer("Ben", color="green")).score == pytest.approx((4 / 6 + 3 / 4) / 2)
    swapped = json.dumps(
        SOLUTION | {"Ana": SOLUTION["Ana"] | {"color": "blue"}, "Ben": {"pet": "fish", "color": "green"}}
    )
    assert verify(swapped).score == pytest.approx((1 + 3 / 4) / 2)
    assert verify(with_answer("Cal", age="5")).score == pytest.approx((6 / 7 + 1) / 2)
    assert verify('{"Ana": 1, "Ben": 2, "Cal": 3}').score == 0.0
    assert verify("no JSON").score == 0.0


def test_spans_show_the_people_of_a_broken_clue() -> None:
    text = "So **here**: " + json.dumps(
        SOLUTION | {"Ana": {"pet": "cat", "color": "blue"}, "Ben": {"pet": "fish", "color": "green"}}
    )
    assert [text[start:end] for start, end in verify(text).spans] == ['{"pet": "fish", "color": "green"}']


def test_the_span_is_the_whole_json_where_no_clue_is_broken() -> None:
    text = f"So: {with_answer('Cal', age='5')}"
    assert [text[start:end] for start, end in verify(text).spans] == [text[4:]]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["pet", "Pet", "color", "", "x"]) | st.text(), inner, max_size=4)
    ),
    max_leaves=8,
)


@examples_of(st.lists(json_values, min_size=3, max_size=3))
def test_any_json_is_judged(values: list[object]) -> None:
    text = json.dumps(dict(zip(PUZZLE["people"], values, strict=True)))
    found = verify(text)
    assert 0.0 <= found.score < 1.0
    assert all(0 <= start <= end <= len(text) for start, end in found.spans)


@pytest.mark.parametrize("text", ['{"Ana": ' * 20_000, '{"Ana":1,"Ben":2,"Dan":3}' * 10_000, SOLVED[:-1] * 2_000])
def test_hostile_texts_are_read_in_linear_time(text: str) -> None:
    # Anything quadratic takes minutes here, and the test run with it.
    assert not verify("x" + text).passed


@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        ("people", ["Ana"]),
        ("people", ["Ana", "Ben"]),  # fewer than the values
        ("people", ["Ana", "ana", "Cal"]),
        ("people", ["Ana", "Ben", 3]),
        ("people", "Ana"),
        ("attributes", {}),
        ("attributes", None),
        ("attributes", {"pet": ["cat", "dog"]}),
        ("attributes", {"pet": ["cat", "dog", "Dog"], "color": ["red", "blue", "green"]}),
        ("attributes", {"pet": ["cat", "dog", 3], "color": ["red", "blue", "green"]}),
        ("attributes", {" ": ["cat", "dog", "fish"]}),
        ("attributes", [["pet", ["cat", "dog", "fish"]]]),
        ("clues", []),
        ("clues", None),
        ("clues", ["Ana has a cat"]),
        ("clues", [{"person": "Dan", "attribute": "pet", "value": "cat"}]),
        ("clues", [{"person": "Ana", "attribute": "age", "value": "cat"}]),
        ("clues", [{"person": "Ana", "attribute": "pet", "value": "red"}]),
        ("clues", [{"person": "Ana", "attribute": "pet"}]),
        ("clues", [{"person": "Ana", "attribute": ["pet"], "value": {"a": []}}]),
        ("clues", [{"person": "Ana", "attribute": "pet", "value": "cat", "not": "yes"}]),
        ("clues", [{"attribute": "pet", "value": "cat", "other_attribute": "pet", "other_value": "dog"}]),
        ("clues", [{"attribute": "pet", "value": "cat", "other_attribute": "color", "other_value": "dog"}]),
    ],
)
def test_refuses_parameters_that_make_no_puzzle(parameter: str, value: object) -> None:
    with pytest.raises(InvalidParameter, match="logic_grid: "):
        registry.constraint("logic_grid", **(PUZZLE | {parameter: value}))


def test_refuses_clues_that_contradict_each_other() -> None:
    clues = [{"person": person, "attribute": "pet", "value": "cat"} for person in ("Ana", "Ben")]
    with pytest.raises(InvalidParameter, match="do not contradict each other"):
        registry.constraint("logic_grid", **(PUZZLE | {"clues": clues}))


@pytest.mark.parametrize("seed", range(60))
def test_a_drawn_puzzle_has_one_solution_and_needs_each_clue(seed: int) -> None:
    constraint = registry.find_type("R3").draw(random.Random(seed), GIVEN)
    puzzle = constraint.params()
    assert len(puzzle["people"]) == 3
    assert len(puzzle["attributes"]) in (2, 3)
    found = solutions(puzzle, puzzle["clues"])
    assert len(found) == 1
    for clue in puzzle["clues"]:
        assert len(solutions(puzzle, [other for other in puzzle["clues"] if other is not clue])) > 1
    assert [json.loads(claimed) for claimed in constraint.claims().json] == found
    assert constraint.verify(Document(json.dumps(found[0]))).passed


def test_draws_reach_all_kinds_of_clues_and_depend_on_the_seed_alone() -> None:
    cls = registry.find_type("R3")
    drawn = [cls.draw(random.Random(n), GIVEN).params() for n in range(60)]
    assert {len(params["attributes"]) for params in drawn} == {2, 3}
    kinds = {("person" in clue, "not" in clue) for params in drawn for clue in params["clues"]}
    assert kinds == set(product([True, False], repeat=2))
    assert drawn[7] == cls.draw(random.Random(7), GIVEN).params()


def test_draws_keep_clear_of_banned_letters_and_words() -> None:
    cls, rng = registry.find_type("R3"), random.Random(1)
    for letter in "inshrdlcumw":
        given = Given(GIVEN.topic, Claims(banned_letters=letter))
        for _ in range(15):
            (claimed,) = cls.draw(rng, given).claims().json
            assert letter not in claimed.lower()
    given = Given(GIVEN.topic, Claims(banned_words=("tea", "pet", "alice")))
    for _ in range(60):
        (claimed,) = cls.draw(rng, given).claims().json
        assert not any(f'"{word}"' in claimed.lower() for word in ("tea", "pet", "alice"))


def test_the_instruction_tells_people_values_clues_and_shape() -> None:
    text = registry.constraint("R3", **PUZZLE).instruction()
    assert "Ana, Ben and Cal" in text
    assert "a different pet (cat, dog or fish) and a different color (red, blue or green)" in text
    assert "Ana's pet is cat; Ben's pet is not dog; Cal's color is red; Ben's color is not green." in text
    assert '{"Ana": {"pet": "...", "color": "..."}, "Ben": ' in text


def test_the_instruction_words_clues_over_two_attributes() -> None:
    clue = {"attribute": "pet", "value": "cat", "other_attribute": "color", "other_value": "red"}
    puzzle = PUZZLE | {"clues": [clue, clue | {"value": "dog", "not": True}]}
    text = registry.constraint("R3", **puzzle).instruction()
    assert "the person whose pet is cat has red as color" in text
    assert "the person whose pet is dog does not have red as color" in text

"""R1: a JSON object that reproduces a scene and adds nothing."""

import copy
import json
import random
from graphlib import TopologicalSorter

import pytest
from hypothesis import given as examples_of
from hypothesis import strategies as st

import cse.constraints.registry as registry
from cse.constraints.base import Given, Topic
from cse.constraints.claims import NO_CLAIMS, Claims
from cse.errors import InvalidParameter
from cse.text.document import Document

GIVEN = Given(Topic("tea", ("cup",)), NO_CLAIMS)
SCENE = {
    "objects": [{"name": "cup", "color": "red"}, {"name": "book", "color": "blue", "size": "small"}],
    "relations": [{"subject": "cup", "relation": "above", "object": "book"}],
}
REVERSE = {"above": "below", "left of": "right of", "behind": "in front of"}


def verify(text: str, scene: dict = SCENE):
    return registry.constraint("scene_graph", **scene).verify(Document(text))


def changed(*path, to):
    """Writes the scene with one value changed, or one entry added where the path ends beyond a list."""
    scene = copy.deepcopy(SCENE)
    place = scene
    for step in path[:-1]:
        place = place[step]
    if isinstance(place, list) and path[-1] == len(place):
        place.append(to)
    else:
        place[path[-1]] = to
    return json.dumps(scene)


EXACT = json.dumps(SCENE)


@pytest.mark.parametrize(
    "text",
    [
        EXACT,
        json.dumps(SCENE, indent=2),
        f"Here it is:\n\n```json\n{EXACT}\n```\n\nDone.",
        f"~~~\n{EXACT}\n~~~",
        f'{{"scene": {EXACT}}}',  # nested
        f'{{"a": [1, {{"deep": [{EXACT}]}}]}}',
        f"[{EXACT}]",
        '{"objects": []} {"ok": true} ' + EXACT,  # the first with both keys
        EXACT + json.dumps({"objects": [], "relations": []}),
        changed("note", to="further keys are ignored"),
        changed("relations", 0, "relation", to="is above"),
        changed("relations", 0, "relation", to="ARE  Above"),
        changed("objects", 0, "name", to="Cup"),
        changed("objects", 0, "color", to=" r\u00e9d "),
        json.dumps({"relations": SCENE["relations"], "objects": SCENE["objects"][::-1]}),
        EXACT.replace('"name"', '"Name"'),
        '{"objects": 1, ' + EXACT[1:],  # of a repeated key the last value
    ],
)
def test_reproduced_scenes_pass(text: str) -> None:
    assert verify(text).passed


@pytest.mark.parametrize(
    "text",
    [
        changed("objects", 0, "color", to="green"),
        changed("objects", 0, "size", to="big"),  # an attribute too many
        changed("objects", 1, to={"name": "book", "color": "blue"}),  # one too few
        changed("objects", 2, to={"name": "box", "color": "red"}),
        changed("objects", 2, to={"name": "cup", "color": "red"}),  # twice
        changed("objects", to=SCENE["objects"][:1]),
        changed("relations", 0, "relation", to="below"),
        changed("relations", 0, "relation", to="is is above"),
        changed("relations", 0, "subject", to="is cup"),  # the prefix belongs to relations alone
        changed("relations", to=[]),
        changed("relations", to=[{"subject": "book", "relation": "below", "object": "cup"}]),
        changed("relations", 1, to=SCENE["relations"][0]),
        changed("relations", 1, to={"subject": "book", "relation": "below", "object": "cup"}),
        json.dumps({"objects": [], "relations": []}) + EXACT,  # the first counts
        json.dumps({"a": {"objects": [], "relations": []}, "b": SCENE}),
        '{"objects": ' + json.dumps(SCENE["objects"]) + "}",
        EXACT.replace('"red"', "NaN"),
        EXACT.replace("]}", "],}"),
        EXACT[:-1],
        EXACT.replace('"', "'"),
        "The red cup is above the small blue book.",
    ],
)
def test_other_scenes_fail(text: str) -> None:
    assert not verify(text).passed


def test_paper_class_8_is_and_are_before_a_relation() -> None:
    asked = copy.deepcopy(SCENE)
    asked["relations"][0]["relation"] = "is above"
    for relation in ("above", "is above", "are above"):
        assert verify(changed("relations", 0, "relation", to=relation), asked).passed
    assert not verify(changed("relations", 0, "relation", to="this above"), asked).passed


@pytest.mark.parametrize("value", [None, 1, -1.5, True, "x", [], ["x"], {}, {"name": []}, [[[]]], [None, 3, {"a": {}}]])
@pytest.mark.parametrize("key", ["objects", "relations"])
def test_values_of_any_type_fail_without_an_error(key: str, value: object) -> None:
    assert not verify(changed(key, to=value)).passed
    assert not verify(changed(key, 0, to=value)).passed


def test_a_whole_number_is_read_like_its_text() -> None:
    scene = {"objects": [{"name": "cup", "count": "2"}], "relations": []}
    assert verify('{"objects": [{"name": "cup", "count": 2}], "relations": []}', scene).passed
    assert not verify('{"objects": [{"name": "cup", "count": true}], "relations": []}', scene).passed
    assert not verify('{"objects": [{"name": "cup", "count": %s}], "relations": []}' % ("9" * 5000), scene).passed


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text() | st.sampled_from(["name"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@examples_of(json_values, json_values)
def test_any_json_is_judged(objects: object, relations: object) -> None:
    text = json.dumps({"objects": objects, "relations": relations})
    found = verify(text)
    assert 0.0 <= found.score < 1.0
    assert all(0 <= start <= end <= len(text) for start, end in found.spans)


def test_score_is_the_mean_of_the_shares_of_objects_and_relations() -> None:
    assert verify(changed("objects", 0, "color", to="green")).score == pytest.approx((1 / 2 + 1) / 2)
    assert verify(changed("relations", to=[])).score == pytest.approx(1 / 2)
    assert verify(changed("objects", 2, to={"name": "hat"})).score == pytest.approx((2 / 3 + 1) / 2)
    assert verify(changed("relations", 1, to=None)).score == pytest.approx((1 + 1 / 2) / 2)
    assert verify("no JSON").score == 0.0


def test_spans_show_the_wrong_entries() -> None:
    text = "So **here**: " + changed("objects", 0, "color", to="green")
    assert [text[start:end] for start, end in verify(text).spans] == ['{"name": "cup", "color": "green"}']


def test_the_span_is_the_whole_json_where_an_entry_is_missing() -> None:
    text = f"Look: {changed('relations', to=[])}"
    assert [text[start:end] for start, end in verify(text).spans] == [text[6:]]


def test_a_scene_may_have_one_object_and_no_relations() -> None:
    scene = {"objects": [{"name": "cup"}], "relations": []}
    assert verify('{"objects": [{"name": "cup"}], "relations": []}', scene).passed
    assert not verify('{"objects": [{"name": "cup"}], "relations": null}', scene).passed
    assert "object: none." in registry.constraint("R1", **scene).instruction()


@pytest.mark.parametrize("text", ["{" * 50_000, '{"objects": [' * 20_000, '{"objects":[],"relations":[]}' * 10_000])
def test_hostile_texts_are_read_in_linear_time(text: str) -> None:
    # Anything quadratic takes minutes here, and the test run with it.
    assert not verify("x" + text).passed


def test_many_entries_are_compared_in_linear_time() -> None:
    assert verify(json.dumps({"objects": [{"name": "cup"}] * 50_000, "relations": [{}] * 50_000})).score == 0.0


@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        ("objects", []),
        ("objects", {}),
        ("objects", None),
        ("objects", [{"color": "red"}]),
        ("objects", [{"name": "cup"}, {"name": "Cup"}, {"name": "book"}]),
        ("objects", [{"name": "cup"}, {"name": "book", "size": 3}]),
        ("objects", [{"name": "cup"}, {"name": "book", "size": " "}]),
        ("objects", [{"name": "cup"}, {"name": "book", "size": "big", "Size": "big"}]),
        ("objects", ["cup", "book"]),
        ("relations", None),
        ("relations", {}),
        ("relations", [{"subject": "cup", "relation": "above"}]),
        ("relations", [{"subject": "cup", "relation": "above", "object": "lamp"}]),
        ("relations", [{"subject": "cup", "relation": "above", "object": "cup"}]),
        ("relations", [{"subject": "cup", "relation": 3, "object": "book"}]),
        ("relations", [{"subject": "cup", "relation": "above", "object": "book", "far": "yes"}]),
        ("relations", [["cup", "above", "book"]]),
    ],
)
def test_refuses_parameters_that_make_no_scene(parameter: str, value: object) -> None:
    with pytest.raises(InvalidParameter, match=f"scene_graph: {parameter} = "):
        registry.constraint("scene_graph", **(SCENE | {parameter: value}))


@pytest.mark.parametrize("seed", range(60))
def test_a_draw_is_a_scene_that_can_be(seed: int) -> None:
    params = registry.find_type("R1").draw(random.Random(seed), GIVEN).params()
    names = [item["name"] for item in params["objects"]]
    assert 2 <= len(names) == len(set(names)) <= 4
    assert all(list(item)[:2] == ["name", "color"] for item in params["objects"])
    relations = params["relations"]
    assert len(names) - 1 <= len(relations) <= len(names)
    pairs = [frozenset((r["subject"], r["object"])) for r in relations]
    assert len(set(pairs)) == len(pairs)  # no pair is told of twice, so none can be contradicted
    for forward, backward in REVERSE.items():
        beyond = {name: [] for name in names}
        for r in relations:
            if r["relation"] == forward:
                beyond[r["subject"]].append(r["object"])
            elif r["relation"] == backward:
                beyond[r["object"]].append(r["subject"])
        assert len(list(TopologicalSorter(beyond).static_order())) == len(names)  # no circle, or it raises
    assert all(r["relation"] in [*REVERSE, *REVERSE.values()] for r in relations)


def test_draws_reach_all_sizes_and_relations_and_depend_on_the_seed_alone() -> None:
    cls = registry.find_type("R1")
    drawn = [cls.draw(random.Random(n), GIVEN).params() for n in range(100)]
    assert {len(params["objects"]) for params in drawn} == {2, 3, 4}
    assert {tuple(params["objects"][0]) for params in drawn} == {
        ("name", "color"),
        ("name", "color", "size"),
        ("name", "color", "material"),
    }
    assert {r["relation"] for params in drawn for r in params["relations"]} == {*REVERSE, *REVERSE.values()}
    assert drawn[7] == cls.draw(random.Random(7), GIVEN).params()


def test_draws_keep_clear_of_banned_letters_and_words() -> None:
    cls, rng = registry.find_type("R1"), random.Random(1)
    for letter in "hdw":  # the others of the ranks 5 to 15 stand in the fixed keys
        given = Given(GIVEN.topic, Claims(banned_letters=letter))
        for _ in range(40):
            assert letter not in json.dumps(cls.draw(rng, given).params())
    given = Given(GIVEN.topic, Claims(banned_words=("blue", "front", "cup", "left")))
    for _ in range(100):
        text = json.dumps(cls.draw(rng, given).params())
        assert not any(word in text for word in ('"blue"', "front", '"cup"', "left"))


def test_claims_are_an_answer_that_passes() -> None:
    constraint = registry.constraint("R1", **SCENE)
    (claimed,) = constraint.claims().json
    assert json.loads(claimed) == SCENE
    assert " " not in claimed
    assert constraint.verify(Document(claimed)).passed


def test_claims_demand_no_word_that_may_be_left_out() -> None:
    relation = {"subject": "cup", "relation": "Is above", "object": "book"}
    constraint = registry.constraint("R1", objects=SCENE["objects"], relations=[relation])
    assert json.loads(constraint.claims().json[0])["relations"] == SCENE["relations"]


def test_the_instruction_tells_the_scene_and_the_shape() -> None:
    text = registry.constraint("R1", **SCENE).instruction()
    assert "Objects: cup (color: red); book (color: blue, size: small)." in text
    assert "cup, above, book." in text
    assert '{"objects": [{"name": "...", "color": "..."}], "relations": [{"subject": "...", "relation": "..."' in text


def test_what_was_observed_is_grammatical_for_one() -> None:
    objects = [{"name": "cup"}, {"name": "box"}]
    relations = [{"subject": "cup", "relation": "above", "object": "box"}]
    scene = registry.constraint("R1", objects=objects, relations=relations)
    text = '{"objects": [{"name": "cup"}, {"name": "pen"}], "relations": []}'
    assert scene.verify(Document(text)).observed == "1 of 2 objects right, 1 other; 0 of 1 relation right, 0 others"

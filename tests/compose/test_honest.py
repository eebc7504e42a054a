"""Honesty: what the design rules out, trick by trick, although the verifiers let it pass."""

import pytest

from cse.compose.honest import honest
from cse.constraints.registry import constraint
from cse.text.document import Document

SCENE = constraint(
    "R1",
    objects=[{"name": "cup", "color": "red"}, {"name": "box", "color": "blue"}],
    relations=[{"subject": "cup", "relation": "above", "object": "box"}],
)
SCENE_TEXT = (
    '{"objects":[{"name":"cup","color":"red"},{"name":"box","color":"blue"}],'
    '"relations":[{"subject":"cup","relation":"above","object":"box"}]}'
)
ORDER = constraint("R2", items=["Lima", "Oslo"], comparisons=[["Lima", "Oslo"]])

TRICKS = {
    "a dash as a word": ("Young wolf - go.", [constraint("S1", count=4)]),
    "a plus as a word": ("Young wolf + go.", [constraint("S1", count=4)]),
    "a block that is not asked for": ("Young wolf.\n\n```\nls\n```", [constraint("S1", count=5)]),
    "a second block": ("Go.\n\n```\nls\n```\n\n```\nls\n```", [constraint("S1", count=7)]),
    "bullets that are not asked for": ("Go.\n\n- wolf", [constraint("S1", count=3)]),
    "a table that is not asked for": ("Go.\n\n|am|an|\n|---|---|\n|at|as|", [constraint("S1", count=4)]),
    "a heading": ("# Wolf\n\nGo.", [constraint("S1", count=2)]),
    "JSON that is not asked for": ('Go. {"a":1}', [constraint("S1", count=2)]),
    "JSON with another key": (SCENE_TEXT[:-1] + ',"more":"words"}', [SCENE]),
    "a word hidden in code": ("Go.\n\n```\nmoon\n```", [constraint("F3", count=1), constraint("L2", words=["moon"])]),
    "a phrase hidden in code": (
        "Go.\n\n```\nThis text contains exactly 9 words\n```",
        [constraint("F3", count=1), constraint("M2", count=9)],
    ),
    "a word that only JSON shows": (SCENE_TEXT, [SCENE, constraint("L2", words=["cup"])]),
    "many lines of code": ("Go.\n\n```\nls\nls\nls\n```", [constraint("F3", count=1), constraint("S5", count=6)]),
    "two spaces": ("Young  wolf.", [constraint("S4", count=12)]),
    "more blank lines": ("Young wolf.\n\n\nGo.", [constraint("S4", count=17)]),
    "a space at the end of a line": ("Young wolf. \nGo.", [constraint("S4", count=16)]),
    "marks as padding": ("Young wolf....", [constraint("S4", count=14)]),
    "a word of no language": ("Xq zzk.", [constraint("S1", count=2)]),
    "a stutter": ("Go go go.", [constraint("S1", count=3)]),
    "a list that is not asked for": ("1. wolf\n2. go", [constraint("S1", count=4)]),
}  # fmt: skip

HONEST = {
    "prose": ("Young wolf, go 12 up.", [constraint("S1", count=5)]),
    "an equation": ("Young 3+4=7 wolf.", [constraint("N4", count=1)]),
    "what is asked for": (
        f"Go.\n\n- wolf\n- young\n\n{SCENE_TEXT}\n\n```\nls\n```\n\n| am | an |\n|---|---|\n| at | as |",
        [SCENE, constraint("F1", columns=2, rows=1), constraint("F2", count=2), constraint("F3", count=1)],
    ),
    "JSON in code and in bullets": (
        f"Go.\n\n- {SCENE_TEXT}\n- wolf", [SCENE, constraint("F2", count=2)]
    ),
    "a list in lines": ("Go.\n\n1. Lima\n2. Oslo", [ORDER]),
    "a list in prose": ("Young first Lima, second Oslo, go.", [ORDER]),
    "a required word of any kind": ("Young C++ wolf.", [constraint("L2", words=["C++"])]),
    "a bridge": ("Young wolf. Wolf go.", [constraint("R4")]),
    "a total that it tells": ("Go: this text contains exactly 7 words.", [constraint("M2")]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "constraints"), TRICKS.values(), ids=TRICKS)
def test_tricks_are_seen(text, constraints):
    document = Document(text)
    assert all(one.verify(document).passed for one in constraints), "the verifiers let the trick pass"
    assert not honest(document, constraints)


@pytest.mark.parametrize(("text", "constraints"), HONEST.values(), ids=HONEST)
def test_honest_texts_pass(text, constraints):
    document = Document(text)
    assert all(one.verify(document).passed for one in constraints)
    assert honest(document, constraints)

"""Prompts."""

import pytest

from cse.cli.catalogue import sample
from cse.compose.prompt import CONVENTIONS, assemble
from cse.compose.topics import topics
from cse.constraints.registry import types
from cse.text.answer import extract

ALL = tuple(sample(cls) for cls in types().values())


def test_a_prompt_holds_topic_constraints_in_order_conventions_and_tags():
    prompt = assemble(topics()[0], ALL)
    places = [prompt.index(piece) for piece in (topics()[0].name, *(c.instruction() for c in ALL), *CONVENTIONS)]
    assert places == sorted(places)
    assert prompt.index("<answer>") > places[-1]
    assert "plain text" in prompt


def test_the_frame_is_the_same_for_every_probe():
    def frame(constraints):
        prompt = assemble(topics()[0], constraints)
        for constraint in constraints:
            prompt = prompt.replace(f"- {constraint.instruction()}\n", "", 1)
        return prompt

    assert len({frame(ALL[:1]), frame(ALL[5:9]), frame(ALL)}) == 1


@pytest.mark.parametrize("answer", ["Tea is hot.", "", "a <answer> b"])
def test_a_model_that_copies_the_prompt_first_is_still_read(answer):
    response = f"{assemble(topics()[0], ALL)}\n\n<answer>{answer}</answer>"
    assert extract(response).text == answer.rpartition("<answer>")[2].strip()


def test_topics_are_many_varied_and_usable():
    assert len(topics()) >= 60
    names = [topic.name for topic in topics()]
    assert len(set(names)) == len(names)
    for topic in topics():
        assert len(set(topic.words)) == len(topic.words) >= 8
        assert all(word.isalpha() and word.islower() and 2 <= len(word) <= 14 for word in topic.words), topic
        assert not set(topic.words) & {"the", "and", "with", "for"}

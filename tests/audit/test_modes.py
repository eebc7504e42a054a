"""Attempts told from refusals, thinking aloud, copies and remarks; the rules that decide where signs meet."""

import pytest

from cse.audit.copied import copied, copied_by
from cse.audit.modes import read_answer
from cse.audit.segments import segments
from cse.constraints.registry import constraint
from cse.text.document import Document


def read(text, *constraints, response="", prompt=""):
    return read_answer(Document(text), constraints, response, prompt)


@pytest.mark.parametrize(
    "text",
    [
        "I think city parks matter. We need more trees, and we should plant them soon.",
        "You must be quiet. You should return the books within two weeks. Here is the desk.",
        "The first sentence of her prize-winning story was read aloud. No word of it was lost.",
        "It is impossible to write the history of tea without China.",
        "The conductor cannot answer every request. Passengers must follow the instructions on the wall.",
        "Let me tell you about bees. Let us begin with the queen.",
        "The answer is simple: water rises, cools and falls.",
        "Chess is a game of 64 squares. A pawn is worth 1, a knight 3.",
        "I hope you come soon. Let me know when you arrive.",
        'The keeper sighed. "I cannot write this text," he said. "Wait, let me think," she answered.',
        "1+3=4 lamps glow. 2+2=4 moths circle.",
        "",
    ],
)
def test_an_essay_may_use_the_words_of_the_task(text):
    assert read(text).mode == "attempt"


def test_a_refusing_preface_before_a_text_is_no_refusal():
    refusal = "I cannot meet all of the constraints."
    assert read(refusal).mode == "refusal"
    assert read(f"{refusal} However, here is my best attempt: Rome glows at night.").mode == "narration"
    text = "Waves roll over the old pier while gulls cry, and children dig for shells until the sun is low. " * 2
    found = read(f"{refusal} {text}")
    assert found.mode == "attempt"
    assert found.refusal == ((0, len(refusal)),)


def test_a_question_is_a_refusal_only_at_the_end():
    assert read("Sure. Which library? Please provide more details.").mode == "refusal"
    assert read("Please share the road with bikes. Drivers will thank you.").mode == "attempt"


def test_a_demanded_phrase_is_content():
    text = "This text contains exactly 9 words. Tea is hot."
    assert read(text).mode == "narration"
    assert read(text, constraint("self_count", count=9)).mode == "attempt"
    assert read(text, constraint("self_count", count=50)).mode == "attempt", "a wrong number is no remark"
    assert read(text, constraint("self_count")).mode == "attempt"


def test_a_reasoning_mark_that_is_left_open_is_reasoning():
    assert read("<think>Tea is a drink. It is made of leaves.").mode == "reasoning"


def test_spans_point_into_the_answer_as_it_was_written():
    answer = "**Tea** cools.\r\n\r\nNote: I avoided the letter “j”."
    found = read(answer)
    assert [answer[start:end] for start, end in found.narration] == ["Note: I avoided the letter “j”."]
    assert found.remarks == found.narration
    assert found.narration_share == 6 / 8


def test_code_is_never_a_remark():
    assert [piece.text for piece in segments(Document("Tea.\n```\nNote: exactly 5 words, as requested\n```"))] == [
        "Tea."
    ]


def test_runs_of_eight_words_are_counted_by_hand():
    prompt = "one two three four five six seven eight nine"
    found = copied("zero one two three four five six seven eight! Nine", prompt)
    assert (found.of_prompt, found.of_answer) == (1.0, 0.9)
    assert found.spans == ((5, 50),)
    assert copied("one two three four five six seven", prompt).of_answer == 0.0
    half = copied("eight nine one two three four five six seven eight ten", prompt)
    assert (half.of_prompt, half.of_answer) == (0.5, 8 / 11)


def test_a_repeated_prompt_whose_answer_is_a_word_is_a_copy():
    prompt = "Put the text, and nothing else, between <answer> and </answer> as told above."
    assert copied_by(Document("and"), prompt, prompt).is_copy
    assert not copied_by(Document("and"), "and", prompt).is_copy
    assert read("and", response=prompt, prompt=prompt).mode == "copied_prompt"


@pytest.mark.parametrize(
    ("text", "mode"),
    [
        ("I'm ready to help you with your English text. Please go ahead and share it with me.", "refusal"),
        (
            "The text must meet the following criteria:\n1. It is written in plain text.\n2. It must contain words.",
            "narration",
        ),
        ("This text meets all the specified criteria. It is a short and sweet text.", "narration"),
        ("The text is:\n\nThe coral reefs are a vital ecosystem that supports life on Earth.", "attempt"),
        ("Prague, Budapest, Havana, Bangkok, Delhi, Bangkok, Bangkok, Bangkok, Bangkok", "attempt"),
    ],
)
def test_answers_of_a_small_model(text, mode):
    assert read(text).mode == mode


def test_an_answer_that_runs_in_a_loop_repeats_its_sentences():
    assert read("Tea cools. Tea cools. Tea cools. We rest.").repeated_share == 0.5
    assert read("").repeated_share == 0.0


def test_a_hostile_text_is_read_in_no_time():
    for piece in ("a/", "a(1) ", '"', "a-", "word word: ", "x"):
        read(piece * (20_000 // len(piece)))

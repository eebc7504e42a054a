"""Answer extraction (design, section 4)."""

import pytest

from cse.text.answer import extract

CASES = {
    "no tag at all": ("  Just text. \n", "Just text.", "absent"),
    "tags in any case, inner spaces": ("< ANSWER >A.</ answer >", "A.", "closed"),
    "text after the closed pair is no answer": ("<answer>A.</answer> Hope this helps!", "A.", "closed"),
    "the last closed pair counts": ("<answer>A.</answer> no: <answer>B.</answer>", "B.", "closed"),
    "a later open tag does not beat a closed pair": ("<answer>A.</answer> or <answer>cut", "A.", "closed"),
    "an opening tag inside starts the pair anew": ("<answer>draft <answer>B.</answer>", "B.", "closed"),
    "all from the last open tag": ("<answer>one <answer>two", "two", "open"),
    "backticks make a mention": ("Use `<answer>` tags.\n<answer>A.", "A.", "open"),
    "a quoted opening tag alone leaves the whole response": ('I use "<answer>".', 'I use "<answer>".', "absent"),
    "a closing tag quoted on the left only still closes": ('<answer>He said "go"</answer>', 'He said "go"', "closed"),
    "a closing tag quoted on both sides is a mention": (
        "<answer>Type `</answer>` here.</answer>",
        "Type `</answer>` here.",
        "closed",
    ),
    "joining words are mentions": ("<answer>A.</answer> between <answer> or </answer>", "A.", "closed"),
    "placeholder with the ellipsis character": ("<answer>…</answer> <answer>A.</answer>", "A.", "closed"),
    "the only pair is an answer though it is empty": ("<answer></answer>", "", "closed"),
    "the only pair is an answer though it is a placeholder": ("<answer>...</answer>", "...", "closed"),
    "of two mentions the last is the answer": ("<answer></answer> <answer>...</answer>", "...", "closed"),
    "reasoning goes with its drafts": ("<think>x <answer>A.</answer></think> <answer>B.</answer>", "B.", "closed"),
    "several reasoning blocks go": ("<think>a</think>One <think>b</think>two.", "One two.", "absent"),
    "all up to a lone closing mark goes": ("<answer>A.</answer> hm </think> B.", "B.", "absent"),
    "an unclosed block stays": ("<think>plan", "<think>plan", "absent"),
    "a quoted reasoning mark is a mention": ('No "<think>" here. </think> B.', "B.", "absent"),
    "other tags are text": ("<b>A</b>", "<b>A</b>", "absent"),
    "empty": ("", "", "absent"),
}


@pytest.mark.parametrize(("response", "answer", "status"), CASES.values(), ids=CASES)
def test_extract(response, answer, status):
    found = extract(response)
    assert (found.text, found.status) == (answer, status)

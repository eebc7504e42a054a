"""`cse check`."""

import json

import pytest


def test_a_text_that_holds_all_ends_with_0(cse_command):
    found = cse_command("check", "-", "-c", "S1 count=2", "-c", "no_digits", stdin="Warm tea.")
    assert found.code == 0
    assert "2 of 2 constraints hold" in found.out


def test_a_text_that_breaks_one_ends_with_1_and_marks_it(cse_command):
    found = cse_command("check", "-", "-c", "forbidden_word word=cat", stdin="The **cat** sat.")
    assert found.code == 1
    assert "FAIL" in found.out
    assert "The **[cat]L5** sat." in found.out
    assert "0 of 1 constraints hold" in found.out


def test_the_answer_is_taken_out_of_its_tags_unless_told_otherwise(cse_command):
    text = "Sure!\n<answer>Warm tea.</answer>"
    assert cse_command("check", "-", "-c", "S1 count=2", stdin=text).code == 0
    assert cse_command("check", "-", "-c", "S1 count=2", "--whole", stdin=text).code == 1


def test_json_for_scripts(cse_command):
    found = cse_command("check", "-", "-c", "L1 letter=e", "--json", stdin="Warm tea.")
    data = json.loads(found.out)
    assert found.code == 1
    assert data["passed"] is False
    (verdict,) = data["verdicts"]
    assert verdict["type"] == "lipogram"
    assert verdict["code"] == "L1"
    assert [data["answer"][start:end] for start, end in verdict["spans"]] == ["e"]


def test_files(cse_command, tmp_path):
    text, constraints = tmp_path / "text.txt", tmp_path / "constraints.txt"
    text.write_text("- a\n- b\n", "utf-8")
    constraints.write_text("bullet_list count=2\nno_digits\n", "utf-8")
    assert cse_command("check", text, "-f", constraints).code == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["-"], "No constraint was given"),
        (["-", "-c", "word_cuont count=1"], "Nearest: word_count"),
        (["-", "-c", "word_count count=0"], "count = 0 is not valid"),
        (["absent.txt", "-c", "no_digits"], "'absent.txt' cannot be read"),
        (["-", "-f", "absent.txt"], "'absent.txt' cannot be read"),
    ],
)
def test_mistakes_get_one_sentence_and_2(cse_command, arguments, says):
    found = cse_command("check", *arguments)
    assert found.code == 2
    assert says in found.err
    assert len(found.err.splitlines()) == 1
    assert "Traceback" not in found.err


def test_bytes_that_are_no_text_are_refused(cse_command, tmp_path):
    path = tmp_path / "bytes"
    path.write_bytes(b"abc\xff")
    found = cse_command("check", path, "-c", "no_digits")
    assert (found.code, found.err) == (2, f"cse: '{path}' is not UTF-8 text (byte 3).\n")

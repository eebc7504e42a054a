"""Models and their settings: defaults, the command line, panel files."""

import pytest

from cse.errors import InvalidInput, UnknownName
from cse.run.models import check_labels, make_model, read_panel, read_settings


def test_defaults():
    hosted, local = make_model("openai/gpt-4o"), make_model("local")
    assert (hosted.generate["temperature"], hosted.generate["max_tokens"]) == (0.0, 4096)
    assert (local.generate["temperature"], local.generate["max_tokens"]) == (0.0, 512)
    assert hosted.generate["max_retries"] == 5
    assert (hosted.label, hosted.served_here, local.served_here) == ("openai/gpt-4o", False, True)
    assert make_model("gguf:/models/My Model.gguf").label == "local/My Model"
    assert make_model("a/b:c").folder_name == "a-b-c"


def test_settings_of_the_command_line():
    given = [
        "temperature=0.7",
        "reasoning_effort=low",
        "top_p=none",
        "stop_seqs=['a', 'b']",
        "seed = 3",
        "system_message=a=b",
    ]
    assert read_settings(given, "-G") == {
        "temperature": 0.7,
        "reasoning_effort": "low",
        "top_p": None,
        "stop_seqs": ["a", "b"],
        "seed": 3,
        "system_message": "a=b",
    }
    with pytest.raises(InvalidInput, match="write NAME=VALUE"):
        read_settings(["temperature"], "-G")


def test_what_may_not_be_set():
    with pytest.raises(UnknownName, match="Nearest: max_tokens"):
        make_model("a/b", "", {"max_token": 5})
    with pytest.raises(UnknownName, match="argument of the embedded server"):
        make_model("local", "", {}, {"slot": 5})
    for secret in ("api_key", "hf_token", "password"):
        with pytest.raises(InvalidInput, match="set it in the environment"):
            make_model("a/b", "", {}, {secret: "x"})


def panel(tmp_path, text):
    path = tmp_path / "panel.toml"
    path.write_text(text)
    return read_panel(path, {"temperature": 0.3, "seed": 1}, {"timeout": 9})


def test_a_panel(tmp_path):
    plain, own = panel(
        tmp_path,
        """
        [[model]]
        name = "a/b"

        [[model]]
        name = "a/b"
        label = "b, thinking"
        generate = { temperature = "none", reasoning_effort = "high" }
        args = { base_url = "http://127.0.0.1:1/v1" }
        """,
    )
    assert (plain.label, plain.generate["temperature"], plain.args) == ("a/b", 0.3, {"timeout": 9})
    assert (own.label, own.generate["temperature"], own.generate["seed"]) == ("b, thinking", None, 1)
    assert own.generate["reasoning_effort"] == "high"
    assert own.args == {"timeout": 9, "base_url": "http://127.0.0.1:1/v1"}
    check_labels([plain, own])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", r"write one \[\[model\]\] table"),
        ("model = 3", r"write one \[\[model\]\] table"),
        ("[[model]]", "needs a name"),
        ("[[model]]\nname = 'a/b'\ntemperature = 0", "field 'temperature'; it may have name, label, generate, args"),
        ("[[model]]\nname = 'a/b'\ngenerate = 3", "are tables"),
        ("[[model", "cannot be read"),
    ],
)
def test_mistakes_in_a_panel(tmp_path, text, said):
    with pytest.raises(InvalidInput, match=said):
        panel(tmp_path, text)


def test_labels_that_tables_or_folders_could_not_tell_apart():
    for first, second in (("a/b", "a/b"), ("a/b", "a-b"), ("a/b", "A/B")):
        with pytest.raises(InvalidInput, match="Two models have the label"):
            check_labels([make_model(first), make_model(second)])

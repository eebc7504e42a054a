"""The commands of a report make the run again that its `run.json` describes."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from cse.cli.origins import origin
from cse.run.models import ModelSpec, make_model, read_panel, read_settings

ASKED = [{"k": [1, 2, 3], "probes": 30, "epochs": 2}]
SUITE = {"name": "quick", "digest": "abc"}


def info(*models: ModelSpec) -> dict:
    return {"suite": SUITE, "models": [model.to_dict() for model in models], "asked": ASKED, "host": {}}


@pytest.mark.parametrize(
    "model",
    [
        make_model("local"),
        make_model("openai/gpt", generate={"temperature": None, "reasoning_effort": "low", "stop_seqs": ["a b", "c"]}),
        make_model("vllm/x", args={"path": "it's here", "flag": True}),
        make_model("gguf:/models/My Model.gguf"),
    ],
)
def test_one_model_is_named_by_options(model: ModelSpec):
    (command,) = origin("runs/my run", info(model)).commands
    words = shlex.split(command)
    assert words[:4] == ["cse", "run", "--model", model.name]
    options = list(zip(words[2::2], words[3::2], strict=True))
    generate = read_settings([value for name, value in options if name == "-G"], "-G")
    args = read_settings([value for name, value in options if name == "-M"], "-M")
    assert make_model(model.name, "", generate, args) == model
    assert options[-5:] == [
        ("--suite", "quick"),
        ("--k", "1,2,3"),
        ("--limit", "30"),
        ("--epochs", "2"),
        ("--out", "runs/my run"),
    ]


@pytest.mark.parametrize(
    "models",
    [
        (make_model("openai/a"), make_model("openai/b", "my b", {"temperature": None, "top_p": 0.5}, {"url": 'x"y'})),
        (make_model("openai/a", "only the label is new"),),
    ],
)
def test_several_models_or_labels_need_a_panel_file(tmp_path: Path, models: tuple[ModelSpec, ...]):
    *panel, command = origin("out", info(*models)).commands
    (tmp_path / "panel.toml").write_text("\n".join(panel), encoding="utf-8")
    assert read_panel(tmp_path / "panel.toml") == list(models)
    assert command == "cse run --panel panel.toml --suite quick --k 1,2,3 --limit 30 --epochs 2 --out out"


def test_facts_name_suite_digest_models_and_leave_out_what_is_empty():
    facts = dict(origin("out", info(make_model("openai/a"))).facts)
    assert facts["suite: digest"] == "abc"
    assert facts["model 1"].startswith("name openai/a; label openai/a; generate ")
    assert facts["asked"] == "k 1, 2, 3; probes 30; epochs 2"
    assert "host" not in facts


def test_a_simulation_is_drawn_again_with_its_settings():
    found = origin("a b", {"simulated": True, "seed": 4, "settings": {"scale": 0.1, "tag_effect": 0.0}})
    assert found.commands == ("cse simulate 'a b' --seed 4 --scale 0.1 --tag-effect 0.0",)


def test_a_run_of_another_tool_has_facts_and_no_command():
    found = origin("out", {"tool": "other", "models": ["x"]})
    assert found.facts == (("tool", "other"), ("model 1", "x"))
    assert found.commands == ()

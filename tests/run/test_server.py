"""The embedded server and the run with the embedded model: real tokens, a free port, nothing left listening."""

import json
import re
import socket
import urllib.request

import pytest
from provider import HARNESS_WARNINGS

from cse.errors import InvalidInput, RunError
from cse.results.folder import read_passes, read_run
from cse.run.local import local_model
from cse.run.server import serving


def listens(url):
    host, port = re.match(r"http://([^:/]+):(\d+)", url).groups()
    with socket.socket() as client:
        return client.connect_ex((host, int(port))) == 0


def generate(url, prompt, tokens):
    body = {"messages": [{"role": "user", "content": prompt}], "max_tokens": tokens, "temperature": 0}
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{url}/chat/completions", json.dumps(body).encode(), headers)  # noqa: S310
    with urllib.request.urlopen(request, timeout=120) as reply:  # noqa: S310  # our own server
        return json.load(reply)


@pytest.fixture(scope="module")
def model():
    return local_model(print)


def test_it_answers_and_stops(model):
    with serving(model, context=256, slots=2) as url:
        assert url.startswith("http://127.0.0.1:")
        reply = generate(url, "What is tea?", 8)
        with serving(model, context=256, slots=2) as other:
            assert other != url, "each server takes a free port"
    assert reply["usage"]["completion_tokens"] == 8
    assert "tea" in reply["choices"][0]["message"]["content"].lower()
    assert not listens(url)
    assert not listens(other)


def test_it_stops_on_an_error_and_at_once(model):
    addresses = []

    def fails():
        with serving(model, context=64, slots=1) as url:
            assert listens(url)
            addresses.append(url)
            raise KeyError

    for _ in range(3):
        with pytest.raises(KeyError):
            fails()
        assert not listens(addresses[-1])


def test_files_it_cannot_serve(model, tmp_path):
    text, half = tmp_path / "a.gguf", tmp_path / "b.gguf"
    text.write_text("not a model")
    half.write_bytes(model.read_bytes()[:1_000_000])
    for path, error, said in (
        (tmp_path / "no.gguf", InvalidInput, "cannot be read"),
        (text, InvalidInput, "is no GGUF file"),
        (half, RunError, "the file may be damaged"),
    ):
        with pytest.raises(error, match=said), serving(path, context=64, slots=1):
            pytest.fail("nothing can be served here")


@pytest.mark.filterwarnings(*HARNESS_WARNINGS)
def test_a_run_with_the_embedded_model(cse, tmp_path, model):
    found = cse("run", "--k", "1-2", "--limit", 2, "--max-tokens", 12)
    assert found.code == 0, found
    run = read_run(tmp_path / "runs/quick_local-SmolLM2-135M-Instruct")
    assert run.responses["model"].unique().to_list() == ["local/SmolLM2-135M-Instruct"]
    assert run.responses["k"].sort().to_list() == [1, 2]
    assert set(run.responses["status"]) == {"ok"}
    assert run.responses["output_tokens"].max() <= 12
    assert run.responses["input_tokens"].min() > 100
    assert run.info["models"][0]["generate"]["max_tokens"] == 12
    # The same file by its path is the same model to llama.cpp.
    again = cse("run", "--model", f"gguf:{model}", "--k", "1", "--limit", 1, "--max-tokens", 12, "--json")
    assert json.loads(again.out)["models"][0]["model"] == f"local/{model.stem}"
    other = read_run(tmp_path / f"runs/quick_local-{model.stem}").responses
    first = run.responses.filter(probe_id=other["probe_id"][0])
    assert other["input_tokens"][0] == first["input_tokens"][0]


def test_512_tokens_are_the_default_here(cse):
    found = cse("run", "--limit", 1, "--dry-run")
    assert "local/SmolLM2-135M-Instruct: 1 call," in found.out
    assert "at most 512 out" in found.out


ONE_TEXT, TWO_TEXTS = ["answer"], ["answer", "revision"]
ROLES = {
    "plan": ["plan", "answer"],
    "plan-control": ["notes", "answer"],
    "self-correct": TWO_TEXTS,
    "best-of:2": ["draw", "draw"],
    "repair:1": TWO_TEXTS,
    "repair-control:1": TWO_TEXTS,
}


@pytest.mark.filterwarnings(*HARNESS_WARNINGS)
@pytest.mark.parametrize("name", ROLES)
def test_the_embedded_model_under_each_intervention(cse, tmp_path, name):
    found = cse("run", "--k", 1, "--limit", 1, "--max-tokens", 8, "--intervention", name, "--out", "run")
    assert found.code == 0, found
    passes = read_passes(tmp_path / "run").sort("pass_index")
    revises = not name.startswith("repair") or passes["passed"][0] is False
    assert passes["role"].to_list() == (ROLES[name] if revises else ONE_TEXT)
    assert set(passes["status"]) == {"ok"}
    assert passes["output_tokens"].max() <= 8
    assert passes["chosen"].sum() == 1
    (chosen,) = passes.filter("chosen").to_dicts()
    (response,) = read_run(tmp_path / "run").responses.to_dicts()
    assert (response["response"], response["passed"]) == (chosen["response"], chosen["passed"])
    assert response["output_tokens"] == passes["output_tokens"].sum()

"""A provider on the loopback interface that answers as a test tells it, and `cse` in a process of its own."""

import gc
import json
import os
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from cse.suites import load_suite
from cse.suites.storage import read_certificates

HARNESS_WARNINGS = (
    "ignore::DeprecationWarning",
    "ignore::ResourceWarning",
    "ignore::pytest.PytestUnraisableExceptionWarning",
)
"""What Inspect's own dependencies warn of; raised as an error inside Inspect, a warning would be a failed call."""

MODEL = "openai-api/fake/parrot"


def completion(text, finish="stop", tokens=(10, 20)):
    """Returns the body of a chat completion."""
    return {
        "id": "1",
        "object": "chat.completion",
        "created": 0,
        "model": "parrot",
        "choices": [{"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text}}],
        "usage": {"prompt_tokens": tokens[0], "completion_tokens": tokens[1], "total_tokens": sum(tokens)},
    }


def refusal(status, message, code=None):
    """Returns an error as OpenAI-compatible providers send it."""
    return status, {"error": {"message": message, "type": "invalid_request_error", "code": code}}


@dataclass
class Outcome:
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str


class Provider:
    """An OpenAI-compatible server; `reply` takes a prompt and its request, returns a text, a body or (status, body)."""

    def __init__(self):
        self.reply = lambda *_: "<answer>Tea is hot.</answer>"
        self.requests = []
        self.delay = 0.0
        provider = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                prompt = request["messages"][-1]["content"]
                time.sleep(provider.delay)
                found = provider.reply(prompt, request)
                status, body = found if isinstance(found, tuple) else (200, found)
                data = json.dumps(completion(body) if isinstance(body, str) else body).encode()
                provider.requests.append(request)
                try:
                    self.send_response(status)
                    self.send_header("Content-Type", "application/json")
                    self.send_header("Content-Length", str(len(data)))
                    self.end_headers()
                    self.wfile.write(data)
                except OSError:  # the client was killed
                    self.close_connection = True

            def log_message(self, *args):
                """Keeps the tests' output clean."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def prompts(self):
        """The prompts that were answered, in the order of their arrival."""
        return [request["messages"][-1]["content"] for request in self.requests]

    @property
    def environment(self):
        """What a client needs."""
        return {"FAKE_BASE_URL": f"http://127.0.0.1:{self.server.server_port}/v1", "FAKE_API_KEY": "none"}

    def close(self):
        """Stops the server."""
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def provider():
    found = Provider()
    yield found
    found.close()


@pytest.fixture
def cse(provider, tmp_path, monkeypatch, capfd):
    """Returns a function that runs `cse ARGS` in this process, in an empty folder."""
    for name, value in {**provider.environment, "COLUMNS": "200"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)

    def run(*args):
        from cse.cli.main import main

        monkeypatch.setattr(sys, "argv", ["cse", *map(str, args)])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capfd.readouterr()
        return Outcome(ended.value.code or 0, out, err)

    yield run
    # What the harness left unclosed must not complain in another test.
    gc.collect()


@pytest.fixture
def cse_process(provider, tmp_path):
    """Returns a function that starts `cse ARGS` in a process of its own, in an empty folder; all are ended at last."""
    started = []

    def start(*args):
        command = [sys.executable, "-m", "cse.cli.main", *map(str, args)]
        settings = {**os.environ, **provider.environment, "COLUMNS": "200"}
        process = subprocess.Popen(
            command, cwd=tmp_path, env=settings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture(scope="session")
def witnesses():
    """Texts that meet all constraints of a probe of the suite `quick`, by prompt."""
    certificates = read_certificates("quick")
    return {probe.prompt(): certificates[probe.id]["witness"] for probe in load_suite("quick").probes}

"""A provider on the loopback interface that answers as a test tells it, and what tests say to it."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

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


class Provider:
    """An OpenAI-compatible server; `reply` takes a prompt and its request, returns a text, a body or (status, body).

    Answers wait while `gate` is cleared; `arrived` counts the calls that came, answered or not.
    """

    def __init__(self):
        self.reply = lambda *_: "<answer>Tea is hot.</answer>"
        self.requests = []
        self.delay = 0.0
        self.arrived = 0
        self.gate = threading.Event()
        self.gate.set()
        provider = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                prompt = request["messages"][-1]["content"]
                provider.arrived += 1
                provider.gate.wait()
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

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 128  # or the system turns down calls that come at once, and clients wait for a second

        self.server = Server(("127.0.0.1", 0), Handler)
        # It looks this often, in seconds, whether it should stop; every test waits for that.
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

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

"""The explorer served on this machine alone: the page, its scripts, and three questions that the scripts ask."""

from __future__ import annotations

import json
import sys
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from cse.errors import InvalidInput
from cse.report.assets import asset
from cse.report.store import Store
from cse.report.templating import template

HOST = "127.0.0.1"
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)
_TYPES = {
    "html": "text/html",
    "js": "text/javascript",
    "css": "text/css",
    "json": "application/json",
    "txt": "text/plain",
}


class ViewServer(ThreadingHTTPServer):
    """Serves the explorer on the loopback interface.

    Args:
        store: The answers.
        title: Title of the page.
        port: The port, 0 for any that is free.

    Raises:
        InvalidInput: The port is in use or not allowed.
    """

    daemon_threads = True

    def __init__(self, store: Store, title: str, port: int = 0) -> None:
        self.store = store
        self.page = template("view.html").render(title=title, policy=_POLICY)
        try:
            super().__init__((HOST, port), _Handler)
        except OSError as error:
            raise InvalidInput(
                f"Port {port} cannot be used ({error.strerror}); name another, or 0 for any free one."
            ) from error

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Passes over a browser that went away before its answer came; everything else is a fault and is shown."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    @property
    def address(self) -> str:
        """The page's address."""
        return f"http://{HOST}:{self.server_port}/"


class _Handler(BaseHTTPRequestHandler):
    server: ViewServer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answers one question; the address and the query are as little trusted as anything else."""
        if not self._asked_here():
            self._send(HTTPStatus.FORBIDDEN, "txt", b"This server answers pages of this machine alone.")
            return
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
        found = self._answer(parts.path, query)
        if found is None:
            self._send(HTTPStatus.NOT_FOUND, "txt", b"There is nothing here.")
        else:
            self._send(HTTPStatus.OK, *found)

    def _asked_here(self) -> bool:
        """Tells whether the request names this host: another site's page that was led here by its own name does not."""
        port = self.server.server_port
        return self.headers.get("Host") in (f"{HOST}:{port}", f"localhost:{port}")

    def _answer(self, path: str, query: dict[str, str]) -> tuple[str, bytes] | None:
        store = self.server.store
        if path == "/":
            return "html", self.server.page.encode("utf-8", "replace")
        if path == "/index.json":
            return "json", store.index
        if path == "/search.json" and query.get("text"):
            return "json", _json(store.search(query["text"]))
        if path == "/probe.json" and "id" in query:
            detail = store.probe(query["id"])
            return None if detail is None else ("json", _json(detail))
        name = path.removeprefix("/assets/")
        text = asset(name) if path.startswith("/assets/") else None
        return None if text is None else (name.rpartition(".")[2], text.encode())

    def _send(self, status: HTTPStatus, kind: str, body: bytes) -> None:
        self.send_response(status)
        for name, value in (
            ("Content-Type", f"{_TYPES[kind]}; charset=utf-8"),
            ("Content-Length", str(len(body))),
            ("Content-Security-Policy", _POLICY),
            ("X-Content-Type-Options", "nosniff"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Referrer-Policy", "no-referrer"),
            ("Cache-Control", "no-store"),
        ):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the base class names it so
        """Says nothing: whoever looks at answers does not want to read a log of it."""


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")

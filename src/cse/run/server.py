"""llama.cpp's OpenAI-compatible server, inside this process, on a free port of the loopback interface."""

from __future__ import annotations

import json
import os
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cse.errors import InvalidInput, RunError

SLOTS = 8
"""Requests that are answered at the same time; see `benchmarks/` for what other numbers give."""
_MAGIC = b"GGUF"


def threads_here() -> int:
    """Returns how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def serving(path: Path, *, context: int, slots: int = SLOTS, threads: int | None = None) -> Iterator[str]:
    """Serves a GGUF file while the block runs.

    Args:
        path: The file.
        context: Tokens that a prompt and its response may take together.
        slots: How many requests are answered at the same time.
        threads: How many threads compute; by default one for each processor that this process may use.

    Yields:
        The base URL of the API, e.g. "http://127.0.0.1:34567/v1".

    Raises:
        InvalidInput: The file is not there or is no GGUF file.
        RunError: llama.cpp cannot load it.
    """
    check_file(path)
    server = _start(path, context * slots, slots, threads or threads_here())
    try:
        address = server.listening_address
        # Its loop may not have begun yet, and a server that is stopped before it has begun never ends; the first
        # token proves that it runs.
        _post(f"{address}/completion", {"prompt": "Hi", "n_predict": 1})
        yield f"{address}/v1"
    finally:
        # The server stops when its last reference goes; it waits for the connections still open, of which the
        # evaluation leaves none.
        del server


def check_file(path: Path) -> None:
    """Refuses what llama.cpp could not load anyway, before anything is started.

    Raises:
        InvalidInput: The file cannot be read or is no GGUF file.
    """
    try:
        with path.open("rb") as file:
            magic = file.read(len(_MAGIC))
    except OSError as error:
        raise InvalidInput(f"The model file {str(path)!r} cannot be read: {error.strerror}.") from error
    if magic != _MAGIC:
        raise InvalidInput(f"{str(path)!r} is no GGUF file; --model gguf:PATH takes one for llama.cpp.")


def _start(path: Path, context: int, slots: int, threads: int) -> Any:
    # Threads that spin while they wait bring llama.cpp to a standstill where other programs want the processors too:
    # with 10 ready processes on 2 of them, 2.7 tokens a second against 17. It is read when the library is loaded.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    import xllamacpp  # type: ignore[import-untyped]

    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.model_alias = {path.stem}
    params.n_parallel, params.n_ctx = slots, context
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    params.hostnames, params.port = ["127.0.0.1"], 0
    params.verbosity, params.warmup, params.ui, params.endpoint_slots = 0, False, False, False
    # Every prompt comes once, so prompts kept for later would only cost memory.
    params.cache_ram_mib, params.cache_idle_slots = 0, False
    try:
        return xllamacpp.Server(params)
    except RuntimeError as error:
        raise RunError(
            f"llama.cpp cannot load {str(path)!r}; the file may be damaged, or too large for the memory."
        ) from error


def _post(url: str, body: dict[str, Any]) -> None:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})  # noqa: S310
    with urllib.request.urlopen(request, timeout=120) as reply:  # noqa: S310  # a loopback address of our own server
        reply.read()

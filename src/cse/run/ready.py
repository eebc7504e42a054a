"""A model made ready to be asked: through a provider, or by the embedded server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from inspect_ai.model import Model, get_model

from cse.run.failures import load_model
from cse.run.local import local_model
from cse.run.models import GGUF, LOCAL, MAX_TOKENS, ModelSpec
from cse.run.server import SLOTS, check_file, serving

_CHARACTERS_PER_TOKEN = 3
"""Fewer than any common tokenizer makes of English, so that every prompt fits into the embedded server's memory."""
_CHAT_TOKENS = 64
"""Room for what a chat template puts around a prompt."""

MakeModel = Callable[[], Model]
"""Makes the harness's model object, of which each evaluation gets a new one."""


def check_model(spec: ModelSpec, say: Callable[[str], None]) -> None:
    """Makes sure that a model can be asked at all: package, key or file.

    Args:
        spec: The model.
        say: Told in a sentence what takes time.

    Raises:
        RunError: It cannot.
        InvalidInput: A model's file is not there.
    """
    if spec.served_here:
        check_file(_file_of(spec, say))
    else:
        load_model(spec)


def _file_of(spec: ModelSpec, say: Callable[[str], None]) -> Path:
    """Returns the GGUF file of a model that the embedded server runs."""
    return local_model(say) if spec.name == LOCAL else Path(spec.name.removeprefix(GGUF)).expanduser()


@contextmanager
def ready_model(
    spec: ModelSpec, *, longest: int, turns: int = 1, connections: int | None = None
) -> Iterator[tuple[MakeModel, int | None]]:
    """Starts the embedded server where it runs the model, and stops it at the end.

    Args:
        spec: The model, which `check_model` has found usable.
        longest: Characters of the longest prompt.
        turns: Most turns of a conversation. What is asked later in it, findings included, is shorter than the prompt
            that it comes after.
        connections: Most calls at a time; None leaves it to the provider, or to the server's slots.

    Yields:
        What makes the model, and how many calls it takes at a time, None for as many as the harness deems right.
    """
    if not spec.served_here:
        yield lambda: load_model(spec), connections
        return
    path = _file_of(spec, print)
    slots = connections or spec.args.get("slots", SLOTS)
    turn = longest // _CHARACTERS_PER_TOKEN + _CHAT_TOKENS + (spec.generate["max_tokens"] or MAX_TOKENS)
    with serving(path, context=turn * turns, slots=slots, threads=spec.args.get("threads")) as url:
        name = f"openai-api/local/{path.stem}"
        yield lambda: get_model(name, base_url=url, api_key="none", memoize=False), slots

"""What a provider or the harness raised, as one sentence that says what to do."""

from __future__ import annotations

import re

from inspect_ai._util.error import PrerequisiteError  # raised for a missing package or key; it has no public name
from inspect_ai.model import Model, get_model
from rich.errors import MarkupError
from rich.text import Text

from cse.errors import RunError
from cse.run.models import ModelSpec

_LONGEST = 300
_REFUSED_PARAMETER = (400, 422)
_PARAMETERS = {
    "temperature": ("temperature",),
    "max_tokens": ("max_tokens", "max_completion_tokens", "max_output_tokens", "maxOutputTokens"),
    "top_p": ("top_p", "topP"),
    "seed": ("seed",),
}
"""Settings that a provider may refuse, and the words by which its message names them."""


def load_model(spec: ModelSpec) -> Model:
    """Makes Inspect's model object, which needs the provider's package and key.

    Raises:
        RunError: The provider does not exist, or lacks a package, a key or an argument.
    """
    try:
        return get_model(spec.name, memoize=False, **spec.args)
    except PrerequisiteError as error:
        raise RunError(f"The model {spec.name!r} cannot be used: {_prerequisite(error)}") from error
    except (ImportError, ValueError, TypeError) as error:
        raise RunError(f"The model {spec.name!r} cannot be used: {shortened(str(error))}") from error


def _prerequisite(error: PrerequisiteError) -> str:
    try:
        plain = Text.from_markup(str(error.message)).plain
    except MarkupError:
        plain = str(error.message)
    sentence = shortened(plain.removeprefix("ERROR: "))
    missing = re.search(r"No (\w+_API_KEY)", sentence)
    return f"{sentence}; set {missing[1]} to your key." if missing else sentence


def fatal(spec: ModelSpec, error: Exception) -> str | None:
    """Tells why no further call can succeed, in a sentence that says what to do; None if one may.

    Args:
        spec: The model that was asked.
        error: What a call raised.
    """
    status = getattr(error, "status_code", None) or getattr(error, "code", None)
    said = what_was_said(error)
    if status in _REFUSED_PARAMETER:
        refused = _refused_parameter(said)
        if refused and spec.generate.get(refused) is not None:
            return (
                f"{spec.label} refuses {refused} = {spec.generate[refused]} ({said}); run it with -G {refused}=none "
                "to leave that to the provider, or with a value that it accepts."
            )
    if status in (401, 403):
        return f"{spec.label} refuses the key ({said}); set a valid one in the environment."
    if status == 404:
        return f"{spec.label} is not known to its provider ({said}); check the model's name."
    return None


def _refused_parameter(message: str) -> str | None:
    for setting, words in _PARAMETERS.items():
        if any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", message) for word in words):
            return setting
    return None


def what_was_said(error: Exception) -> str:
    """Returns the provider's own words where the exception holds them, else the exception's, on one line."""
    body = getattr(error, "body", None)
    inner = body.get("message") if isinstance(body, dict) else None
    # Inspect's own error puts the whole request before the words, and keeps them apart as `provider_message`.
    said = getattr(error, "provider_message", None) or inner or getattr(error, "message", None) or str(error)
    return shortened(str(said)) or type(error).__name__


def shortened(text: str) -> str:
    r"""Puts a message on one line of bearable length.

    >>> shortened("Install with:\n\n  pip install groq")
    'Install with: pip install groq'
    """
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 3]}..."

"""What an output of the harness is: a response, or the reason why there is none."""

from __future__ import annotations

from inspect_ai.model import ModelOutput, ModelUsage

from cse.run.failures import shortened
from cse.run.passes import Pass, Role, Status


def status_of(output: ModelOutput) -> tuple[Status, str | None]:
    """Tells whether an output holds a response, and if not, why.

    A response that the provider's filter stopped, or that holds no text, is missing: it says nothing about constraints.

    Returns:
        The status, and for a missing response what is known of the reason.
    """
    text = output.completion.strip() if output.choices else ""
    reason = output.choices[0].stop_reason if output.choices else "unknown"
    if reason == "content_filter":
        return "refused", output.error or text or "stopped by the provider's content filter"
    if output.error:
        return "error", output.error
    if reason == "model_length" and not (output.usage and output.usage.output_tokens):
        # Inspect puts the provider's complaint where the text would stand when a prompt does not fit the model.
        return "error", text or "the prompt does not fit the model's context"
    if not text:
        return "empty", f"no text; generation ended with {reason!r}"
    return "ok", None


def pass_of(output: ModelOutput, role: Role = "answer", request: str | None = None) -> Pass:
    """Makes a pass of an output.

    Args:
        output: What the call gave.
        role: What the call was for.
        request: The last message of the request, where it was another than the probe's prompt.
    """
    status, why = status_of(output)
    usage = output.usage
    return Pass(
        role=role,
        status=status,
        text=output.completion if status == "ok" else None,
        request=request,
        error=None if why is None else shortened(why),
        stop_reason=output.choices[0].stop_reason if output.choices else None,
        input_tokens=_input_tokens(usage) if usage else None,
        output_tokens=usage.output_tokens if usage else None,
        seconds=output.time,
    )


def _input_tokens(usage: ModelUsage) -> int:
    """Counts the prompt whole: the provider's cache changes its price, not its length."""
    return usage.input_tokens + (usage.input_tokens_cache_read or 0) + (usage.input_tokens_cache_write or 0)

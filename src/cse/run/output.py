"""What an output of the harness is: a response, or the reason why there is none."""

from __future__ import annotations

from inspect_ai.model import ModelOutput

from cse.run.passes import Status


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

"""Two models that know the answers: `witness` gives a probe's witness, `broken-witness` one with known faults.

They are asked like any other model, so that a run with them tests the whole path: prompt, harness, extraction,
verifiers, results. `witness` must score 100 % at every k; what `broken-witness` scores is known check by check.
"""

from __future__ import annotations

import random
from functools import cached_property
from typing import Any

from inspect_ai.model import ChatMessage, GenerateConfig, ModelAPI, ModelOutput, ModelUsage, modelapi
from inspect_ai.tool import ToolChoice, ToolInfo

from cse.compose.breaking import Broken, break_witness
from cse.compose.certify import Witness, certify
from cse.compose.probe import Probe
from cse.compose.seeds import derive_seed
from cse.errors import RunError
from cse.suites import load_suite, suite_names
from cse.suites.storage import read_certificates

WITNESS = "witness"
BROKEN_WITNESS = "broken-witness"
ORACLES = (WITNESS, BROKEN_WITNESS)


def oracle_name(name: str, suite: str) -> str:
    """Returns the full name of a model of witnesses, which says whose witnesses it knows; other names stay.

    >>> oracle_name("witness", "quick"), oracle_name("local", "quick")
    ('witness/quick', 'local')
    """
    return f"{name}/{suite}" if name in ORACLES else name


def find_witness(probe: Probe, certificates: dict[str, dict[str, Any]]) -> str | None:
    """Returns the witness of a probe: the stored one, or the one that its seed gives; None where there is none."""
    stored = certificates.get(probe.id, {}).get("witness")
    if isinstance(stored, str):
        return stored
    certificate = None if probe.impossible else certify(probe.constraints, seed=probe.seed)
    return certificate.text if isinstance(certificate, Witness) else None


def broken_answer(probe: Probe, witness: str) -> Broken:
    """Returns what `broken-witness` answers to a probe, always the same, with what holds and what does not."""
    return break_witness(witness, probe.constraints, random.Random(derive_seed("broken-witness", probe.id)))


class Oracle(ModelAPI):
    """Answers each prompt of one suite with its witness; the part of the model's name after the slash is the suite."""

    broken = False

    def __init__(
        self, model_name: str, base_url: str | None = None, api_key: str | None = None, **arguments: Any
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], arguments.pop("config", GenerateConfig()))

    @cached_property
    def _certificates(self) -> dict[str, dict[str, Any]]:
        return read_certificates(self.model_name) if self.model_name in suite_names() else {}

    @cached_property
    def _probes(self) -> dict[str, Probe]:
        suite = load_suite(self.model_name)
        return {probe.prompt(): probe for probe in (*suite.probes, *suite.reserve)}

    def _probe(self, messages: list[ChatMessage]) -> Probe:
        """Finds the probe of a conversation, whatever an intervention wrote below its prompt or after it."""
        for text in (message.text for message in reversed(messages)):
            if text in self._probes:
                return self._probes[text]
            for prompt, probe in self._probes.items():
                if text.startswith(prompt):
                    return probe
        raise RunError(f"The model of witnesses knows the prompts of the suite {self.model_name!r} alone.")

    def _answer(self, probe: Probe) -> str:
        witness = find_witness(probe, self._certificates)
        if witness is None:
            return "No text can meet all of this."
        return f"Here it is.\n\n<answer>\n{broken_answer(probe, witness).text if self.broken else witness}\n</answer>"

    async def generate(
        self,
        input: list[ChatMessage],  # noqa: A002  # the harness's name
        tools: list[ToolInfo],  # noqa: ARG002
        tool_choice: ToolChoice,  # noqa: ARG002
        config: GenerateConfig,  # noqa: ARG002
    ) -> ModelOutput:
        """Answers the last prompt of the conversation."""
        answer = self._answer(self._probe(input))
        output = ModelOutput.from_content(self.model_name, answer)
        # Without usage the harness would fetch a tokenizer to count; a token is about four characters.
        output.usage = ModelUsage(
            input_tokens=sum(len(message.text) for message in input) // 4, output_tokens=len(answer) // 4
        )
        return output


class BrokenOracle(Oracle):
    """Answers with witnesses of which a known random subset of the constraints is broken."""

    broken = True


@modelapi(name=WITNESS)
def witness_model() -> type[ModelAPI]:
    """Registers the model of witnesses."""
    return Oracle


@modelapi(name=BROKEN_WITNESS)
def broken_witness_model() -> type[ModelAPI]:
    """Registers the model of broken witnesses."""
    return BrokenOracle

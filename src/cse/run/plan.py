"""What a run asks of which models, and where it is written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cse.compose.probe import Probe
from cse.errors import InvalidInput
from cse.run.interventions.catalogue import BASE, PLAIN, Intervention
from cse.run.logs import answered, log_files
from cse.run.models import ModelSpec, check_labels
from cse.run.selection import select_probes
from cse.suites import Suite

LOGS = "logs"
_CHARACTERS_PER_TOKEN = 4.4
_FOLLOW_UP_TOKENS = 200
"""What a short text and a request to go on add to a prompt, roughly."""


@dataclass(frozen=True)
class Plan:
    """A run, decided.

    Attributes:
        suite: The suite.
        probes: What is asked, in this order.
        models: The models, each with its own label.
        folder: Where the run is written.
        intervention: How each probe is asked: once, or in several passes.
        epochs: How often each probe is asked.
        max_connections: Calls to a provider at the same time; Inspect's default if None.
    """

    suite: Suite
    probes: tuple[Probe, ...]
    models: tuple[ModelSpec, ...]
    folder: Path
    intervention: Intervention = PLAIN
    epochs: int = 1
    max_connections: int | None = None


@dataclass(frozen=True)
class Order:
    """What is left to ask of one model; small enough to hand to another process.

    Attributes:
        model: The model.
        probes: Probes that lack at least one answer.
        answered_before: Probe id and epoch of the responses that need not be asked for again.
        plan: The run.
    """

    model: ModelSpec
    probes: tuple[Probe, ...]
    answered_before: frozenset[tuple[str, int]]
    plan: Plan

    @property
    def left(self) -> int:
        """How many responses are left to ask for."""
        done = sum(
            (p.id, epoch) in self.answered_before for p in self.probes for epoch in range(1, self.plan.epochs + 1)
        )
        return len(self.probes) * self.plan.epochs - done

    @property
    def total(self) -> int:
        """How many responses the run asks this model for, those of earlier times included."""
        return len(self.plan.probes) * self.plan.epochs

    @property
    def logs(self) -> Path:
        """The folder of this model's logs."""
        return self.plan.folder / LOGS / self.model.folder_name


def make_plan(
    suite: Suite,
    models: Sequence[ModelSpec],
    *,
    levels: Sequence[int] | None = None,
    limit: int | None = None,
    folder: Path | None = None,
    intervention: Intervention = PLAIN,
    epochs: int = 1,
    max_connections: int | None = None,
) -> Plan:
    """Decides a run.

    Args:
        suite: The suite.
        models: The models.
        levels: The values of k to ask; all by default.
        limit: How many probes at most, spread evenly over the levels.
        folder: Where to write; by default below `runs/`, under a name that the same command finds again.
        intervention: How each probe is asked: once, or in several passes.
        epochs: How often each probe is asked.
        max_connections: Calls to a provider at the same time.

    Raises:
        InvalidInput: The levels, the limit or the models cannot be used, or not with the intervention.
    """
    if not models:
        raise InvalidInput("No model was given; name one with --model.")
    check_labels(models)
    for model in models:
        intervention.check(model.label, model.generate)
    probes = tuple(select_probes(suite.probes, levels, limit))
    folder = folder or _default_folder(suite, models, intervention)
    return Plan(suite, probes, tuple(models), folder, intervention, epochs, max_connections)


def _default_folder(suite: Suite, models: Sequence[ModelSpec], intervention: Intervention) -> Path:
    names = re.sub(r"\W+", "-", Path(suite.name).stem), *(model.folder_name for model in models[:3])
    more = f"-and-{len(models) - 3}-more" if len(models) > 3 else ""
    treated = "" if intervention.kind == BASE else f"_{intervention.name.replace(':', '-')}"
    return Path("runs") / f"{'_'.join(names)}{more}{treated}"


def orders(plan: Plan) -> list[Order]:
    """Tells what is left to ask of each model, from the logs already in the run's folder."""
    found = []
    for model in plan.models:
        done = frozenset(answered(log_files(plan.folder / LOGS / model.folder_name)))
        left = [p for p in plan.probes if any((p.id, epoch) not in done for epoch in range(1, plan.epochs + 1))]
        found.append(Order(model, tuple(left), done, plan))
    return found


@dataclass(frozen=True)
class Estimate:
    """What a run would take of one model.

    Attributes:
        label: The model's label.
        responses: Responses still to ask for.
        calls: Calls that they take at most; more than one each under an intervention.
        input_tokens: Tokens of their prompts, roughly: English of this kind has some 4.4 characters a token.
        most_output_tokens: Tokens of the responses if each uses all that it may; None without a bound.
    """

    label: str
    responses: int
    calls: int
    input_tokens: int
    most_output_tokens: int | None


def estimate(order: Order) -> Estimate:
    """Estimates what is left to ask of a model."""
    intervention = order.plan.intervention
    share = order.left / (len(order.probes) * order.plan.epochs) if order.probes else 0.0
    prompts = sum(len(probe.prompt()) for probe in order.probes) * order.plan.epochs * share / _CHARACTERS_PER_TOKEN
    calls = order.left * intervention.most_passes
    follow_ups = calls - order.left if intervention.turns > 1 else 0
    tokens = round(prompts * intervention.most_passes + follow_ups * _FOLLOW_UP_TOKENS)
    bound = order.model.generate.get("max_tokens")
    return Estimate(order.model.label, order.left, calls, tokens, None if bound is None else bound * calls)

"""The evaluation as an Inspect task, found as `cse/cse` by `inspect eval`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from inspect_ai import Task, task
from inspect_ai._util.error import PrerequisiteError  # Inspect prints its message alone; it has no public name
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig
from inspect_ai.util import EarlyStopping, registry_info

from cse.compose.probe import Probe
from cse.errors import CseError
from cse.run.interventions.catalogue import BASE, PLAIN, Intervention, read_intervention
from cse.run.models import DEFAULTS
from cse.run.scorer import verifiers
from cse.run.selection import read_levels, select_probes
from cse.run.stored import store_probe
from cse.suites import load_suite


def probe_sample(probe: Probe) -> Sample:
    """Makes the sample of a probe; its metadata hold the whole probe, so that a log can be scored again by itself."""
    metadata = {
        "k": probe.k,
        "topic": probe.topic.name,
        "impossible": probe.impossible,
        "types": [constraint.name for constraint in probe.constraints],
        "probe": store_probe(probe),
    }
    return Sample(id=probe.id, input=probe.prompt(), metadata=metadata)


def probe_task(
    probes: Sequence[Probe],
    *,
    suite: str,
    digest: str,
    intervention: Intervention = PLAIN,
    generate: Mapping[str, Any] = DEFAULTS,
    epochs: int = 1,
    watch: EarlyStopping | None = None,
) -> Task:
    """Makes the task that asks these probes.

    Args:
        probes: The probes, in the order in which they are asked.
        suite: Name of their suite.
        digest: Digest of their suite.
        intervention: How each is asked: once, or in several passes.
        generate: How the model is asked: fields of Inspect's `GenerateConfig`.
        epochs: How often each is asked.
        watch: Told of each sample before and after it runs; it may leave samples out.
    """
    return Task(
        dataset=MemoryDataset([probe_sample(probe) for probe in probes], name=suite),
        solver=intervention.solver(),
        scorer=verifiers(),
        config=GenerateConfig(**generate),
        epochs=epochs,
        # A call that failed is one missing response, not the end of the evaluation.
        fail_on_error=False,
        early_stopping=watch,
        metadata={"suite": suite, "suite_digest": digest, "intervention": intervention.name},
        name="cse",
    )


def cse(
    suite: str = "quick",
    k: str | int | list[int | str] | None = None,
    limit: int | None = None,
    intervention: str = BASE,
) -> Task:
    """Constraint Saturation Evaluation: k constraints at once, each checked by a program.

    Args:
        suite: Name of a shipped suite, or the path of a probe file.
        k: Levels to ask, e.g. "1-12", 4 or [1, 2]; all by default.
        limit: How many probes at most, spread evenly over the levels.
        intervention: How each probe is asked, e.g. "plan" or "best-of:5"; once and plainly by default.
    """
    try:
        loaded = load_suite(suite)
        levels = None if k is None else read_levels(k)
        probes = select_probes(loaded.probes, levels, limit)
        treatment = read_intervention(intervention)
    except CseError as error:
        raise PrerequisiteError(str(error)) from error
    return probe_task(
        probes,
        suite=loaded.name,
        digest=loaded.digest,
        intervention=treatment,
        generate=DEFAULTS | dict(treatment.generate),
    )


def _registered(name: str) -> Any:
    """Registers the task under the name that people type.

    Inspect puts the package's name before it only where it sees that the package is installed, and it cannot see that
    of an editable install whose distribution has another name.
    """
    registered = task(name=name)(cse)
    wanted = f"cse/{name}"
    return registered if registry_info(registered).name == wanted else task(name=wanted)(cse)


cse_task = _registered("cse")

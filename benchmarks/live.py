"""What a live run costs beyond the harness itself, with a model that answers at once.

Inspect's mock model answers the probes of v1, each with the witness of some probe, so that most checks fail. A task
with the same prompts, one plain call and a scorer that compares two texts shows what the harness takes by itself; both
run with the settings of `cse run`, a log for every thousand samples. Each run has a process of its own; the figures are
differences of its time on the clock and of its processor time, start and imports left out. Target: at most 1 ms a
response beyond the harness, and memory that does not grow with the number of samples.
"""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.harness import Result, peak_gb

COUNTS = (500, 2000)
_ROUNDS = 2
_CLOCKS = ("seconds", "cpu_seconds")
_NOTE = """
By the profiler the harness makes 19,700 Python calls a response by itself and 33,600 with this package. Of the 8 ms
that this adds under the profiler, reading the probe, verifying and making the score take 1.3. The rest is the harness
copying, measuring and condensing what a log must hold to be scored again by itself: the probe in the sample's metadata,
the findings in the score's. As one JSON text each they would save 5,500 calls, and be unreadable in the viewer. On a
busy machine, runs that are minutes apart differ by more than what is measured here: hence two sizes.
"""
_WORK = "from benchmarks.live import work; work({side!r}, {count})"

Times = dict[str, float]


def run() -> Result:
    """Runs both tasks at both sizes, in turn, and keeps the least of each."""
    found: dict[tuple[str, int], list[Times]] = {(side, count): [] for side in ("harness", "cse") for count in COUNTS}
    for _ in range(_ROUNDS):
        for (side, count), times in found.items():
            times.append(_measure(side, count))
    best = {case: {key: min(one[key] for one in times) for key in times[0]} for case, times in found.items()}
    beyond = {
        count: {key: 1e3 * (best["cse", count][key] - best["harness", count][key]) / count for key in _CLOCKS}
        for count in COUNTS
    }
    few, most = COUNTS
    grown = {side: 1e3 * (best[side, most]["peak_gb"] - best[side, few]["peak_gb"]) for side in ("harness", "cse")}
    dearest = max(beyond[count]["cpu_seconds"] for count in COUNTS)
    each = ", ".join(
        f"{one['cpu_seconds']:.1f} ms ({one['seconds']:.1f} on the clock) with {count:,} samples"
        for count, one in beyond.items()
    )
    return Result(
        f"processor time a response beyond the harness: {each}; at most {dearest / 10:.1f} % of a response that takes "
        f"1 s; from {few:,} to {most:,} samples the peak of memory grows by {grown['cse']:.0f} MB (harness alone: "
        f"{grown['harness']:.0f} MB)",
        {"beyond_ms": {str(count): one for count, one in beyond.items()}, "grown_mb": grown}
        | {f"{side} {count}": times for (side, count), times in best.items()},
        ("task, samples", "ms a response", "ms of CPU", "peak MB"),
        [
            (
                f"{side}, {count:,}",
                f"{1e3 * times['seconds'] / count:.2f}",
                f"{1e3 * times['cpu_seconds'] / count:.2f}",
                f"{1e3 * times['peak_gb']:.0f}",
            )
            for (side, count), times in best.items()
        ],
        [" ".join(_NOTE.split())],
    )


def _measure(side: str, count: int) -> Times:
    command = [sys.executable, "-c", _WORK.format(side=side, count=count)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def work(side: str, count: int) -> None:
    """Runs one of the tasks and prints its seconds, on the clock and of the processor, and the peak of memory."""
    import cse.run.runner  # noqa: F401  # imports are not what is measured

    probes = spread_probes(count)
    next(answers())
    with tempfile.TemporaryDirectory() as folder:
        start, busy = time.perf_counter(), time.process_time()
        if side == "cse":
            run_ours(probes, Path(folder))
        else:
            _run_bare(probes, folder)
        taken = {"seconds": time.perf_counter() - start, "cpu_seconds": time.process_time() - busy}
    print(json.dumps(taken | {"peak_gb": peak_gb()}))


def spread_probes(count: int) -> list[Any]:
    """Returns so many probes of v1, spread evenly over its levels."""
    from cse.suites.loader import load_suite

    probes = load_suite("v1").probes
    return list(probes[:: len(probes) // count][:count])


def answers() -> Iterator[Any]:
    """Yields one witness of v1 after the other, without end, as outputs of a model."""
    from inspect_ai.model import ModelOutput, ModelUsage

    from cse.suites.storage import read_certificates

    texts = [one["witness"] for one in read_certificates("v1").values() if "witness" in one]
    for text in itertools.cycle(texts):
        output = ModelOutput.from_content("mock", f"<answer>{text}</answer>")
        # Without usage the harness fetches a tokenizer to count.
        output.usage = ModelUsage(input_tokens=100, output_tokens=100)
        yield output


def run_ours(probes: list[Any], folder: Path, label: str = "mock") -> None:
    """Asks probes as `cse run` does, and writes the logs below the folder of a run."""
    from cse.run.models import DEFAULTS, ModelSpec
    from cse.run.plan import Order, Plan
    from cse.run.runner import run_order
    from cse.suites.loader import load_suite

    model = ModelSpec("mockllm/model", label, DEFAULTS, {"custom_outputs": answers()})
    plan = Plan(load_suite("v1"), tuple(probes), (model,), folder)
    ending = run_order(Order(model, plan.probes, frozenset(), plan), lambda _: None)
    if ending.problem:
        raise SystemExit(ending.problem)


def _run_bare(probes: list[Any], folder: str) -> None:
    """Asks the same prompts with the harness alone."""
    from inspect_ai import Task
    from inspect_ai import eval as inspect_eval
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import GenerateConfig, get_model
    from inspect_ai.scorer import match
    from inspect_ai.solver import generate

    from cse.run.models import DEFAULTS
    from cse.run.runner import HARNESS, PROBES_A_LOG

    model = get_model("mockllm/model", custom_outputs=answers(), memoize=False)
    for first in range(0, len(probes), PROBES_A_LOG):
        part = probes[first : first + PROBES_A_LOG]
        samples = [Sample(id=probe.id, input=probe.prompt(), target="tea") for probe in part]
        task = Task(
            dataset=MemoryDataset(samples), solver=generate(), scorer=match(), config=GenerateConfig(**DEFAULTS)
        )
        logs = inspect_eval(task, model=model, log_dir=folder, **HARNESS)
        if logs[0].status != "success":
            raise SystemExit(f"The harness alone ended as {logs[0].status}.")

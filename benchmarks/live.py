"""What a live run costs beyond the harness itself, with a model that answers at once.

Inspect's mock model answers the probes of v1, each with the witness of some probe, so that most checks fail. A task
with the same prompts, one plain call and a scorer that compares two texts shows what the harness takes by itself; both
run with the settings of `cse run`, a log for every thousand samples. The two take turns in one process, since a
machine's speed drifts by more than what is measured here; the figure is the median difference of neighbouring turns.
Memory is that of a process of its own for each task and number of samples. Target: at most 1 ms a response beyond the
harness, and memory that does not grow with the number of samples.
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
from statistics import median, quantiles
from typing import Any

from benchmarks.harness import Result, peak_gb

TURNS = 9
SAMPLES = 400
"""In each turn."""
COUNTS = (500, 2000)
"""Numbers of samples between which memory may grow."""
SIDES = ("harness", "cse")
_CLOCKS = ("seconds", "cpu_seconds")
_NOTE = """
By the profiler the harness makes 26,000 Python calls a response by itself and 29,600 with this package, most of the
difference to read the probe, verify and make the score. The probe and the findings, which a log must hold to be scored
again by itself, stand there as JSON: as nested values the harness would copy, measure and condense them part by part,
with 10,300 further calls.
"""

Times = dict[str, float]


def run() -> Result:
    """Lets both tasks take turns, and measures the memory of each at both sizes."""
    turns: list[dict[str, Times]] = _in_process(f"take_turns({TURNS})")
    peaks = {(side, count): _in_process(f"work({side!r}, {count})")["peak_gb"] for side in SIDES for count in COUNTS}
    beyond = {
        clock: sorted(1e3 * (turn["cse"][clock] - turn["harness"][clock]) / SAMPLES for turn in turns)
        for clock in _CLOCKS
    }
    alone = {clock: 1e3 * median(turn["harness"][clock] for turn in turns) / SAMPLES for clock in _CLOCKS}
    added = {clock: median(values) for clock, values in beyond.items()}
    few, most = COUNTS
    grown = {side: 1e3 * (peaks[side, most] - peaks[side, few]) for side in SIDES}
    low, high = _quartiles(beyond["cpu_seconds"])
    return Result(
        f"processor time a response: {alone['cpu_seconds']:.1f} ms the harness alone, {added['cpu_seconds']:.1f} ms "
        f"beyond it (middle half of {TURNS} turns {low:.1f} to {high:.1f}; {added['seconds']:.1f} on the clock), "
        f"{added['seconds'] / 10:.2f} % of a response that takes 1 s; from {few:,} to {most:,} samples the peak of "
        f"memory grows by {grown['cse']:.0f} MB (harness alone: {grown['harness']:.0f} MB)",
        {"turns": turns, "beyond_ms": beyond, "harness_ms": alone, "grown_mb": grown}
        | {f"peak_gb {side} {count}": peak for (side, count), peak in peaks.items()},
        ("turn", "harness, ms of CPU", "cse, ms of CPU", "beyond, ms"),
        [_row(number, turn) for number, turn in enumerate(turns, 1)],
        [" ".join(_NOTE.split())],
    )


def _row(number: int, turn: dict[str, Times]) -> tuple[str, ...]:
    harness, ours = (1e3 * turn[side]["cpu_seconds"] / SAMPLES for side in SIDES)
    return str(number), f"{harness:.2f}", f"{ours:.2f}", f"{ours - harness:.2f}"


def _quartiles(values: list[float]) -> tuple[float, float]:
    """Returns the first and the third quartile."""
    first, _, third = quantiles(values, n=4)
    return first, third


def _in_process(call: str) -> Any:
    command = [sys.executable, "-c", f"from benchmarks.live import *; {call}"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(done.stdout.splitlines()[-1])


def take_turns(turns: int) -> None:
    """Runs both tasks in turn and prints the times of each, after a first turn that is not counted."""
    found = [{side: _timed(side, SAMPLES) for side in SIDES} for _ in range(turns + 1)]
    print(json.dumps(found[1:]))


def work(side: str, count: int) -> None:
    """Runs one of the tasks and prints its times with the peak of memory."""
    print(json.dumps(_timed(side, count) | {"peak_gb": peak_gb()}))


def _timed(side: str, count: int) -> Times:
    """Returns the seconds of one of the tasks, on the clock and of the processor, start and imports left out."""
    import cse.run.runner  # noqa: F401  # imports are not what is measured

    probes = spread_probes(count)
    next(answers())
    with tempfile.TemporaryDirectory() as folder:
        start, busy = time.perf_counter(), time.process_time()
        if side == "cse":
            run_ours(probes, Path(folder))
        else:
            _run_bare(probes, folder)
        return {"seconds": time.perf_counter() - start, "cpu_seconds": time.process_time() - busy}


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

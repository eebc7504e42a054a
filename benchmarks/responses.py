"""Simulated responses of real length: witnesses of suite v1, faulty as models' answers are, by fifteen models."""

from __future__ import annotations

import random
from collections.abc import Sequence

from cse.constraints.base import Constraint
from cse.suites.loader import load_suite
from cse.suites.storage import read_certificates

MODELS = 15

Response = tuple[str, tuple[Constraint, ...]]


def responses(count: int | None = None) -> list[Response]:
    """Returns responses with the constraints of their probes; the same ones in every run.

    Args:
        count: How many, spread evenly over the panel; all 67,905 by default.
    """
    probes = load_suite("v1").probes
    certificates = read_certificates("v1")
    witnesses = [certificates[probe.id].get("witness") for probe in probes]
    texts = [text for text in witnesses if text is not None]
    places = range(len(probes) * MODELS)
    if count is not None:
        places = places[:: len(places) // count][:count]
    found = []
    for place in places:
        number, model = divmod(place, MODELS)
        rng = random.Random(f"response {place}")
        # An impossible probe has no witness: some other answer stands for what a model tries.
        text = witnesses[number] or texts[(number * 7) % len(texts)]
        found.append((_respond(text, model, rng), probes[number].constraints))
    return found


def _respond(text: str, model: int, rng: random.Random) -> str:
    """Writes an answer as a model of that rank would: the higher the rank, the more faults."""
    words = text.split(" ")
    for _ in range(rng.randint(0, 1 + model // 2)):
        place = rng.randrange(len(words))
        words[place : place + 1] = _faulty(words[place], rng)
    answer = " ".join(words)
    if rng.random() < 0.1:
        answer = answer.replace(words[0], f"**{words[0]}**", 1)
    shape = rng.random()
    if shape < 0.8:
        return f"<answer>{answer}</answer>"
    return f"Sure, here it is:\n\n<answer>\n{answer}\n</answer>" if shape < 0.95 else answer


def _faulty(word: str, rng: random.Random) -> Sequence[str]:
    """Returns what stands in place of a word."""
    faults = ([""], [word, word], [word + "."], [word, "7"], [word.upper()], [word, "\n\n"], ["perhaps", word])
    return rng.choice(faults)

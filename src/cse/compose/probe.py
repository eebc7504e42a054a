"""Probes, and the JSONL files that hold them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cse.compose.prompt import assemble
from cse.constraints.base import Constraint, Topic
from cse.constraints.registry import constraint_from_dict
from cse.errors import CseError, InvalidInput, InvalidProbe


@dataclass(frozen=True, slots=True)
class Probe:
    """A topic and k constraints in a fixed presentation order.

    Attributes:
        id: Unique in its suite.
        seed: The seed from which it was drawn.
        topic: What to write about.
        constraints: The constraints, in the order in which the prompt states them.
        impossible: Whether it is one that no text can satisfy.
    """

    id: str
    seed: int
    topic: Topic
    constraints: tuple[Constraint, ...]
    impossible: bool = False

    @property
    def k(self) -> int:
        """How many constraints it holds."""
        return len(self.constraints)

    def prompt(self) -> str:
        """Returns the prompt: the request, the constraints, the counting conventions, the answer tags."""
        return assemble(self.topic, self.constraints)

    def to_dict(self) -> dict[str, Any]:
        """Returns the probe as JSON values; `Probe.from_dict` reads it back."""
        return {
            "id": self.id,
            "k": self.k,
            "seed": self.seed,
            "topic": {"name": self.topic.name, "words": list(self.topic.words)},
            "constraints": [constraint.to_dict() for constraint in self.constraints],
            "impossible": self.impossible,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Probe:
        """Reads back what `to_dict` wrote.

        Raises:
            InvalidProbe: A field is missing or of the wrong kind, or a constraint does not exist.
        """
        try:
            topic = Topic(str(data["topic"]["name"]), tuple(map(str, data["topic"]["words"])))
            constraints = tuple(constraint_from_dict(item) for item in data["constraints"])
            probe = cls(str(data["id"]), int(data["seed"]), topic, constraints, bool(data.get("impossible", False)))
        except CseError as error:
            raise InvalidProbe(f"Probe {data.get('id', '(no id)')!r}: {error}") from error
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            reason = f"field {error} is missing" if isinstance(error, KeyError) else str(error)
            raise InvalidProbe(
                f"This is not a probe: {reason}. A probe has id, seed, topic and constraints."
            ) from error
        if not constraints or data.get("k", probe.k) != probe.k:
            raise InvalidProbe(f"Probe {probe.id!r} says k = {data.get('k')!r} and holds {probe.k} constraints.")
        return probe


def dump_probe(probe: Probe) -> str:
    """Writes a probe as one line of JSON, the same bytes for the same probe; `load_probe` reads it back."""
    return json.dumps(probe.to_dict(), ensure_ascii=False, separators=(",", ":"))


def load_probe(line: str) -> Probe:
    """Reads a line of JSON as a probe.

    Raises:
        InvalidProbe: It is not JSON, no object, or no probe.
    """
    try:
        data = json.loads(line)
    except json.JSONDecodeError as error:
        raise InvalidProbe(f"This is not JSON ({error.msg}); a probe is one JSON object on a line.") from error
    if not isinstance(data, dict):
        raise InvalidProbe("This is not a JSON object; a probe is one on a line.")
    return Probe.from_dict(data)


def write_probes(path: Path, probes: Iterable[Probe]) -> None:
    """Writes probes as JSONL, to a temporary file first, so that a stop leaves no half-written one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    with temporary.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(dump_probe(probe) + "\n" for probe in probes)
    temporary.replace(path)


def parse_probes(text: str, source: str) -> list[Probe]:
    """Reads probes from the text of a JSONL file.

    Args:
        text: One probe a line; empty lines are passed over.
        source: What to call the text in errors.

    Raises:
        InvalidProbe: A line is no probe, or an id occurs twice.
    """
    probes: dict[str, Probe] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            probe = load_probe(line)
        except InvalidProbe as error:
            raise InvalidProbe(f"{source}, line {number}: {error}") from error
        if probe.id in probes:
            raise InvalidProbe(f"{source}, line {number}: the probe id {probe.id!r} occurs twice.")
        probes[probe.id] = probe
    return list(probes.values())


def read_probes(path: Path) -> list[Probe]:
    """Reads a probe file.

    Raises:
        InvalidInput: There is no such file, or it holds no probe.
        InvalidProbe: A line is no probe, or an id occurs twice.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"The probe file {str(path)!r} cannot be read: {error}.") from error
    probes = parse_probes(text, str(path))
    if not probes:
        raise InvalidInput(f"The probe file {str(path)!r} holds no probe; `cse compose` writes one.")
    return probes

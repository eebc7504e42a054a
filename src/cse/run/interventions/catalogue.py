"""Which interventions there are, and how one is named: `plan`, or `repair:2` where a number belongs to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from inspect_ai.solver import Solver

from cse.errors import InvalidInput, UnknownName
from cse.run.interventions.best_of import TEMPERATURE, best_of
from cse.run.interventions.plan import plan, plan_control
from cse.run.interventions.repair import repair, repair_control
from cse.run.interventions.self_correct import self_correct
from cse.run.solver import ask

BASE = "base"


@dataclass(frozen=True)
class _Kind:
    """An intervention without its number.

    Attributes:
        solver: Makes the solver, of the number where there is one.
        fixed: Passes that it makes in any case; the number adds to them.
        turns: How often the model speaks in one conversation at most.
        numbers: The smallest and largest number; None where there is none.
        generate: How the model is asked unless told otherwise, where that differs from a plain run.
    """

    solver: Callable[..., Solver]
    fixed: int
    turns: int
    numbers: tuple[int, int] | None = None
    generate: Mapping[str, Any] = field(default_factory=dict)


_KINDS = {
    BASE: _Kind(ask, 1, 1),
    "plan": _Kind(plan, 2, 2),
    "plan-control": _Kind(plan_control, 2, 2),
    "self-correct": _Kind(self_correct, 2, 2),
    "best-of": _Kind(best_of, 0, 1, (2, 100), {"temperature": TEMPERATURE}),
    "repair": _Kind(repair, 1, 2, (1, 20)),
    "repair-control": _Kind(repair_control, 1, 2, (1, 20)),
}
_FORM = re.compile(r"([^:]*)(?::(.*))?", re.DOTALL)


@dataclass(frozen=True)
class Intervention:
    """A way to ask, with its number.

    Attributes:
        kind: Its name, e.g. "repair".
        number: Its number, e.g. how many rounds; None where it takes none.
    """

    kind: str = BASE
    number: int | None = None

    @property
    def name(self) -> str:
        """The name as it is written: "plan", "repair:2"."""
        return self.kind if self.number is None else f"{self.kind}:{self.number}"

    @property
    def most_passes(self) -> int:
        """How many calls a response takes at most."""
        return _KINDS[self.kind].fixed + (self.number or 0)

    @property
    def turns(self) -> int:
        """How often the model speaks in one conversation at most."""
        return _KINDS[self.kind].turns

    @property
    def generate(self) -> Mapping[str, Any]:
        """How the model is asked unless told otherwise, where that differs from a plain run."""
        return _KINDS[self.kind].generate

    def solver(self) -> Solver:
        """Makes the solver of the harness."""
        make = _KINDS[self.kind].solver
        return make() if self.number is None else make(self.number)

    def check(self, label: str, generate: Mapping[str, Any]) -> None:
        """Refuses settings with which the intervention would do nothing.

        Args:
            label: The model's label.
            generate: How it is asked.

        Raises:
            InvalidInput: Several draws are asked for at a temperature of 0.
        """
        if self.kind == "best-of" and generate.get("temperature") == 0:
            raise InvalidInput(
                f"{self.name} draws {self.number} answers, and with temperature = 0 all draws of {label} would be the "
                f"same; leave the temperature away ({TEMPERATURE} then), or give one above 0."
            )


PLAIN = Intervention()
"""Asking once: what an intervention is compared with."""


def read_intervention(text: str) -> Intervention:
    """Reads the name of an intervention.

    Raises:
        UnknownName: There is none of this name.
        InvalidInput: Its number is missing, is no whole number or out of range, or it takes none.

    >>> read_intervention("repair:2").most_passes
    3
    """
    match = _FORM.fullmatch(str(text).strip().lower())
    kind, number = (match[1].strip(), match[2]) if match else ("", None)
    if kind not in _KINDS:
        raise UnknownName("intervention", text, _KINDS, f"It is one of {', '.join(map(_shown, _KINDS))}.")
    numbers = _KINDS[kind].numbers
    if numbers is None:
        if number is not None:
            raise InvalidInput(f"The intervention {text!r} takes no number; write {kind}.")
        return Intervention(kind)
    low, high = numbers
    if number is None or not re.fullmatch(r"[0-9]{1,9}", number.strip()) or not low <= int(number) <= high:
        raise InvalidInput(
            f"The intervention {text!r} is not valid; write {_shown(kind)}, with a whole number from {low} to {high}."
        )
    return Intervention(kind, int(number))


def _shown(kind: str) -> str:
    return kind if _KINDS[kind].numbers is None else f"{kind}:N"

"""The composer: k constraints that can hold together, a topic, an order.

    type weights -> next type -> parameters -> claims agree? -> ... k constraints -> certificate -> shuffled -> probe

Types are drawn by weights that rise with how far a type is behind its even share at this k, so that shares stay even
although many types exclude each other. Nothing is timed; attempts are counted.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb

from cse.compose.certify import Unknown, Witness, certify
from cse.compose.conflict import in_conflict
from cse.compose.probe import Probe
from cse.compose.proofs import Impossible
from cse.compose.seeds import derive_rng, derive_seed
from cse.compose.tight import is_too_tight
from cse.compose.topics import topics
from cse.constraints.base import Constraint, Given, Topic
from cse.constraints.claims import NO_CLAIMS
from cse.constraints.registry import find_type, types
from cse.errors import ComposeError

_REDRAWS = 8
"""How often a type's parameters are drawn anew before another type is tried."""

_ROOM = 0.2
"""Share of words and characters that certified probes have to spare, for texts of ordinary words."""

_ATTEMPTS = 2000
"""How many constraint sets are begun for one probe before giving up."""

_STEPS_TO_DOUBLE = 4
"""A type's weight doubles with each 1/4 of an occurrence that it is behind its even share."""

_LARGEST_SHIFT = 24

_EVEN_PAIRS_TO = 5
"""Up to this k weights keep pairs of types even too. Above it every pair that fits is covered anyway, and pressing for
the rarest ones would press parameters with them: only six integers or more go with two equations."""

_ENDLESS = 10**9
"""The number of probes for which the cap of an endless stream is set."""


@dataclass
class Tally:
    """What happened while the probes of one k were composed.

    Attributes:
        drawn: Constraint sets begun.
        refused: Sets given up because no further type agreed with the claims of the others.
        repeated: Sets given up because the same types had been used as often as the cap allows.
        impossible: Sets that claims let through and that were proved impossible.
        unknown: Sets for which neither a witness nor a proof was found.
        accepted: Sets that became probes.
        draws: Parameter draws.
        draws_refused: Parameter draws whose claims contradicted the constraints drawn before.
        draws_too_tight: Parameter draws that agreed, but left too little room for a text of ordinary words.
        unknown_types: How often each type stood in an unknown set.
    """

    drawn: int = 0
    refused: int = 0
    repeated: int = 0
    impossible: int = 0
    unknown: int = 0
    accepted: int = 0
    draws: int = 0
    draws_refused: int = 0
    draws_too_tight: int = 0
    unknown_types: Counter[str] = field(default_factory=Counter)

    def as_row(self) -> dict[str, int]:
        """Returns the counts by name."""
        return {name: value for name, value in vars(self).items() if isinstance(value, int)}


@dataclass(frozen=True, slots=True)
class Composed:
    """A probe and, where it was certified, its witness."""

    probe: Probe
    witness: str | None


class LevelComposer:
    """Composes the probes of one k, one after the other.

    Args:
        k: How many constraints each probe holds.
        n: How many probes will be asked for; sets the cap on how often the same types may be reused.
        seed: Names the stream of draws, together with `suite` and k.
        suite: Name of the suite; part of every probe id.
        names: Names of the types to draw from; all of them by default.
        certified: Whether a probe needs a witness.
    """

    def __init__(
        self,
        k: int,
        n: int,
        seed: int,
        suite: str = "adhoc",
        names: Sequence[str] | None = None,
        *,
        certified: bool = True,
    ) -> None:
        self.k, self.seed, self.suite, self.certified = k, seed, suite, certified
        self.types = [find_type(name) for name in names] if names is not None else list(types().values())
        if not 1 <= k <= len(self.types):
            raise ComposeError(
                f"k = {k} is not possible with {len(self.types)} constraint types; k is 1 to {len(self.types)}."
            )
        self.tally = Tally()
        self._cap = -(-n // comb(len(self.types), k))
        self._used: Counter[tuple[str, ...]] = Counter()
        self._type_counts: Counter[str] = Counter()
        self._pair_counts: Counter[tuple[str, ...]] = Counter()
        self._made = 0
        order = derive_rng(suite, seed, "topics", k)
        self._topics = order.sample(topics(), len(topics()))

    def next(self) -> Composed:
        """Composes the next probe.

        Raises:
            ComposeError: No probe was found in 2,000 attempts.
        """
        index = self._made
        topic = self._topics[index % len(self._topics)]
        for attempt in range(_ATTEMPTS):
            seed = derive_seed(self.suite, self.seed, "probe", self.k, index, attempt)
            rng = random.Random(seed)
            found = self._attempt(rng, topic, seed)
            if found is None:
                continue
            constraints, witness = found
            rng.shuffle(constraints)
            self._made += 1
            self._type_counts.update(constraint.name for constraint in constraints)
            self._pair_counts.update(map(_signature, combinations(constraints, 2)))
            self._used[_signature(constraints)] += 1
            self.tally.accepted += 1
            probe = Probe(f"{self.suite}-k{self.k:02d}-{index:04d}", seed, topic, tuple(constraints))
            return Composed(probe, witness)
        raise ComposeError(
            f"No probe with k = {self.k} was found in {_ATTEMPTS} attempts from {len(self.types)} constraint types; "
            "ask for a smaller k or allow more types."
        )

    def _attempt(self, rng: random.Random, topic: Topic, seed: int) -> tuple[list[Constraint], str | None] | None:
        """Draws one set and certifies it; None when it is given up, with the reason counted."""
        self.tally.drawn += 1
        constraints = self._draw_set(rng, topic)
        if constraints is None:
            self.tally.refused += 1
            return None
        if self._used[_signature(constraints)] >= self._cap:
            self.tally.repeated += 1
            if self.tally.repeated % _ATTEMPTS == _ATTEMPTS // 2:
                self._cap += 1  # so many sets are impossible that the rest must be reused
            return None
        if not self.certified:
            return constraints, None
        match certify(constraints, seed=seed):
            case Witness(text):
                return constraints, text
            case Impossible():
                self.tally.impossible += 1
            case Unknown():
                self.tally.unknown += 1
                self.tally.unknown_types.update(constraint.name for constraint in constraints)
        return None

    def _draw_set(self, rng: random.Random, topic: Topic) -> list[Constraint] | None:
        """Draws types by weight, each with parameters that agree with the claims so far."""
        left = list(self.types)
        chosen: list[Constraint] = []
        claims = NO_CLAIMS
        while len(chosen) < self.k:
            if len(left) < self.k - len(chosen):
                return None
            cls = left.pop(_weighted_index(rng, [self._weight(cls, chosen) for cls in left]))
            added = self._draw_one(rng, cls, Given(topic, claims), chosen)
            if added is not None:
                chosen.append(added)
                claims = claims & added.claims()
        return chosen

    def _draw_one(
        self, rng: random.Random, cls: type[Constraint], given: Given, chosen: list[Constraint]
    ) -> Constraint | None:
        for _ in range(_REDRAWS):
            self.tally.draws += 1
            drawn = cls.draw(rng, given)
            if in_conflict([*chosen, drawn]):
                self.tally.draws_refused += 1
            elif self.certified and is_too_tight([*chosen, drawn], _ROOM):
                self.tally.draws_too_tight += 1
            else:
                return drawn
        return None

    def _weight(self, cls: type[Constraint], chosen: Sequence[Constraint]) -> int:
        """Weighs a type by how far it is behind its even share, and so are its pairs with those chosen, at low k.

        Whole numbers, the same on every machine.
        """
        behind = self._made * self.k - len(self.types) * self._type_counts[cls.name]
        shift = _LARGEST_SHIFT // 2 + _STEPS_TO_DOUBLE * behind // len(self.types)
        if chosen and self.k <= _EVEN_PAIRS_TO:
            pairs, even = comb(len(self.types), 2), self._made * comb(self.k, 2)
            behind = sum(even - pairs * self._pair_counts[_signature((cls, other))] for other in chosen)
            shift += _STEPS_TO_DOUBLE * behind // (pairs * len(chosen))
        return 1 << min(max(shift, 0), _LARGEST_SHIFT)


def _weighted_index(rng: random.Random, weights: list[int]) -> int:
    place = rng.randrange(sum(weights))
    for index, weight in enumerate(weights):
        place -= weight
        if place < 0:
            return index
    raise AssertionError("unreachable: the place lies below the sum of the weights")


def _signature(constraints: Sequence[Constraint | type[Constraint]]) -> tuple[str, ...]:
    return tuple(sorted(constraint.name for constraint in constraints))


def compose(
    k: int, n: int = 1, seed: int = 0, *, types: Sequence[str] | None = None, certified: bool = True
) -> list[Probe]:
    """Composes probes whose constraints can hold together.

    Args:
        k: How many constraints each probe holds.
        n: How many probes.
        seed: The same seed gives the same probes, everywhere.
        types: Names or codes of the constraint types to draw from; all 36 by default.
        certified: Whether each probe must have a witness, a text that passes all its constraints; without it claims
            alone are checked.

    Raises:
        ComposeError: k is not possible, or no probe was found.
        UnknownName: A type does not exist.

    >>> probe = compose(k=2, n=1, seed=0)[0]
    >>> probe.k, probe.id
    (2, 'adhoc-k02-0000')
    """
    level = LevelComposer(k, n, seed, names=types, certified=certified)
    return [level.next().probe for _ in range(n)]


def stream(k: int, seed: int = 0, *, types: Sequence[str] | None = None, certified: bool = True) -> Iterator[Probe]:
    """Composes probes without end, e.g. for training.

    Args:
        k: How many constraints each probe holds.
        seed: The same seed gives the same stream.
        types: Names or codes of the constraint types to draw from; all 36 by default.
        certified: Whether each probe must have a witness.
    """
    level = LevelComposer(k, _ENDLESS, seed, names=types, certified=certified)
    while True:
        yield level.next().probe

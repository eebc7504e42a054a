"""R2 transitive_order: all items stand in a numbered list, in an order that keeps every comparison.

A list is numbered from 1 to the number of items, with one item right behind each number: `1.`, `1)`, `(1)`, `#1`,
`1st`, `first` or `one`, on lines of their own or in one. What follows an item is a remark. Of several complete lists
the last one counts. Case, accents and Markdown emphasis make no difference.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import ClassVar, Self, TypeVar

from cse.constraints.base import Constraint, Example, Given, Verdict, frozen, plural, verdict
from cse.constraints.claims import Claims
from cse.constraints.registry import constraint_type
from cse.constraints.relational._numbered_lists import MOST_ITEMS, Entry, find_lists, is_list_number
from cse.constraints.relational._pools import CITIES, pick
from cse.constraints.relational._texts import all_different, is_text
from cse.constraints.wording import listed
from cse.errors import InvalidParameter
from cse.text.document import Document

T = TypeVar("T")

Comparisons = tuple[tuple[str, str], ...]

COUNTS = range(4, 7)

_THREE_CITIES = {"items": ["Lima", "Oslo", "Rome"], "comparisons": [["Rome", "Lima"], ["Oslo", "Rome"]]}


@constraint_type
@dataclass(frozen=True, kw_only=True)
class TransitiveOrder(Constraint):
    """All items stand in a numbered list, in an order that keeps every comparison.

    Attributes:
        items: The items, 2 to 20 different texts, none of which is itself a list number.
        comparisons: Pairs of items of which the first comes before the second; they may leave the order open.
    """

    code: ClassVar[str] = "R2"
    title: ClassVar[str] = "Transitive order"

    items: tuple[str, ...]
    comparisons: Comparisons

    def __post_init__(self) -> None:
        for parameter in ("items", "comparisons"):
            object.__setattr__(self, parameter, frozen(getattr(self, parameter)))
        if not _are_items(self.items):
            allowed = f"a list of 2 to {MOST_ITEMS} different texts, none of which is itself a list number"
            raise InvalidParameter(self.name, "items", self.items, allowed)
        if not _are_comparisons(self.comparisons, self.items) or _order(self.items, self.comparisons) is None:
            allowed = "a list of pairs [earlier item, later item], at least one, that do not go round in a circle"
            raise InvalidParameter(self.name, "comparisons", self.comparisons, allowed)

    @classmethod
    def draw(cls, rng: random.Random, given: Given) -> Self:
        """Draws 4 to 6 cities and the comparisons of neighbours, so that exactly one order keeps them all.

        Neither the items nor the comparisons are listed in that order. Banned letters and words, and lengths that words
        may not have, are kept clear of where the pool allows it.
        """
        count = rng.choice(COUNTS)
        order = pick(rng, CITIES, count, given, given.claims.word_length)
        neighbours = list(pairwise(order))
        return cls(items=tuple(_mixed(rng, order)), comparisons=tuple(_mixed(rng, neighbours)))

    def instruction(self) -> str:
        """Tells the items, the comparisons, and which lists are read."""
        facts = "; ".join(f"{earlier} comes before {later}" for earlier, later in self.comparisons)
        return (
            f"Put these {len(self.items)} items in order: {listed(self.items)}. This is known: {facts}. Give all of "
            f"them as one list numbered from 1 to {len(self.items)} that agrees with all of this, each item once and "
            "right after its number. Numbers may be written as 1. or (1) or be spelled out as one or first, and the "
            "list may stand on one line or on several; if you write more than one complete list, the last counts."
        )

    def claims(self) -> Claims:
        """Demands the list, in an order that keeps the comparisons."""
        return Claims(orders=(self._an_order,))

    def judge(self, document: Document) -> Verdict:
        """Gives the share of comparisons that the last complete list keeps.

        Where no list is complete, the longest counts, and its share is scaled by the share of items that it holds.
        """
        count = len(self.items)
        entries = _chosen(find_lists(document.folded, self.items), count)
        order = [self.items[entry.item] for entry in entries]
        broken = _broken(order, self.comparisons)
        kept = 1 - len(broken) / len(self.comparisons)
        held = len(set(order)) / max(count, len(order))
        expected = (
            f"all {count} items in an order that keeps {plural(len(self.comparisons), 'comparison')}, "
            f"such as {', '.join(self._an_order)}"
        )
        observed = ", ".join(order) or "no numbered list of the items"
        if _is_complete(entries, count):
            entries = [entry for entry in entries if any(self.items[entry.item] in pair for pair in broken)]
        elif entries:
            observed = f"no complete list; the longest is {observed}"
        return verdict(kept * held, expected, observed, [document.folded_span(*entry[1:]) for entry in entries])

    @cached_property
    def _an_order(self) -> tuple[str, ...]:
        """An order that keeps all comparisons."""
        # That there is one was checked when the constraint was made.
        return _order(self.items, self.comparisons) or self.items

    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            _THREE_CITIES,
            "1. Oslo\n2. Rome\n3. Lima",
            True,
            "All three items, and both comparisons are kept.",
        ),
        Example(_THREE_CITIES, "1. Rome\n2. Oslo\n3. Lima", False, "Oslo has to come before Rome."),
        Example(_THREE_CITIES, "The order: (1) Oslo, (2) Rome, (3) Lima", True, "A list may stand on one line."),
        Example(_THREE_CITIES, "First, Oslo; second, Rome; third, Lima.", True, "Numbers may be spelled out."),
        Example(_THREE_CITIES, "1 Lima 2 Rome 3 Oslo. Or rather: 1 Oslo 2 Rome 3 Lima.", True, "The last list counts."),
        Example(_THREE_CITIES, "1. Oslo\n2. Rome", False, "Lima is missing."),
        Example(_THREE_CITIES, "Oslo, Rome, Lima", False, "There are no numbers."),
    )


def _chosen(lists: Sequence[list[Entry]], count: int) -> list[Entry]:
    """Returns the last complete list, or else the last of the longest ones."""
    complete = [entries for entries in lists if _is_complete(entries, count)]
    return complete[-1] if complete else max(reversed(lists), key=len, default=[])


def _is_complete(entries: Sequence[Entry], count: int) -> bool:
    return len(entries) == count and len({entry.item for entry in entries}) == count


@lru_cache(maxsize=1024)
def _order(items: tuple[str, ...], comparisons: Comparisons) -> tuple[str, ...] | None:
    """Returns an order that keeps all comparisons, or None where they contradict each other."""
    sorter = TopologicalSorter({item: [earlier for earlier, later in comparisons if later == item] for item in items})
    try:
        return tuple(sorter.static_order())
    except CycleError:
        return None


def _broken(order: Sequence[str], comparisons: Comparisons) -> list[tuple[str, str]]:
    """Lists the comparisons that an order of items does not keep; an item that is missing keeps none."""
    places: dict[str, int] = {}
    for place, item in enumerate(order):
        places.setdefault(item, place)
    return [
        (earlier, later)
        for earlier, later in comparisons
        if earlier not in places or later not in places or places[earlier] > places[later]
    ]


def _mixed(rng: random.Random, ordered: Sequence[T]) -> list[T]:
    """Shuffles two or more different things into another order than the one they have."""
    mixed = list(ordered)
    while mixed == list(ordered):
        rng.shuffle(mixed)
    return mixed


def _are_items(value: object) -> bool:
    return (
        isinstance(value, tuple)
        and 2 <= len(value) <= MOST_ITEMS
        and all(is_text(item) and not is_list_number(item) for item in value)
        and all_different(value)
    )


def _are_comparisons(value: object, items: tuple[str, ...]) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) > 0
        and all(isinstance(pair, tuple) and len(pair) == 2 for pair in value)
        and all(item in items for pair in value for item in pair)
    )

"""The vertical axis of figures with one row a constraint type: types in groups, each under its group's name."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import altair as alt

from cse.figures.frames import Row
from cse.figures.theme import COLUMN

LABELS, CODES = 150, 66
"""Room for the label of a type, with its name or as its code alone, in pixels."""
APART = 6
"""Pixels between a label and the axis, so that a mark at 0 does not touch it."""


@dataclass(frozen=True)
class TypeRows:
    """The rows of such a figure from top to bottom.

    Attributes:
        labels: All rows: each group's name, then its types.
        groups: The labels that are names of groups.
        label: The label of each type by its name.
        step: Height of a row in pixels.
    """

    labels: tuple[str, ...]
    groups: tuple[str, ...]
    label: Mapping[str, str]
    step: int

    def axis(self) -> alt.Y:
        """Returns the axis; names of groups stand out."""
        test = f"indexof({json.dumps(self.groups)}, datum.value) >= 0"
        bold = {"condition": {"test": test, "value": "bold"}, "value": "normal"}
        axis = alt.Axis(
            labelLimit=LABELS,
            labelFontWeight=bold,
            labelPadding=APART,
            domain=False,
            ticks=False,
            grid=False,
        )
        scale = alt.Scale(type="band", domain=list(self.labels), paddingInner=0.08, paddingOuter=0)
        return alt.Y("label:N", title=None, axis=axis, scale=scale)

    def labelled(self, rows: Sequence[Row]) -> list[Row]:
        """Adds the label of its type to each row."""
        return [row | {"label": self.label[row["type"]]} for row in rows]


def type_rows(types: Sequence[Row], width: int, *, codes: bool = False) -> TypeRows:
    """Lays out the rows of types.

    Args:
        types: Rows with `type`, `code`, `dimension`, and a `mark` to put behind the name if any. Groups come in the
            order in which they occur here, and so do the types of each.
        width: Of the figure, in pixels; at column width rows are lower.
        codes: Whether a type is shown by its code alone, where there is no room for its name.
    """
    groups: dict[str, list[Row]] = {}
    for row in types:
        groups.setdefault(row["dimension"], []).append(row)
    label = {row["type"]: f"{row['code']}{'' if codes else ' ' + row['type']}{row.get('mark', '')}" for row in types}
    labels = [text for name, members in groups.items() for text in (name, *(label[row["type"]] for row in members))]
    return TypeRows(tuple(labels), tuple(groups), label, 13 if width <= COLUMN else 15)

"""Tables that more than one command prints."""

from __future__ import annotations

from collections.abc import Mapping

from cse.compose.composer import Tally


def print_tallies(tallies: Mapping[int, Tally]) -> None:
    """Prints what happened at each k while probes were composed."""
    from rich.console import Console
    from rich.table import Table

    columns = list(Tally().as_row())
    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in ("k", *columns):
        table.add_column(column.replace("_", " "), justify="right")
    for k, tally in tallies.items():
        table.add_row(str(k), *(str(value) for value in tally.as_row().values()))
    Console().print(table)

"""How the end of `cse run` and `cse score` looks, on a screen and as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cse.cli.frames import screen
from cse.cli.marking import visible
from cse.cli.run_summary import Summary, summarise
from cse.run.responses import Failure, Tables

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

_BAR = 20
_EIGHTHS = " ▏▎▍▌▋▊▉"
_FAILURES_SHOWN = 5
_WHY = {"refused": "the provider's filter refused", "error": "the call failed", "empty": "no text came back"}


def report(
    folder: Path,
    tables: Tables,
    *,
    page: Path | None = None,
    asked: Mapping[str, int] | None = None,
    warnings: Sequence[str] = (),
    interrupted: bool = False,
    as_json: bool = False,
) -> None:
    """Prints what a run found, and what to do next.

    Args:
        folder: The run's folder.
        tables: Both result tables.
        page: The report that was written, if one was.
        asked: How many responses the run asks each model for, where that is known.
        warnings: What the harness warned of.
        interrupted: Whether the run was stopped by hand.
        as_json: Whether to print JSON alone.
    """
    from rich.text import Text

    summaries = summarise(tables, asked or {})
    if as_json:
        failures = [{"probe_id": f.probe_id, "type": f.type, "error": f.error} for f in tables.failures]
        data: dict[str, Any] = {"folder": str(folder), "models": [summary.to_dict() for summary in summaries]}
        print(json.dumps(data | {"unscored": failures, "warnings": list(warnings), "interrupted": interrupted}))
        return
    console = screen()
    for summary in summaries:
        _show(console, summary)
    if len(summaries) > 1:
        _compare(console, summaries)
    _show_failures(console, tables.failures)
    for warning in warnings:
        console.print("[yellow]warning[/]", visible(warning))
    console.print(Text.assemble("\nWritten to ", (str(folder), "bold")), soft_wrap=True)
    if page is not None:
        console.print(f"Open [bold]{page}[/] in a browser: findings, figures and every answer.", highlight=False)
    unfinished = [summary for summary in summaries if summary.asked is not None and summary.responses < summary.asked]
    if not any("ok" in summary.statuses for summary in summaries):
        console.print("No response came back, so there is nothing to analyse.")
    elif interrupted or unfinished:
        console.print("Stopped before the end. The same command again goes on and repeats no answered probe.")
    else:
        console.print(Text.assemble("Next: ", (f"cse analyze {folder}", "bold")), soft_wrap=True)


def _show(console: Console, summary: Summary) -> None:
    console.print()
    console.print(visible(summary.model), style="bold")
    if summary.overall:
        console.print(_by_k(summary))
    console.print(_facts(summary))


def _by_k(summary: Summary) -> Table:
    from rich.table import Table

    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    for head in ("k", "probes", "mCSR", "95 %", "sCSR", "95 %"):
        table.add_column(head, justify="right")
    table.add_column("all k constraints hold")
    rows = [*summary.by_k.iter_rows(named=True), {"k": "all", **summary.overall}]
    for row in rows:
        whole = row["k"] == "all"
        table.add_row(
            str(row["k"]),
            str(row["probes"]),
            _percent(row["mcsr"]),
            _interval(row, "mcsr"),
            _percent(row["scsr"]),
            _interval(row, "scsr"),
            "" if whole else _bar(row["scsr"]),
            style="bold" if whole else "",
        )
    return table


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"


def _interval(row: Mapping[str, Any], name: str) -> Text:
    from rich.text import Text

    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return Text("-" if low is None else f"{100 * low:.0f}-{100 * high:.0f}", style="dim")


def _bar(share: float | None) -> Text:
    """Draws a share as a bar, to an eighth of a cell; its colour tells whether it is above k*'s threshold of one half.

    >>> _bar(0.25).plain
    '█████···············'
    """
    from rich.text import Text

    eighths = round((share or 0.0) * _BAR * 8)
    blocks = "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()
    style = "green" if (share or 0.0) >= 0.5 else "red"
    return Text.assemble((blocks, style), ("·" * (_BAR - len(blocks)), "dim"))


def _facts(summary: Summary) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row("", "")
    if summary.k_star:
        note = f" ({summary.k_star_note})" if summary.k_star_note else ""
        table.add_row(
            "k*", Text.assemble((summary.k_star, "bold"), f"{note}, the smallest k at which sCSR is below 50 %")
        )
    if summary.tags:
        total = sum(summary.tags.values())
        rest = ", ".join(f"{summary.tags[name]} {name}" for name in ("open", "absent") if name in summary.tags)
        closed = summary.tags.get("closed", 0)
        table.add_row(
            "answer tags", f"{_percent(closed / total)} closed ({closed} of {total}{'; ' + rest if rest else ''})"
        )
    if summary.worst.height:
        table.add_row("failed most", _worst(summary))
    table.add_row("missing", _missing(summary))
    if summary.passes > summary.responses:
        table.add_row("passes", f"{summary.passes:,} calls for {summary.responses:,} responses")
    if summary.input_tokens or summary.output_tokens:
        table.add_row("tokens", f"{summary.input_tokens:,} in, {summary.output_tokens:,} out")
    return table


def _worst(summary: Summary) -> str:
    rows = summary.worst.to_dicts()
    width = max(len(row["type"]) for row in rows)
    holds = [f"{round(row['mcsr'] * row['checks'])} of {row['checks']}" for row in rows]
    return "\n".join(f"{row['type']:{width}}  held {held}" for row, held in zip(rows, holds, strict=True))


def _missing(summary: Summary) -> Text:
    lines = [
        f"{summary.statuses[status]} of {summary.responses}: {_WHY[status]} ({said})"
        for status, said in summary.missing.items()
    ]
    if summary.asked is not None and summary.responses < summary.asked:
        lines.append(f"{summary.asked - summary.responses} of {summary.asked}: not asked yet")
    return visible("\n".join(lines) or "nothing")


def _compare(console: Console, summaries: Sequence[Summary]) -> None:
    from rich.table import Table

    levels = sorted({k for summary in summaries if summary.overall for k in summary.by_k["k"].to_list()})
    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0), title_justify="left")
    table.add_column("sCSR by k", overflow="fold")
    for head in ("k*", *map(str, levels)):
        table.add_column(head, justify="right")
    for summary in summaries:
        scsr = {row["k"]: row["scsr"] for row in summary.by_k.iter_rows(named=True)} if summary.overall else {}
        table.add_row(visible(summary.model), summary.k_star or "-", *(_percent(scsr.get(k)) for k in levels))
    console.print()
    console.print(table)


def _show_failures(console: Console, failures: Sequence[Failure]) -> None:
    """Names the probes whose check is unscored because a verifier raised, which is a bug of ours."""
    for failure in failures[:_FAILURES_SHOWN]:
        console.print(
            f"[bold red]unscored[/] the verifier of {failure.type} failed on probe {failure.probe_id}: ",
            visible(failure.error),
            sep="",
            highlight=False,
        )
    if len(failures) > _FAILURES_SHOWN:
        console.print(
            f"[bold red]unscored[/] {len(failures) - _FAILURES_SHOWN} further checks for the same kind of reason"
        )

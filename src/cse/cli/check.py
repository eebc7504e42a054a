"""`cse check`: one text against a list of constraints, with the spans that broke them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cse.errors import InvalidInput

if TYPE_CHECKING:
    from cse.constraints.base import Constraint, Verdict


def check(
    text: Annotated[str, typer.Argument(help="File with the text, or - for standard input.", metavar="FILE|-")],
    constraint: Annotated[
        list[str] | None,
        typer.Option("--constraint", "-c", help="A constraint, e.g. 'word_count count=50'; may be repeated."),
    ] = None,
    constraints: Annotated[
        Path | None, typer.Option("--constraints", "-f", help="File with constraints: one a line, or JSON.")
    ] = None,
    whole: Annotated[bool, typer.Option("--whole", help="Judge the text as it is, answer tags and all.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the verdicts as JSON.")] = False,
) -> None:
    """Check a text against constraints and show which span broke which rule.

    Exit code 0 when all pass, 1 when one fails.
    """
    from cse.constraints.notation import parse_constraint, parse_constraints
    from cse.constraints.verify import verify_answer
    from cse.text.answer import extract

    wanted = [parse_constraint(item) for item in constraint or []]
    if constraints is not None:
        wanted += parse_constraints(_read(str(constraints)))
    if not wanted:
        raise InvalidInput(
            "No constraint was given; add -c 'word_count count=50' or -f FILE (`cse constraints` lists them)."
        )
    response = _read(text)
    answer = response if whole else extract(response).text
    verdicts = verify_answer(answer, wanted)
    if as_json:
        print(json.dumps(_as_json(answer, wanted, verdicts), ensure_ascii=False, indent=2))
    else:
        _show(answer, wanted, verdicts)
    if not all(verdict.passed for verdict in verdicts):
        raise typer.Exit(1)


def _read(path: str) -> str:
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return data.decode("utf-8")
    except OSError as error:
        raise InvalidInput(f"{path!r} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{path!r} is not UTF-8 text (byte {error.start}).") from error


def _as_json(answer: str, constraints: list[Constraint], verdicts: list[Verdict]) -> dict[str, object]:
    return {
        "passed": all(verdict.passed for verdict in verdicts),
        "answer": answer,
        "verdicts": [
            {
                **constraint.to_dict(),
                "code": constraint.code,
                "passed": verdict.passed,
                "score": verdict.score,
                "expected": verdict.expected,
                "observed": verdict.observed,
                "spans": [list(span) for span in verdict.spans],
            }
            for constraint, verdict in zip(constraints, verdicts, strict=True)
        ],
    }


def _show(answer: str, constraints: list[Constraint], verdicts: list[Verdict]) -> None:
    from rich.console import Console
    from rich.table import Table

    from cse.cli.marking import marked, visible
    from cse.constraints.notation import format_constraint

    console = Console()
    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in ("", "constraint", "score", "expected", "observed"):
        table.add_column(column, overflow="fold", justify="right" if column == "score" else "left")
    for constraint, verdict in zip(constraints, verdicts, strict=True):
        style = "green" if verdict.passed else "red"
        table.add_row(
            f"[{style}]{'pass' if verdict.passed else 'FAIL'}[/]",
            visible(f"{constraint.code} {format_constraint(constraint)}"),
            f"{verdict.score:.2f}",
            visible(verdict.expected),
            visible(verdict.observed),
        )
    console.print(table)
    broken = [
        (span, constraint.code)
        for constraint, verdict in zip(constraints, verdicts, strict=True)
        for span in verdict.spans
    ]
    if broken:
        console.print()
        console.print(marked(answer, broken, in_colour=console.is_terminal))
    passed = sum(verdict.passed for verdict in verdicts)
    console.print(f"\n{passed} of {len(verdicts)} constraints hold.")

"""`cse run`: one or more models over a suite."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cse.cli.extras import needs
from cse.errors import InvalidInput, RunError

if TYPE_CHECKING:
    from cse.run.models import ModelSpec
    from cse.run.plan import Order
    from cse.run.responses import Tables

_INTERRUPTED = 130  # what shells expect of a command that Ctrl-C ended


def run(
    model: Annotated[
        list[str] | None,
        typer.Option("--model", "-m", help="local, gguf:PATH, or any Inspect model; may be repeated.", metavar="NAME"),
    ] = None,
    panel: Annotated[Path | None, typer.Option(help="TOML file with one [[model]] table for each model.")] = None,
    suite: Annotated[str, typer.Option(help="Name of a shipped suite, or a probe file.")] = "quick",
    k: Annotated[str | None, typer.Option("--k", help="Levels to ask, e.g. 1-6, 4 or 1,3,5-8; all by default.")] = None,
    limit: Annotated[int | None, typer.Option(help="Probes at most, spread evenly over the levels.")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Folder of the run; by default below runs/.")] = None,
    intervention: Annotated[
        str,
        typer.Option(help="base, plan, plan-control, self-correct, best-of:N, repair:N or repair-control:N."),
    ] = "base",
    epochs: Annotated[int, typer.Option(help="How often each probe is asked.", min=1)] = 1,
    temperature: Annotated[
        str | None,
        typer.Option(help="Sampling temperature, 0 by default, 0.7 for best-of; none leaves it to the provider."),
    ] = None,
    max_tokens: Annotated[
        int | None,
        typer.Option(help="Output tokens of a call at most; by default 4096, and 512 for local models.", min=1),
    ] = None,
    max_connections: Annotated[
        int | None, typer.Option(help="Calls at the same time; for local models the number of slots.", min=1)
    ] = None,
    generate: Annotated[
        list[str] | None,
        typer.Option("--generate", "-G", help="How to ask, e.g. reasoning_effort=low.", metavar="NAME=VALUE"),
    ] = None,
    model_arg: Annotated[
        list[str] | None, typer.Option("--model-arg", "-M", help="Argument of the provider.", metavar="NAME=VALUE")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what it would take, and ask nothing.")] = False,
    page: Annotated[bool, typer.Option("--report/--no-report", help="Whether to write report.html at the end.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON, and write no report.")] = False,
) -> None:
    """Ask models for texts that meet k constraints at once, verify every answer, show where it collapses.

    The same command again goes on where it stopped and repeats no answered probe. Exit code 1 when a verifier failed.
    """
    with needs("run", "cse run"):
        from cse.cli.run_progress import run_progress
        from cse.cli.run_report import report
        from cse.run.folder import derive_tables, open_folder
        from cse.run.interventions.catalogue import read_intervention
        from cse.run.lock import only_run_in
        from cse.run.models import read_settings
        from cse.run.oracle import oracle_name
        from cse.run.panel import run_orders
        from cse.run.plan import LOGS, make_plan, orders
        from cse.run.ready import check_model
        from cse.run.selection import read_levels
        from cse.suites import load_suite
    treatment = read_intervention(intervention)
    settings = {**treatment.generate, **read_settings(generate or [], "--generate")}
    settings |= {} if temperature is None else {"temperature": _temperature(temperature)}
    settings |= {} if max_tokens is None else {"max_tokens": max_tokens}
    names = [oracle_name(name, suite) for name in model or []]
    models = _models(names, panel, settings, read_settings(model_arg or [], "--model-arg"))
    levels = None if k is None else read_levels(k)
    plan = make_plan(
        load_suite(suite),
        models,
        levels=levels,
        limit=limit,
        folder=out,
        intervention=treatment,
        epochs=epochs,
        max_connections=max_connections,
    )
    left = orders(plan)
    if dry_run:
        _show_estimate(left, as_json=as_json)
        return
    open_orders = [order for order in left if order.left]
    for order in open_orders:
        check_model(order.model, lambda sentence: typer.echo(sentence, err=True))
    open_folder(plan)
    with only_run_in(plan.folder / LOGS):
        with run_progress(open_orders, quiet=as_json) as notify:
            endings = run_orders(open_orders, notify) if open_orders else []
        tables = derive_tables(plan.folder)
    interrupted = any(ending.interrupted for ending in endings)
    problems = [ending.problem for ending in endings if ending.problem]
    warnings = [f"{ending.label}: {warning}" for ending in endings for warning in ending.warnings]
    written = _write_report(plan.folder, tables) if page and not (as_json or interrupted) else None
    report(
        plan.folder,
        tables,
        page=written,
        as_json=as_json,
        asked={order.model.label: order.total for order in left},
        warnings=warnings,
        interrupted=interrupted,
    )
    if problems:
        raise RunError("\n".join(problems))
    if interrupted:
        raise typer.Exit(_INTERRUPTED)
    if tables.failures:
        raise typer.Exit(1)


def _write_report(folder: Path, tables: Tables) -> Path | None:
    """Writes the run's page where there is something to show and the extra that draws it is installed."""
    if not tables.checks.height:
        return None
    try:
        from rich.console import Console

        from cse.cli.report import NAME, write_report
        from cse.report.page import Settings
    except ImportError:
        typer.echo("For a page with figures and every answer: pip install 'constraint-saturation[analysis]'.", err=True)
        return None
    path = folder / NAME
    with Console(stderr=True).status("writing the report") as status:
        write_report([folder], path, Settings(), None, lambda part: status.update(f"report: {part}"))
    return path


def _temperature(text: str) -> float | None:
    try:
        return None if text.lower() == "none" else float(text)
    except ValueError as error:
        raise InvalidInput(f"temperature = {text!r} is not valid; it must be a number, or none.") from error


def _models(names: list[str], panel: Path | None, generate: dict[str, Any], args: dict[str, Any]) -> list[ModelSpec]:
    from cse.run.models import LOCAL, make_model, read_panel

    if panel is not None and names:
        raise InvalidInput("Give either --model or --panel; a panel file may hold any number of models.")
    if panel is not None:
        return read_panel(panel, generate, args)
    return [make_model(name, "", generate, args) for name in names or [LOCAL]]


def _show_estimate(orders: list[Order], *, as_json: bool) -> None:
    """Says what a run would take."""
    from dataclasses import asdict

    from cse.constraints.base import plural
    from cse.run.plan import estimate

    estimates = [estimate(order) for order in orders]
    if as_json:
        print(json.dumps([asdict(one) for one in estimates]))
        return
    for one in estimates:
        most = (
            "without a bound on the output"
            if one.most_output_tokens is None
            else f"at most {one.most_output_tokens:,} out"
        )
        calls = plural(one.calls, "call")
        if one.calls != one.responses:
            calls = f"{plural(one.responses, 'response')} in at most {calls}"
        print(f"{one.label}: {calls}, roughly {one.input_tokens:,} tokens in, {most}.")
    print("Nothing was asked. The same command without --dry-run asks.")

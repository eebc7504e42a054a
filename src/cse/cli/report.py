"""`cse report`: one file that shows what runs found, and every answer behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import cse
from cse.cli.extras import needs
from cse.errors import InvalidInput
from cse.stats.defaults import DRAWS, TARGET, TRAIN_TO

if TYPE_CHECKING:
    from cse.report.page import Report, Settings
    from cse.results.folder import Run
    from cse.stats.analysis import Analysis

NAME = "report.html"
_NAMED = 4  # models named in the lead


def report(
    runs: Annotated[list[Path], typer.Argument(help="Folders of runs, one or many models.", metavar="RUN...")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="File to write; by default report.html in the only run's folder.")
    ] = None,
    figures: Annotated[
        Path | None,
        typer.Option(
            "--figures", help="Folder for figures (SVG, PDF, PNG) and tables (LaTeX, Markdown, CSV) for a paper."
        ),
    ] = None,
    draws: Annotated[int, typer.Option(help="Bootstrap draws of the probes for the intervals.", min=100)] = DRAWS,
    seed: Annotated[int, typer.Option(help="Seed of the draws.", min=0)] = 0,
    train_to: Annotated[int, typer.Option(help="Largest k that the decay curves are fitted to.", min=2)] = TRAIN_TO,
    target: Annotated[float, typer.Option(help="Reliability for the budget, above 0 and below 1.")] = TARGET,
) -> None:
    """Write a report: findings, figures, tables and every answer with the places marked where it broke a rule.

    The file holds all that it shows, asks no host for anything and opens from a disk. An answer in it has an address.
    """
    with needs("analysis", "cse report"):
        from rich.console import Console

        from cse.report.page import Settings
    path = out or _default_path(runs)
    with Console(stderr=True).status("reading") as status:
        written = write_report(runs, path, Settings(draws, seed, train_to, target), figures, status.update)
    explorer = written.explorer
    print(f"{path}: {path.stat().st_size / 1e6:.1f} MB, {explorer.included:,} of {explorer.total:,} probes")
    if figures is not None:
        print(f"{figures}: {len(written.figures)} figures, {len(written.tables)} tables")


def write_report(
    runs: Sequence[Path], path: Path, settings: Settings, figures: Path | None, progress: Callable[[str], object]
) -> Report:
    """Writes the report of one or more runs; returns what it says.

    Args:
        runs: Folders of runs.
        path: The file to write; it is replaced in one step.
        settings: How the estimates are made.
        figures: Folder for figures and tables of a paper, or None.
        progress: Called with the name of each part before it is made.

    Raises:
        InvalidInput: A folder is not that of a run, or a path cannot be written to.
    """
    from cse.cli.paper_files import write_paper_files
    from cse.report.page import render
    from cse.results.folder import read_runs
    from cse.results.tables import replacing

    _check_paths(path, figures)
    run = read_runs(runs)
    found = _analyse(run, settings, progress)
    progress("drawing figures")
    content = _content(run, found, settings, _command(runs, path, figures, settings), progress)
    progress("writing")
    with replacing(path) as temporary:
        temporary.write_text(render(content), encoding="utf-8", errors="replace", newline="\n")
    if figures is not None:
        write_paper_files(found.tables, content.tables, figures, progress)
    return content


def _default_path(runs: Sequence[Path]) -> Path:
    return runs[0] / NAME if len(runs) == 1 else Path(NAME)


def _check_paths(path: Path, figures: Path | None) -> None:
    if path.is_dir():
        raise InvalidInput(f"{str(path)!r} is a folder; name the file to write, e.g. {str(path / NAME)!r}.")
    if figures is not None and figures.exists() and not figures.is_dir():
        raise InvalidInput(f"{str(figures)!r} is a file; name a folder for the figures.")


def _analyse(run: Run, settings: Settings, progress: Callable[[str], object]) -> Analysis:
    import numpy as np

    from cse.cli.impossible import designs
    from cse.stats.analysis import analyse

    def tell(part: str) -> None:
        progress(f"analysing: {part}")

    return analyse(
        run.responses,
        run.checks,
        np.random.default_rng(settings.seed),
        draws=settings.draws,
        train_to=settings.train_to,
        target=settings.target,
        designs=designs(run.responses),
        progress=tell,
    )


def _content(run: Run, found: Analysis, settings: Settings, command: str, progress: Callable[[str], object]) -> Report:
    from cse.cli.origins import origin
    from cse.cli.page_tables import page_tables
    from cse.cli.probe_texts import probe_texts
    from cse.report.findings import findings
    from cse.report.pack import pack
    from cse.report.page import Report, page_figures
    from cse.suites.storage import CANARY

    drawn, absent = page_figures(found.tables)
    progress("packing answers")
    texts, problems = probe_texts(run.info.values())
    models = sorted(run.responses["model"].unique().to_list())
    return Report(
        title=_title(models),
        lead=_lead(run, models),
        simulated=any(info.get("simulated") for info in run.info.values()),
        findings=findings(found.tables),
        statements=[*found.statements, *problems],
        figures=drawn,
        absent=absent,
        tables=list(page_tables(found.tables)),
        runs=[origin(folder, info) for folder, info in run.info.items()],
        settings=settings,
        command=command,
        version=cse.__version__,
        explorer=pack(run.responses, run.checks, texts),
        canary=CANARY if texts else "",
    )


def _title(models: Sequence[str]) -> str:
    return f"How many constraints hold at once? {_named(models)}"


def _named(models: Sequence[str]) -> str:
    if len(models) > _NAMED:
        return f"{len(models)} models"
    return models[0] if len(models) == 1 else f"{', '.join(models[:-1])} and {models[-1]}"


def _lead(run: Run, models: Sequence[str]) -> str:
    from cse.cli.origins import suite_name

    ks = run.responses["k"].unique().sort().to_list()
    probes = run.responses["probe_id"].n_unique()
    suites = ", ".join(dict.fromkeys(filter(None, map(suite_name, run.info.values())))) or "(not recorded)"
    levels = f"k = {ks[0]}" if len(ks) == 1 else f"k = {ks[0]} to {ks[-1]}"
    return (
        f"{_named(models)}: {run.responses.height:,} responses to {probes:,} probes of the suite {suites} with {levels}"
        f" constraints each, {run.checks.height:,} checks judged by program."
    )


def _command(runs: Sequence[Path], path: Path, figures: Path | None, settings: Settings) -> str:
    import shlex

    options: dict[str, Any] = {"-o": path, "--figures": figures}
    options |= {f"--{name.replace('_', '-')}": value for name, value in vars(settings).items()}
    given = [f"{name} {shlex.quote(str(value))}" for name, value in options.items() if value is not None]
    return " ".join(["cse report", *(shlex.quote(str(run)) for run in runs), *given])

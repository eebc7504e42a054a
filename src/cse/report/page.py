"""The report's page: findings, figures, tables, the explorer, methods and origin in one file that asks no host."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cse.figures import COLUMN, FIGURES, FULL, draw
from cse.figures.theme import config
from cse.report.assets import asset, joined, policy, vega
from cse.report.findings import Finding
from cse.report.pack import LIMIT, Packed, packed
from cse.report.tables import PageTable
from cse.report.templating import template
from cse.stats.defaults import DRAWS, TARGET, TRAIN_TO


@dataclass(frozen=True)
class RunFacts:
    """Where a run came from.

    Attributes:
        name: What to call it, e.g. its folder.
        facts: Label and value of what its `run.json` says.
        commands: Commands that make it again.
    """

    name: str
    facts: Sequence[tuple[str, str]]
    commands: Sequence[str]


@dataclass(frozen=True)
class Settings:
    """How the estimates are made; see `cse.stats.analysis.analyse`."""

    draws: int = DRAWS
    seed: int = 0
    train_to: int = TRAIN_TO
    target: float = TARGET


@dataclass(frozen=True)
class PageFigure:
    """A figure on the page.

    Attributes:
        name: Its name.
        title: The finding, which the figure shows above itself.
        caption: What kind of figure it is.
        description: Its content in words.
        specs: Its specification at full width (`full`) and for narrow screens (`column`), without colours.
    """

    name: str
    title: str
    caption: str
    description: str
    specs: Mapping[str, Any]


@dataclass(frozen=True)
class Report:
    """All that the page says.

    Attributes:
        title: The page's title.
        lead: One or two sentences below it: what was asked of whom.
        simulated: Whether any respondent is simulated.
        findings: The findings.
        statements: What the data leave open.
        figures: The figures.
        absent: Why other figures are not there.
        tables: The tables.
        runs: Where the runs came from.
        settings: How the estimates were made.
        command: The command that writes this report again.
        version: Version of this package.
        explorer: The data of the explorer.
        canary: A string by which training data can be searched for the texts that the page holds.
    """

    title: str
    lead: str
    simulated: bool
    findings: Sequence[Finding]
    statements: Sequence[str]
    figures: Sequence[PageFigure]
    absent: Sequence[str]
    tables: Sequence[PageTable]
    runs: Sequence[RunFacts]
    settings: Settings
    command: str
    version: str
    explorer: Packed
    canary: str = ""


def page_figures(tables: Mapping[str, Any]) -> tuple[list[PageFigure], list[str]]:
    """Draws every figure that the tables allow, for wide screens and narrow ones.

    Returns:
        The figures, and why the others are not there.
    """
    wide, reasons = draw(tables, width=FULL)
    narrow, _ = draw(tables, width=COLUMN)
    figures = [
        PageFigure(
            name=name,
            title=figure.title,
            caption=(inspect.getdoc(FIGURES[name]) or name).splitlines()[0],
            description=figure.description,
            specs={"full": _bare(figure.spec()), "column": _bare(narrow[name].spec())},
        )
        for name, figure in wide.items()
    ]
    return figures, list(reasons.values())


def _bare(spec: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in spec.items() if key != "config"}


def render(report: Report) -> str:
    """Writes the page."""
    theme, script, libraries = asset("theme.js") or "", joined("report.js"), vega()
    style = (asset("page.css") or "") + (asset("explorer.css") or "")
    specs = {
        "figures": {figure.name: figure.specs for figure in report.figures},
        "configs": {mode: config(mode) for mode in ("light", "dark")},
        "full": FULL,
    }
    settings = report.settings
    page: str = template("report.html").render(
        vars(report) | vars(settings),
        policy=policy([theme, libraries, script], [style]),
        theme_script=theme,
        style=style,
        script=script,
        vega=libraries,
        figure_specs=packed(specs),
        explorer_note=_explorer_note(report.explorer),
    )
    return page.strip() + "\n"


def _explorer_note(explorer: Packed) -> str:
    if explorer.included == explorer.total:
        return ""
    return (
        f"This page holds {explorer.included:,} of {explorer.total:,} probes, a sample balanced over k: the answers of "
        f"all have more than the {LIMIT / 1e6:.0f} MB that a page may hold of them. cse view RUN shows every one."
    )

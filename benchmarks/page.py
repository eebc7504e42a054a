"""The page of measured figures, written from the results on disk."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benchmarks.harness import RESULTS

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"

_INTRO = """# Benchmarks

Measured by `make bench` (`python -m benchmarks [NAME ...]`), which prints these lines and writes all figures as JSON
into a folder `results` beside the benchmarks; `python -m benchmarks --page` writes this page from them. Peers run in
the same process on the same answers, at the versions that `benchmarks/peers.txt` pins. Times are the least of many
repetitions, ratios are taken within one run. What each benchmark does stands at the top of its file in `benchmarks/`.
"""


def write_page(names: Iterable[str]) -> Path:
    """Writes docs/benchmarks.md from the results of these benchmarks; one without results keeps its section."""
    known = _sections(PAGE.read_text("utf-8")) if PAGE.exists() else {}
    parts = [_INTRO]
    for name in names:
        path = RESULTS / f"{name}.json"
        if path.exists():
            parts.append(_section(name, json.loads(path.read_text("utf-8"))))
        elif name in known:
            parts.append(known[name])
    temporary = PAGE.with_suffix(".tmp")
    temporary.write_text("\n".join(parts), "utf-8")
    temporary.replace(PAGE)
    return PAGE


def _sections(page: str) -> dict[str, str]:
    """Takes a page apart: its sections by the benchmark that each is of."""
    sections = [part.rstrip() + "\n" for part in page.split("\n## ")[1:]]
    return {section.partition("\n")[0]: f"## {section}" for section in sections}


def _section(name: str, result: dict[str, Any]) -> str:
    about = result["machine"]
    lines = [
        f"## {name}",
        "",
        f"{result['line']}.",
        "",
        f"{', '.join((result['date'][:10], *about.values()))}; load average {result['load']:.1f} at the end.",
        "",
    ]
    if result["rows"]:
        lines += [_line(result["header"]), _line(["---", *("--:" for _ in result["header"][1:])])]
        lines += [_line(row) for row in result["rows"]]
        lines.append("")
    lines += [f"{note}\n" for note in result["notes"]]
    return "\n".join(lines)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"

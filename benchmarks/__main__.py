"""Runs benchmarks: one line of figures each, then their tables; all figures go to `benchmarks/results/`.

python -m benchmarks              all but `pages` (a browser), `cluster` and `millions` (Ray), `live` and `logs` (slow)
python -m benchmarks cost linear  some
python -m benchmarks --page       write docs/benchmarks.md from the results
"""

from __future__ import annotations

import argparse
from importlib import import_module

from rich.console import Console
from rich.table import Table

from benchmarks.harness import Result, write

NAMES = ("cost", "peers", "profile", "linear", "rescore", "pool", "composer", "startup", "analysis")
ON_REQUEST = ("live", "logs", "pages", "cluster", "millions")


def main() -> None:
    """Runs what was asked for."""
    known = ", ".join([*NAMES, *ON_REQUEST])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {known}; by default {', '.join(NAMES)}")
    parser.add_argument("--page", action="store_true", help="write docs/benchmarks.md from the results")
    given = parser.parse_args()
    unknown = [name for name in given.names if name not in [*NAMES, *ON_REQUEST]]
    if unknown:
        parser.error(f"there is no benchmark {unknown[0]!r}; there are {known}")
    if given.page:
        from benchmarks.page import write_page

        print(write_page([*NAMES, *ON_REQUEST]))
        return
    results = {}
    for name in given.names or NAMES:
        results[name] = import_module(f"benchmarks.{name}").run()
        write(name, results[name])
        print(f"{name}: {results[name].line}", flush=True)
    for name, result in results.items():
        _show(name, result)


def _show(name: str, result: Result) -> None:
    if not result.rows:
        return
    table = Table(title=name)
    for number, title in enumerate(result.header):
        table.add_column(title, justify="right" if number else "left")
    for row in result.rows:
        table.add_row(*row)
    Console().print(table)


if __name__ == "__main__":
    main()

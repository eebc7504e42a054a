"""`cse view`: every answer of runs of any size, in the browser."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from cse.cli.extras import needs


def view(
    runs: Annotated[list[Path], typer.Argument(help="Folders of runs, one or many models.", metavar="RUN...")],
    port: Annotated[int, typer.Option(help="Port on 127.0.0.1, 0 for any free one.", min=0, max=65535)] = 0,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")] = True,
) -> None:
    """Show every answer of one or more runs in the browser, with the places marked where it broke a rule.

    Served on this machine alone, until Ctrl-C. For runs that are too large for the page of `cse report`.
    """
    with needs("analysis", "cse view"):
        from cse.cli.probe_texts import probe_texts
        from cse.report.server import ViewServer
        from cse.report.store import Store
        from cse.results.folder import read_info
    store = Store(runs, lambda: probe_texts(read_info(folder) for folder in runs)[0])
    with ViewServer(store, f"Answers of {', '.join(folder.resolve().name for folder in runs)}", port) as server:
        typer.echo(f"{server.address}  (Ctrl-C ends it)")
        if open_browser:
            webbrowser.open(server.address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            typer.echo("")

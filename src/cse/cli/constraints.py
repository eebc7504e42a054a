"""`cse constraints`: the catalogue of constraint types."""

from __future__ import annotations

import json
from typing import Annotated

import typer


def constraints(
    name: Annotated[str | None, typer.Argument(help="Name or code of one type, to see it in full.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the catalogue as JSON.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the catalogue as the page of the docs.")] = False,
) -> None:
    """List the constraint types: codes, parameters, an instruction, examples."""
    from cse.cli import catalogue
    from cse.constraints.registry import find_type, types

    chosen = [find_type(name)] if name else list(types().values())
    if as_json:
        print(json.dumps([catalogue.entry(cls) for cls in chosen], ensure_ascii=False, indent=2))
    elif markdown:
        print(catalogue.page(chosen), end="")
    elif name:
        catalogue.show_one(chosen[0])
    else:
        catalogue.show_all(chosen)

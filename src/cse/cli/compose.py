"""`cse compose`: probes into a JSONL file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from cse.cli.extras import needs
from cse.cli.options import EngineName, parse_levels


def compose(
    k: Annotated[str, typer.Option("--k", help="Levels of k: 4, 1-12 or 1,3,5-8.")] = "1-12",
    per_k: Annotated[int, typer.Option("--per-k", min=1, help="Probes at each level.")] = 50,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same bytes.")] = 0,
    output: Annotated[Path, typer.Option("--output", "-o", help="File to write.")] = Path("probes.jsonl"),
    types: Annotated[
        str | None, typer.Option("--types", help="Names or codes of the types to draw from, with commas.")
    ] = None,
    certify: Annotated[bool, typer.Option("--certify/--no-certify", help="Ask a witness of each probe.")] = True,
    engine: Annotated[EngineName, typer.Option("--engine", help="What composes; both make the same bytes.")] = (
        EngineName.pool
    ),
    address: Annotated[
        str | None, typer.Option("--address", help="A Ray cluster, e.g. auto; by default one on this machine.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the counts as JSON.")] = False,
) -> None:
    """Compose probes whose constraints can hold together."""
    from cse.cli.progress import level_progress
    from cse.compose.levels import compose_levels
    from cse.compose.probe import write_probes
    from cse.constraints.registry import find_type

    names = [find_type(name).name for name in types.split(",")] if types else None
    counts = dict.fromkeys(parse_levels(k, highest=len(names) if names else 36), per_k)
    with level_progress(counts, quiet=as_json) as advance:
        if engine == EngineName.ray or address:
            with needs("ray", "cse compose --engine ray"):
                from cse.scale.ray_compose import compose_levels_on_ray
            found = compose_levels_on_ray(
                counts, seed, names=names, certified=certify, advance=advance, address=address
            )
        else:
            found = compose_levels(counts, seed, names=names, certified=certify, advance=advance)
    write_probes(output, [composed.probe for level in found for composed in level.composed])
    tallies = {level.k: level.tally for level in found}
    if as_json:
        print(json.dumps({str(level): tally.as_row() for level, tally in tallies.items()}, indent=2))
        return
    from cse.cli.tables import print_tallies

    print_tallies(tallies)
    print(f"\nWrote {sum(tally.accepted for tally in tallies.values())} probes to {output}.")
    print(f"Next: cse run --suite {output}")

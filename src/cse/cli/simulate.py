"""`cse simulate`: a panel of respondents with known truth, written as the folder of a run."""

from __future__ import annotations

import platform
from pathlib import Path
from typing import Annotated

import typer

import cse
from cse.cli.extras import needs
from cse.errors import InvalidInput


def simulate(
    out: Annotated[Path, typer.Argument(help="Folder to write to.", metavar="FOLDER")],
    seed: Annotated[int, typer.Option(help="Seed of all draws.", min=0)] = 0,
    models: Annotated[int, typer.Option(help="How many models, 1 to 15.")] = 15,
    scale: Annotated[float, typer.Option(help="Number of probes relative to the standard suite.")] = 1.0,
    coupling: Annotated[
        float, typer.Option(help="Correlation of checks that read the same output feature, 0 to 1.")
    ] = 0.0,
    tag_effect: Annotated[
        float, typer.Option(help="Share of its pass rate that a response without tags loses, 0 to 1.")
    ] = 0.0,
    position_effect: Annotated[
        float, typer.Option(help="Rise of the threshold from the first to the last constraint, in standard deviations.")
    ] = 0.0,
    lift: Annotated[
        float, typer.Option(help="Rise of every check's threshold, in standard deviations: a treatment that helps.")
    ] = 0.0,
    attempt: Annotated[
        int, typer.Option(help="Which answers to the same seed's probes to draw: 2 for a run to compare with 1.", min=1)
    ] = 1,
) -> None:
    """Simulate a panel after the paper's tables, to see what an analysis finds where the truth is known.

    The folder is an ordinary run whose run.json says that it is simulated; truth.parquet holds the pass probability of
    every model, type and k.
    """
    with needs("analysis", "cse simulate"):
        import numpy as np

        from cse.results.folder import INFO_FILE, read_info, write_info, write_run_tables
        from cse.results.tables import write_table
        from cse.stats.simulate import simulate as draw
        from cse.stats.truth import published_truth
    if (out / INFO_FILE).exists() and not read_info(out).get("simulated"):
        raise InvalidInput(f"{str(out)!r} holds a run of a real model; name another folder.")
    settings = {
        "models": models,
        "scale": scale,
        "coupling": coupling,
        "tag_effect": tag_effect,
        "position_effect": position_effect,
        "lift": lift,
        "attempt": attempt,
    }
    truth = published_truth(
        models=models,
        scale=scale,
        coupling=coupling,
        tag_effect=tag_effect,
        position_effect=position_effect,
        lift=lift,
    )
    panel = draw(truth, np.random.default_rng(seed), attempt=attempt)
    write_run_tables(out, panel.responses, panel.checks)
    write_table(panel.truth, out / "truth.parquet")
    info = {
        "simulated": True,
        "suite": "simulated",
        "models": [model.name for model in truth.models],
        "seed": seed,
        "settings": settings,
        "versions": {"cse": cse.__version__, "python": platform.python_version(), "numpy": np.__version__},
    }
    write_info(out, info)
    print(
        f"{out}: {panel.responses.height:,} simulated responses of {len(truth.models)} models, "
        f"{panel.checks.height:,} checks (seed {seed})"
    )

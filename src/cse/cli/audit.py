"""`cse audit`: how answers fail, which shortcuts pass, and whether the verifiers are right."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import cse
from cse.cli.extras import needs
from cse.cli.frames import View, print_frame, rows_of, screen, write_frames
from cse.errors import InvalidInput
from cse.stats.defaults import DRAWS

if TYPE_CHECKING:
    import polars as pl

_NEW_SHEET = "worksheet.csv"


def audit(
    runs: Annotated[list[Path], typer.Argument(help="Folders of runs, one or many models.", metavar="RUN...")],
    verifiers: Annotated[
        bool, typer.Option("--verifiers", help="Sample checks to be judged again, instead of reading answers.")
    ] = False,
    per_type: Annotated[int, typer.Option(help="Near misses, and passes, of each type at most.", min=1)] = 5,
    judge: Annotated[
        str | None,
        typer.Option(help="A model as for cse run, for a second opinion on each sample.", metavar="MODEL"),
    ] = None,
    generate: Annotated[
        list[str] | None,
        typer.Option("--generate", "-G", help="How to ask the judge, e.g. temperature=none.", metavar="NAME=VALUE"),
    ] = None,
    worksheet: Annotated[
        Path | None, typer.Option(help="A filled worksheet, to read a person's verdicts from.")
    ] = None,
    draws: Annotated[int, typer.Option(help="Bootstrap draws of the probes for the intervals.", min=100)] = DRAWS,
    seed: Annotated[int, typer.Option(help="Seed of the draws and samples.", min=0)] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print all tables as JSON.")] = False,
    out: Annotated[Path | None, typer.Option("--out", help="Folder for all tables as Parquet and CSV.")] = None,
) -> None:
    """Tell what answers do instead of passing, and which shortcuts pass; or audit the verifiers themselves.

    With --verifiers: near misses of each type, an optional judge, a worksheet for a person, and their agreement.
    """
    if not verifiers and (judge or generate or worksheet):
        raise InvalidInput("--judge, --generate and --worksheet belong to the audit of verifiers; add --verifiers.")
    with needs("analysis", "cse audit"):
        import numpy as np

        from cse.cli.audit_tables import failure_tables, verifier_tables
        from cse.cli.audit_views import FAILURE_VIEWS, VERIFIER_VIEWS
        from cse.results.folder import read_runs, write_info
    run = read_runs(runs)
    for folder, info in run.info.items():
        if info.get("simulated"):
            raise InvalidInput(f"{folder!r} is a simulated panel, which has no answers to read; name a run of a model.")
    rng = np.random.default_rng(seed)
    sheet = None if out is None or not verifiers else out / _NEW_SHEET
    if verifiers:
        opinion = _opinion(judge, generate or [], seed, out)
        tables = verifier_tables(run, rng, per_type=per_type, seed=seed, draws=draws, opinion=opinion, filled=worksheet)
    else:
        tables = failure_tables(run, rng, draws=draws, quiet=as_json)
    settings = {"runs": [str(folder) for folder in runs], "verifiers": verifiers, "per_type": per_type, "judge": judge}
    settings |= {"worksheet": worksheet and str(worksheet), "draws": draws, "seed": seed, "version": cse.__version__}
    new_sheet = sheet if sheet is not None and not sheet.exists() else None
    if out is not None:
        write_frames(tables, out)
        write_info(out, settings, name="verifiers.json" if verifiers else "audit.json")
        if new_sheet is not None:
            from cse.audit.worksheet import write_worksheet

            write_worksheet(tables["samples"], new_sheet)
    if as_json:
        shown = {name: rows_of(table) for name, table in tables.items() if not name.endswith("_rows")}
        print(json.dumps(settings | {"tables": shown}, ensure_ascii=False))
        return
    _show(tables, VERIFIER_VIEWS if verifiers else FAILURE_VIEWS)
    if judge:
        of_judge = tables["judgements"].filter(rater="judge")["passed"]
        typer.echo(f"\nThe judge gave a verdict on {of_judge.count()} of {len(of_judge)} checks.")
    _tell_what_next(runs, out, sheet, new=new_sheet is not None, verifiers=verifiers)


def _opinion(name: str | None, generate: Sequence[str], seed: int, out: Path | None) -> Any:
    """Makes what asks the judge about samples; None where no judge is named."""
    if name is None:
        return None
    with needs("run", "cse audit --judge"):
        from cse.run.judge import judge_samples
        from cse.run.models import make_model, read_settings
        from cse.run.ready import check_model
    spec = make_model(name, generate=read_settings(generate, "--generate"))
    check_model(spec, lambda sentence: typer.echo(sentence, err=True))

    def opinion(samples: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        import tempfile

        typer.echo(f"Asking {spec.label} about {len(samples)} checks.", err=True)
        with tempfile.TemporaryDirectory() as scratch:
            return judge_samples(samples, spec, seed=seed, log_dir=Path(scratch) if out is None else out / "logs")

    return opinion


def _show(tables: Mapping[str, pl.DataFrame], views: Sequence[View]) -> None:
    for view in views:
        table = tables.get(view.table)
        if table is not None and not table.is_empty():
            print_frame(table, view.title, view.columns, most=view.most)


def _tell_what_next(runs: Sequence[Path], out: Path | None, sheet: Path | None, *, new: bool, verifiers: bool) -> None:
    from rich.text import Text

    console = screen()
    folders = " ".join(str(folder) for folder in runs)
    console.print()
    if out is not None:
        console.print(Text(f"Written to {out}"))
    if not verifiers:
        console.print(Text(f"Next: cse audit {folders} --verifiers --out {out or 'audit'}"))
    elif sheet is None:
        console.print(Text(f"Next: cse audit {folders} --verifiers --out audit, which writes a worksheet to fill in"))
    else:
        done = "Worksheet" if new else "Kept as it was, your worksheet"
        console.print(Text(f"{done}: {sheet}; write pass, fail or unsure in its column verdict."))
        console.print(Text(f"Next: cse audit {folders} --verifiers --worksheet {sheet}"))

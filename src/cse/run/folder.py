"""A run's folder: what `run.json` records, which folder may be gone on with, and its tables made from its logs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cse.errors import InvalidInput
from cse.results.folder import INFO_FILE, read_info, write_info, write_run_tables
from cse.run.interventions.catalogue import BASE
from cse.run.logs import answered, intervention_of, log_files, read_logs, suite_of
from cse.run.models import ModelSpec
from cse.run.origin import host, now, versions
from cse.run.plain import write_scored
from cse.run.plan import LOGS, Plan
from cse.run.responses import Tables, tables_of


def open_folder(plan: Plan) -> None:
    """Makes the run's folder, or goes on with it where it belongs to the same suite, models and intervention.

    Other levels, another limit or more epochs may be asked for; they add to what is there. A run that nobody answered
    binds nobody, so that a refused setting can be mended.

    Raises:
        InvalidInput: The folder holds something else, or a run of another suite, of other models, other arguments or
            another intervention.
    """
    info = _new_info(plan)
    if (plan.folder / INFO_FILE).exists():
        known = read_info(plan.folder)
        different = _difference(known, info)
        if different and answered(log_files(plan.folder / LOGS)):
            raise InvalidInput(
                f"The folder {str(plan.folder)!r} holds a run with another {different}; name another folder with --out."
            )
        asked = [*known["asked"], *(selection for selection in info["asked"] if selection not in known["asked"])]
        info |= {"started": known["started"], "asked": asked}
    elif plan.folder.is_dir() and any(plan.folder.iterdir()):
        raise InvalidInput(
            f"The folder {str(plan.folder)!r} is not empty and holds no run; name another folder with --out."
        )
    write_info(plan.folder, info)


def _new_info(plan: Plan) -> dict[str, Any]:
    levels = sorted({probe.k for probe in plan.probes})
    info = {
        "suite": {"name": plan.suite.name, "digest": plan.suite.digest},
        "models": [model.to_dict() for model in plan.models],
        "intervention": {"name": plan.intervention.name, "most_passes": plan.intervention.most_passes},
        "budget": {model.label: _budget(plan, model) for model in plan.models},
        "asked": [{"k": levels, "probes": len(plan.probes), "epochs": plan.epochs}],
        "seeds": {"generation": {model.label: model.generate.get("seed") for model in plan.models}},
        "versions": versions(),
        "host": host(),
        "started": now(),
    }
    # What comes back from the file must compare equal to what went into it.
    return dict(json.loads(json.dumps(info)))


def _budget(plan: Plan, model: ModelSpec) -> dict[str, int | None]:
    """Tells how many output tokens a pass and a response may take; None without a bound."""
    bound = model.generate.get("max_tokens")
    return {"tokens_a_pass": bound, "tokens_in_all": None if bound is None else bound * plan.intervention.most_passes}


def _difference(known: Mapping[str, Any], info: Mapping[str, Any]) -> str | None:
    """Says what would make the answers of both runs incomparable."""
    try:
        if known["suite"]["digest"] != info["suite"]["digest"]:
            return f"suite, {known['suite']['name']!r}"
        # Runs of before there were interventions say nothing of one.
        treatment = known.get("intervention", {"name": BASE})["name"]
        if treatment != info["intervention"]["name"]:
            return f"intervention, {treatment}"
        theirs, ours = ({model["label"]: model for model in run["models"]} for run in (known, info))
        if theirs.keys() != ours.keys():
            return f"model, {', '.join(theirs)}"
        for label, model in ours.items():
            for part in ("name", "generate", "args"):
                if theirs[label][part] != model[part]:
                    return f"setting of {label}, {part} = {json.dumps(theirs[label][part])}"
        known["asked"], known["started"]
    except (KeyError, TypeError) as error:
        raise InvalidInput(f"The {INFO_FILE} in this folder is not one of `cse run` ({error} is missing).") from error
    return None


def derive_tables(folder: Path) -> Tables:
    """Makes a run's tables from its logs and writes them into its folder.

    Raises:
        InvalidInput: The folder is not that of a run, or a log cannot be read.
    """
    read_info(folder)
    tables = tables_of(read_logs(log_files(folder / LOGS)))
    write_run_tables(folder, tables.responses, tables.checks, tables.passes)
    return tables


def score_again(folder: Path) -> Tables:
    """Makes a run's tables anew, as `derive_tables` does, where there are logs to make them from.

    Raises:
        InvalidInput: As `derive_tables`; or there are no logs, as where the responses came from a plain file.
    """
    if (folder / INFO_FILE).exists() and not log_files(folder / LOGS):
        raise InvalidInput(
            f"The folder {str(folder)!r} holds no logs to make its tables from; its tables are as they were."
        )
    return derive_tables(folder)


def score_log(path: Path, folder: Path) -> Tables:
    """Makes the tables of one of Inspect's logs, e.g. of `inspect eval cse/cse`, and writes a run's folder.

    Raises:
        InvalidInput: The log cannot be read or is of another task.
    """
    tables = tables_of(read_logs([path]))
    write_scored(path, suite_of(path), folder, tables, intervention=intervention_of(path))
    return tables

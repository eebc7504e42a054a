"""Shards of responses to the suite `quick`, as something else might have generated them."""

import json
import os
import signal
from dataclasses import replace
from pathlib import Path

import polars as pl

from cse.scale import work
from cse.suites import load_suite
from cse.suites.storage import read_certificates


def rows(epochs=2, model="m", count=96):
    """Answers of the probes, every third of which breaks something, every seventh of which is missing."""
    certificates = read_certificates("quick")
    found = []
    for epoch in range(1, epochs + 1):
        for number, probe in enumerate(load_suite("quick").probes[:count]):
            text = certificates[probe.id]["witness"]
            if (number + epoch) % 3 == 0:
                text += " And é 17 more “words”!"
            response = None if (number + epoch) % 7 == 0 else f"<think>hm</think>\n<answer>{text}</answer>"
            found.append({"probe_id": probe.id, "response": response, "model": model, "epoch": epoch})
    return found


def write(path, found):
    """Writes rows as Parquet or JSONL, by the path's ending."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".parquet":
        pl.DataFrame(found, infer_schema_length=None).write_parquet(path, row_group_size=30)
    else:
        path.write_text("".join(json.dumps(row) + "\n" for row in found), encoding="utf-8")
    return path


def partitions(folder):
    """Returns what each partition of an output folder holds, by name."""
    files = sorted([*folder.glob("responses.parquet/*"), *folder.glob("checks.parquet/*")])
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def end_process(*_):
    """A task that ends its process, as the system does where memory runs out."""
    os._exit(1)


def die_once(job, piece, stop):
    """Verifies a piece; the first who does the second shard dies when half of its files are written."""
    died = Path(job.out) / "died"
    if "b-" in piece.name and not died.exists():
        died.touch()
        work.score(replace(job, out=str(Path(job.out) / "elsewhere")), piece, stop)
        part = f"responses.parquet/{piece.name}.parquet"
        work.write(job.out, part, (Path(job.out) / "elsewhere" / part).read_bytes())
        os.kill(os.getpid(), signal.SIGKILL)
    return work.score(job, piece, stop)

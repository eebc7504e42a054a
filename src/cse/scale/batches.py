"""The verifiers as a function over Arrow tables, for a pipeline of one's own: `dataset.map_batches(verify_batch)`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from cse.compose.probe import Probe
from cse.constraints.base import Verdict
from cse.errors import CseError, MissingExtra
from cse.run.passes import judge
from cse.run.rows import RowReader
from cse.suites.loader import load_suite

if TYPE_CHECKING:
    from pyarrow import DataType, Table


@cache
def _probes(suite: str) -> dict[str, Probe]:
    """Returns a suite's probes by id; each process reads them once."""
    return {probe.id: probe for probe in load_suite(suite).probes}


def verify_batch(table: Table, suite: str = "v1") -> Table:
    """Verifies a batch of responses; no row is dropped, and their order stays.

    Args:
        table: Holds `probe_id` and `response`, and whatever else; a response that is null or blank is missing.
        suite: Name of a suite, or path of a probe file that every machine has.

    Returns:
        The same table with six columns more, all null where a response is missing: `answer`, the part that was scored;
        `tag_status`; `passed`, whether all constraints hold; `score`, the mean of the checks' scores, from 0 to 1;
        `checks`, a list with `position`, `type`, `passed`, `score`, `expected` and `observed` of each constraint, in
        the order of the prompt; and `problem`, why a row could not be verified, null where there is none.

    Raises:
        MissingExtra: PyArrow is not installed.
        UnknownName: There is no such suite.

    >>> import pyarrow
    >>> batch = pyarrow.table({"probe_id": ["v1-k01-0000", "x"], "response": ["Warm tea.", "Tea."]})
    >>> verified = verify_batch(batch)
    >>> verified["passed"].to_pylist()[1], verified["problem"].to_pylist()
    (None, [None, "There is no probe 'x'. Row 2 of the batch names it; `probe_id` must be one of the suite's."])
    """
    try:
        import pyarrow
    except ModuleNotFoundError as error:
        raise MissingExtra("verify_batch", "ray") from error
    probes = _probes(suite)
    read = [name for name in ("probe_id", "response") if name in table.column_names]
    rows = [
        _verified(row, f"Row {number} of the batch", probes)
        for number, row in enumerate(table.select(read).to_pylist(), 1)
    ]
    for name, kind in _types().items():
        column = pyarrow.array([row.get(name) for row in rows], kind)
        table = table.drop_columns(name) if name in table.column_names else table
        table = table.append_column(name, column)
    return table


def _verified(row: dict[str, Any], where: str, probes: dict[str, Probe]) -> dict[str, Any]:
    try:
        response = RowReader(probes, "").read(row, where)
    except CseError as error:
        return {"problem": str(error)}
    if response.text is None:
        return {}
    judged = judge(response.text, response.probe.constraints)
    checks = [
        {"position": place, "type": constraint.name, **_outcome(verdict)}
        for place, (constraint, verdict) in enumerate(zip(response.probe.constraints, judged.verdicts, strict=True), 1)
    ]
    scores = [check["score"] for check in checks if "score" in check]
    return {
        "answer": judged.answer.text,
        "tag_status": judged.answer.status,
        "passed": judged.passed,
        "score": sum(scores) / len(scores) if scores else None,
        "checks": checks,
    }


def _outcome(verdict: object) -> dict[str, Any]:
    """Returns what a check found; nothing where the verifier itself failed."""
    if not isinstance(verdict, Verdict):
        return {}
    return {
        "passed": verdict.passed,
        "score": verdict.score,
        "expected": verdict.expected,
        "observed": verdict.observed,
    }


def _types() -> dict[str, DataType]:
    import pyarrow

    text, whole, share, truth = pyarrow.string(), pyarrow.int64(), pyarrow.float64(), pyarrow.bool_()
    fields = {
        "position": whole,
        "type": text,
        "passed": truth,
        "score": share,
        "expected": text,
        "observed": text,
    }
    check = pyarrow.struct(list(fields.items()))
    return {
        "answer": text,
        "tag_status": text,
        "passed": truth,
        "score": share,
        "checks": pyarrow.list_(check),
        "problem": text,
    }

"""The first texts of a run under an intervention, as a run of their own: what its last texts are compared with.

A model may answer a prompt otherwise the second time, at temperature 0 too. A revision is then fairly compared with the
text that it revised, and the best of several draws with the first of them, rather than with another run.
"""

from __future__ import annotations

import polars as pl

from cse.errors import InvalidInput
from cse.results.folder import Run
from cse.stats.scaffold import SCAFFOLDS

_KEY = ["model", "probe_id", "epoch"]
_OF_THE_PASS = ("status", "passed", "input_tokens", "output_tokens")


def first_texts(run: Run, passes: pl.DataFrame) -> Run:
    """Returns the run as it would be if each response were the first text on the way to it.

    Plans and notes are no texts. A response of which no pass is known stays missing.

    Args:
        run: The run.
        passes: Its table of passes.

    Returns:
        `responses` with the keys, `k`, `impossible`, `status`, `passed` and the tokens of that one pass; `checks` with
        its verdicts in place of the response's, and without what tells of them in words; the same `info`.

    Raises:
        InvalidInput: No response has more than one text, or the passes hold no scores.
    """
    texts = passes.filter(~pl.col("role").is_in(SCAFFOLDS)).sort(*_KEY, "pass_index")
    if not texts.select(_KEY).is_duplicated().any():
        raise InvalidInput(
            "Every response of the run is its first text, so there is nothing to compare it with; name two runs, or "
            "one under self-correct, best-of, repair or repair-control."
        )
    firsts = texts.unique(_KEY, keep="first", maintain_order=True)
    if firsts.filter(pl.col("status") == "ok", pl.col("scores").is_null()).height:
        raise InvalidInput(
            "The table of passes holds no scores, as an older version wrote it; `cse score RUN` makes it anew from the "
            "logs."
        )
    responses = (
        run.responses.select(*_KEY, "k", "impossible", before="status")
        .join(firsts.select(*_KEY, *_OF_THE_PASS), on=_KEY, how="left", maintain_order="left")
        .with_columns(status=pl.coalesce("status", "before"))
        .drop("before")
    )
    scores = _scores(firsts)
    checks = (
        run.checks.drop("passed", "score", "expected", "observed", "spans", strict=False)
        .join(scores, on=[*_KEY, "position"], how="inner", maintain_order="left")
        .with_columns(passed=pl.col("score") == 1.0)
    )
    return Run(responses, checks, run.info)


def _scores(firsts: pl.DataFrame) -> pl.DataFrame:
    """Returns one row a check of the first texts: the keys, `position` from 1, and `score`."""
    there = firsts.drop_nulls("scores").with_columns(score=pl.col("scores").str.json_decode(pl.List(pl.Float64)))
    places = pl.int_ranges(1, pl.col("score").list.len() + 1)
    return there.select(*_KEY, "score", position=places).explode("score", "position")

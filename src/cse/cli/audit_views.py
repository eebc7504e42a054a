"""Which tables of an audit are shown on the screen, in which order."""

from __future__ import annotations

from cse.cli.frames import Shown, View

_MODEL = Shown("model", "model")
_STOPS = (Shown("truncated", "cut off", "count"), Shown("unknown_stop", "end unknown", "count"))
_PLACES = (
    Shown("failures", "failures", "count"),
    Shown("placed", "with a place", "count"),
    Shown("first", "median place", "number"),
    Shown("quarter", "25 %", "number"),
    Shown("three_quarters", "75 %", "number"),
    Shown("early", "in first fifth %", "percent"),
)

FAILURE_VIEWS = (
    View(
        "coverage",
        "Responses: what is missing is no failure",
        (
            _MODEL,
            Shown("responses", "asked", "count"),
            Shown("ok", "ok", "count"),
            Shown("refused", "refused", "count"),
            Shown("error", "error", "count"),
            Shown("empty", "empty", "count"),
        ),
    ),
    View(
        "modes",
        "What the answers do",
        (
            _MODEL,
            Shown("impossible", "impossible"),
            Shown("mode", "mode"),
            Shown("answers", "answers", "count"),
            Shown("share", "share %", "percent"),
            *_STOPS,
        ),
    ),
    View(
        "signs",
        "What of the answers is not the text that was asked for, means",
        (
            _MODEL,
            Shown("answers", "answers", "count"),
            Shown("outside", "outside the tags %", "percent"),
            Shown("reasoning", "thinking aloud %", "percent"),
            Shown("narration", "narration %", "percent"),
            Shown("repeated", "repeated %", "percent"),
            Shown("copied", "prompt copied %", "percent"),
            *_STOPS,
        ),
    ),
    View(
        "lipograms",
        "Failed lipograms by class (paper, table 5)",
        (
            _MODEL,
            Shown("genuine", "genuine", "count"),
            Shown("meta", "meta", "count"),
            Shown("refusal", "refusal", "count"),
            Shown("case", "case", "count"),
            Shown("total", "total", "count"),
            Shown("genuine_share", "genuine %", "percent"),
            *_STOPS,
        ),
    ),
    View(
        "lipogram_profiles",
        "Where genuine lipogram failures begin: 0 start, 1 end (paper, table 6)",
        (_MODEL, *_PLACES, Shown("strategy", "strategy")),
    ),
    View(
        "first_violations",
        "Where rules first break in attempts: 0 start, 1 end of the answer",
        (Shown("code", "code"), Shown("type", "type"), *_PLACES),
        most=36,
    ),
    View(
        "shortcuts",
        "Shortcuts of answers that pass, by share",
        (
            Shown("shortcut", "shortcut"),
            Shown("meaning", "what it is"),
            Shown("passing", "passing", "count"),
            Shown("found", "found", "count"),
            Shown("share", "share %", "percent"),
            Shown("example", "example"),
        ),
    ),
    View(
        "shortcuts_by_type",
        "Types whose passing checks stand in such answers",
        (
            Shown("code", "code"),
            Shown("type", "type"),
            Shown("shortcut", "shortcut"),
            Shown("passing", "passing", "count"),
            Shown("found", "found", "count"),
            Shown("share", "share %", "percent"),
        ),
        most=20,
    ),
)

VERIFIER_VIEWS = (
    View(
        "sampled",
        "Checks to judge again: near misses and passes",
        (
            Shown("code", "code"),
            Shown("type", "type"),
            Shown("near_misses", "near misses", "count"),
            Shown("lowest", "lowest score", "number"),
            Shown("highest", "highest score", "number"),
            Shown("passes", "passes", "count"),
        ),
    ),
    View(
        "agreement",
        "Agreement on the same checks",
        (
            Shown("first", "first"),
            Shown("second", "second"),
            Shown("type", "type"),
            Shown("n", "checks", "count"),
            Shown("share", "same verdict %", "percent"),
            Shown("kappa", "kappa", "number"),
            Shown("failures", "failures", "count"),
            Shown("failures_disputed", "disputed", "count"),
            Shown("passes", "passes", "count"),
            Shown("passes_disputed", "disputed", "count"),
        ),
    ),
    View(
        "disputes",
        "Where another rater differs from the verifier",
        (
            Shown("code", "code"),
            Shown("probe_id", "probe"),
            Shown("epoch", "epoch", "count"),
            Shown("verifier", "verifier passed"),
            Shown("rater", "rater"),
            Shown("remark", "remark"),
        ),
        most=20,
    ),
)

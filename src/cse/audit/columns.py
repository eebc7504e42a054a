"""The columns of the audit's tables, declared once.

What answers do, where rules broke, which shortcuts are taken, and which checks are judged a second time. All start with
the keys of `responses.parquet` and join with it and with `checks.parquet`.
"""

from __future__ import annotations

from cse.results.columns import Column

_KEYS = (
    Column("model", "string", "", "Name of the model."),
    Column("probe_id", "string", "", "Id of the probe."),
    Column("epoch", "int", "draw", "Number of the draw of this probe."),
)
_IMPOSSIBLE = Column("impossible", "bool", "", "Whether the probe is one that no text can satisfy.")
_TRUNCATED = Column(
    "truncated", "bool", "", "Whether the token limit ended the response; null if it is not known.", optional=True
)

ANSWERS: tuple[Column, ...] = (
    *_KEYS,
    _IMPOSSIBLE,
    Column("mode", "string", "", "`attempt`, `narration`, `reasoning`, `copied_prompt` or `refusal`."),
    _TRUNCATED,
    Column("narration_share", "float", "share", "Share of the answer's words in remarks about its rules or itself."),
    Column("reasoning_share", "float", "share", "Share of the answer's words in sentences that think aloud."),
    Column("repeated_share", "float", "share", "Share of the answer's sentences and lines that repeat an earlier one."),
    Column("outside_share", "float", "share", "Share of the response's characters that stand outside the answer."),
    Column("copied_prompt", "float", "share", "Share of the prompt's runs of eight words that stand in the answer."),
    Column("copied_answer", "float", "share", "Share of the answer's words that stand in such a run."),
    Column("remarks", "string", "JSON", "Character ranges [start, end) of the answer that are about the task."),
)

_CHECK = (
    *_KEYS,
    Column("position", "int", "", "Place of the constraint in the prompt, from 1 to k."),
    Column("type", "string", "", "Name of the constraint type."),
    Column("code", "string", "", "The paper's short code of the type."),
)

VIOLATIONS: tuple[Column, ...] = (
    *_CHECK,
    _IMPOSSIBLE,
    Column("mode", "string", "", "What the answer does, as in the table of answers."),
    _TRUNCATED,
    Column(
        "first",
        "float",
        "share",
        "Where the rule first broke, as a share of the answer's length; null where it has no place.",
        optional=True,
    ),
    Column(
        "lipogram_class",
        "string",
        "",
        "`genuine`, `meta`, `refusal` or `case` for a failed lipogram, else null.",
        optional=True,
    ),
)

SHORTCUTS: tuple[Column, ...] = (
    *_KEYS,
    Column("shortcut", "string", "", "Name of the shortcut."),
    Column("type", "string", "", "Type whose check it may earn; null where it may earn any.", optional=True),
    Column("passing", "bool", "", "Whether that check passed; for a shortcut of no type, whether all k did."),
    Column("found", "bool", "", "Whether the answer takes the shortcut."),
    Column(
        "start", "int", "characters", "Where its first span starts in the answer; null if not found.", optional=True
    ),
    Column("end", "int", "characters", "Where that span ends; null if not found.", optional=True),
    Column("excerpt", "string", "", "What stands there, shortened; null if not found.", optional=True),
)

SAMPLES: tuple[Column, ...] = (
    *_CHECK,
    Column("rule", "string", "", "What the model was told to do."),
    Column("answer", "string", "", "The answer that was judged."),
    Column("passed", "bool", "", "The verifier's verdict."),
    Column("score", "float", "share", "The verifier's score."),
    Column("observed", "string", "", "What the verifier found."),
)

JUDGEMENTS: tuple[Column, ...] = (
    *_CHECK,
    Column("rater", "string", "", "Who judged: `verifier`, `judge` or `person`."),
    Column("passed", "bool", "", "Whether the rule holds in the rater's opinion; null for none.", optional=True),
    Column("remark", "string", "", "What the rater said of it; null for nothing.", optional=True),
)

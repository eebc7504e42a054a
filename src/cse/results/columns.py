"""The columns of the result tables, declared once: name, dtype, unit, meaning.

`responses` has one row a response (design: a model's answer to one probe in one epoch), `checks` one row a
check (one verdict of one constraint of one response), `passes` one row a call of the model on the way to a response,
of which an intervention makes several. Writers, readers, statistics and the column reference in the docs all take the
names from here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Dtype = Literal["string", "int", "float", "bool"]


@dataclass(frozen=True)
class Column:
    """One column of a result table.

    Attributes:
        name: The name in the Parquet file.
        dtype: Its type; `int` is 64 bits wide, `float` is double precision.
        unit: What one unit is, or "" where there is none.
        meaning: One sentence for people.
        optional: Whether the value may be null, and then what null means is part of `meaning`.
    """

    name: str
    dtype: Dtype
    unit: str
    meaning: str
    optional: bool = False


_KEYS = (
    Column("model", "string", "", "Name of the model as the harness knows it."),
    Column("probe_id", "string", "", "Id of the probe, unique in its suite."),
    Column("epoch", "int", "draw", "Number of the draw of this probe, from 1; above 1 where a probe is repeated."),
    Column("k", "int", "constraints", "How many constraints the probe holds."),
)

RESPONSES: tuple[Column, ...] = (
    *_KEYS,
    Column("topic", "string", "", "Topic that the probe asks to write about."),
    Column("impossible", "bool", "", "Whether the probe is one that no text can satisfy."),
    Column("status", "string", "", "`ok`, or why the response is missing: `refused`, `error` or `empty`."),
    Column("error", "string", "", "What the provider said; null where the response is there.", optional=True),
    Column(
        "tag_status", "string", "", "`closed`, `open` or `absent`; null where the response is missing.", optional=True
    ),
    Column("response", "string", "", "All that the model returned; null where it is missing.", optional=True),
    Column("answer", "string", "", "The part that was scored; null where the response is missing.", optional=True),
    Column(
        "stop_reason", "string", "", "Why generation ended (`stop`, `max_tokens`, ...); null if unknown.", optional=True
    ),
    Column("input_tokens", "int", "tokens", "Tokens of the prompts of all passes; null if unknown.", optional=True),
    Column(
        "output_tokens",
        "int",
        "tokens",
        "Tokens generated in all passes, reasoning included; null if unknown.",
        optional=True,
    ),
    Column("seconds", "float", "s", "Time from request to response, over all passes; null if unknown.", optional=True),
    Column(
        "passed",
        "bool",
        "",
        "Whether all k constraints passed; null where missing or a check is unscored.",
        optional=True,
    ),
)

CHECKS: tuple[Column, ...] = (
    *_KEYS,
    Column("impossible", "bool", "", "Whether the probe is one that no text can satisfy."),
    Column("position", "int", "", "Place of the constraint in the prompt, from 1 to k."),
    Column("type", "string", "", "Name of the constraint type, e.g. `word_count`."),
    Column("code", "string", "", "The paper's short code of the type, e.g. `S1`."),
    Column("dimension", "string", "", "Dimension of the type, e.g. `structural`."),
    Column("params", "string", "JSON", "Parameters of the constraint as a JSON object."),
    Column("passed", "bool", "", "The verdict; null where the verifier itself failed (unscored).", optional=True),
    Column(
        "score", "float", "share", "How near, from 0 to 1, 1 exactly when passed; null where unscored.", optional=True
    ),
    Column("expected", "string", "", "What the rule asks, short, for people; null where unscored.", optional=True),
    Column("observed", "string", "", "What was found, short, for people; null where unscored.", optional=True),
    Column(
        "spans",
        "string",
        "JSON",
        "Character ranges [start, end) of the answer where the rule broke; null where unscored.",
        optional=True,
    ),
)

PASSES: tuple[Column, ...] = (
    *_KEYS,
    Column("impossible", "bool", "", "Whether the probe is one that no text can satisfy."),
    Column("pass_index", "int", "", "Number of the pass on the way to its response, in the order made, from 1."),
    Column("role", "string", "", "What the pass was for: `answer`, `draw`, `revision`, `plan` or `notes`."),
    Column("chosen", "bool", "", "Whether its text is the one that stands in `responses`."),
    Column("status", "string", "", "`ok`, or why nothing came back: `refused`, `error` or `empty`."),
    Column("error", "string", "", "What the provider said; null where a text came back.", optional=True),
    Column(
        "request", "string", "", "The last message of the request; null where it was the prompt alone.", optional=True
    ),
    Column("response", "string", "", "All that the model returned; null where nothing came back.", optional=True),
    Column("answer", "string", "", "The part that was scored; null where nothing was.", optional=True),
    Column(
        "stop_reason", "string", "", "Why generation ended (`stop`, `max_tokens`, ...); null if unknown.", optional=True
    ),
    Column("input_tokens", "int", "tokens", "Tokens of the request; null if unknown.", optional=True),
    Column("output_tokens", "int", "tokens", "Tokens generated, reasoning included; null if unknown.", optional=True),
    Column("seconds", "float", "s", "Time from request to response; null if unknown.", optional=True),
    Column(
        "checks_passed",
        "int",
        "constraints",
        "How many of the k constraints passed; null where nothing was scored, as of plans and notes.",
        optional=True,
    ),
    Column(
        "scores",
        "string",
        "JSON",
        "Score of each constraint, in the order of the prompt, 1 exactly when passed; null in the list where unscored.",
        optional=True,
    ),
    Column(
        "passed",
        "bool",
        "",
        "Whether all k constraints passed; null where nothing was scored or a check is unscored.",
        optional=True,
    ),
)

"""Which tables of the composition report are shown, and which of their columns."""

from __future__ import annotations

from cse.cli.frames import Shown, View

_K = Shown("k", "k", "count")

VIEWS = (
    View(
        "levels",
        "Types and pairs of types at each k (shares relative to even)",
        (
            _K,
            Shown("probes", "probes", "count"),
            Shown("impossible", "impossible", "count"),
            Shown("types", "types", "count"),
            Shown("share_least", "rarest", "number"),
            Shown("share_most", "most frequent", "number"),
            Shown("pairs", "pairs", "count"),
            Shown("pair_least", "rarest", "count"),
            Shown("pair_most", "most frequent", "count"),
            Shown("pair_even", "even", "fine"),
        ),
    ),
    View(
        "levels",
        "Sets of types, topics and difficulty at each k",
        (
            _K,
            Shown("type_sets", "different sets", "count"),
            Shown("most_reused", "most reused", "count"),
            Shown("topics", "topics", "count"),
            Shown("topic_least", "rarest", "count"),
            Shown("topic_most", "most frequent", "count"),
            Shown("difficulty", "mean difficulty", "number"),
        ),
    ),
    View(
        "type_summary",
        "Types: rarest and most frequent at any k, and in blind draws with a text at high k (relative to even)",
        (
            Shown("code", "code"),
            Shown("type", "type"),
            Shown("probes", "probes", "count"),
            Shown("least", "rarest", "number"),
            Shown("most", "most frequent", "number"),
            Shown("blind_late", "blind, high k", "number"),
        ),
    ),
    View(
        "pairs",
        "The rarest pairs of types, and the blind draws that hold them",
        (
            Shown("first", "type"),
            Shown("second", "and type"),
            Shown("probes", "probes", "count"),
            Shown("blind", "blind draws", "count"),
            Shown("blind_witnessed", "with a text", "count"),
        ),
        most=16,
    ),
    View(
        "parameters",
        "Parameters over k: lowest quarter of the levels against the highest (p adjusted for all tests)",
        (
            Shown("code", "type"),
            Shown("parameter", "parameter"),
            Shown("compared", "by"),
            Shown("text", "text"),
            Shown("low", "low k", "fine"),
            Shown("high", "high k", "fine"),
            Shown("blind_low", "blind, low", "fine"),
            Shown("blind_high", "blind, high", "fine"),
            Shown("p_adjusted", "p", "number"),
            Shown("rho", "rho", "number"),
            Shown("rho_p_adjusted", "p of rho", "number"),
            Shown("shifts", "shifts"),
        ),
        most=100,
    ),
    View(
        "refusals",
        "Blind draws: what becomes of them",
        (
            _K,
            Shown("draws", "draws", "count"),
            Shown("pair", "two claims clash", "count"),
            Shown("joint", "more claims clash", "count"),
            Shown("proof", "proved impossible", "count"),
            Shown("unknown", "unknown", "count"),
            Shown("witness", "text found", "count"),
            Shown("impossible", "impossible where no two clash %", "percent"),
            Shown("unknown_share", "unknown of open %", "percent"),
        ),
    ),
    View(
        "refusals",
        "Refused by claims, beside the paper's checker (table 11), in %",
        (
            _K,
            Shown("refused", "claims", "percent"),
            Shown("with_hard", "and its blocked pairs", "percent"),
            Shown("with_json", "and those of its JSON type", "percent"),
            Shown("paper", "table 11", "percent"),
            Shown("left", "not explained", "percent"),
        ),
    ),
    View(
        "reasons",
        "On what impossible blind draws disagree",
        (
            Shown("outcome", "found by"),
            Shown("measure", "measure"),
            Shown("sets", "sets", "count"),
            Shown("share", "of impossible sets %", "percent"),
        ),
        most=20,
    ),
    View(
        "cores",
        "Types to blame, most often",
        (
            Shown("outcome", "found by"),
            Shown("core", "types"),
            Shown("measure", "measure"),
            Shown("sets", "sets", "count"),
        ),
        most=20,
    ),
    View(
        "blocked_pairs",
        "Pairs that the paper blocks whatever their parameters, and what we find of them",
        (
            Shown("first", "type"),
            Shown("second", "and type"),
            Shown("group", "group"),
            Shown("probes", "probes with a certificate", "count"),
            Shown("blind", "blind draws", "count"),
            Shown("blind_witnessed", "with a text", "count"),
        ),
    ),
    View(
        "unknown_types",
        "Types in blind draws that claims and proofs leave open",
        (
            Shown("code", "code"),
            Shown("type", "type"),
            Shown("open", "open", "count"),
            Shown("unknown", "unknown", "count"),
            Shown("share", "unknown %", "percent"),
        ),
        most=12,
    ),
)

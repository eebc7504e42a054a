"""The tables of coverage, levels, rankings, decay and budgets on the screen."""

from __future__ import annotations

from cse.cli.frames import Shown, View

_LEVELS = (
    Shown("scsr", "sCSR %", "percent"),
    Shown("mcsr", "mCSR %", "percent"),
    Shown("score", "score %", "percent"),
    Shown("gap", "gap, points", "percent"),
    Shown("penalty", "penalty, points", "percent"),
)
_MODEL = Shown("model", "model")

LEVEL_VIEWS = (
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
            Shown("coverage", "coverage %", "percent"),
        ),
    ),
    View(
        "tags",
        "Answer tags",
        (
            _MODEL,
            Shown("closed", "closed", "count"),
            Shown("open", "open", "count"),
            Shown("absent", "absent", "count"),
            Shown("compliance", "compliance %", "percent"),
        ),
    ),
    View(
        "unscored",
        "Checks that a verifier failed to judge",
        (_MODEL, Shown("type", "type"), Shown("unscored", "checks")),
    ),
    View(
        "by_model",
        "Levels by model, with 95 % intervals",
        (_MODEL, *_LEVELS[:3], _LEVELS[4], Shown("k_star_text", "k*")),
    ),
    View(
        "by_k",
        "Levels by k, all models",
        (Shown("k", "k", "count"), Shown("probes", "probes", "count"), *_LEVELS[:3], _LEVELS[4]),
    ),
    View(
        "rankings",
        "Rankings, with the ranks that the probes leave open",
        (
            _MODEL,
            Shown("mcsr_rank", "by mCSR", "count"),
            Shown("scsr_rank", "by sCSR", "count"),
            Shown("geometric", "geometric mean %", "percent"),
            Shown("geometric_rank", "by geometric mean", "count"),
            Shown("moved", "moved", "count"),
        ),
    ),
    View(
        "inversions",
        "Pairs of models that two rankings put in opposite order",
        (
            Shown("first", "ranking"),
            Shown("second", "against"),
            Shown("pairs", "pairs", "count"),
            Shown("inverted", "inverted", "count"),
            Shown("largest_move", "largest move", "count"),
        ),
    ),
    View(
        "paired",
        "The two models with the highest sCSR on the probes that both answered",
        (
            _MODEL,
            Shown("against", "against"),
            Shown("measure", "measure"),
            Shown("probes", "probes", "count"),
            Shown("treated", "model %", "percent"),
            Shown("base", "against %", "percent"),
            Shown("change", "difference, points", "percent"),
        ),
    ),
    View(
        "decay_mcsr",
        "Decay of mCSR: a r^(k-1)",
        (
            _MODEL,
            Shown("a", "a %", "percent"),
            Shown("r", "r", "number"),
            Shown("train_mae", "fit error, points", "percent"),
            Shown("held_out_mae", "held-out error, points", "percent"),
            Shown("archetype", "decay"),
        ),
    ),
    View(
        "decay_scsr",
        "Decay of sCSR: a e^(-bk) + c",
        (
            _MODEL,
            Shown("a", "a %", "percent"),
            Shown("b", "b", "number"),
            Shown("c", "c %", "percent"),
            Shown("held_out_mae", "held-out error, points", "percent"),
        ),
    ),
    View(
        "plateaus",
        "Above or below the curve at the largest k",
        (
            _MODEL,
            Shown("k", "k", "count"),
            Shown("observed", "mCSR %", "percent"),
            Shown("predicted", "curve %", "percent"),
            Shown("excess", "excess, points", "percent"),
            Shown("verdict", "it is"),
        ),
    ),
    View(
        "plateau_summary",
        "Models above and below their curve at the largest k",
        (
            Shown("models", "models", "count"),
            Shown("above", "above", "count"),
            Shown("below", "below", "count"),
            Shown("surely_above", "above beyond chance", "count"),
            Shown("surely_below", "below beyond chance", "count"),
            Shown("excess_above", "mean excess of those above, points", "percent"),
        ),
    ),
    View(
        "floor",
        "A floor under mCSR, all models",
        (
            Shown("method", "from"),
            Shown("c", "c %", "percent"),
            Shown("sd", "sd, points", "percent"),
            Shown("n", "n", "count"),
        ),
    ),
    View(
        "budget",
        "Largest k at the target reliability",
        (
            _MODEL,
            Shown("measure", "of"),
            Shown("target", "target %", "percent"),
            Shown("k", "k", "count"),
            Shown("statement", "in words"),
        ),
    ),
)

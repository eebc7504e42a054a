"""Which tables of a comparison are shown on the screen, in which order."""

from __future__ import annotations

from cse.cli.frames import Shown, View

_MODEL, _K = Shown("model", "model"), Shown("k", "k", "count")
_PROBES = Shown("probes", "probes", "count")
_SIDES = (Shown("base", "base %", "percent"), Shown("treated", "treated %", "percent"))
_CHANGE = Shown("change", "change, points", "percent")
_OUTCOMES = (
    Shown("pairs", "pairs", "count"),
    Shown("both", "both pass", "count"),
    Shown("rescued", "rescued", "count"),
    Shown("broken", "broken", "count"),
    Shown("neither", "neither", "count"),
    Shown("p", "p", "fine"),
)
_BEST_OF = (
    Shown("draws", "draws", "count"),
    _PROBES,
    Shown("single", "single draw %", "percent"),
    Shown("best", "best of all %", "percent"),
    Shown("lift", "lift, points", "percent"),
    Shown("lift_pooled", "if probes made no difference", "percent"),
    Shown("reached", "reached %", "percent"),
)

VIEWS: tuple[tuple[View, tuple[str, ...]], ...] = (
    (
        View("changes", "What changed, over all k", (_MODEL, Shown("measure", "measure"), _PROBES, *_SIDES, _CHANGE)),
        (),
    ),
    (
        View(
            "decay",
            "Decay factor r of mCSR",
            (
                _MODEL,
                Shown("base", "base", "number"),
                Shown("treated", "treated", "number"),
                Shown("change", "change", "number"),
            ),
        ),
        (),
    ),
    (
        View(
            "half_life",
            "Half-life k*",
            (
                _MODEL,
                Shown("base_text", "base"),
                Shown("treated_text", "treated"),
                Shown("change_text", "change"),
            ),
        ),
        (),
    ),
    (View("outcomes", "Probes rescued and broken (McNemar's exact test)", (_MODEL, *_OUTCOMES)), ()),
    (View("changes_by_k", "sCSR by k", (_K, _MODEL, _PROBES, *_SIDES, _CHANGE)), ("scsr",)),
    (View("changes_by_k", "mCSR by k", (_K, _MODEL, _PROBES, *_SIDES, _CHANGE)), ("mcsr",)),
    (
        View(
            "changes_by_type",
            "mCSR by type, greatest gain first",
            (Shown("type", "type"), _MODEL, _PROBES, *_SIDES, _CHANGE),
            most=10,
        ),
        (),
    ),
    (
        View(
            "changed",
            "Pairs whose outcome changed, broken ones first",
            (
                _MODEL,
                Shown("outcome", "outcome"),
                Shown("probe_id", "probe"),
                Shown("epoch", "epoch", "count"),
                _K,
            ),
            most=10,
        ),
        (),
    ),
    (
        View(
            "missing",
            "Missing pairs: they count on neither side",
            (
                _MODEL,
                Shown("base", "base"),
                Shown("treated", "treated"),
                Shown("pairs", "pairs", "count"),
                Shown("probes", "probes"),
            ),
        ),
        (),
    ),
    (
        View(
            "tokens",
            "Output tokens of a response, and extra ones for each rescued pair",
            (
                _MODEL,
                Shown("pairs", "pairs", "count"),
                Shown("base", "base", "fine"),
                Shown("treated", "treated", "fine"),
                Shown("ratio", "ratio", "number"),
                Shown("per_rescued", "for each rescued", "fine"),
                Shown("per_gained", "less the broken", "fine"),
            ),
        ),
        (),
    ),
    (
        View(
            "costs",
            "Cost of a response, and extra cost for each rescued pair",
            (
                _MODEL,
                Shown("pairs", "pairs", "count"),
                Shown("base", "base", "fine"),
                Shown("treated", "treated", "fine"),
                Shown("ratio", "ratio", "number"),
                Shown("per_rescued", "for each rescued", "fine"),
                Shown("per_gained", "less the broken", "fine"),
            ),
        ),
        (),
    ),
    (
        View("best_of", "Best of several draws against independent draws", (_MODEL, Shown("run", "run"), *_BEST_OF)),
        (),
    ),
    (
        View(
            "best_of",
            "How alike the draws of a probe are",
            (
                _MODEL,
                Shown("run", "run"),
                Shown("distinct", "different texts", "fine"),
                Shown("same", "same outcome in all %", "percent"),
                Shown("always", "all pass %", "percent"),
                Shown("correlation", "correlation", "number"),
                Shown("expected_own", "expected from own rates %", "percent"),
            ),
        ),
        (),
    ),
    (View("best_of_by_k", "Best of several draws by k", (_K, _MODEL, Shown("run", "run"), *_BEST_OF)), ()),
    (
        View(
            "best_of_curve",
            "What fewer draws would bring",
            (
                _MODEL,
                Shown("run", "run"),
                Shown("of", "draws", "count"),
                Shown("best", "best of them %", "percent"),
                Shown("expected_pooled", "if probes made no difference %", "percent"),
            ),
        ),
        (),
    ),
    (
        View(
            "scaffold",
            "Plans and notes that were written",
            (
                _MODEL,
                Shown("run", "run"),
                Shown("scaffold", "scaffold"),
                Shown("responses", "responses", "count"),
                Shown("written", "written", "count"),
                Shown("compliance", "compliance %", "percent"),
                Shown("tokens", "tokens", "fine"),
            ),
        ),
        (),
    ),
)
"""The views, and of a table with several measures those that are shown."""

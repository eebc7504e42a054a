"""The tables of the hierarchy, co-failure, synergy, position, IRT and impossible probes on the screen."""

from __future__ import annotations

from cse.cli.frames import Shown, View

_SIDES = (
    Shown("first", "first"),
    Shown("second", "second"),
    Shown("probes", "probes", "count"),
    Shown("first_kept", "first kept %", "percent"),
    Shown("second_kept", "second kept %", "percent"),
    Shown("neither", "neither %", "percent"),
    Shown("kept", "kept more"),
)

STRUCTURE_VIEWS = (
    View(
        "hierarchy_types",
        "Constraint types, all models",
        (
            Shown("type", "type"),
            Shown("baseline", "k = 1 %", "percent"),
            Shown("rate", "mCSR %", "percent"),
            Shown("gap", "gap, points", "percent"),
            Shown("slope", "slope", "number"),
            Shown("half_life_text", "half-life"),
            Shown("immune", "immune"),
        ),
    ),
    View(
        "hierarchy_dimensions",
        "Dimensions, steepest first",
        (
            Shown("dimension", "dimension"),
            Shown("types", "types", "count"),
            Shown("checks", "checks", "count"),
            Shown("slope", "slope", "number"),
            Shown("pooled_slope", "pooled slope", "number"),
        ),
    ),
    View(
        "hierarchy_ratio",
        "Slope of structural and ordering types over that of lexical types",
        (
            Shown("weighting", "weighting"),
            Shown("fast", "structural, ordering", "number"),
            Shown("slow", "lexical", "number"),
            Shown("ratio", "ratio", "number"),
        ),
    ),
    View(
        "hierarchy_predictors",
        "Rank correlation of the slope with",
        (
            Shown("predictor", "with"),
            Shown("types", "types", "count"),
            Shown("rho", "rho", "number"),
            Shown("p", "p", "fine"),
        ),
    ),
    View(
        "cofailure_summary",
        "Co-failure of pairs of types, k >= 4",
        (
            Shown("pairs", "pairs", "count"),
            Shown("measured", "measured", "count"),
            Shown("phi", "mean phi", "number"),
            Shown("abs_phi", "mean |phi|", "number"),
            Shown("abs_phi_shuffled", "by chance", "number"),
            Shown("near_zero", "near zero %", "percent"),
            Shown("negative", "negative %", "percent"),
        ),
    ),
    View(
        "cofailure_pairs",
        "Pairs that fail together most",
        (
            Shown("type_a", "type"),
            Shown("type_b", "and"),
            Shown("cooccurrences", "probes", "count"),
            Shown("phi", "phi", "number"),
        ),
        most=10,
    ),
    View(
        "cofailure_tests",
        "Pairs within a group against pairs across groups",
        (
            Shown("grouping", "groups"),
            Shown("difference", "phi within - across", "number"),
            Shown("p", "p of |phi|", "fine"),
            Shown("p_signed", "p of phi", "fine"),
        ),
    ),
    View(
        "synergy_levels",
        "Synergy: sCSR less what independent checks would give (rates over all k; rates of the same k)",
        (
            Shown("k", "k", "count"),
            Shown("scsr", "sCSR %", "percent"),
            Shown("expected", "expected %", "percent"),
            Shown("synergy", "synergy, points", "percent"),
            Shown("expected_at_k", "expected at k %", "percent"),
            Shown("synergy_at_k", "synergy at k, points", "percent"),
        ),
    ),
    View(
        "synergy_curvature",
        "Is the curve over k bent? Share of a line's error that a parabola removes",
        (
            Shown("curve", "curve"),
            Shown("levels", "levels", "count"),
            Shown("superlinearity", "share removed %", "percent"),
            Shown("curvature", "curvature", "fine"),
        ),
    ),
    View(
        "synergy_difficulty_test",
        "Are the probes of some k harder to begin with? (Kruskal-Wallis)",
        (
            Shown("basis", "difficulty from"),
            Shown("h", "H", "number"),
            Shown("df", "df", "count"),
            Shown("p", "p", "fine"),
            Shown("epsilon_squared", "epsilon squared", "fine"),
        ),
    ),
    View(
        "synergy_convergence",
        "Do easy and hard probes meet?",
        (
            Shown("variant", "with"),
            Shown("left_out", "types left out"),
            Shown("converged_at", "from k", "count"),
        ),
    ),
    View(
        "position_levels",
        "Pass rate against the place in the prompt",
        (
            Shown("k", "k", "count"),
            Shown("checks", "checks", "count"),
            Shown("first", "first %", "percent"),
            Shown("last", "last %", "percent"),
            Shown("rho", "rho", "number"),
            Shown("p", "p", "fine"),
        ),
    ),
    View(
        "position_summary",
        "Position over all k",
        (
            Shown("levels", "levels", "count"),
            Shown("rho", "mean rho", "number"),
            Shown("abs_rho", "mean |rho|", "number"),
            Shown("chance", "by chance", "number"),
            Shown("significant", "levels with p < 0.05", "count"),
        ),
    ),
    View(
        "irt_abilities",
        "Item response theory (Rasch): abilities in logits",
        (
            Shown("model", "model"),
            Shown("probes", "probes", "count"),
            Shown("scsr", "sCSR %", "percent"),
            Shown("ability", "ability", "number"),
            Shown("ability_se", "standard error", "number"),
        ),
    ),
    View(
        "irt_summary",
        "The Rasch model",
        (
            Shown("models", "models", "count"),
            Shown("informative", "informative probes", "count"),
            Shown("all_passed", "all passed", "count"),
            Shown("none_passed", "none passed", "count"),
            Shown("converged", "converged"),
            Shown("rank_agreement", "rank agreement with sCSR", "number"),
        ),
    ),
    View(
        "irt_two_parameter",
        "The two-parameter model",
        (
            Shown("converged", "converged"),
            Shown("spread", "spread of discrimination", "number"),
            Shown("reliability", "reliability", "number"),
            Shown("p", "p against Rasch", "fine"),
            Shown("identified", "identified"),
            Shown("verdict", "verdict"),
        ),
    ),
    View(
        "impossible",
        "Impossible probes: what is kept",
        (
            Shown("type", "type"),
            Shown("checks", "checks", "count"),
            Shown("mcsr", "kept %", "percent"),
            Shown("score", "score %", "percent"),
        ),
        most=10,
    ),
    View(
        "sacrifice_pairs",
        "Impossible probes: which of two constraints that exclude each other is kept",
        (
            Shown("design", "design"),
            Shown("model", "model"),
            *_SIDES,
        ),
        most=20,
    ),
    View(
        "sacrifice_by_k",
        "The same contradiction among ever more constraints",
        (Shown("model", "model"), Shown("k", "k", "count"), *_SIDES),
    ),
    View(
        "sacrifice_regimes",
        "Does what is kept follow the hierarchy of the satisfiable probes?",
        (
            Shown("regime", "regime"),
            Shown("hierarchy", "hierarchy by"),
            Shown("probes", "probes", "count"),
            Shown("rho", "rho of what is kept", "number"),
            Shown("decided", "decided", "count"),
            Shown("lower_kept", "lower side kept %", "percent"),
            Shown("verdict", "hierarchy is"),
        ),
    ),
    View(
        "impossible_passed",
        "Passed, though proved impossible: a bug",
        (
            Shown("model", "model"),
            Shown("probe_id", "probe"),
            Shown("epoch", "epoch", "count"),
            Shown("passed", "passed"),
        ),
    ),
)

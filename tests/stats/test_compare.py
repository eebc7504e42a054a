"""Two runs compared as a whole: its tables and sentences; a planted lift is found, and none is invented."""

from __future__ import annotations

import dataclasses

import numpy as np
import polars as pl
import pytest
from two_runs import passes_of, run_of, single

from cse.results.folder import Run
from cse.stats.bootstrap import draw_weights, sums_by_level
from cse.stats.compare import Compared, compare
from cse.stats.cube import cube
from cse.stats.expected import expected_by_model
from cse.stats.outcomes import outcome_counts
from cse.stats.paired import changes, decay_change
from cse.stats.pairs import pair_up
from cse.stats.simulate import simulate
from cse.stats.tokens import Prices
from cse.stats.truth import ModelProfile, Truth, published_truth


def compared(base: Run, treated: Run, seed: int = 0, **settings: object) -> Compared:
    return compare(base, treated, np.random.default_rng(seed), **({"draws": 100} | settings))  # type: ignore[arg-type]


BASE = run_of(single("m", [True, True, False, False]), output_tokens=[10, 10, 10, 10])
TREATED = run_of(single("m", [True, False, True, True]), output_tokens=[30, 30, 30, 30])


def test_every_table_names_its_model_first_and_holds_no_nan():
    passes = {"treated": passes_of({f"p{i}": [True, i > 1] for i in range(4)})}
    found = compared(BASE, TREATED, passes=passes, prices=Prices(output=5.0))
    assert list(found.tables) == [
        "changes", "decay", "half_life", "changes_by_k", "changes_by_type", "outcomes", "outcomes_by_k", "changed",
        "missing", "tokens", "costs", "best_of", "best_of_by_k", "best_of_curve", "scaffold",
    ]  # fmt: skip
    for name, table in found.tables.items():
        assert table.columns[0] == "model", name
        for column in table.select(pl.selectors.float()):
            assert not column.is_nan().any(), f"{name}.{column.name}"
    assert found.tables["tokens"]["per_rescued"].item() == 80 / 2
    assert found.tables["costs"]["per_rescued"].item() == pytest.approx(80 * 5e-6 / 2)
    assert found.tables["best_of"].select("model", "run", "draws").row(0) == ("m", "treated", 2)


def test_what_was_found_is_said_in_sentences():
    status = {("m", "p3"): "refused"}
    said = compared(BASE, run_of(single("m", [True, False, True, True]) | single("n", [True]), status)).statements
    assert said[0].startswith("m: sCSR goes from 66.7% to 66.7%, by 0.0 points [")
    assert said[0].endswith("over 3 probes; 1 rescued, 1 broken, p = 1.")
    assert said[1:] == (
        "m: fewer than 30 probes are in both runs, so its intervals are rough.",
        "n of the treated run has no pair and is left out.",
        "Missing pairs, which count on neither side: 1; see the table `missing`.",
        "No pair has the tokens of both responses, so nothing is said of what the treatment takes.",
    )


def test_best_of_is_told_beside_what_independent_draws_would_bring():
    passes = {"treated": passes_of({"p0": [True, True], "p1": [False, False], "p2": [True, False]})}
    said = compared(BASE, TREATED, passes=passes).statements
    assert (
        "m, treated run: best of 2 lifts sCSR by +16.7 points over a single draw, 67% of the +25.0 that draws would "
        "bring if the probe made no difference; the largest lift is that at k = 1, +16.7 of +25.0." in said
    )


def test_the_same_state_gives_the_same_tables_whatever_the_order_of_the_rows():
    truth = published_truth(models=2, scale=0.03)
    base, treated = (runs(truth, 0, attempt) for attempt in (1, 2))
    shuffled = Run(treated.responses.reverse(), treated.checks.sample(fraction=1, shuffle=True, seed=1), {})
    first, second = compared(base, treated), compared(base, shuffled)
    assert first.statements == second.statements
    for name, table in first.tables.items():
        for column in table.columns:
            assert table[column].to_list() == pytest.approx(second.tables[name][column].to_list(), abs=1e-6) or (
                table[column].to_list() == second.tables[name][column].to_list()
            ), f"{name}.{column}"
    assert compared(base, treated, seed=1).tables["changes"]["change_low"].to_list() != (
        first.tables["changes"]["change_low"].to_list()
    )


def runs(truth: Truth, seed: int, attempt: int) -> Run:
    panel = simulate(truth, np.random.default_rng(seed), attempt=attempt)
    return Run(panel.responses, panel.checks, {})


MODELS = (ModelProfile(name="a", a=0.95, r=0.96), ModelProfile(name="b", a=0.8, r=0.9, refused=0.05))
NONE = dataclasses.replace(published_truth(scale=0.05), models=MODELS)
LIFTED = dataclasses.replace(NONE, lift=0.4)


def planted(truth: Truth, panels: int) -> pl.DataFrame:
    """Compares panels with another attempt at the same probes under another truth; one row a panel, model, measure."""
    found = []
    for seed in range(panels):
        for pairs in pair_up(runs(NONE, seed, 1), runs(truth, seed, 2)):
            data = cube(pairs.checks)
            sums = sums_by_level(data, draw_weights(data, 200, np.random.default_rng(1000 + seed)))
            p = outcome_counts(pairs.outcomes)["p"].item()
            found.append(
                pl.concat([changes(sums), decay_change(data, sums, 8)]).with_columns(model=pl.lit(pairs.model), p=p)
            )
    return pl.concat(found)


def test_a_planted_lift_is_recovered():
    table = planted(LIFTED, 12)
    mcsr, scsr = (
        np.array(after) - before
        for before, after in zip(expected_by_model(NONE), expected_by_model(LIFTED), strict=True)
    )
    for measure, lifts in (("mcsr", mcsr), ("scsr", scsr)):
        for model, lift in zip("ab", lifts, strict=True):
            rows = table.filter(measure=measure, model=model)
            error = rows["change"].std() / np.sqrt(len(rows))  # type: ignore[operator]
            assert abs(rows["change"].mean() - lift) < 4 * error  # type: ignore[operator]
            assert (rows["change_low"].le(lift) & rows["change_high"].ge(lift)).mean() >= 0.8
    assert table.filter(measure="mcsr", model="a")["change_low"].gt(0).mean() == 1.0


def test_where_nothing_was_planted_none_is_reported_at_about_the_nominal_rate():
    table = planted(NONE, 25)
    for measure in ("scsr", "mcsr", "r"):
        rows = table.filter(measure=measure)
        assert (
            rows["change_low"].gt(0) | rows["change_high"].lt(0)
        ).mean() <= 0.12  # 6 of 50: at a rate of 5 % no more in 98 of 100 cases
    assert (table.filter(measure="scsr")["p"] < 0.05).mean() <= 0.1

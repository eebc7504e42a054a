"""Findings say what the tables hold, and nothing where they hold nothing."""

import polars as pl

from cse.report.findings import findings


def said(**tables: list[dict]) -> dict[str, str]:
    return {item.topic: item.text for item in findings({name: pl.DataFrame(rows) for name, rows in tables.items()})}


def level(k: int, scsr: float, mcsr: float) -> dict:
    return {
        "k": k,
        **{f"scsr{end}": scsr + step for end, step in (("", 0.0), ("_low", -0.05), ("_high", 0.05))},
        **{f"mcsr{end}": mcsr + step for end, step in (("", 0.0), ("_low", -0.02), ("_high", 0.02))},
    }


def model(name: str, scsr: float, k_star: str) -> dict:
    return {"model": name, "k_star_text": k_star, **level(0, scsr, 0.5)}


def test_collapse_names_the_lowest_and_the_highest_k():
    text = said(
        by_k=[level(1, 0.8, 0.8), level(3, 0.5, 0.7), level(7, 0.1, 0.6)], by_model=[model("a", 0.5, "3 [3, 7]")]
    )
    assert text["Collapse"] == (
        "a meets all constraints in 80.0% [75.0, 85.0] of the responses at k = 1 and in 10.0% [5.0, 15.0] at k = 7 "
        "(sCSR). Of the single checks, 80.0% [78.0, 82.0] and 60.0% [58.0, 62.0] pass (mCSR)."
    )
    assert text["Half-life"].endswith("is 3 [3, 7].")


def test_a_single_level_has_no_other_to_compare_with():
    text = said(by_k=[level(4, 0.25, 0.75)], by_model=[model("a", 0.25, "4"), model("b", 0.2, "4")])
    assert text["Collapse"] == (
        "The 2 models together meet all constraints in 25.0% [20.0, 30.0] of the responses at k = 4 (sCSR); "
        "75.0% [73.0, 77.0] of the single checks pass (mCSR)."
    )


def test_the_best_and_the_last_model_are_named():
    text = said(by_model=[model("a", 0.5, "6"), model("b", 0.3, "3"), model("c", 0.1, "1")])["Half-life"]
    assert "6 for a, the best of all by sCSR (50.0% [45.0, 55.0])" in text
    assert "1 for c, the last (10.0% [5.0, 15.0])" in text


def test_a_budget_names_who_carries_most_and_counts_who_carries_none():
    models = [model(name, 0.5, "6") for name in "abcd"]
    budget = [
        {"model": name, "measure": measure, "target": 0.9, "k": k}
        for measure, ks in (("scsr", (2, 2, 1, 0)), ("mcsr", (9, 9, 9, 9)))
        for name, k in zip("abcd", ks, strict=True)
    ]
    budget.append({"model": "(all models)", "measure": "scsr", "target": 0.9, "k": 5})
    assert said(by_model=models, budget=budget)["Budget"] == (
        "With a reliability of 90% that all hold, a prompt may carry at most 2 constraints (a and b). "
        "1 of 4 models carry none."
    )
    none = [row | {"k": 0} for row in budget]
    assert said(by_model=models, budget=none)["Budget"] == "Not even one constraint holds with a reliability of 90%."


def test_types_are_named_from_both_ends():
    rows = [
        {"type": f"t{n}", "code": f"T{n}", "mcsr": n / 10, "mcsr_low": None, "mcsr_high": None}
        for n in (3, 1, 2, 6, 5, 4)
    ]
    assert said(by_type=rows)["Hierarchy"] == (
        "Hardest types over all k: t1 10.0%, t2 20.0%, t3 30.0%. "
        "Easiest types over all k: t6 60.0%, t5 50.0%, t4 40.0%."
    )


def test_synergy_counts_the_levels_whose_interval_holds_no_nought():
    def row(k: int, value: float, low: float, high: float) -> dict:
        return {"k": k, "synergy_at_k": value, "synergy_at_k_low": low, "synergy_at_k_high": high}

    rows = [row(1, 0.0, 0.0, 0.0), row(2, 0.1, 0.05, 0.15), row(3, -0.2, -0.3, -0.1), row(4, 0.01, -0.02, 0.03)]
    text = said(synergy_levels=rows)["Synergy"]
    assert "lower at 1 of 3 levels and higher at 1" in text
    assert text.endswith("The largest difference is −20.0 points [−30.0, −10.0], at k = 3.")


def test_missing_responses_are_counted_and_are_no_failures():
    coverage = [{"model": "a", "responses": 10, "ok": 8}, {"model": "b", "responses": 10, "ok": 10}]
    assert (
        said(coverage=coverage)["Coverage"]
        == "18 of 20 responses came back; the other 2 count nowhere, not as failures."
    )


def test_the_tags_of_one_model_are_not_compared():
    coverage = [{"model": "a", "responses": 4, "ok": 4}]
    tags = [{"model": "a", "compliance": 0.75, "compliance_low": 0.3, "compliance_high": 0.95}]
    assert said(coverage=coverage, tags=tags)["Coverage"].endswith(
        "The answer tags are closed in 75.0% [30.0, 95.0] of them."
    )
    tags += [{"model": "b", "compliance": 0.5, "compliance_low": 0.2, "compliance_high": 0.8}]
    text = said(coverage=coverage, tags=tags)["Coverage"]
    assert text.endswith("b closes its answer tags least often: 50.0% [20.0, 80.0].")


def test_nothing_is_said_without_tables():
    assert findings({}) == []


def choice(design: str, first: float, second: float, kept: str, model: str = "(all models)") -> dict:
    sides = {"first": "no_digits", "second": "equations", "first_kept": first, "second_kept": second}
    return {"model": model, "design": design, **sides, "kept": kept, "probes": 12}


def test_of_two_constraints_that_exclude_each_other_the_one_that_is_kept_is_named():
    pairs = [
        choice("weak", 0.6, 0.3, "not told apart"),
        choice("clear", 0.25, 0.75, "equations"),
        choice("clearest", 1.0, 0.0, "no_digits"),
        choice("clear", 1.0, 0.0, "no_digits", model="a"),
    ]
    assert said(sacrifice_pairs=pairs)["Impossible probes"] == (
        "Of 3 pairs of constraints that exclude each other 2 tell which one is kept. no_digits (100%) is kept over "
        "equations (0%) on 12 probes. equations (75%) is kept over no_digits (25%) on 12 probes."
    )
    assert said(sacrifice_pairs=pairs[:1])["Impossible probes"].endswith("0 tell which one is kept.")

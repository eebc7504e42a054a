"""A title states the finding, whichever it is: hand-made tables on both sides of every decision."""

from __future__ import annotations

import polars as pl
import pytest
from specs import rows

from cse.figures import ability, budget, cofailure, collapse, compare, heatmap, position, profiles, sacrifice, synergy


def estimates(**values: float | None) -> dict[str, float | None]:
    """Returns each value with an interval of 0.02 on both sides."""
    return {
        f"{name}{end}": None if value is None else value + step
        for name, value in values.items()
        for end, step in (("", 0.0), ("_low", -0.02), ("_high", 0.02))
    }


def levels(*rates: tuple[float, float], models: tuple[str, ...] = ("lab/one",)) -> dict[str, pl.DataFrame]:
    """Makes the tables of `collapse` from mCSR and sCSR at k = 1, 2 ..."""
    by_k = [
        {"k": k, "probes": 10, "penalty": mcsr - scsr, **estimates(mcsr=mcsr, scsr=scsr)}
        for k, (mcsr, scsr) in enumerate(rates, 1)
    ]
    by_model = [{"model": model, **row} for model in models for row in by_k]
    fit = {"model": models[0], "a": 0.9, "r": 0.8, "r_low": 0.75, "r_high": 0.85, "held_out_mae": 0.031}
    return {
        "by_k": pl.DataFrame(by_k),
        "by_model_and_k": pl.DataFrame(by_model),
        "predictions": pl.DataFrame({"model": [models[0]], "k": [1], "role": ["train"], "predicted": [0.9]}),
        "decay_mcsr": pl.DataFrame([fit]),
    }


def test_collapse_names_the_largest_penalty():
    figure = collapse(**levels((0.9, 0.9), (0.8, 0.5), (0.7, 0.1), (0.4, 0.05)))
    assert figure.title == "At k = 3, 70% of single constraints hold, but all 3 together in 10% of responses"
    assert "k = 4: mCSR 40%, sCSR 5.0%" in figure.description
    assert "r = 0.800 [0.750, 0.850], mean held-out error 3.1 points" in figure.description


def test_collapse_of_two_says_both():
    figure = collapse(**levels((0.9, 0.9), (0.8, 0.5)))
    assert figure.title == "At k = 2, 80% of single constraints hold, but both together in 50% of responses"


@pytest.mark.parametrize("rate", [0.0, 1.0])
def test_collapse_without_a_penalty_says_so(rate):
    figure = collapse(**levels((rate, rate), (rate, rate)))
    assert figure.title == f"mCSR and sCSR do not differ at any k: {rate:.0%} hold at k = 1"


def test_collapse_without_a_fit_says_so():
    tables = levels((0.9, 0.9), (0.8, 0.5))
    tables["decay_mcsr"] = tables["decay_mcsr"].with_columns(pl.lit(None, pl.Float64).alias("a"))
    tables["predictions"] = tables["predictions"].clear()
    assert "No curve was fitted." in collapse(**tables).description


def budgets(*rows: tuple[str, int, str]) -> pl.DataFrame:
    table = [
        {"model": model, "measure": measure, "target": 0.9, "k": k, "k_low": k, "k_high": k, "statement": statement}
        for model, k, statement in rows
        for measure in ("scsr", "mcsr")
    ]
    return pl.DataFrame(table)


@pytest.mark.parametrize(
    ("rows", "title"),
    [
        ([("a", 3, "3")], "At 90% reliability a carries 3 constraints"),
        ([("a", 1, "1")], "At 90% reliability a carries 1 constraint"),
        ([("a", 2, "at least 2: no larger k was measured")], "At 90% reliability a carries at least 2 constraints"),
        ([("a", 0, "none: below 90% at k = 1 already")], "At 90% reliability a carries no constraint"),
        ([("a", 0, "fewer than 4")], "At 90% reliability a carries fewer than 4 constraints"),
        (
            [("b", 2, "2"), ("a", 0, "none: below 90% at k = 1 already")],
            "At 90% reliability b carries 2 constraints; 1 of 2 models carries none",
        ),
        ([("b", 0, "none: x"), ("a", 0, "none: x")], "At 90% reliability none of 2 models carries even one constraint"),
        (
            [("b", 0, "fewer than 4"), ("a", 0, "fewer than 4")],
            "At 90% reliability none of 2 models carries as many as 4 constraints",
        ),
    ],
)
def test_budget(rows, title):
    curves = levels((0.9, 0.9), (0.8, 0.5), models=("a", "b"))["by_model_and_k"]
    assert budget(budgets(*rows), curves).title == title


def types(*rows: tuple[str, float], **further: object) -> pl.DataFrame:
    return pl.DataFrame(
        [
            {"type": name, "code": f"S{place}", "dimension": "structural", "checks": 40, "score": 0.9, **further}
            | estimates(mcsr=rate)
            for place, (name, rate) in enumerate(rows)
        ]
    )


def test_heatmap_names_the_easiest_and_the_hardest_type_and_model():
    by_type = types(("word_count", 0.31), ("sentence_count", 0.84))
    by_model = pl.DataFrame({"model": ["lab/two", "lab/one"], "mcsr": [0.4, 0.75]})
    by_dimension = pl.DataFrame({"dimension": ["structural"], "mcsr": [0.5]})
    cells = pl.concat([by_type.with_columns(model=pl.lit(name)) for name in by_model["model"]])
    both = heatmap(cells, by_type, by_model, by_dimension)
    assert both.title == ("sentence_count holds most often (84%), word_count least (31%); from one (75%) to two (40%)")
    alone = heatmap(cells.filter(pl.col("model") == "lab/one"), by_type, by_model[1:], by_dimension)
    assert alone.title == "one: sentence_count holds most often (84%), word_count least (31%)"


def test_heatmap_without_any_difference_says_so():
    by_type = types(("word_count", 1.0), ("sentence_count", 1.0))
    by_model = pl.DataFrame({"model": ["lab/two", "lab/one"], "mcsr": [1.0, 1.0]})
    cells = pl.concat([by_type.with_columns(model=pl.lit(name)) for name in by_model["model"]])
    figure = heatmap(cells, by_type, by_model, pl.DataFrame({"dimension": ["structural"], "mcsr": [1.0]}))
    assert figure.title == "Every type holds equally often (100%), in every model alike"


def profile(*rows: tuple[str, float | None, bool]) -> pl.DataFrame:
    return pl.DataFrame(
        [
            {"type": name, "code": f"S{place}", "dimension": "structural", "checks": 40, "half_life_text": "7 [6, 8]"}
            | {"immune": immune, "note": None}
            | estimates(baseline=0.8, late_rate=0.3, slope=slope, gap=0.2)
            for place, (name, slope, immune) in enumerate(rows)
        ]
    )


@pytest.mark.parametrize(
    ("rows", "end"),
    [
        (
            [("a", -0.1, False), ("b", -0.02, False)],
            "a loses most with each further constraint, b least; no type is immune",
        ),
        ([("a", -0.1, False), ("b", -0.02, True)], "a loses most with each further constraint, b least; immune: b"),
        (
            [(name, slope, True) for name, slope in zip("abcd", (-0.01, -0.02, -0.03, -0.04), strict=True)],
            "d loses most with each further constraint, a least; immune: 4 types",
        ),
        (
            [("a", -0.05, False), ("b", -0.05, False)],
            "Types do not differ in what they lose with each further constraint (slope −0.05); no type is immune",
        ),
        (
            [("a", -0.1, False), ("b", -0.02, False), ("c", None, False)],
            "a loses most with each further constraint, b least (2 of 3 types); no type is immune",
        ),
    ],
)
def test_profiles(rows, end):
    dimensions = pl.DataFrame({"dimension": ["structural"], "slope": [-0.05]})
    assert profiles(profile(*rows), dimensions).title == end


@pytest.mark.parametrize(
    ("low", "high", "start"),
    [
        (0.02, 0.08, "Types that read the same output feature fail together more than others"),
        (-0.08, -0.02, "Types that read the same output feature fail together less than others"),
        (-0.02, 0.05, "No sign that types which read the same output feature fail together more than others"),
    ],
)
def test_cofailure(low, high, start):
    pairs = pl.DataFrame(
        [
            {"type_a": "a", "code_a": "S1", "feature_a": "words", "type_b": b, "code_b": code, "feature_b": "words"}
            | {"cooccurrences": 30}
            | estimates(phi=phi)
            for b, code, phi in (("b", "S2", 0.3), ("c", "S3", 0.1))
        ]
    )
    groups = pl.DataFrame({"grouping": ["feature"] * 2, "group": ["within", "across"], "phi": [0.113, 0.058]})
    tests = pl.DataFrame({"grouping": ["feature"], "difference_low": [low], "difference_high": [high]})
    figure = cofailure(pairs, groups, tests)
    assert figure.title == f"{start}: mean phi 0.113 within, 0.058 across"
    assert "a, b 0.30 [0.28, 0.32]" in figure.description


@pytest.mark.parametrize(
    ("at_k", "title"),
    [
        ((0.0, 0.1, 0.1, 0.1), "All constraints hold together more often at k = 2 to 4 than independent checks would"),
        ((0.0, -0.1, 0.0, -0.1), "All constraints hold together less often at k = 2, 4 than independent checks would"),
        (
            (0.0, 0.1, -0.1),
            "All constraints hold together more often at k = 2 and less often at k = 3 than independent checks would",
        ),
        ((0.0,) * 4, "No sign that all constraints hold together more or less often than independent checks would"),
        (  # one interval in eleven may miss zero by chance
            (0.0, 0.1, *(0.0,) * 10),
            "No sign that all constraints hold together more or less often than independent checks would",
        ),
        ((0.1, 0.0), "No sign that all constraints hold together more or less often than independent checks would"),
    ],
)
def test_synergy(at_k, title):
    table = pl.DataFrame(
        [
            {"k": k, "probes": 10}
            | estimates(scsr=0.5, expected=0.4, synergy=0.1, expected_at_k=0.5 - value, synergy_at_k=value)
            for k, value in enumerate(at_k, 1)
        ]
    )
    thirds = pl.DataFrame({"k": [1, 1], "tercile": ["easy", "hard"], "scsr": [0.9, 0.2]})
    assert synergy(table, thirds).title == title


@pytest.mark.parametrize(
    ("rho", "title"),
    [
        (0.05, "Constraints later in the prompt hold more often: mean rho 0.050 [0.030, 0.070]"),
        (-0.05, "Constraints later in the prompt hold less often: mean rho −0.050 [−0.070, −0.030]"),
        (
            0.01,
            "The place of a constraint in the prompt makes no difference that shows: mean rho 0.010 [−0.010, 0.030]",
        ),
    ],
)
def test_position(rho, title):
    table = pl.DataFrame(
        [
            {"k": k, "probes": 9, "checks": 9 * k, "first": 0.6, "last": 0.5, "p": 0.3} | estimates(rho=rho)
            for k in (2, 3)
        ]
    )
    summary = pl.DataFrame([estimates(rho=rho)]).with_columns(levels=2, significant=0)
    assert position(table, summary).title == title
    without = summary.with_columns(pl.lit(None, pl.Float64).alias("rho_low"))
    assert position(table, without).title == f"The place of a constraint in the prompt: mean rho {rho:.3f}".replace(
        "-", "−"
    )


def test_sacrifice_names_what_is_kept_and_raises_the_alarm():
    table = types(("lipogram", 0.05), ("no_digits", 0.91), probes_passed=0)
    title = "On impossible probes no_digits is kept most often (91%), lipogram least (5.0%)"
    assert sacrifice(table).title == title
    passed = table.with_columns(probes_passed=2)
    assert sacrifice(passed).title == f"{title}; 2 responses passed one, so a verifier or a proof is wrong"


def test_sacrifice_tells_of_each_pair_which_side_is_kept():
    table = types(("lipogram", 0.05), ("no_digits", 0.91), probes_passed=0)
    row = {"design": "letters", "first": "lipogram", "first_code": "L1", "second": "unique_words", "second_code": "W1"}
    shares = estimates(first_kept=0.25, second_kept=0.5) | {"neither": 0.25, "probes": 4}
    pairs = pl.DataFrame([row | shares | {"model": model} for model in ("lab/one", "lab/two", "(all models)")])
    figure = sacrifice(table, pairs)
    assert "lipogram 25%, unique_words 50%, neither 25% of 4 probes (letters)." in figure.description
    labels = [shown["label"] for shown in rows(figure.spec()) if "design" in shown]
    assert set(labels) == {"L1 or W1"}
    alike = pl.concat([pairs, pairs.with_columns(design=pl.lit("other"))])
    labels = [shown["label"] for shown in rows(sacrifice(table, alike).spec()) if "design" in shown]
    assert set(labels) == {"L1 or W1, letters", "L1 or W1, other"}
    assert sacrifice(table, pairs.clear()).description == sacrifice(table).description


def test_sacrifice_without_any_difference_says_so():
    alike = types(("lipogram", 0.5), ("no_digits", 0.5), probes_passed=0)
    assert sacrifice(alike).title == "On impossible probes every type is kept equally often (50%)"
    assert sacrifice(alike[:1]).title == "On impossible probes lipogram is kept (50%)"


def test_ability():
    models = pl.DataFrame(
        [
            {"model": f"lab/{name}", "probes": 90, "scsr": 0.5} | estimates(ability=value)
            for name, value in (("one", 1.25), ("two", -1.25))
        ]
    )
    items = pl.DataFrame({"k": [1, 2], "difficulty": [0.5, -0.5]})
    summary = pl.DataFrame(
        {"probes": [1200], "informative": [1050], "all_passed": [100], "none_passed": [50], "rank_agreement": [1.0]}
    )
    figure = ability(models, items, summary)
    assert figure.title == "1,050 of 1,200 probes tell the models apart, from one (1.2 logits) to two (−1.2)"
    assert "100 that all models pass and 50 that none passes" in figure.description


@pytest.mark.parametrize(
    ("first", "second", "title"),
    [
        (0.6, 0.5, "one keeps all constraints more often than two: sCSR 60% against 50%"),
        (0.5, 0.6, "two keeps all constraints more often than one: sCSR 60% against 50%"),
        (0.52, 0.5, "one and two: sCSR 52% against 50%, with 95% intervals that overlap"),
        (0.53, 0.5, "one and two: sCSR 53% against 50%, with 95% intervals that overlap"),
    ],
)
def test_compare(first, second, title):
    rates = {"lab/one": first, "lab/two": second}
    by_model = pl.DataFrame([{"model": name, **estimates(scsr=rate)} for name, rate in rates.items()])
    curves = levels((0.9, 0.9), (0.8, 0.5), models=tuple(rates))["by_model_and_k"]
    of_types = {"lab/one": types(("a", 0.9), ("b", 0.5)), "lab/two": types(("a", 0.8), ("b", 0.48))}
    by_type = pl.concat([table.with_columns(model=pl.lit(name)) for name, table in of_types.items()])
    figure = compare(by_model, curves, by_type)
    assert figure.title == title
    assert "on 1 of 2 constraint types they lie apart. They are a." in figure.description


@pytest.mark.parametrize(
    ("change", "low", "high", "title"),
    [
        (
            0.1,
            0.05,
            0.15,
            "one keeps all constraints more often than two: sCSR 60% against 50%, +10 points [+5.0, +15]",
        ),
        (
            -0.1,
            -0.15,
            -0.05,
            "two keeps all constraints more often than one: sCSR 50% against 60%, +10 points [+5.0, +15]",
        ),
        (
            0.1,
            -0.02,
            0.22,
            "one and two: sCSR 60% against 50%; +10 points [−2.0, +22] on 90 shared probes may be chance",
        ),
        (0.1, None, None, "one and two: sCSR 60% against 50%, +10 points"),
    ],
)
def test_compare_states_the_difference_on_shared_probes(change, low, high, title):
    by_model = pl.DataFrame(
        [{"model": f"lab/{name}", **estimates(scsr=rate)} for name, rate in (("one", 0.6), ("two", 0.5))]
    )
    curves = levels((0.9, 0.9), (0.8, 0.5), models=("lab/one", "lab/two"))["by_model_and_k"]
    of_types = [types(("a", 0.9), ("b", 0.5)).with_columns(model=pl.lit(f"lab/{name}")) for name in ("one", "two")]
    pair = {"model": "lab/one", "against": "lab/two", "probes": 90, "change": change}
    ends = {"change_low": low, "change_high": high}
    paired = pl.DataFrame([pair | ends | {"measure": "scsr"}])
    by_type = pl.DataFrame(
        [
            pair
            | {"measure": "mcsr", "type": type_, "change": value, "change_low": value - 0.1, "change_high": value + 0.1}
            for type_, value in (("a", 0.05), ("b", -0.2))
        ]
    )
    figure = compare(by_model, curves, pl.concat(of_types), paired, by_type)
    assert figure.title.startswith(title)
    assert "1 of 2 types differ beyond chance. They are b." in figure.description
    assert (
        "they lie apart" in compare(by_model, curves, pl.concat(of_types), paired.clear(), by_type.clear()).description
    )

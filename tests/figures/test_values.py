"""The charts hold the estimates of their tables, nothing else, each in its place."""

from __future__ import annotations

import polars as pl
import pytest
from specs import find, rows

import cse.figures as figures
from cse.errors import UnknownName
from cse.figures import FULL
from cse.stats.decay import ALL_MODELS


def near(value):
    return pytest.approx(value, abs=1e-6)


def shown(drawn, name, *keys):
    """Returns the rows of a figure that have all these keys."""
    return [row for row in rows(drawn[name, FULL].spec()) if set(keys) <= set(row)]


def test_collapse(tables, drawn):
    levels = {row["k"]: row for row in shown(drawn, "collapse", "scsr", "mcsr_low", "penalty", "probes")}
    for row in tables["by_k"].iter_rows(named=True):
        for field in ("mcsr", "mcsr_low", "mcsr_high", "scsr", "scsr_low", "scsr_high", "penalty", "probes"):
            assert levels[row["k"]][field] == near(row[field])
    models = {(row["model"], row["k"]): row["mcsr"] for row in shown(drawn, "collapse", "model", "k", "mcsr")}
    expected = {(row["model"], row["k"]): row["mcsr"] for row in tables["by_model_and_k"].iter_rows(named=True)}
    assert models == near(expected)
    fit = {row["k"]: row["predicted"] for row in shown(drawn, "collapse", "predicted")}
    of_all = tables["predictions"].filter(pl.col("model") == ALL_MODELS)
    assert fit == near(dict(zip(of_all["k"], of_all["predicted"], strict=True)))
    (shade,) = shown(drawn, "collapse", "end")
    assert shade["k"] == of_all.filter(pl.col("role") == "held out")["k"].min() - 0.5


def test_collapse_marks_the_largest_penalty(tables, drawn):
    (mark,) = shown(drawn, "collapse", "penalty", "middle")
    assert mark["penalty"] == near(tables["by_k"]["penalty"].max())
    assert mark["scsr"] < mark["middle"] < mark["mcsr"]


def test_budget(tables, drawn):
    carried = {row["model"]: row for row in shown(drawn, "budget", "model", "amount")}
    expected = tables["budget"].filter(pl.col("measure") == "scsr", pl.col("model") != ALL_MODELS)
    assert set(carried) == set(expected["model"])
    for row in expected.iter_rows(named=True):
        assert [carried[row["model"]][key] for key in ("k", "k_low", "k_high")] == [
            row["k"],
            row["k_low"],
            row["k_high"],
        ]
    curves = {(row["model"], row["k"]): row["scsr"] for row in shown(drawn, "budget", "scsr", "scsr_low")}
    rates = {(row["model"], row["k"]): row["scsr"] for row in tables["by_model_and_k"].iter_rows(named=True)}
    assert curves == near(rates)
    (line,) = shown(drawn, "budget", "target", "text")
    assert (line["target"], line["text"]) == (0.9, "target 90%")


def test_heatmap(tables, drawn):
    cells = {(row["name"], row["label"]): row for row in shown(drawn, "heatmap", "name", "label", "mcsr")}
    assert len(cells) == tables["by_type_and_model"].height
    for row in tables["by_type_and_model"].iter_rows(named=True):
        cell = cells[row["model"].removeprefix("simulated/"), f"{row['code']} {row['type']}"]
        assert [cell[key] for key in ("mcsr", "mcsr_low", "mcsr_high")] == near(
            [row[key] for key in ("mcsr", "mcsr_low", "mcsr_high")]
        )


def test_heatmap_puts_types_under_their_dimension_the_easiest_first(tables, drawn):
    spec = drawn["heatmap", FULL].spec()
    labels = spec["layer"][0]["encoding"]["y"]["scale"]["domain"]
    of_dimension = dict(tables["by_dimension"].select("dimension", "mcsr").iter_rows())
    heads = [label for label in labels if label in of_dimension]
    assert heads == sorted(of_dimension, key=lambda name: -of_dimension[name])
    rates = {f"{row['code']} {row['type']}": row["mcsr"] for row in tables["by_type"].iter_rows(named=True)}
    dimension = {f"{row['code']} {row['type']}": row["dimension"] for row in tables["by_type"].iter_rows(named=True)}
    for head in heads:
        place = labels.index(head) + 1
        members = labels[place : place + list(dimension.values()).count(head)]
        assert {dimension[member] for member in members} == {head}
        assert members == sorted(members, key=lambda label: -rates[label])


def test_profiles(tables, drawn):
    found = {row["type"]: row for row in shown(drawn, "profiles", "type", "slope")}
    assert len(found) == tables["hierarchy_types"].height
    for row in tables["hierarchy_types"].iter_rows(named=True):
        for field in ("baseline", "late_rate", "slope", "slope_low", "slope_high", "gap"):
            assert found[row["type"]][field] == (None if row[field] is None else near(row[field]))
        assert found[row["type"]]["label"].endswith(" *") == bool(row["immune"])


def test_cofailure(tables, drawn):
    cells = {frozenset(row["pair"].split(", ")): row for row in shown(drawn, "cofailure", "left", "lower", "phi")}
    known = tables["cofailure_pairs"].drop_nulls("phi")
    assert len(cells) == known.height
    for row in known.iter_rows(named=True):
        cell = cells[frozenset((row["type_a"], row["type_b"]))]
        assert cell["phi"] == near(row["phi"])
        assert {cell["left"], cell["lower"]} == {row["code_a"], row["code_b"]}


def test_cofailure_keeps_types_of_one_feature_together_and_fills_one_half(tables, drawn):
    spec = drawn["cofailure", FULL].spec()
    order = spec["hconcat"][0]["layer"][0]["encoding"]["x"]["scale"]["domain"]
    pairs = tables["cofailure_pairs"]
    feature = dict(pairs.select("code_a", "feature_a").iter_rows()) | dict(
        pairs.select("code_b", "feature_b").iter_rows()
    )
    runs = [
        feature[code] for place, code in enumerate(order) if not place or feature[code] != feature[order[place - 1]]
    ]
    assert len(runs) == len(set(runs)) == len({feature[code] for code in order})
    assert all(
        order.index(row["left"]) < order.index(row["lower"]) for row in shown(drawn, "cofailure", "lower", "phi")
    )


def test_synergy(tables, drawn):
    levels = {row["k"]: row for row in shown(drawn, "synergy", "synergy", "synergy_at_k_low", "expected_low")}
    lines = {
        (row["line"], row["k"]): row["rate"] for row in shown(drawn, "synergy", "line", "rate") if "tercile" not in row
    }
    for row in tables["synergy_levels"].iter_rows(named=True):
        for field in ("scsr", "synergy", "synergy_low", "synergy_high", "synergy_at_k"):
            assert levels[row["k"]][field] == near(row[field])
        assert lines["sCSR", row["k"]] == near(row["scsr"])
        assert lines["expected, rates at the same k", row["k"]] == near(row["expected_at_k"])
        assert lines["expected, rates over all k", row["k"]] == near(row["expected"])
    thirds = {(row["tercile"], row["k"]): row["rate"] for row in shown(drawn, "synergy", "tercile", "rate")}
    ends = tables["synergy_terciles"].filter(pl.col("tercile") != "medium").drop_nulls("scsr")
    assert thirds == near({(row["tercile"], row["k"]): row["scsr"] for row in ends.iter_rows(named=True)})


def test_position(tables, drawn):
    found = {row["k"]: row for row in shown(drawn, "position", "rho", "first", "last")}
    known = tables["position_levels"].drop_nulls("rho")
    assert 1 not in found
    assert len(found) == known.height
    for row in known.iter_rows(named=True):
        for field in ("first", "last", "rho", "rho_low", "rho_high"):
            assert found[row["k"]][field] == near(row[field])


def test_sacrifice(tables, drawn):
    found = {row["type"]: row for row in shown(drawn, "sacrifice", "type", "mcsr")}
    for row in tables["impossible"].iter_rows(named=True):
        assert (found[row["type"]]["mcsr"], found[row["type"]]["score"]) == near((row["mcsr"], row["score"]))
    pairs = {row["design"]: row for row in shown(drawn, "sacrifice", "design", "first_kept")}
    together = tables["sacrifice_pairs"].filter(pl.col("model") == ALL_MODELS)
    assert together.height == len(pairs) > 0
    for row in together.iter_rows(named=True):
        for side in ("first_kept", "second_kept"):
            for field in (side, f"{side}_low", f"{side}_high"):
                assert pairs[row["design"]][field] == near(row[field])


def test_ability(tables, drawn):
    found = {row["model"]: row for row in shown(drawn, "ability", "ability")}
    for row in tables["irt_abilities"].drop_nulls("ability").iter_rows(named=True):
        for field in ("ability", "ability_low", "ability_high"):
            assert found[row["model"]][field] == near(row[field])
    items = sorted((row["k"], row["difficulty"]) for row in shown(drawn, "ability", "difficulty"))
    known = tables["irt_items"].drop_nulls("difficulty").select("k", pl.col("difficulty").round(6))
    assert items == sorted(known.iter_rows())


def test_compare(tables, drawn):
    best = tables["by_model"]["model"][:2].to_list()
    curves = {(row["model"], row["k"]): row for row in shown(drawn, "compare", "model", "k", "scsr")}
    expected = tables["by_model_and_k"].filter(pl.col("model").is_in(best))
    assert len(curves) == expected.height
    for row in expected.iter_rows(named=True):
        for field in ("mcsr", "mcsr_low", "mcsr_high", "scsr", "scsr_low", "scsr_high"):
            assert curves[row["model"], row["k"]][field] == (None if row[field] is None else near(row[field]))
    types = {(row["model"], row["type"]): row["mcsr"] for row in shown(drawn, "compare", "type", "mcsr")}
    rates = tables["by_type_and_model"].filter(pl.col("model").is_in(best))
    assert types == near({(row["model"], row["type"]): row["mcsr"] for row in rates.iter_rows(named=True)})
    # Rows of rates and of differences stand side by side only where both panels divide their height alike.
    scales = [
        axis.get("scale", {}) for axis in find(drawn["compare", FULL].spec(), "y") if axis.get("field") == "label"
    ]
    assert {scale["type"] for scale in scales} == {"band"}
    changes = {row["type"]: row for row in shown(drawn, "compare", "type", "change")}
    assert tables["paired_by_type"].select("model", "against").unique().row(0) == tuple(best)
    for row in tables["paired_by_type"].iter_rows(named=True):
        for field in ("change", "change_low", "change_high"):
            assert changes[row["type"]][field] == near(row[field])


def test_compare_turns_the_differences_with_the_models(tables):
    best = tables["by_model"]["model"][:2].to_list()
    needed = [tables[name] for name in figures.tables_of(figures.compare)]
    turned = figures.compare(*needed, models=(best[1], best[0]))
    changes = {row["type"]: row for row in rows(turned.spec()) if "change" in row}
    for row in tables["paired_by_type"].iter_rows(named=True):
        found = changes[row["type"]]
        assert (found["change"], found["change_low"]) == near((-row["change"], -row["change_high"]))
    assert turned.title == figures.compare(*needed).title


def test_compare_takes_the_models_that_it_is_given(tables):
    names = tables["by_model"]["model"].to_list()
    needed = (tables["by_model"], tables["by_model_and_k"], tables["by_type_and_model"])
    chosen = figures.compare(*needed, models=(names[2], names[0]))
    assert {row["model"] for row in rows(chosen.spec()) if "model" in row} == {names[0], names[2]}
    with pytest.raises(UnknownName, match="There is no model 'nobody'"):
        figures.compare(*needed, models=(names[0], "nobody"))

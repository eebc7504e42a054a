"""What the other published tables reproduce of each other: ranks, means, sums, counts."""

from __future__ import annotations

from math import comb

import numpy as np
import polars as pl
from scipy.optimize import linprog

from cse.stats.comparison import Comparison, compare, exact, half_unit, within
from cse.stats.curves import Array
from cse.stats.predictors import rank_correlation
from cse.stats.published import published
from cse.stats.rankings import rank

_PROBES = 4527  # satisfiable and impossible ones, asked of each model (section J)
_MISSING_L3 = 1228  # checks of L3 on impossible probes, the row that table 12 leaves out


def ranking_comparisons() -> list[Comparison]:
    """Compares tables 1 and 10: values, ranks, geometric means, penalties, k*."""
    ten = published("table10_geometric")
    one = ten.select("model").join(published("table1_models"), on="model", maintain_order="left")
    found = []
    for metric in ("mcsr", "scsr"):
        ranks = rank(ten[metric].to_numpy())
        for row, value, place in zip(ten.iter_rows(named=True), one[f"{metric}_pct"], ranks, strict=True):
            name = f"{metric[0]}CSR"
            found.append(exact("table 10", f"{name} as in table 1, %", row["model"], row[metric], value))
            found.append(exact("table 10", f"rank by {name}", row["model"], row[f"{metric}_rank"], place))
    pairs = ten.select("mcsr", "scsr").to_numpy()
    ranks = rank(np.sqrt(pairs.prod(axis=1)))
    for row, pair, place in zip(ten.iter_rows(named=True), pairs, ranks, strict=True):
        name, group = row["model"], "geometric mean, %"
        found.append(
            compare("table 10", group, name, row["geometric"], 1, lambda x: np.sqrt(x.prod(axis=-1)), pair, 0.05)
        )
        found.append(exact("table 10", "rank by geometric mean", name, row["geometric_rank"], place))
    for name, penalty in (
        ("Llama 3.1 405B", 34.0),
        ("GPT-5.5", 15.6),
        ("Gemini 3.1 Pro", 2.7),
        ("DeepSeek V4 Pro", 0.0),
    ):
        pair = ten.filter(pl.col("model") == name).select("mcsr", "scsr").to_numpy()[0]
        found.append(
            compare("section 4", "penalty, points", name, penalty, 1, lambda x: x[..., 0] - x[..., 1], pair, 0.05)
        )
    half_lives = one["k_star"]
    found.append(exact("abstract", "models by k*", "3 or fewer", 12, int((half_lives <= 3).sum())))
    found.append(exact("table 1", "models by k*", "2 to 4", 12, int(half_lives.is_between(2, 4).sum())))
    return found


def figure5_comparisons() -> list[Comparison]:
    """Compares figure 5 (36 types x 15 models) with its own averages and with tables 1 and 2."""
    figure = published("figure5_mcsr_by_constraint")
    codes, models = figure["id"].to_list(), figure.columns[1:]
    rates = figure.drop("id").to_numpy().astype(np.float64)
    averages = dict(published("figure5_averages").iter_rows())
    overall = dict(published("table2_constraints").select("id", "mcsr_pct").iter_rows())

    def mean(values: Array) -> Array:
        return np.asarray(values.mean(axis=-1))

    found = []
    for code, row in zip(codes, rates, strict=True):
        found.append(compare("figure 5", "mean of a type, its average, %", code, averages[code], 0, mean, row, 0.5))
        found.append(compare("figure 5", "mean of a type, table 2, %", code, overall[code], 0, mean, row, 0.5))
    for model, row in zip(models, rates.T, strict=True):
        found.append(compare("figure 5", "mean of a model, its average, %", model, averages[model], 0, mean, row, 0.5))
    mcsr = dict(published("table1_models").select("model", "mcsr_pct").iter_rows())
    printed = np.array([mcsr[model] for model in models])
    shares = nearest_even_shares(rates.T, printed, 0.5 + half_unit(1) - 1e-6)  # the solver errs by 1e-7
    group = "model over a mix of types within 10 % of even, table 1, %"
    for model, row, value in zip(models, rates.T, printed, strict=True):
        found.append(compare("figure 5", group, model, value, 1, lambda x: x @ shares, row, 0.5))
    return found


def nearest_even_shares(rates: Array, targets: Array, tolerance: float, most: float = 0.1) -> Array:
    """Finds the shares of types, nearest to even, whose weighted mean rates come within a tolerance of the targets.

    mCSR is a mean over checks, and not all types are checked equally often: how often is not published. A linear
    program minimises the largest relative deviation of a share from even; where it exceeds `most`, or nothing fits, the
    even shares are returned, which then do not fit.

    Args:
        rates: Models x types.
        targets: One a model.
        tolerance: Largest difference, in the unit of the rates.
        most: Largest relative deviation from even.
    """
    n = rates.shape[1]
    column = np.ones((n, 1)) / n
    both = np.block([[rates, np.zeros((len(rates), 1))], [-rates, np.zeros((len(rates), 1))]])
    near = np.block([[np.eye(n), -column], [-np.eye(n), -column]])
    limits = np.concatenate([targets + tolerance, tolerance - targets, np.full(n, 1 / n), np.full(n, -1 / n)])
    total = np.concatenate([np.ones(n), [0.0]])[None]
    goal = np.concatenate([np.zeros(n), [1.0]])
    solved = linprog(goal, A_ub=np.vstack([both, near]), b_ub=limits, A_eq=total, b_eq=[1.0], bounds=(0, 1))
    if solved.status != 0 or solved.x is None or solved.x[n] > most:
        return np.full(n, 1 / n)
    return np.asarray(solved.x[:n])


def hierarchy_comparisons() -> list[Comparison]:
    """Compares the slopes by dimension and their predictors with table 2 and figure 6, retentions with table 2."""
    figure = published("figure6_profiles").join(published("table2_constraints"), on="id")
    found = [
        exact("figure 6", "rate at k = 1 as in table 2, %", row["id"], row["k1_pct"], row["k1_pct_right"])
        for row in figure.iter_rows(named=True)
    ]

    def slope(values: Array) -> Array:
        raw, first = np.split(values, 2, axis=-1)
        return np.asarray((raw / first).mean(axis=-1) * 100)

    inputs, halves = {}, {}
    for dimension, printed in (("structural", -0.073), ("lexical", -0.036)):
        part = figure.filter(pl.col("dimension") == dimension)
        inputs[dimension] = np.concatenate([part["slope_mcsr_per_k"].to_numpy(), part["k1_pct"].to_numpy()])
        halves[dimension] = np.repeat([half_unit(3), half_unit(0)], part.height)
        source, group = "section 4", "mean slope of a dimension (figure 6 over k = 1)"
        found.append(compare(source, group, dimension, printed, 3, slope, inputs[dimension], halves[dimension]))
    size = len(inputs["structural"])
    ratio = compare(
        "section 4",
        "mean slope of a dimension (figure 6 over k = 1)",
        "structural / lexical",
        2.0,
        1,
        lambda x: slope(x[..., :size]) / slope(x[..., size:]),
        np.concatenate(list(inputs.values())),
        np.concatenate(list(halves.values())),
    )
    table = published("table2_constraints")
    first = dict(table.select("id", "k1_pct").iter_rows())
    late = (("L1", 45.0, 95), ("L5", 87.4, 89), ("W4", 43.7, 86))
    kept = [
        compare(
            "section 4",
            "retention at k >= 8, %",
            code,
            printed,
            0,
            lambda x: 100 * x[..., 0] / x[..., 1],
            np.array([rate, first[code]]),
            np.array([half_unit(1), half_unit(0)]),
        )
        for code, rate, printed in late
    ]
    return [*found, ratio, *kept, _rank_correlation("gap_p", -0.584), _rank_correlation("k1_pct", 0.566)]


def _rank_correlation(column: str, printed: float) -> Comparison:
    """Compares Spearman's rho with the slope; ranks jump, so its spread comes from unrounding at random."""
    table = published("table2_constraints")
    values, slopes = table[column].to_numpy().astype(np.float64), table["slope"].to_numpy()
    draws = np.random.default_rng(0).uniform(-1, 1, (2000, 2, len(values)))
    computed = float(rank_correlation(values, slopes))
    drawn = rank_correlation(values + 0.5 * draws[:, 0], slopes + 0.0005 * draws[:, 1])
    reach = float(np.abs(drawn - computed).max())
    name = {"gap_p": "gap", "k1_pct": "rate at k = 1"}[column]
    group = "rank correlation with the slope (table 2)"
    return within("section 4", group, name, printed, computed, half_unit(3) + reach)


def sum_comparisons() -> list[Comparison]:
    """Compares totals and shares of tables 5, 6, 8, 11 and 12 and the counts that the text gives."""
    five, eight = published("table5_l1_failures"), published("table8_api")
    eleven, twelve = published("table11_rejection"), published("table12_impossible_survival")
    kinds = ("genuine", "meta", "refusal", "case")
    found = [
        exact("table 5", "sum of a row", row["model"], row["total"], sum(row[kind] for kind in kinds))
        for row in five.iter_rows(named=True)
    ]
    for kind, total in zip((*kinds, "total"), (4022, 210, 989, 46, 5267), strict=True):
        found.append(exact("table 5", "sum of a column", kind, total, int(five[kind].sum())))
    genuine = dict(five.select("model", "genuine").iter_rows())
    found += [
        exact("table 6", "genuine failures as in table 5", row["model"], row["n"], genuine[row["model"]])
        for row in published("table6_l1_strategies").iter_rows(named=True)
    ]
    for row in eight.iter_rows(named=True):
        asked = row["success"] + row["refusals"] + row["errors"]
        found.append(exact("table 8", "success + refusals + errors", row["model"], _PROBES, asked))
        printed = row["coverage_pct"]
        decimals = 1 if round(printed, 1) == printed else 2
        share = 100 * row["success"] / _PROBES
        found.append(within("table 8", "coverage, %", row["model"], printed, share, half_unit(decimals)))
    found += [
        exact("table 11", "combinations of 36 types", f"k = {row['k']}", row["combinations"], comb(36, row["k"]))
        for row in eleven.iter_rows(named=True)
    ]
    passed = twelve["n"] * twelve["pass_pct"] / 100
    found.append(exact("table 12", "checks, with those of L3", "all", 55645, int(twelve["n"].sum()) + _MISSING_L3))
    found += _count_comparisons()
    # What L3 must have passed for the overall rate; the rate lies in [0, 100] exactly if the two figures agree.
    lacking = (0.282 * 55645 - float(passed.sum())) / _MISSING_L3 * 100
    found.append(
        within("table 12", "rate of L3 that the overall 28.2 % implies, %", "in 0 to 100", 50.0, lacking, 50.0)
    )
    return found


def _count_comparisons() -> list[Comparison]:
    def sized(source: str, item: str, printed: float, computed: float, decimals: int) -> Comparison:
        return within(source, "counts", item, printed, computed, half_unit(decimals))

    return [
        exact("abstract", "counts", "all checks", 369753, 314108 + 55645),
        exact("section A", "counts", "responses asked for", 67905, 15 * _PROBES),
        exact("section L", "counts", "satisfiable probes", _PROBES - 444, 2952 + 1131),
        sized("section L", "uninformative probes, %", 28, 100 * 1131 / 4083, 0),
        exact("section 4", "counts", "pairs of types measured", 601, comb(36, 2) - 29),
        sized("section 4", "pairs near zero, %", 54, 100 * 322 / 601, 0),
        sized("section M", "chance of a pair at k = 2, %", 0.16, 100 * 2 / (36 * 35), 2),
        sized("section M", "chance of a pair at k = 4, %", 0.95, 100 * 12 / (36 * 35), 2),
        sized("section P", "sCSR curve at k = 12, %", 1.4, 100 * (np.exp(-0.376 * 12) + 0.003), 1),
    ]

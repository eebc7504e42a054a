"""Where the paper disagrees with itself: two of its statements, and what computing one from the other gives.

None of this counts as a failed reproduction: both figures are printed, and they cannot both be right.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from cse.stats.curves import Array, fit_geometric
from cse.stats.paper_decay import KS, MODELS, RATES, coverage_weights
from cse.stats.published import published


@dataclass(frozen=True, kw_only=True)
class Conflict:
    """Two statements of the paper that exclude each other.

    Attributes:
        about: The matter.
        one: The first statement and where it stands.
        other: The second.
        finding: What follows, with the figure computed where there is one.
    """

    about: str
    one: str
    other: str
    finding: str


def conflict_table() -> pl.DataFrame:
    """Returns all conflicts as a table with the fields of `Conflict`."""
    found = [*_rates(), *_decay(), *_profiles(), *_counts(), *_co_failure(), *_statements()]
    names = ("about", "one", "other", "finding")
    return pl.DataFrame({name: [getattr(conflict, name) for conflict in found] for name in names})


def _rates() -> list[Conflict]:
    one = published("table1_models")
    weights = dict(zip(MODELS, coverage_weights(), strict=True))
    mean = float(np.average(one["mcsr_pct"].to_numpy(), weights=[weights[model] for model in one["model"]]))
    both = (314108 * mean + 55645 * 28.2) / 369753
    failed = 369753 * (1 - 0.428)
    ten = published("table10_geometric")
    smallest = float((ten["mcsr"] - ten["scsr"]).to_numpy().min())
    return [
        Conflict(
            about="overall mCSR",
            one="42.8 % over the 314,108 checks of satisfiable probes (section 4)",
            other="table 1, whose models average more over the same checks",
            finding=f"table 1 gives {mean:.1f} %, and {both:.1f} % with the 28.2 % of the impossible probes: "
            "42.8 % is the rate over all 369,753 checks",
        ),
        Conflict(
            about="failed checks",
            one="223,643 failed checks were audited (section Q)",
            other="42.8 % of 369,753 checks passed (section 4, see above)",
            finding=f"that leaves {failed:,.0f} failed checks",
        ),
        Conflict(
            about="range of the penalty",
            one="12-fold over the panel, from 2.7 to 34.0 points (section 4)",
            other="0.0 points for DeepSeek V4 Pro (section J, table 10)",
            finding=f"the smallest penalty is {smallest:.1f}, so there is no ratio to the largest",
        ),
        Conflict(
            about="tags of Gemini 3.1 Pro",
            one="47 % of its responses keep the tags (sections 3.3 and J: 46.9 %)",
            other="47 % of its responses fail tag extraction (section L)",
            finding="the second should be 53 %",
        ),
        Conflict(
            about="sCSR at k = 9",
            one="below 2 % by k = 9 (section 1)",
            other="below 4 % by k = 9 and below 2 % by k = 11 (section 4, figure 1, section P)",
            finding=f"the printed curve gives {100 * (np.exp(-0.376 * 9) + 0.003):.1f} % at k = 9",
        ),
        Conflict(
            about="synergy at k = 1",
            one="sCSR and mCSR are the same at k = 1 (section 3.1), so nothing can exceed independence there",
            other="sCSR exceeds independence by 26.4 points at k = 1 (section O, figure 2)",
            finding=f"70.7 - 26.4 = {70.7 - 26.4:.1f} %, near the mean rate over all k: the prediction used rates of "
            "all k, and the excess at small k is mostly decay",
        ),
    ]


def _decay() -> list[Conflict]:
    train = KS <= 8
    excess = RATES[:, -1] - fit_geometric(KS[train], RATES[:, train]).at(KS)[:, -1]
    above = excess > 0
    best = fit_geometric(KS[train], RATES[MODELS.index("GPT-5.5"), train])
    carried = 1 + np.log(90 / best.a) / np.log(best.r)
    return [
        Conflict(
            about="models that end above their curve",
            one="10 of 15 at k = 12, by 5.1 points on average (sections 4 and F)",
            other="table 4 with its own r",
            finding=f"the fits to k = 1..8 leave {above.sum()} of 15 above, by {excess[above].mean():.1f} points on "
            f"average, and {(excess < -1).sum()} more than a point below",
        ),
        Conflict(
            about="slow decay at k = 12",
            one="models with r > 0.93 keep 30 to 53 % (section 4)",
            other="Claude 4.6 Opus, r = 0.944, is one of them (table 4)",
            finding=f"it keeps {RATES[MODELS.index('Claude 4.6 Opus'), -1]:.1f} %",
        ),
        Conflict(
            about="constraints at 90 % reliability",
            one="the best model carries about 6 (section 6)",
            other="its curve and rates in table 4",
            finding=f"GPT-5.5's fitted mCSR falls to 90 % at k = {float(carried):.1f}, its measured one is 90.4 % at "
            "k = 5 and 85.8 % at k = 6; its sCSR is lower",
        ),
        Conflict(
            about="mCSR at k = 8 and 12",
            one="40.7 % and 29.2 % (figure 1, section P)",
            other="the aggregate fit and the floor model, which follow from the plain mean over models",
            finding=f"plain means are {_mean(8):.2f} and {_mean(12):.2f} %, means over responses {_mean(8, True):.2f} "
            f"and {_mean(12, True):.2f} %: the levels are quoted over responses, the fits made over models",
        ),
    ]


def _mean(k: int, over_responses: bool = False) -> float:
    weights: Array | None = coverage_weights() if over_responses else None
    return float(np.average(RATES[:, k - 1], weights=weights))


def _profiles() -> list[Conflict]:
    both = (
        published("table2_constraints")
        .join(published("figure6_profiles"), on="id")
        .with_columns(
            normalised=100 * pl.col("slope_mcsr_per_k") / pl.col("k1_pct"),
        )
    )
    lipogram = both.filter(pl.col("id") == "L1").row(0, named=True)
    largest = (both["gap_p_if_over_20"] - both["gap_p"]).abs().drop_nulls().to_numpy().max()
    off = both.filter((pl.col("normalised") - pl.col("slope")).abs() > 0.01)
    return [
        Conflict(
            about="slopes of the types",
            one="table 2: slopes of retention",
            other="figure 6: slopes of mCSR; divided by the rate at k = 1 they are slopes of retention too",
            finding=f"{off.height} of 36 differ by more than 0.01, L1 most tellingly: {lipogram['slope']:.3f} against "
            f"{lipogram['normalised']:.3f} for a type called immune",
        ),
        Conflict(
            about="slopes of the dimensions",
            one="simple averages of the types' slopes do not give them (table 2)",
            other="structural -0.073, lexical -0.036 (section 4)",
            finding="simple averages of figure 6's slopes over the rates at k = 1 do give both",
        ),
        Conflict(
            about="gaps",
            one="table 2 and section 4 (W1 50.2, W2 50.1, L1 48.6 points)",
            other="figure 6 (W1 52, W2 53, L1 52 points)",
            finding=f"they differ by up to {largest} points",
        ),
        Conflict(
            about="W4's slope",
            one="-0.021 (section F)",
            other="-0.023 (figure 6), -0.056 as a slope of retention (table 2)",
            finding="-0.021 / 0.51 would be -0.041 as a slope of retention",
        ),
        Conflict(
            about="O1 and O2 at k = 1",
            one="28.9 % and 43.7 % (section B.2)",
            other="52 % and 91 % (table 2)",
            finding="28.9 and 43.7 % are their rates over all k",
        ),
    ]


def _counts() -> list[Conflict]:
    listed = int(published("table12_impossible_survival")["n"].sum())
    classes = (3721, 892, 503, 379, 234, 126, 124, 92)
    return [
        Conflict(
            about="verifier faults",
            one="5,733 in eight classes (section Q)",
            other="the counts of the eight classes",
            finding=f"they add up to {sum(classes):,}",
        ),
        Conflict(
            about="failures audited",
            one="55,962 reported failures (section Q)",
            other="59,897 failures after leaving out impossible probes (same sentence)",
            finding="a subset cannot be larger than the whole",
        ),
        Conflict(
            about="impossible probes",
            one="57 (section J), as 19 designs on 3 topics (section R.1)",
            other="444 with 55,645 checks (sections 3.2, 4 and R)",
            finding=f"444 = 57 + 387, and 55,645 checks are {55645 / 15 / 444:.1f} for each probe and model where the "
            "designs hold 2 to 8: 387 of the 4,470 accepted probes were found unsatisfiable later",
        ),
        Conflict(
            about="L1 failures by narration",
            one="114 after the classifier was widened (section G)",
            other="210 (table 5)",
            finding=f"table 5's column adds up to {published('table5_l1_failures')['meta'].sum()}",
        ),
        Conflict(
            about="table 12",
            one="36 types (table 2)",
            other="35 rows (table 12)",
            finding=f"L3 is missing; by the total of 55,645 it has {55645 - listed:,} checks",
        ),
        Conflict(
            about="number of types",
            one="36 (throughout)",
            other="30 (limitations; section Q's audit)",
            finding="figures of an earlier version with 30 types were kept",
        ),
        Conflict(
            about="sets of six types",
            one="1,947,792 (table 11 and section I)",
            other="2.76 million (section I, same paragraph)",
            finding="36 choose 6 is 1,947,792",
        ),
    ]


def _co_failure() -> list[Conflict]:
    at_four = 200 * 4 * 3 / (36 * 35)
    return [
        Conflict(
            about="pairs with negative phi",
            one="only one, O4-R2 at -0.055 (section 4)",
            other="L1-L5 at -0.039 (section M)",
            finding="one pair lies below -0.05; more are negative",
        ),
        Conflict(
            about="co-occurrences at k >= 4",
            one="more than 3 expected for each pair with 200 probes (section M)",
            other="a chance of 0.95 % at k = 4 (same paragraph)",
            finding=f"200 probes give {at_four:.1f} at k = 4; more than 3 are expected from k = 5 on",
        ),
        Conflict(
            about="variance explained by position",
            one="less than 0.5 % at the largest effect, k = 5 (section N)",
            other="rho = -0.073 there",
            finding=f"0.073 squared is {100 * 0.073**2:.2f} %",
        ),
    ]


def _statements() -> list[Conflict]:
    five = published("table5_l1_failures").with_columns(share=100 * pl.col("refusal") / pl.col("total"))
    qwen = five.filter(pl.col("model").str.starts_with("Qwen"))["share"].item()
    return [
        Conflict(
            about="what F1 is",
            one="a Markdown table (table 7; table 2 names no JSON type either)",
            other='a "valid JSON" type that excludes 12 others, F2 being the table and F3 the list (section I)',
            finding="the compatibility rules of section I number the format types otherwise than the taxonomy does",
        ),
        Conflict(
            about="refusals of open-weight models",
            one="below 1 % (caption of table 5)",
            other="Qwen 3 235B, open-weight (section A), in table 5",
            finding=f"{qwen:.1f} % of its L1 failures are refusals",
        ),
        Conflict(
            about="sacrifice of R2",
            one="R2 degrades fastest under load (section R.2)",
            other="R2's slope in table 2",
            finding=f"{_faster_than('R2')} of 36 types fall faster there",
        ),
    ]


def _faster_than(code: str) -> int:
    slopes = dict(published("table2_constraints").select("id", "slope").iter_rows())
    return sum(slope < slopes[code] for slope in slopes.values())

"""The hierarchy of constraints: which types, and which dimensions, lose most as constraints are added (section 4).

With p(k) the pass rate of a type among the checks of probes with k constraints, all models together:

- retention(k) = p(k) / p(1);
- slope of the rate: that of the least-squares line through p(k) over the levels of k, each level one point
  (figure 6); the slope (of retention, table 2) is the same divided by p(1);
- half-life: the smallest k at which retention is below one half;
- late retention: p over all checks at k >= 8, divided by p(1). A type is **immune** where it exceeds 0.8 (section 4),
  and **flat** where the slope of the rate exceeds -0.02 and the late rate 5 % (section F);
- slope of a dimension: sum of n x slope of the rate, over its types, divided by the sum of n x p(1), with n the checks
  of the type; so each observation weighs the same, and a mix of types that shifts with k changes nothing. The pooled
  slope takes the dimension as if it were one type: the least-squares line through all its checks, over its rate at
  k = 1;
- ratio: slope of structural and ordering types together over that of lexical types;
- Spearman's rank correlation, over the types, of the slope with the gap (score - pass rate) and with p(1).

Intervals come from drawing the probes again within each k, and for the correlations the types, which are their units.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from cse.stats.bootstrap import interval
from cse.stats.cube import Cube, Floats, cube, halves_at_one, probe_weights
from cse.stats.notes import explain
from cse.stats.predictors import predictors
from cse.stats.retention import LATE, Profile, TypeSums, grouped_slopes, profile, sums_by_type_and_level

IMMUNE_RETENTION = 0.8
FLAT_SLOPE = -0.02
FLAT_RATE = 0.05
FAST = ("structural", "ordering")
SLOW = ("lexical",)
UNSTEADY = "no interval: too few probes, or none that pass, at k = 1 or at this k"
NUMBERS = ("baseline", "rate", "gap", "rate_slope", "slope", "late_rate", "late_retention")


@dataclass(frozen=True)
class Hierarchy:
    """What `hierarchy` finds, as tables; rates are shares, `x_low` and `x_high` bound the 95 % interval of `x`.

    A number that does not exist is null, and `note` says why; a null `note` has nothing to say.

    Attributes:
        retention: One row for each type and k at which it was checked: `type`, `code`, `dimension`, `k`, `checks`,
            `rate`, `rate_low`, `rate_high`, `retention`, `retention_low`, `retention_high`, `note`.
        types: One row a type: `type`, `code`, `dimension`, `checks`, `baseline` (p(1)), `rate`, `gap`, `rate_slope`,
            `slope`, `late_rate`, `late_retention` (each with `_low` and `_high`), `half_life`, `half_life_low`,
            `half_life_high` (null where later than the last k), `half_life_text` such as "7 [6, > 12]", `immune`,
            `flat`, `note`.
        dimensions: One row a dimension, steepest first: `dimension`, `types`, `checks`, `slope`, `pooled_slope` (each
            with `_low` and `_high`), `note`.
        ratio: Two rows, `weighting` "types" and "pooled": `fast`, `slow` (the slopes of structural and ordering types,
            and of lexical types), `ratio` (each with `_low` and `_high`), `note`.
        predictors: Three rows, `predictor` "gap", "baseline" and "baseline, other half": `types` (their number), `rho`,
            `rho_low`, `rho_high`, `p` (two-sided, of no correlation), `note`.
    """

    retention: pl.DataFrame
    types: pl.DataFrame
    dimensions: pl.DataFrame
    ratio: pl.DataFrame
    predictors: pl.DataFrame


def hierarchy(checks: pl.DataFrame, rng: np.random.Generator, draws: int = 2000) -> Hierarchy:
    """Orders the types by what they lose as constraints are added; see the module for the formulas.

    Args:
        checks: The table of checks; impossible and unscored ones are left out. All its models count together; filter it
            to look at one.
        rng: Source of the draws.
        draws: Number of bootstrap draws.
    """
    data = cube(checks)
    sums = sums_by_type_and_level(data, probe_weights(data.k, draws, rng))
    measures = profile(sums)
    types = _types(data, sums, measures)
    dimension = data.types["dimension"].to_numpy()
    names = sorted(set(dimension))
    groups = [(name,) for name in names] + [FAST, SLOW]
    member = np.array([np.isin(dimension, group) for group in groups], dtype=np.float64).reshape(len(groups), -1)
    slopes = grouped_slopes(sums, measures, member)
    return Hierarchy(
        retention=_retention(data, sums, measures),
        types=types,
        dimensions=_dimensions(names, sums.checks[0].sum(axis=0), member, slopes),
        ratio=_ratio(slopes),
        predictors=predictors(types, rng, draws, halves=_halves(data)),
    )


def interval_columns(name: str, values: Floats, probes: Floats | None = None) -> list[pl.Series]:
    """Returns the columns `name`, `name_low` and `name_high`.

    Args:
        name: Name of the first.
        values: (1 + draws) x rows, the estimates themselves first.
        probes: For rates, the number of probes behind each row.
    """
    low, high = interval(values, probes)
    lost = np.isnan(values[0])
    ends = (values[0], np.where(lost, np.nan, low), np.where(lost, np.nan, high))
    return [
        pl.Series(f"{name}{end}", column, pl.Float64).fill_nan(None)
        for end, column in zip(("", "_low", "_high"), ends, strict=True)
    ]


def _probes(data: Cube) -> Floats:
    """Returns how many probes hold each type at each level, levels x types."""
    seen = (data.checks > 0).any(axis=0)
    return np.asarray((data.k == data.levels[:, None]).astype(np.float64) @ seen)


def _retention(data: Cube, sums: TypeSums, measures: Profile) -> pl.DataFrame:
    levels, size, entries = len(sums.levels), data.types.height, len(sums.checks)
    frame = pl.concat([data.types] * levels) if levels else data.types.clear()
    frame = frame.with_columns(
        pl.Series("k", np.repeat(sums.levels, size).astype(np.int64)),
        pl.Series("checks", sums.checks[0].ravel().astype(np.int64)),
        *interval_columns("rate", measures.rates.reshape(entries, -1), _probes(data).ravel()),
        *interval_columns("retention", measures.retention.reshape(entries, -1)),
    ).filter(pl.col("checks") > 0)
    by_definition = (pl.col("k") == 1) & pl.col("retention").is_not_null()
    one = [
        pl.when(by_definition).then(1.0).otherwise(f"retention_{end}").alias(f"retention_{end}")
        for end in ("low", "high")
    ]
    why = (
        pl.when(pl.col("retention").is_null())
        .then(pl.lit("no retention: no pass at k = 1"))
        .when(pl.col("retention_low").is_null())
        .then(pl.lit(UNSTEADY))
    )
    return explain(frame.with_columns(*one).with_columns(why.alias("note"))).sort("code", "type", "k")


def _types(data: Cube, sums: TypeSums, measures: Profile) -> pl.DataFrame:
    probes = _probes(data)
    behind = {
        "baseline": probes[sums.levels == 1].sum(axis=0),
        "rate": probes.sum(axis=0),
        "late_rate": probes[sums.levels >= LATE].sum(axis=0),
    }
    last = int(sums.levels.max(initial=0))
    half = [_half_life(values, last) for values in measures.half_life.T]
    frame = data.types.with_columns(
        pl.Series("checks", sums.checks[0].sum(axis=0).astype(np.int64)),
        *(c for name in NUMBERS for c in interval_columns(name, getattr(measures, name), behind.get(name))),
        *(pl.Series(f"half_life{end}", [h[i] for h in half], pl.Int64) for i, end in enumerate(("", "_low", "_high"))),
        pl.Series("half_life_text", [h[3] for h in half], pl.String),
    )
    frame = frame.with_columns(
        (pl.col("late_retention") > IMMUNE_RETENTION).alias("immune"),
        ((pl.col("rate_slope") > FLAT_SLOPE) & (pl.col("late_rate") > FLAT_RATE)).alias("flat"),
    )
    notes = [_why(row, sums, column) for column, row in enumerate(frame.iter_rows(named=True))]
    return explain(frame.with_columns(pl.Series("note", notes, pl.String)))


def _half_life(values: Floats, last: int) -> tuple[int | None, int | None, int | None, str | None]:
    """Returns the half-life, its interval, and both as a text; None is later than the last k, or unknown."""
    if np.isnan(values[0]):
        return None, None, None, None
    known = values[1:][~np.isnan(values[1:])]
    ends: Sequence[float] | Floats = np.quantile(known, [0.025, 0.975], method="inverted_cdf") if len(known) else []
    numbers = [None if np.isinf(number) else int(number) for number in (values[0], *ends)]
    found, *bounds = (f"> {last}" if number is None else str(number) for number in numbers)
    low, high = numbers[1:] if bounds else (None, None)
    return numbers[0], low, high, f"{found} [{', '.join(bounds)}]" if bounds else found


def _why(row: dict[str, object], sums: TypeSums, column: int) -> str | None:
    """Says which numbers of a type do not exist, and why."""
    checks = sums.checks[0, :, column]
    if not checks.sum():
        return "no number: never checked on a satisfiable probe with a scored verdict"
    reasons = []
    if not checks[sums.levels == 1].sum():
        reasons.append("no retention, slope or half-life: not checked at k = 1")
    elif row["baseline"] == 0:
        reasons.append("no retention, slope or half-life: never passed at k = 1")
    if np.count_nonzero(checks) < 2:
        reasons.append("no slope: checked at one k only")
    if not checks[sums.levels >= LATE].sum():
        reasons.append(f"no late rate: not checked at k >= {LATE}")
    if len(sums.checks) > 1 and any(row[name] is not None and row[f"{name}_low"] is None for name in NUMBERS):
        reasons.append(UNSTEADY)
    return "; ".join(reasons) or None


def _dimensions(names: list[str], checks: Floats, member: Floats, slopes: tuple[Floats, Floats]) -> pl.DataFrame:
    size = len(names)
    frame = pl.DataFrame(
        {
            "dimension": pl.Series(names, dtype=pl.String),
            "types": member[:size].sum(axis=1).astype(np.int64),
            "checks": (member[:size] @ checks).astype(np.int64),
        }
    ).with_columns(
        *interval_columns("slope", slopes[0][:, :size]),
        *interval_columns("pooled_slope", slopes[1][:, :size]),
    )
    why = (
        pl.when(pl.col("slope").is_null())
        .then(pl.lit("no slope: no type of it was checked at two values of k and passed at k = 1"))
        .when(pl.col("slope_low").is_null() | pl.col("pooled_slope_low").is_null())
        .then(pl.lit(UNSTEADY))
    )
    return explain(frame.with_columns(why.alias("note"))).sort("slope", nulls_last=True)


def _ratio(slopes: tuple[Floats, Floats]) -> pl.DataFrame:
    """Divides the slopes of the last two groups, the fast and the slow types."""
    frames = []
    for weighting, values in zip(("types", "pooled"), slopes, strict=True):
        fast, slow = values[:, -2], values[:, -1]
        note: str | None = None
        if np.isnan(fast[0]) or np.isnan(slow[0]):
            note = "no ratio: one of the two groups of types has no slope"
        elif not slow[0] < 0 or np.count_nonzero(slow[1:] >= 0) > 0.01 * len(slow[1:]):
            # where the denominator may be zero the ratio has no bounds
            note = f"no ratio: the slope of {' and '.join(SLOW)} types may be zero"
        with np.errstate(invalid="ignore", divide="ignore"):
            ratio = fast / slow if note is None else np.full_like(fast, np.nan)
        columns = [
            *interval_columns("fast", fast[:, None]),
            *interval_columns("slow", slow[:, None]),
            *interval_columns("ratio", ratio[:, None]),
        ]
        if note is None and columns[-1][0] is None and len(fast) > 1:
            note = UNSTEADY
        frames.append(
            pl.DataFrame([pl.Series("weighting", [weighting]), *columns, pl.Series("note", [note], pl.String)])
        )
    return explain(pl.concat(frames))


def _halves(data: Cube) -> Profile:
    """Returns the measures with the probes at k = 1 cut in half type by type: entries 1 and 2 hold one half each."""
    half = halves_at_one(data)
    weights = np.stack([half != 1, half != 0]).astype(np.float32)
    return profile(sums_by_type_and_level(data, weights))

"""How often intervals hold the truth: levels, decay and budgets of panels drawn from one truth, counted.

A 95 % interval is right if it covers in about 95 of 100 panels; an interval of whole numbers (k*, budget) may cover in
more, because it cannot be cut to 95 %.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import polars as pl

from cse.stats.bootstrap import draw_weights, sums_by_level, sums_by_type
from cse.stats.budget import budgets
from cse.stats.cube import Floats, cube
from cse.stats.curves import fit_floored
from cse.stats.decay import (
    ALL_MODELS,
    floored_decay,
    geometric_decay,
    mcsr_curves,
    plateaus,
    predictions,
    scsr_curves,
)
from cse.stats.defaults import TRAIN_TO
from cse.stats.expected import expected_by_model, expected_by_type, expected_mcsr, expected_scsr
from cse.stats.levels import first_below, half_life, levels_by_model, levels_by_model_and_k, levels_by_type_and_model
from cse.stats.simulate import simulate
from cse.stats.truth import Truth

TARGET = 0.6
"""Reliability of the budgets that are recovered."""


class Recovery:
    """Counts how often intervals hold the truth, over panels drawn from one truth.

    Attributes:
        hits: For each estimate, whether its interval held the truth, panel by panel and model by model.
        factors: For each panel, the decay factors of the models in the order of their names.
    """

    def __init__(self, truth: Truth, draws: int) -> None:
        self.truth, self.draws = truth, draws
        self.hits: dict[str, list[bool]] = defaultdict(list)
        self.factors: list[Floats] = []
        self.ks = np.array(list(truth.level_sizes))
        # Tables list models by name and types by code.
        self.models = np.argsort([model.name for model in truth.models])
        self.types = np.argsort([profile.code for profile in truth.types])
        self.mcsr, self.scsr = expected_mcsr(truth)[self.models], expected_scsr(truth)[self.models]
        self.by_model = expected_by_model(truth)
        self.by_type = expected_by_type(truth)[self.models][:, self.types]
        train = self.ks <= TRAIN_TO
        self.floored = fit_floored(self.ks[train].astype(float), self.scsr[:, train])

    def held(self, name: str, table: pl.DataFrame, column: str, truth: Floats) -> None:
        """Compares the intervals of a column with the truth of each row."""
        low, high = table[f"{column}_low"].to_numpy(), table[f"{column}_high"].to_numpy()
        self.hits[name] += ((low <= truth + 1e-9) & (truth - 1e-9 <= high)).tolist()

    def panel(self, seed: int) -> None:
        """Draws and analyses one panel."""
        data = cube(simulate(self.truth, np.random.default_rng(seed)).checks)
        weights = draw_weights(data, self.draws, np.random.default_rng(10_000 + seed))
        sums = sums_by_level(data, weights)
        by_model = levels_by_model(data, sums).sort("model")
        self.held("mCSR of a model", by_model, "mcsr", self.by_model[0][self.models])
        self.held("sCSR of a model", by_model, "scsr", self.by_model[1][self.models])
        by_model_and_k = levels_by_model_and_k(data, sums)
        self.held("mCSR of a model at k", by_model_and_k, "mcsr", self.mcsr.ravel())
        self.held("sCSR of a model at k", by_model_and_k, "scsr", self.scsr.ravel())
        types = levels_by_type_and_model(data, sums_by_type(data, weights)).sort("model", "code")
        self.held("mCSR of a type in a model", types, "mcsr", self.by_type.ravel())
        curves = mcsr_curves(data, sums)
        fits = geometric_decay(curves).filter(pl.col("model") != ALL_MODELS)
        self.factors.append(fits["r"].to_numpy())
        for name in ("a", "r"):
            values = np.array([getattr(model, name) for model in self.truth.models])
            self.held(f"{name} of mCSR", fits, name, values[self.models])
        self.held("b of sCSR", floored_decay(scsr_curves(data, sums)).head(len(self.models)), "b", self.floored.b)
        self.hits["no plateau where there is none"] += [
            verdict == "not told apart" for verdict in plateaus(predictions(curves))["verdict"]
        ]
        for row, truth in zip(half_life(data, sums).iter_rows(named=True), self.scsr, strict=True):
            k = first_below(truth, self.ks) or np.inf
            self.hits["k*"].append((row["k_star_low"] or np.inf) <= k <= (row["k_star_high"] or np.inf))
        table = budgets({"mcsr": curves}, TARGET).filter(pl.col("model") != ALL_MODELS).sort("model")
        for row, truth in zip(table.iter_rows(named=True), self.mcsr, strict=True):
            k = self.ks[truth >= TARGET].max(initial=0)
            self.hits["budget"].append(bool(row["k_low"] <= k <= row["k_high"]))

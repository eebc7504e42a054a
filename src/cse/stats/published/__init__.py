"""The figures that the paper publishes, as data.

Source: Vasileva, "Large Language Models Can Follow Instructions, But Not Many at Once: Phase Transitions in
Compositional Constraint Satisfaction", arXiv:2608.12426v1. Each file is named after its table or figure and holds
its printed values; rates are in percent, `gap_p` in percentage points, slopes per added constraint. `types.csv` is
ours but for one column: it gives each of the paper's codes its name here and the output feature that the paper's
section M assigns to it. `blocked_pairs.csv` holds the pairs that section I blocks by name, in the codes of table 7
(the bullet list, F3 in section I, is F2 there): `hard` ones, and those of its `json` type, F1 in section I, by their
printed codes.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

import polars as pl

from cse.errors import UnknownName

TABLES = (
    "table1_models",
    "table2_constraints",
    "table3_interventions",
    "table4_mcsr_by_k",
    "table5_l1_failures",
    "table6_l1_strategies",
    "table8_api",
    "table10_geometric",
    "table11_rejection",
    "table12_impossible_survival",
    "figure3_sacrifice",
    "figure5_averages",
    "figure5_mcsr_by_constraint",
    "figure6_profiles",
    "types",
    "blocked_pairs",
)


@cache
def published(name: str) -> pl.DataFrame:
    """Returns a published table by the name of its file.

    Raises:
        UnknownName: There is no such table.

    >>> published("table4_mcsr_by_k").height
    15
    """
    if name not in TABLES:
        raise UnknownName("published table", name, TABLES)
    return pl.read_csv(resources.files(__name__).joinpath(f"{name}.csv").read_bytes())

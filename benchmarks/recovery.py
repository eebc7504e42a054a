"""How often the 95 % intervals of levels, decay and budgets hold the truth of simulated panels.

    python benchmarks/recovery.py [--panels 100] [--scale 1] [--draws 500]

At scale 1 a panel has 15 models and 4,527 probes. Target: every line between 90 and 98 %; intervals of whole numbers
(k*, budget) may cover more, because they cannot be cut to 95 %.
"""

from __future__ import annotations

import argparse

import numpy as np

from cse.stats.recovery import Recovery
from cse.stats.truth import published_truth


def main() -> None:
    """Prints one line for each estimate."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--panels", type=int, default=100)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--draws", type=int, default=500)
    given = parser.parse_args()
    recovery = Recovery(published_truth(scale=given.scale), given.draws)
    for seed in range(given.panels):
        recovery.panel(seed)
    print(f"{given.panels} panels of 15 models at scale {given.scale}, {given.draws} draws")
    print(f"{'estimate':<32} {'intervals':>9} {'covered %':>9}")
    for name, hits in recovery.hits.items():
        print(f"{name:<32} {len(hits):9,} {100 * np.mean(hits):9.1f}")


if __name__ == "__main__":
    main()

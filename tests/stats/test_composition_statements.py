"""The report in sentences."""

from __future__ import annotations

import numpy as np
from slots import slots_of

from cse.stats.composition_report import composition


def said(slots):
    return composition(slots, np.random.default_rng(0)).statements


def test_an_even_suite_is_called_even():
    probes = {"a": ["L1"], "b": ["L2"], "c": ["L3"], "d": ["L1", "L2"], "e": ["L2", "L3"], "f": ["L3", "L1"]}
    topics = {"a": "tea", "b": "salt", "c": "tea", "d": "tea", "e": "salt", "f": "salt"}
    text = said(slots_of(probes, topics=topics))
    assert text[0] == "6 satisfiable and 0 impossible probes, k = 1 to 2."
    assert text[1] == "Each type's share at each k lies within 0.8 to 1.25 of even: 1.00 to 1.00."
    assert text[2] == "3 of 3 pairs of types occur."
    assert text[3] == "No two probes with k > 1 hold the same set of types."
    assert text[4] == "At each k the most frequent topic stands in at most 1 more probes than the rarest."
    # 1 - 0.47, 0.98 and 0.93 at k = 1 (table 2), the same at k = 2
    assert text[5] == (
        "Mean intrinsic difficulty lies between 0.207 and 0.207 at every k; Kruskal-Wallis H = 0.00, p = 1.00 "
        "(the paper: 6.23, 0.96)."
    )
    assert text[6] == "None of 0 parameters is found to shift with k."
    assert len(text) == 7


def test_what_is_uneven_is_named():
    probes = {"a": ["L1", "L2"], "b": ["L2", "L1"], "c": ["L1", "L3"], "x": ["L2", "L3"]}
    text = said(slots_of(probes, impossible=["x"]))
    assert text[0] == "3 satisfiable and 1 impossible probes, k = 2 to 2."
    assert text[1] == (
        "2 of 3 shares of a type at a k do not lie within 0.8 to 1.25 of even: L1 at k = 2 (1.50), L3 at k = 2 (0.50)."
    )
    assert text[2] == "2 of 3 pairs of types occur; never: L2+L3."
    assert text[3] == "The same set of types stands in up to 2 probes with k > 1 (at k = 2)."
    assert text[5] == "Difficulty over k: no test: it takes two levels of k."


def test_a_parameter_that_shifts_is_named_with_both_ends():
    probes = {f"p{k}{i}": ["S1", *["L1", "L2", "L3"][: k - 1]] for k in (1, 2, 3, 4) for i in range(12)}
    params = {(probe, "S1"): {"count": 40 + 5 * int(probe[1])} for probe in probes}
    text = said(slots_of(probes, params=params))
    assert text[6] == "1 of 1 parameters shift with k: S1 count 45 -> 60."

"""What becomes of blind draws, counted by hand."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from slots import blind_of, slots_of

from cse.stats.composition_report import composition
from cse.stats.published import published
from cse.stats.refusals import (
    PAPER_IMPOSSIBLE,
    cores,
    overall_impossible,
    pair_survival,
    reasons,
    refusals,
    survival,
    unknown_types,
)

FOUR = ["L2", "L5", "L6", "R3"]  # none of these pairs is blocked by the paper
DRAWS, DRAWN = blind_of(
    [
        ("pair", ["L1", "L2", "S4", "S5"], "lipogram+mandatory_words", "letter d"),
        ("pair", ["L1", "L2", "S4", "S5"], "lipogram+mandatory_words", "letter e"),
        ("pair", ["O1", "O3", "S4", "S5"], "alternating_lengths+monotonic_lengths", "sentence lengths"),
        ("pair", ["O1", "O3", "S1", "S5"], "alternating_lengths+monotonic_lengths", "sentence lengths"),
        ("joint", ["S1", "S2", "W3", "S5"], "min_sentence_words+sentence_count+word_count", "total of words"),
        ("proof", ["R1", "S4", "L5", "L6"], "character_count+scene_graph", "number of characters"),
        ("unknown", ["S4", "F3", "L5", "L6"], "", ""),
        ("witness", ["M2", "W1", "L2", "L5"], "", ""),
        ("witness", ["F1", "S2", "L2", "L5"], "", ""),
        ("witness", FOUR, "", ""),
    ]
)


def test_shares_of_draws_counted_by_hand():
    row = refusals(DRAWS, DRAWN).row(0, named=True)
    counts = {name: row[name] for name in ("k", "draws", "pair", "joint", "proof", "unknown", "witness")}
    assert counts == {"k": 4, "draws": 10, "pair": 4, "joint": 1, "proof": 1, "unknown": 1, "witness": 3}
    assert row["refused"] == 0.5
    # Wilson, 5 of 10, as in any table of it
    assert (row["refused_low"], row["refused_high"]) == (
        pytest.approx(0.2366, abs=1e-4),
        pytest.approx(0.7634, abs=1e-4),
    )
    assert row["with_hard"] == 0.6  # M2 with W1 is blocked by name
    assert row["with_json"] == 0.7  # and F1 with S2, were F1 a JSON object
    assert row["paper"] == pytest.approx(0.32)
    assert row["left"] == pytest.approx(0.32 - 0.7)
    assert row["impossible"] == pytest.approx(2 / 6)
    assert row["impossible_most"] == pytest.approx(3 / 6)
    assert row["unknown_share"] == pytest.approx(1 / 4)


def test_a_level_where_nothing_is_left_has_no_share():
    draws, drawn = blind_of([("pair", ["N1", "N2"], "integer_sum+no_digits", "digits")] * 3)
    row = refusals(draws, drawn).row(0, named=True)
    assert (row["refused"], row["with_json"]) == (1.0, 1.0)
    assert (row["impossible"], row["impossible_low"], row["unknown_share"], row["paper"]) == (None,) * 4


def test_the_share_over_all_k_weighs_levels_by_their_probes():
    two, two_drawn = blind_of([("witness", ["L1", "L2"], "", "")] * 4)
    draws, drawn = pl.concat([DRAWS, two]), pl.concat([DRAWN, two_drawn])
    share, low, high = overall_impossible(refusals(draws, drawn), {2: 30, 4: 10, 9: 5})
    assert share == pytest.approx(0.25 * 2 / 6)
    half = 1.96 * 0.25 * (1 / 3 * 2 / 3 / 6) ** 0.5
    assert (low, high) == (pytest.approx(max(0.0, share - half)), pytest.approx(share + half))
    assert overall_impossible(refusals(draws, drawn), {9: 5}) is None


def test_reasons_count_letters_and_words_as_one_measure_each():
    table = reasons(DRAWS)
    assert table.rows() == [
        ("pair", "a letter", 2, pytest.approx(2 / 6)),
        ("pair", "sentence lengths", 2, pytest.approx(2 / 6)),
        ("joint", "total of words", 1, pytest.approx(1 / 6)),
        ("proof", "number of characters", 1, pytest.approx(1 / 6)),
    ]
    measures = ("word river", "word lake", "word length", "letter e")
    draws, _ = blind_of([("pair", ["L2", "L5"], "forbidden_word+mandatory_words", measure) for measure in measures])
    assert set(reasons(draws)["measure", "sets"].rows()) == {("a word", 2), ("word length", 1), ("a letter", 1)}
    assert reasons(pl.concat([DRAWS, draws]), "k")["k", "measure", "share"].rows()[0] == (2, "a word", 0.5)


def test_types_to_blame_stand_together():
    assert cores(DRAWS).rows()[0] == (*("pair", "alternating_lengths+monotonic_lengths", "sentence lengths", 2),)
    assert cores(DRAWS)["sets"].sum() == 6


def test_unknown_sets_are_counted_by_type_among_the_open_ones():
    table = {row[0]: row[2:] for row in unknown_types(DRAWN).rows()}
    assert table["S4"] == (1, 1, 1.0)
    assert table["L5"] == (4, 1, 0.25)
    assert table["L2"] == (3, 0, 0.0)
    assert "O1" not in table


def test_survival_is_relative_to_an_even_share_of_the_sets_with_a_text():
    table = {row[1]: row[2:] for row in survival(DRAWN).rows()}
    types = DRAWN["code"].n_unique()
    assert table["L2"] == (3, pytest.approx(12 / types))
    assert table["S4"] == (0, pytest.approx(12 / types))


def test_pairs_are_counted_over_all_draws_and_over_those_with_a_text():
    table = {row[:2]: row[2:] for row in pair_survival(DRAWN).rows()}
    assert table["L2", "L5"] == (3, 3)
    assert table["O1", "O3"] == (2, 0)
    assert ("N1", "N2") not in table


def test_the_papers_figures():
    assert round(100 * PAPER_IMPOSSIBLE, 1) == 8.7
    pairs = published("blocked_pairs")
    assert dict(pairs["group"].value_counts().iter_rows()) == {"hard": 8, "json": 13}
    assert (pairs["first"] < pairs["second"]).all()
    assert pairs.unique(["first", "second"]).height == 21


def test_the_report_puts_blind_draws_beside_a_suite():
    slots = slots_of({"a": ["M2", "W1", "L2", "L5"], "b": ["L2", "L5", "L6", "R3"], "c": ["L2"]})
    found = composition(slots, np.random.default_rng(0), DRAWS, DRAWN)
    blocked = found.tables["blocked_pairs"].filter(pl.col("probes") > 0)
    assert blocked.select("first", "second", "probes", "blind", "blind_witnessed").rows() == [("M2", "W1", 1, 1, 1)]
    text = "\n".join(found.statements)
    assert "Claims refuse 50 % of blind draws at k = 4, the paper's checker 32 %." in text
    assert "it would be 60 %, with those of its JSON type as well 70 %; at most 38 points are left" in text
    assert "1 of the 21 pairs that the paper blocks need no block: certified probes hold them 1 times." in text
    assert "33.3 % [0.0, 71.1] are impossible at this suite's mix of k; of the paper's accepted probes 8.7 %" in text
    assert "Claims and proofs leave 4 blind draws to k = 6 open; 25.00 % stay unknown." in text

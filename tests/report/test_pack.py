"""What goes into a page, and what no longer fits."""

from __future__ import annotations

import base64
import gzip
import json
from collections import Counter
from typing import Any

from rows import tables

from cse.report.pack import pack, packed


def unpacked(text: str) -> Any:
    return json.loads(gzip.decompress(base64.b64decode(text)))


def many(probes: int = 300, models: int = 3):
    return tables(
        *(
            {
                "model": f"m{model}",
                "probe": f"p{number:03}",
                "k": number % 3 + 1,
                "impossible": number % 30 == 0,
                "text": f"<answer>{number * 7919 % 104729} and {model}</answer>",
                "answer": f"{number * 7919 % 104729} and {model}",
                "checks": [("lipogram", number % 2 == 0, [])],
            }
            for model in range(models)
            for number in range(probes)
        )
    )


def test_every_probe_can_be_read_back_from_its_piece():
    responses, checks = many()
    found = pack(responses, checks, {})
    index, pieces = unpacked(found.index), [unpacked(piece) for piece in found.pieces]
    assert (found.included, found.total, len(pieces)) == (300, 300, 4)
    for place, probe_id in enumerate(index["probes"]["id"]):
        detail = pieces[index["probes"]["piece"][place]][probe_id]
        assert [answer["model"] for answer in detail["answers"]] == ["m0", "m1", "m2"]
        assert detail["answers"][1]["answer"] == f"{int(probe_id[1:]) * 7919 % 104729} and 1"
    assert sum(map(len, pieces)) == 300


def test_the_answers_of_a_probe_stand_in_the_order_of_its_rows():
    responses, checks = many(models=2)
    shuffled = responses.sample(fraction=1, shuffle=True, seed=1)
    found = pack(shuffled, checks, {})
    index = unpacked(found.index)
    rows = index["rows"]
    details = {key: value for piece in found.pieces for key, value in unpacked(piece).items()}
    by_probe: dict[str, list[str]] = {}
    for probe, model in zip(rows["probe"], rows["model"], strict=True):
        by_probe.setdefault(index["probes"]["id"][probe], []).append(index["models"][model])
    assert {key: [answer["model"] for answer in detail["answers"]] for key, detail in details.items()} == by_probe


def test_beyond_the_limit_a_sample_stays_that_holds_all_levels_in_proportion():
    responses, checks = many(probes=3000)
    whole = pack(responses, checks, {})
    size = sum(map(len, whole.pieces))
    part = pack(responses, checks, {}, limit=size // 4)
    assert sum(map(len, part.pieces)) <= size // 4
    assert 0.2 < part.included / part.total <= 0.26
    index = unpacked(part.index)
    assert len(index["probes"]["id"]) == part.included
    assert len(index["rows"]["probe"]) == 3 * part.included
    levels = Counter(zip(index["probes"]["impossible"], index["probes"]["k"], strict=True))
    shares = {level: count / part.included for level, count in levels.items()}
    expected = {(False, 1): 0.3, (False, 2): 1 / 3, (False, 3): 1 / 3, (True, 1): 1 / 30}
    assert shares.keys() == expected.keys()
    assert all(abs(shares[level] - expected[level]) < 0.01 for level in expected)


def test_a_limit_that_nothing_meets_leaves_an_empty_page():
    found = pack(*many(probes=5), {}, limit=10)
    assert (found.included, found.total, found.pieces) == (0, 5, [])
    assert unpacked(found.index)["rows"]["probe"] == []


def test_the_same_run_packs_to_the_same_bytes_whatever_the_order_of_its_rows():
    responses, checks = many()
    other = pack(responses, checks.sample(fraction=1, shuffle=True, seed=2), {})
    assert pack(responses, checks, {}) == other


def test_no_text_can_end_the_element_that_holds_it():
    text = packed({"text": "</script>\x00\ud800\u2028"})
    assert text.isascii()
    assert not set(text) & set("<>&")
    assert unpacked(text)["text"] == "</script>\x00?\u2028"

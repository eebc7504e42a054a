"""The index by hand: names, order, one letter a check."""

from rows import tables

from cse.report.index import build_index


def test_rows_stand_by_k_then_probe_then_model_and_impossible_probes_last():
    index = build_index(
        *tables(
            {"model": "b", "probe": "p2", "k": 2, "checks": [("word_count", True, []), ("lipogram", False, [[0, 1]])]},
            {"model": "b", "probe": "p1", "k": 1, "checks": [("lipogram", None, [])]},
            {"model": "b", "probe": "p0", "k": 1, "impossible": True, "checks": [("word_count", False, [])]},
            {"model": "a", "probe": "p1", "k": 1, "status": "refused", "topic": "tea"},
            {
                "model": "a",
                "probe": "p2",
                "k": 2,
                "tags": "open",
                "checks": [("word_count", False, []), ("lipogram", True, [])],
            },
        )
    )
    columns = index.columns
    assert index.probes == ["p1", "p2", "p0"]
    assert columns["models"] == ["b", "a"]
    assert [kind["name"] for kind in columns["types"]] == ["lipogram", "word_count"]
    assert columns["statuses"] == ["ok", "refused"]
    assert columns["tags"] == ["closed", "open"]
    assert columns["probes"] == {
        "id": ["p1", "p2", "p0"],
        "k": [1, 2, 1],
        "impossible": [False, False, True],
        "topic": [0, 0, 0],
        "types": [[0], [1, 0], [1]],
    }
    assert columns["rows"] == {
        "probe": [0, 0, 1, 1, 2],
        "model": [0, 1, 0, 1, 0],
        "epoch": [1, 1, 1, 1, 1],
        "status": [0, 1, 0, 0, 0],
        "tag": [0, -1, 0, 1, 0],
        "verdicts": ["?", "", "10", "01", "0"],
    }
    assert index.order == [1, 3, 0, 4, 2]


def test_epochs_follow_one_another():
    index = build_index(
        *tables(
            {"model": "a", "probe": "p", "k": 1, "epoch": 2, "checks": [("lipogram", True, [])]},
            {"model": "a", "probe": "p", "k": 1, "epoch": 1, "checks": [("lipogram", False, [])]},
        )
    )
    assert index.columns["rows"]["epoch"] == [1, 2]
    assert index.columns["rows"]["verdicts"] == ["0", "1"]


def test_a_run_without_any_check_has_probes_without_types():
    index = build_index(*tables({"model": "a", "probe": "p", "k": 3, "status": "error"}))
    assert index.columns["probes"]["types"] == [[]]
    assert index.columns["rows"]["verdicts"] == [""]

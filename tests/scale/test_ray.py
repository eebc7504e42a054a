"""A real cluster of two nodes on this machine: the bytes of the one-machine path, whatever dies on the way."""

import shutil

import pytest
import shards as shards_module
from shards import die_once, partitions, rows, write

from cse.cli.main import main
from cse.compose.levels import compose_levels
from cse.errors import InvalidInput
from cse.results.folder import read_run
from cse.scale.pool import pool
from cse.scale.ray_compose import compose_levels_on_ray
from cse.scale.ray_engine import ray_engine
from cse.scale.score import score_shards


@pytest.fixture(scope="module")
def cluster():
    """Two nodes with a core each, the second of which the last test takes away."""
    import ray
    from ray import cloudpickle
    from ray.cluster_utils import Cluster

    cloudpickle.register_pickle_by_value(shards_module)  # workers don't look for modules among the tests

    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    nodes.add_node(num_cpus=1)
    ray.init(address=nodes.address, logging_level="ERROR", log_to_driver=False)
    yield nodes
    ray.shutdown()
    nodes.shutdown()
    cloudpickle.unregister_pickle_by_value(shards_module)


@pytest.fixture
def shards(tmp_path):
    found = rows()
    for number, name in enumerate("abcd"):
        write(tmp_path / "in" / f"{name}.{'jsonl' if number % 2 else 'parquet'}", found[number * 48 : number * 48 + 48])
    return tmp_path / "in"


@pytest.fixture
def expected(shards, tmp_path):
    """What the one-machine path writes."""
    score_shards(str(shards), "quick", str(tmp_path / "pool"), lambda job: pool(job, 1))
    return partitions(tmp_path / "pool")


def score(shards, out, watch=lambda *_: None):
    return score_shards(str(shards), "quick", str(out), ray_engine, watch)


def test_a_worker_dies_in_the_middle(cluster, shards, expected, tmp_path, monkeypatch):
    assert len(cluster.list_all_nodes()) == 2
    monkeypatch.setattr("cse.scale.score.score", die_once)
    outcome = score(shards, tmp_path / "out")
    assert (tmp_path / "out" / "died").exists()
    assert (outcome.finished, outcome.totals()["rows"]) == (True, 192)
    assert partitions(tmp_path / "out") == expected
    assert read_run(tmp_path / "out").responses.height == 192


def stop_after(records):
    def watch(what, done, _):
        if what == "verifying" and done == records:
            raise KeyboardInterrupt

    return watch


@pytest.mark.usefixtures("cluster")
def test_another_engine_goes_on_where_the_driver_was_stopped(shards, expected, tmp_path):
    assert not score(shards, tmp_path / "out", stop_after(1)).finished
    shutil.rmtree(tmp_path / "out" / "unfinished", ignore_errors=True)
    outcome = score_shards(str(shards), "quick", str(tmp_path / "out"), lambda job: pool(job, 1))
    assert outcome.earlier >= 1
    assert partitions(tmp_path / "out") == expected


@pytest.mark.usefixtures("cluster")
def test_the_command(shards, expected, tmp_path, monkeypatch, capsys):
    args = ["cse", "score", str(shards), "--probes", "quick", "-o", str(tmp_path / "out"), "--engine", "ray"]
    monkeypatch.setattr("sys.argv", args)
    with pytest.raises(SystemExit) as ended:
        main()
    said = capsys.readouterr()
    assert not ended.value.code, said
    assert "4 of 4 pieces scored" in said.out
    assert partitions(tmp_path / "out") == expected


@pytest.mark.usefixtures("cluster")
def test_a_mistake_is_told_in_one_sentence(shards, tmp_path):
    shard = next(shards.glob("a*"))
    shard.write_bytes(b"PAR1" + bytes(200) + shard.read_bytes()[204:])  # the footer is whole, its rows are not
    with pytest.raises(InvalidInput, match="cannot be read as Parquet"):
        score(shards, tmp_path / "out")


@pytest.mark.usefixtures("cluster")
def test_the_composer_makes_the_same_probes():
    seen = []
    found = compose_levels_on_ray({2: 3, 5: 2}, 7, advance=lambda k, made: seen.append((k, made)))
    assert found == compose_levels({2: 3, 5: 2}, 7)
    assert sorted(seen) == [(2, 3), (5, 2)]


def test_a_node_dies_in_the_middle(cluster, shards, expected, tmp_path):
    def watch(what, done, _):
        if what == "verifying" and done == 1:
            cluster.remove_node(cluster.list_all_nodes()[1], allow_graceful=False)

    outcome = score(shards, tmp_path / "out", watch)
    assert outcome.finished
    assert partitions(tmp_path / "out") == expected

"""A real cluster of two nodes on this machine: the bytes of the one-machine path, whatever dies on the way.

One test, so that one cluster is started, however tests are spread over processes.
"""

import json
from contextlib import contextmanager

import pytest
import shards as shards_module
from shards import die_once, partitions, rows, write

from cse.cli.main import main
from cse.compose.levels import compose_levels
from cse.errors import ComposeError, InvalidInput
from cse.results.folder import read_run
from cse.scale.pool import pool
from cse.scale.ray_compose import compose_levels_on_ray
from cse.scale.ray_engine import ray_engine
from cse.scale.score import score_shards

# Of Ray's own, where a node is taken away or could not start.
pytestmark = pytest.mark.filterwarnings("ignore:subprocess .* is still running:ResourceWarning")


@contextmanager
def two_nodes():
    """Starts a cluster of two nodes with a core each and connects to it; both are stopped at the end."""
    import ray
    from ray import cloudpickle
    from ray.cluster_utils import Cluster

    cloudpickle.register_pickle_by_value(shards_module)  # workers don't look for modules among the tests
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        cluster.add_node(num_cpus=1)
        ray.init(address=cluster.address, logging_level="ERROR", log_to_driver=False)
        yield cluster
    finally:
        ray.shutdown()
        cluster.shutdown()
        cloudpickle.unregister_pickle_by_value(shards_module)


@pytest.fixture
def shards(tmp_path):
    """192 rows in four shards of both kinds."""
    found = rows()
    for number, name in enumerate("abcd"):
        write(tmp_path / "in" / f"{name}.{'jsonl' if number % 2 else 'parquet'}", found[number * 48 : number * 48 + 48])
    return tmp_path / "in"


def test_a_cluster_of_two_nodes(shards, tmp_path, monkeypatch):
    score_shards(str(shards), "quick", str(tmp_path / "pool"), lambda job: pool(job, 1))
    expected = partitions(tmp_path / "pool")
    with two_nodes() as cluster:
        assert len(cluster.list_all_nodes()) == 2
        a_worker_dies_in_the_middle(shards, expected, tmp_path / "worker", monkeypatch)
        another_engine_goes_on_where_the_driver_was_stopped(shards, expected, tmp_path / "driver")
        a_shard_that_cannot_be_read_is_told_in_one_sentence(tmp_path)
        the_command_takes_the_engine(shards, expected, tmp_path / "command", monkeypatch)
        the_composer_makes_the_same_probes(tmp_path, monkeypatch)
        a_node_dies_in_the_middle(cluster, shards, expected, tmp_path / "node")


def score(shards, out, watch=lambda *_: None):
    return score_shards(str(shards), "quick", str(out), ray_engine, watch)


def a_worker_dies_in_the_middle(shards, expected, out, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr("cse.scale.score.score", die_once)
        outcome = score(shards, out)
    assert (out / "died").exists()
    assert (outcome.finished, outcome.totals()["rows"]) == (True, 192)
    assert partitions(out) == expected
    assert read_run(out).responses.height == 192


def another_engine_goes_on_where_the_driver_was_stopped(shards, expected, out):
    def stop(what, done, _):
        if what == "verifying" and done == 1:
            raise KeyboardInterrupt

    assert not score(shards, out, stop).finished
    outcome = score_shards(str(shards), "quick", str(out), lambda job: pool(job, 1))
    assert outcome.earlier >= 1
    assert partitions(out) == expected


def a_shard_that_cannot_be_read_is_told_in_one_sentence(tmp_path):
    shard = write(tmp_path / "bad" / "a.parquet", rows(1))
    shard.write_bytes(b"PAR1" + bytes(200) + shard.read_bytes()[204:])  # the footer is whole, its rows are not
    with pytest.raises(InvalidInput, match="cannot be read as Parquet"):
        score(shard.parent, tmp_path / "out")


def run_command(monkeypatch, *args):
    monkeypatch.setattr("sys.argv", ["cse", *map(str, args)])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code or 0


def the_command_takes_the_engine(shards, expected, out, monkeypatch):
    assert run_command(monkeypatch, "score", shards, "--probes", "quick", "-o", out, "--engine", "ray") == 0
    assert json.loads((out / "manifest.json").read_text())["totals"]["responses"] == 192
    assert partitions(out) == expected


def the_composer_makes_the_same_probes(tmp_path, monkeypatch):
    seen = []
    found = compose_levels_on_ray({2: 3, 5: 2}, 7, advance=lambda k, made: seen.append((k, made)))
    assert found == compose_levels({2: 3, 5: 2}, 7)
    assert sorted(seen) == [(2, 3), (5, 2)]
    for engine in ("pool", "ray"):
        path = tmp_path / f"{engine}.jsonl"
        assert run_command(monkeypatch, "compose", "--k", "2,4", "--per-k", 2, "-o", path, "--engine", engine) == 0
    assert (tmp_path / "ray.jsonl").read_bytes() == (tmp_path / "pool.jsonl").read_bytes()
    with pytest.raises(ComposeError):
        compose_levels_on_ray({3: 1}, 7, names=["word_count", "lipogram"])


def a_node_dies_in_the_middle(cluster, shards, expected, out):
    def remove(what, done, _):
        if what == "verifying" and done == 1:
            cluster.remove_node(cluster.list_all_nodes()[1], allow_graceful=False)

    assert score(shards, out, remove).finished
    assert len(cluster.list_all_nodes()) == 1
    assert partitions(out) == expected

"""The engine without a cluster: what cannot be reached, what is not installed, what another machine lacks."""

import sys
from dataclasses import replace

import pytest
from shards import rows, write

from cse.cli.main import main
from cse.errors import InvalidInput, MissingExtra, RunError
from cse.scale.files import find
from cse.scale.pieces import cut
from cse.scale.ray_engine import connected
from cse.scale.work import Job, survey
from cse.suites import load_suite


def test_an_address_where_nothing_listens_is_refused_at_once():
    with pytest.raises(RunError, match=r"no Ray cluster at 'ray://127.0.0.1:9'"), connected("ray://127.0.0.1:9"):
        pass


@pytest.mark.parametrize("command", ["score", "compose"])
def test_a_missing_extra_is_told_in_one_sentence(tmp_path, monkeypatch, capsys, command):
    write(tmp_path / "in" / "a.jsonl", rows(1, count=2))
    monkeypatch.setitem(sys.modules, "ray", None)
    args = {
        "score": [str(tmp_path / "in"), "--probes", "quick", "--out", str(tmp_path / "out")],
        "compose": ["--k", "1", "--per-k", "1", "--output", str(tmp_path / "out")],
    }
    monkeypatch.setattr(sys, "argv", ["cse", command, *args[command], "--engine", "ray"])
    with pytest.raises(SystemExit) as ended:
        main()
    err = capsys.readouterr().err.strip().splitlines()
    assert (ended.value.code, err[-1]) == (
        2,
        "cse: The engine ray needs the extra 'ray': pip install 'constraint-saturation[ray]'.",
    )
    assert not (tmp_path / "out").exists()
    with pytest.raises(MissingExtra), connected():
        pass


def test_a_machine_with_another_version_is_refused(tmp_path):
    (piece,) = cut(find(str(write(tmp_path / "a.jsonl", rows(1, count=2)))))
    job = Job("quick", load_suite("quick").digest, None, str(tmp_path / "out"))
    assert survey(job, piece, lambda: False)["responses"] == 2
    for other in (replace(job, digest="0" * 64), replace(job, version="0.0.1")):
        with pytest.raises(InvalidInput, match="install the same version on every machine"):
            survey(other, piece, lambda: False)

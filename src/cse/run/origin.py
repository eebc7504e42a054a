"""Where results come from: versions, machine, time, as `run.json` records them."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import cse

_PACKAGES = ("inspect-ai", "openai", "xllamacpp", "polars")


def versions() -> dict[str, str]:
    """Returns the versions of Python, of this package and of those that decide how a model is asked."""
    found = {"python": platform.python_version(), "cse": cse.__version__}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found


def host() -> dict[str, Any]:
    """Describes the machine, without a name of it or of its user."""
    return {
        "system": platform.system(),
        "release": platform.release(),
        "machine": platform.machine(),
        "processor": _processor(),
        "processors": os.cpu_count(),
    }


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text("utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor()


def now() -> str:
    """Returns the time in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")

"""Loading of suites: a frozen list of probes with a digest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cse.compose.probe import Probe, parse_probes, read_probes
from cse.errors import UnknownName
from cse.suites.storage import digest_of, read_index, read_probes_text


@dataclass(frozen=True)
class Suite:
    """A frozen list of probes.

    Attributes:
        name: Name of a shipped suite, or the path of the probe file.
        digest: SHA-256 of the probes as they are stored.
        probes: The probes.
        reserve: Further probes that no evaluation runs by default, kept for the day when the others have leaked.
    """

    name: str
    digest: str
    probes: tuple[Probe, ...]
    reserve: tuple[Probe, ...] = ()


def suite_names() -> list[str]:
    """Returns the names of the shipped suites."""
    return list(read_index())


def load_suite(name_or_path: str | Path) -> Suite:
    """Loads a shipped suite by name, or a probe file by path.

    Args:
        name_or_path: A name that `suite_names` lists, or the path of a JSONL file that `cse compose` wrote.

    Raises:
        UnknownName: It is neither.
        InvalidInput: The suite is damaged, or the file holds no probes.

    >>> len(load_suite("quick").probes)
    96
    """
    name = str(name_or_path)
    if name in suite_names():
        return _shipped(name)
    path = Path(name)
    if not path.exists():
        raise UnknownName(
            "suite", name, suite_names(), "Nor is it the path of a probe file; `cse suites` lists the suites."
        )
    probes = tuple(read_probes(path))
    return Suite(name, digest_of(path.read_bytes()), probes)


@cache
def _shipped(name: str) -> Suite:
    text = read_probes_text(name)
    probes = tuple(parse_probes(text, f"suite {name!r}"))
    count = read_index()[name]["probes"]
    return Suite(name, digest_of(text.encode()), probes[:count], probes[count:])

"""How a suite is stored: probes and certificates as compressed JSONL beside an index of digests.

    data/index.json                   digest and counts of every suite
    data/NAME.probes.xz               one probe a line, reserve probes last
    data/NAME.certificates.xz         a canary, then one certificate a line

Certificates stand apart and compressed, so that neither a prompt nor a crawl of plain text holds an answer.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
from importlib import resources
from pathlib import Path
from typing import Any

from cse.errors import InvalidInput, UnknownName

CANARY = "CSE CERTIFICATES DO NOT TRAIN ON THIS DATA 5f0d2c1e-7f0a-4a52-9a9b-6a3c1d1f8e47"
"""Stands first in every certificate file, so that training data can be searched for it."""


def data_folder() -> Path:
    """Returns the folder of the shipped suites."""
    return Path(str(resources.files("cse.suites").joinpath("data")))


def read_index(folder: Path | None = None) -> dict[str, dict[str, Any]]:
    """Reads what the index says of each suite: `digest`, `probes`, `reserve`, `description`."""
    index: dict[str, dict[str, Any]] = json.loads((folder or data_folder()).joinpath("index.json").read_text("utf-8"))
    return index


def digest_of(data: bytes) -> str:
    """Returns the SHA-256 of the uncompressed probes, as hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def read_probes_text(name: str) -> str:
    """Reads the probes of a shipped suite and checks their digest.

    Raises:
        UnknownName: There is no such suite.
        InvalidInput: The data do not have the digest that the index states.
    """
    index = read_index()
    if name not in index:
        raise UnknownName("suite", name, index, "`cse suites` lists them; the path of a probe file works too.")
    data = lzma.decompress(data_folder().joinpath(f"{name}.probes.xz").read_bytes())
    if digest_of(data) != index[name]["digest"]:
        raise InvalidInput(
            f"The suite {name!r} is damaged: it has another digest than stated. Install the package again."
        )
    return data.decode("utf-8")


def read_certificates(name: str) -> dict[str, dict[str, Any]]:
    """Reads the certificates of a shipped suite, by probe id.

    Raises:
        UnknownName: There is no such suite.
    """
    if name not in read_index():
        raise UnknownName("suite", name, read_index(), "`cse suites` lists them.")
    text = lzma.decompress(data_folder().joinpath(f"{name}.certificates.xz").read_bytes()).decode("utf-8")
    rows = [json.loads(line) for line in text.splitlines()[1:]]
    return {row.pop("id"): row for row in rows}


def write_suite(
    name: str, probes: list[str], certificates: list[dict[str, Any]], about: dict[str, Any], folder: Path | None = None
) -> str:
    """Writes a suite into the data folder and its entry into the index; returns its digest.

    Args:
        name: Name of the suite.
        probes: One line of JSON a probe.
        certificates: One certificate a probe, each with the probe's `id`.
        about: What else the index says of the suite.
        folder: Where to write; the package's own data by default.
    """
    folder = folder or data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    data = "".join(f"{line}\n" for line in probes).encode()
    rows = [json.dumps({"canary": CANARY}), *(json.dumps(row, ensure_ascii=False) for row in certificates)]
    _write(folder / f"{name}.probes.xz", _pack(data))
    _write(folder / f"{name}.certificates.xz", _pack("".join(f"{row}\n" for row in rows).encode()))
    index = read_index(folder) if (folder / "index.json").exists() else {}
    index[name] = {"digest": digest_of(data), **about}
    _write(folder / "index.json", (json.dumps(index, indent=2) + "\n").encode())
    return str(index[name]["digest"])


def _pack(data: bytes) -> bytes:
    return lzma.compress(data, preset=9 | lzma.PRESET_EXTREME)


def _write(path: Path, data: bytes) -> None:
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    temporary.write_bytes(data)
    temporary.replace(path)

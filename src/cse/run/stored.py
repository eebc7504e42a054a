"""What a log holds as JSON: the probe of a sample, the verdicts of a score.

The harness goes through every value of a log several times, so what has many parts stands there as one text. The text
stands below a key of its own, for the harness would break a bare one into words for each of its summaries.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from cse.compose.probe import Probe, dump_probe, load_probe

_KEY = "json"
_loaded = lru_cache(maxsize=10_000)(load_probe)  # several models answer the same probes


def as_json(value: Any) -> dict[str, str]:
    """Writes a value as JSON, for a log.

    >>> as_json([{"passed": True}])
    {'json': '[{"passed":true}]'}
    """
    return {_KEY: json.dumps(value, ensure_ascii=False, separators=(",", ":"))}


def store_probe(probe: Probe) -> dict[str, str]:
    """Writes a probe for the metadata of its sample, under `probe`."""
    return {_KEY: dump_probe(probe)}


def stored_probe(metadata: Mapping[str, Any]) -> Probe:
    """Reads the probe from the metadata of a sample.

    Raises:
        InvalidProbe: What is there is no probe.
        KeyError: Nothing is there.
        TypeError: It is there in another form.
    """
    return _loaded(metadata["probe"][_KEY])

"""Seeds: SHA-256 of what they are for, never addition, so that no two streams of draws overlap."""

from __future__ import annotations

import hashlib
import random


def derive_seed(*parts: str | int) -> int:
    """Derives a 64-bit seed from the names and numbers that say what it is for.

    >>> derive_seed("quick", "probe", 3, 0) == derive_seed("quick", "probe", 30)
    False
    """
    text = "\x1f".join(str(part) for part in parts)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def derive_rng(*parts: str | int) -> random.Random:
    """Makes a random generator from `derive_seed`."""
    return random.Random(derive_seed(*parts))

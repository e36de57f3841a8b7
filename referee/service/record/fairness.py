"""Why nobody, the server included, can choose how a game is shuffled.

The server fixes its seed before anybody joins and shows a hash of it (the commitment). Each player may add entropy on
joining. The key of the game, from which all randomness follows, is made of all of them once every seat is taken. When
the game is over the outcome shows seed and entropies, and anybody can recompute key, commitment and every shuffle.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence


def commitment(seed: str) -> str:
    """What is shown of the seed from the start: SHA-256 of its UTF-8 bytes, in hexadecimal."""
    return hashlib.sha256(seed.encode()).hexdigest()


def game_key(seed: str, game: str, entropies: Sequence[str]) -> bytes:
    """The 32 bytes that decide every shuffle, draw and roll: SHA-256 over seed, game name and the entropies by seat.

    Each of them is followed by a line feed, all in UTF-8; none contains one.
    """
    return hashlib.sha256("".join(f"{part}\n" for part in (seed, game, *entropies)).encode()).digest()

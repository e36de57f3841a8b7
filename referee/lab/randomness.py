"""Keys of random games: the same seed gives the same games, everywhere."""

from __future__ import annotations

import hashlib
import random


def game_key(seed: int, number: int) -> bytes:
    """The 32 bytes that decide what is shuffled, drawn and rolled in game `number` of a run."""
    return hashlib.sha256(f"game/{seed}/{number}".encode()).digest()


def player_random(seed: int, number: int) -> random.Random:
    """The generator that decides the choices of game `number` of a run; independent of the game's own randomness."""
    return random.Random(f"players/{seed}/{number}")

"""The random stream of a game: specified, so that a client in any language can check a shuffle.

Block i of the stream is SHA-256(key ‖ i), i as 8 bytes, big-endian; it gives eight 32-bit words, big-endian.
A number below n takes words in turn and rejects those of 2^32 − (2^32 mod n) and above; the word modulo n is the
number. A shuffle is Fisher–Yates from the end: for i = len−1 … 1 swap item i with item `below(i + 1)`.
"""

from __future__ import annotations

import struct
from functools import lru_cache
from hashlib import sha256

WORDS = 8
RANGE = 1 << 32
_unpack = struct.Struct(">8I").unpack


@lru_cache(maxsize=256)
def _block(key: str, index: int) -> tuple[int, ...]:
    return _unpack(sha256(bytes.fromhex(key) + index.to_bytes(8, "big")).digest())


def word(key: str, index: int) -> int:
    """Word number `index` of the stream of a key (64 hex digits)."""
    return _block(key, index // WORDS)[index % WORDS]


def below(key: str, index: int, n: int) -> tuple[int, int]:
    """A number in 0 … n−1, taken from the words from `index` on; and the index after the last word used."""
    limit = RANGE - RANGE % n
    while True:
        value = word(key, index)
        index += 1
        if value < limit:
            return value % n, index


def shuffled(key: str, index: int, items: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """The items in random order; and the index after the last word used."""
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j, index = below(key, index, i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order), index

"""The random stream is the one that the documentation specifies: written a second time here, from its words alone."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator

from referee.engine.random import below, shuffled

KEY = bytes(range(32))


def words(key: bytes) -> Iterator[int]:
    """SHA-256 of key and block number; eight words of four bytes a block, big-endian."""
    block = 0
    while True:
        digest = hashlib.sha256(key + block.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4))
        block += 1


def number(stream: Iterator[int], n: int) -> int:
    while True:
        word = next(stream)
        if word < 2**32 - 2**32 % n:
            return word % n


def test_numbers_and_shuffles_follow_the_specification() -> None:
    stream, index = words(KEY), 0
    for n in (6, 7, 1, 52, 2**31, 3):
        value, index = below(KEY.hex(), index, n)
        assert value == number(stream, n)
    for size in (1, 2, 5, 30):
        order, index = shuffled(KEY.hex(), index, tuple(range(size)))
        expected = list(range(size))
        for i in range(size - 1, 0, -1):
            j = number(stream, i + 1)
            expected[i], expected[j] = expected[j], expected[i]
        assert order == tuple(expected)


def test_every_order_is_as_likely_as_any_other() -> None:
    """Six orders of three things, 6,000 shuffles: chi-squared below the 0.1 % bound for five degrees of freedom."""
    index, seen = 0, Counter[tuple[int, ...]]()
    for _ in range(6000):
        order, index = shuffled(KEY.hex(), index, (0, 1, 2))
        seen[order] += 1
    assert len(seen) == 6
    assert sum((n - 1000) ** 2 / 1000 for n in seen.values()) < 20.5

"""What the picture of a table points at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Marks:
    """What is pointed at: `options` by choices, `pointers` by a seat's value, `notes` what holds there."""

    options: frozenset[str] = frozenset()
    pointers: Mapping[str, str] = field(default_factory=dict)  # place → seat
    crosses: frozenset[str] = frozenset()  # places whose row and column count
    notes: Mapping[str, str] = field(default_factory=dict)

"""Several runs that share the tests of a folder, so that none takes too long."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def share_of(every: Sequence[T], share: str) -> list[T]:
    """What the run K/N does; neighbours go to different runs. Raises ValueError where there is no such run."""
    number, runs = map(int, share.split("/"))
    if not 1 <= number <= runs:
        raise ValueError(f"share {share}: the first is 1/{runs}, the last {runs}/{runs}")
    return [each for place, each in enumerate(every) if place % runs == number - 1]

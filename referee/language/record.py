"""Records: dataclasses that nobody changes. The type checker holds that; at run time they are made without the price of
it, which is most of what making one costs (a view and its events are some hundred of them).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """A class of records with slots: compared and hashed by value, never changed. It may say how it is hashed."""
    return dataclass(slots=True, unsafe_hash="__hash__" not in cls.__dict__)(cls)

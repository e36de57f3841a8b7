"""Messages that are ready as bytes: parts that were written before are joined instead of written anew.

A field of a message in another is its key, its length and its bytes; a message is the join of its fields.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from google.protobuf.message import Message

M = TypeVar("M", bound=Message)


@dataclass(frozen=True, slots=True)
class Ready(Generic[M]):
    """A message as bytes. They are shared by all who get the same."""

    kind: type[M]
    data: bytes

    def message(self) -> M:
        """The message, read anew."""
        read: M = self.kind.FromString(self.data)
        return read


def read(answer: Message | Ready[M]) -> Message:
    """The message of an answer."""
    return answer.message() if isinstance(answer, Ready) else answer


class Field:
    """A field of one kind of message that holds a message or a text, or several."""

    def __init__(self, kind: type[Message], name: str) -> None:
        number = kind.DESCRIPTOR.fields_by_name[name].number
        self._key = _varint(number << 3 | 2)

    def of(self, data: bytes) -> bytes:
        """The field with one message."""
        length = len(data)
        return self._key + (_SHORT[length] if length < 128 else _varint(length)) + data

    def text(self, text: str) -> bytes:
        """The field with a text; nothing for an empty one."""
        return self.of(text.encode()) if text else b""


class Number:
    """A field of one kind of message that holds a whole number or a truth."""

    def __init__(self, kind: type[Message], name: str) -> None:
        field = kind.DESCRIPTOR.fields_by_name[name]
        self._name, self._key = field.full_name, _varint(field.number << 3)
        self._few = [self._key + _SHORT[value] for value in range(128)]

    def of(self, value: int) -> bytes:
        """The field with a number, be it 0. Raises ValueError for one that it can't hold, as messages do."""
        if 0 <= value < 128:
            return self._few[value]
        if not -_BEYOND <= value < _BEYOND:
            raise ValueError(f"{self._name} can't hold {value}")
        return self._key + _varint(value & _WORD)


def _varint(number: int) -> bytes:
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    found.append(number)
    return bytes(found)


_BEYOND = 1 << 31  # all numbers of the API have 32 bits
_WORD = (1 << 64) - 1  # a negative number is written as 64 bits
_SHORT = [bytes([length]) for length in range(128)]

"""Places and values as bytes. What most of them consist of is written at once, without a message in between.

The rest, and what is meant by each field, stands in `to_wire`; both give the same bytes.
"""

from __future__ import annotations

from referee.engine import records
from referee.service.wire import to_wire
from referee.service.wire.ready import Field, Number
from referee.v1 import view_pb2

_PLACE_ID, _PIECES = Field(view_pb2.Place, "id"), Field(view_pb2.Place, "pieces")
_ENTRY, _COUNT, _FACE = Field(view_pb2.Piece, "entry"), Number(view_pb2.Piece, "count"), Field(view_pb2.Piece, "face")
_VALUE_ID, _NUMBER = Field(view_pb2.Value, "id"), Number(view_pb2.Value, "number")


def place(record: records.Place) -> bytes:
    """A Place."""
    if record.uncounted:
        return to_wire.place(record).SerializeToString()
    return b"".join([_PLACE_ID.text(record.id), *[_PIECES.of(piece(lying)) for lying in record.pieces]])


def piece(record: records.Piece) -> bytes:
    """A Piece."""
    if record.inside or record.values or not record.count:
        return to_wire.piece(record).SerializeToString()
    return _ENTRY.text(record.entry) + _COUNT.of(record.count) + _FACE.text(record.face)


def value(record: records.Value) -> bytes:
    """A Value."""
    if record.kind != "number":
        return to_wire.value(record).SerializeToString()
    content = record.value
    assert isinstance(content, int)  # the kind says so
    return _VALUE_ID.text(record.id) + _NUMBER.of(content)

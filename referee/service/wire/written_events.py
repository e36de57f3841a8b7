"""Events as bytes."""

from __future__ import annotations

from referee.engine import records
from referee.service.wire import to_wire, written
from referee.service.wire.ready import Field, Number
from referee.service.wire.to_wire_decisions import source
from referee.service.wire.words import Words
from referee.v1 import event_pb2

_MOVED, _CHANGED, _TURNED, _ANSWERED, _HAPPENED = (
    Field(event_pb2.Event, name) for name in ("moved", "changed", "turned", "answered", "happened")
)
_TEXT, _CAUSE = Field(event_pb2.Event, "text"), Field(event_pb2.Event, "cause")
_FROM, _TO, _PIECES = (Field(event_pb2.Moved, name) for name in ("from_place", "to_place", "pieces"))
_BEFORE, _AFTER = (Field(event_pb2.Changed, name) for name in ("before", "after"))
_PLACE, _WAS, _NOW = (Field(event_pb2.Turned, name) for name in ("place", "before", "after"))
_WHO, _DECISION, _CHOICES = (Field(event_pb2.Answered, name) for name in ("seat", "decision", "choices"))
_NAME, _OF = (Field(event_pb2.Happened, name) for name in ("name", "seat"))
_ENTRY, _HOOK, _SOURCE = (Field(event_pb2.Cause, name) for name in ("entry", "hook", "source"))
_PARENT = Number(event_pb2.Cause, "parent")


def event(record: records.Event, decision: str, words: Words) -> bytes:
    """An Event. `decision`: the id of the one that the move answered."""
    return with_text(record, untold(record, decision), words)


def with_text(record: records.Event, rest: bytes, words: Words) -> bytes:
    """An Event of its text and the rest."""
    return _TEXT.of(words.data(record.text)) + rest


def untold(record: records.Event, decision: str) -> bytes:
    """All of an Event but its text."""
    match record.what:
        case records.Moved(from_place, to_place, pieces):
            lying = [_PIECES.of(written.piece(piece)) for piece in pieces]
            what = _MOVED.of(b"".join([_FROM.text(from_place), _TO.text(to_place), *lying]))
        case records.Changed(before, after):
            what = _CHANGED.of(_BEFORE.of(written.value(before)) + _AFTER.of(written.value(after)))
        case records.Turned(place, was, now):
            what = _TURNED.of(_PLACE.text(place) + _WAS.of(written.piece(was)) + _NOW.of(written.piece(now)))
        case records.Answered(seat, choices):
            answered = [_CHOICES.of(to_wire.choice(choice).SerializeToString()) for choice in choices]
            what = _ANSWERED.of(b"".join([_WHO.text(seat), _DECISION.text(decision), *answered]))
        case records.Happened(name, seat):
            what = _HAPPENED.of(_NAME.text(name) + _OF.text(seat))
    return what if record.cause == _NO_CAUSE else what + _CAUSE.of(_cause(record.cause))


def _cause(cause: records.Cause) -> bytes:
    return b"".join(
        (
            _ENTRY.text(cause.entry),
            _HOOK.text(cause.hook),
            b"" if cause.source is None else _SOURCE.of(source(cause.source).SerializeToString()),
            _PARENT.of(cause.parent) if cause.parent else b"",
        )
    )


_NO_CAUSE = records.Cause()

"""Events as messages of the API."""

from __future__ import annotations

from referee.engine import records
from referee.service.wire import to_wire
from referee.service.wire.to_wire_decisions import source
from referee.service.wire.words import Words
from referee.v1 import event_pb2


def event(record: records.Event, decision: str, words: Words) -> event_pb2.Event:
    """What happened. `decision`: the id of the one that the move answered."""
    made = event_pb2.Event(text=words.text(record.text))
    match record.what:
        case records.Moved(from_place, to_place, pieces):
            made.moved.CopyFrom(
                event_pb2.Moved(
                    from_place=from_place, to_place=to_place, pieces=[to_wire.piece(piece) for piece in pieces]
                )
            )
        case records.Changed(before, after):
            made.changed.CopyFrom(event_pb2.Changed(before=to_wire.value(before), after=to_wire.value(after)))
        case records.Turned(place, was, now):
            made.turned.CopyFrom(event_pb2.Turned(place=place, before=to_wire.piece(was), after=to_wire.piece(now)))
        case records.Answered(seat, choices):
            answered = [to_wire.choice(choice) for choice in choices]
            made.answered.CopyFrom(event_pb2.Answered(seat=seat, decision=decision, choices=answered))
        case records.Happened(name, seat):
            made.happened.CopyFrom(event_pb2.Happened(name=name, seat=seat))
    cause = record.cause
    if cause != _NO_CAUSE:
        made.cause.CopyFrom(event_pb2.Cause(entry=cause.entry, hook=cause.hook, parent=cause.parent))
        if cause.source is not None:
            made.cause.source.CopyFrom(source(cause.source))
    return made


_NO_CAUSE = records.Cause()

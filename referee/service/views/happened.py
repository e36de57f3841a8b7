"""The events of the steps of one game as bytes, for each viewer."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine import Program, records
from referee.engine.telling.events import Telling
from referee.language.text import Arg, Text
from referee.service.record import log
from referee.service.record.position import Step
from referee.service.views.everywhere import Everywhere
from referee.service.views.frames import decision_id
from referee.service.wire import written_events
from referee.service.wire.ready import Field
from referee.service.wire.words import Words
from referee.v1 import event_pb2

_EVENTS = Field(event_pb2.Update, "events")
_EVENTS_EVERYWHERE = 1000
_WHOLES_KEPT = 20
_BEGINS = Text("engine/happened.begins", (), "The game begins")
_OVER = Text("engine/happened.over", (), "The game is over")


class Happenings:
    """Writes events. What several viewers see alike is written once: the last step's events are kept."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._version = -1
        self._words: Words | None = None
        self._telling = Telling()
        self._made: list[list[tuple[records.Event, bytes]]] = []  # by their order in a viewer's update
        self._wholes: dict[int, tuple[tuple[records.Event, ...], bytes]] = {}  # what several viewers are told

    def written(self, step: Step, viewer: str, words: Words) -> bytes:
        """The events of an update."""
        if self._version != step.version:
            self._version, self._telling, self._words = step.version, Telling(), None
        if self._words is not words:
            self._words, self._made, self._wholes = words, [], {}
        events = self._events(step, viewer)
        known = self._wholes.get(id(events))
        if known is None:
            decision = decision_id(step.before.asked)
            data = b"".join([self._one(index, event, decision, words) for index, event in enumerate(events)])
            if len(self._wholes) >= _WHOLES_KEPT:  # steps that are no moves are told by a new tuple each time
                self._wholes.clear()
            known = self._wholes[id(events)] = events, data
        return known[1]

    def clear(self) -> None:
        """Names have changed, which stand in texts."""
        self._version = -1

    def _one(self, index: int, event: records.Event, decision: str, words: Words) -> bytes:
        while len(self._made) <= index:
            self._made.append([])
        for known, data in self._made[index]:
            if known is event or known == event:
                return data
        data = self._write(event, decision, words)
        self._made[index].append((event, data))
        return data

    def _write(self, event: records.Event, decision: str, words: Words) -> bytes:
        if not self._program.events_of.lasting(event):
            return _EVENTS.of(written_events.event(event, decision, words))
        whole, rest = _everywhere.of(words.catalog).one(event)
        return whole or _EVENTS.of(written_events.with_text(event, rest, words))

    def messages(self, happened: Sequence[records.Event], asked: int, words: Words) -> list[event_pb2.Event]:
        """Events as messages; `asked` gives the id of the decision that was answered."""
        decision = decision_id(asked)
        return [event_pb2.Event.FromString(written_events.event(event, decision, words)) for event in happened]

    def _events(self, step: Step, viewer: str) -> tuple[records.Event, ...]:
        match step.entry:
            case log.Moved(seat=seat, by=by) if step.applied is not None:
                events = self._program.events_for(step.applied, viewer, self._telling)
                return (_of_seat(_MADE_BY[by], seat), *events) if by in _MADE_BY else events
            case log.Undone(seat=seat):
                return (_of_seat("undone", seat),)
            case log.Resigned(seat=seat, by=by):
                before = [_of_seat(_MADE_BY[by], seat)] if by in _MADE_BY else []
                over = [records.Event(records.Happened("over"), _OVER)] if step.after.over else []
                return (*before, _of_seat("resigned", seat), *over)
        return (records.Event(records.Happened("begins"), _BEGINS),)


def _alike(event: records.Event, words: Words) -> tuple[bytes, bytes]:
    """An event that names no player, and nothing; of others nothing, and all but the text."""
    rest = written_events.untold(event, "")
    if words.alike(event.text):
        return _EVENTS.of(written_events.with_text(event, rest, words)), b""
    return b"", rest


_everywhere = Everywhere(_alike, _EVENTS_EVERYWHERE)


_MADE_BY = {log.REDO: "redone", log.CLOCK: "timed_out"}
_SAYS = {
    "undone": ("engine/happened.undone", "{seat} takes back the last move"),
    "redone": ("engine/happened.redone", "{seat} makes the move again"),
    "resigned": ("engine/happened.resigned", "{seat} gives up"),
    "timed_out": ("engine/happened.timed_out", "{seat} has no time left"),
}


def _of_seat(name: str, seat: str) -> records.Event:
    key, literal = _SAYS[name]
    return records.Event(records.Happened(name, seat), Text(key, (Arg("seat", "seat", seat),), literal))

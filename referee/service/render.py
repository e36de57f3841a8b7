"""What each viewer of a game gets to see, as messages: views and updates, made once for all who see the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar

from google.protobuf.timestamp_pb2 import Timestamp

from referee.engine import Program, State, records
from referee.language.text import Arg, Text
from referee.service import log, to_wire, to_wire_decisions, to_wire_events
from referee.service.position import Position, Step
from referee.service.words import Words
from referee.texts import Catalogs
from referee.v1 import event_pb2, game_pb2, view_pb2

SPECTATOR = ""
_VIEWS_KEPT, _UPDATES_KEPT, _LANGUAGES_KEPT = 48, 96, 16
_UNDO_REFUSED = {
    "over": Text("engine/undo.over", (), "The game is over."),
    "barrier": Text("engine/undo.barrier", (), "Something new was shown since."),
    "nothing": Text("engine/undo.nothing", (), "There is nothing of yours to take back."),
}
_BEGINS = Text("engine/happened.begins", (), "The game begins")

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Renderer:
    """Renders one game. `names`: seat → player's name; `entropies` are known from the beginning on.

    Views and updates that were made are kept for a while and shared: don't change what comes out.
    """

    def __init__(self, game: str, program: Program, catalogs: Catalogs, created: log.Created) -> None:
        self._game, self._program, self._catalogs, self._created = game, program, catalogs, created
        self.entropies: tuple[str, ...] = ()
        self._names: Mapping[str, str] = {}
        self._words: OrderedDict[str, Words] = OrderedDict()
        self._kept: dict[str, to_wire.Kept] = {}
        self._views: OrderedDict[tuple[int, str, bool], records.View] = OrderedDict()
        self._frames: OrderedDict[tuple[int, str, str, bool], view_pb2.View] = OrderedDict()
        self._updates: OrderedDict[tuple[int, str, str, bool], event_pb2.Update] = OrderedDict()

    def set_names(self, names: Mapping[str, str]) -> None:
        """Players have come or gone: what was made with the old names is forgotten."""
        self._names = dict(names)
        self._words.clear()
        self._frames.clear()
        self._updates.clear()

    def words(self, accept_language: str) -> Words:
        """Texts in the best language there is for a reader."""
        catalog = self._catalogs.catalog(accept_language)
        return _remember(self._words, catalog.language, lambda: Words(catalog, self._names), _LANGUAGES_KEPT)

    def board(self, accept_language: str) -> game_pb2.Board:
        """The static board."""
        return to_wire.board(self._program.board(), self.words(accept_language))

    def view(self, position: Position, viewer: str, accept_language: str, with_blocked: bool = False) -> view_pb2.View:
        """The position as the viewer may see it."""
        if position.state is None:
            return view_pb2.View(game=self._game, version=position.version, seat=viewer)
        made = view_pb2.View()
        made.CopyFrom(self._frame(position, viewer, self.words(accept_language), with_blocked))
        self._put_all(made, self._see(position, viewer, with_blocked), viewer)
        return made

    def preview(
        self, state: State, position: Position, viewer: str, accept_language: str, with_blocked: bool
    ) -> view_pb2.View:
        """What the viewer would see in a state that isn't the game's, and may never be: no secret is told."""
        seen = self._program.view(state, viewer, with_blocked=with_blocked)
        made = self._compose(seen, position, viewer, self.words(accept_language))
        self._put_all(made, seen, viewer)
        return made

    def update(self, step: Step, viewer: str, accept_language: str, with_blocked: bool = False) -> event_pb2.Update:
        """What the step was to the viewer: events, and whatever changed in the view."""
        words = self.words(accept_language)
        key = (step.version, viewer, words.language, with_blocked)
        return _remember(self._updates, key, lambda: self._update(step, viewer, words, with_blocked), _UPDATES_KEPT)

    def events(self, happened: tuple[records.Event, ...], asked: int, words: Words) -> list[event_pb2.Event]:
        """Events as messages; `asked` gives the id of the decision that was answered."""
        return [to_wire_events.event(event, decision_id(asked), words) for event in happened]

    def _update(self, step: Step, viewer: str, words: Words, with_blocked: bool) -> event_pb2.Update:
        update = event_pb2.Update(
            version=step.version,
            seat=step.seat,
            events=self.events(self._events(step, viewer), step.before.asked, words),
            time=_time(step.entry.at),
        )
        changes = update.changes
        changes.CopyFrom(self._frame(step.after, viewer, words, with_blocked))
        now = self._see(step.after, viewer, with_blocked)
        if step.before.state is None:
            self._put_all(changes, now, viewer)
        else:
            kept = self._kept.setdefault(viewer, to_wire.Kept())
            was = self._see(step.before, viewer, with_blocked)
            changes.places.extend(
                kept.places(new for old, new in zip(was.places, now.places, strict=True) if old != new)
            )
            old_values = {value.id: value for value in was.values}
            changes.values.extend(kept.values(new for new in now.values if old_values.get(new.id) != new))
        return update

    def _events(self, step: Step, viewer: str) -> tuple[records.Event, ...]:
        if step.applied is not None:
            return self._program.events_for(step.applied, viewer)
        if isinstance(step.entry, log.Undone):
            who = Arg("seat", "seat", step.entry.seat)
            text = Text("engine/happened.undone", (who,), "{seat} takes back the last move")
            return (records.Event(records.Happened("undone", step.entry.seat), text),)
        return (records.Event(records.Happened("begins"), _BEGINS),)

    def _see(self, position: Position, viewer: str, with_blocked: bool) -> records.View:
        """The engine's view; kept, because the next update compares with it."""
        blocked = with_blocked and viewer != SPECTATOR
        key = (position.version, viewer, blocked)
        return _remember(
            self._views,
            key,
            lambda: self._program.view(position.running, viewer, with_blocked=blocked),
            _VIEWS_KEPT,
        )

    def _frame(self, position: Position, viewer: str, words: Words, with_blocked: bool) -> view_pb2.View:
        """A view of a position of the game, without places and values."""

        def make() -> view_pb2.View:
            made = self._compose(self._see(position, viewer, with_blocked), position, viewer, words)
            if made.HasField("outcome"):
                # Told when the game is over, so that anybody can recompute its shuffles.
                made.outcome.shuffle_seed = self._created.seed
                made.outcome.entropies.extend(self.entropies)
            return made

        return _remember(self._frames, (position.version, viewer, words.language, with_blocked), make, _VIEWS_KEPT)

    def _compose(self, seen: records.View, position: Position, viewer: str, words: Words) -> view_pb2.View:
        """Everything of a view but places and values."""
        made = view_pb2.View(
            game=self._game,
            version=position.version,
            seat=viewer,
            path=[words.text(text) for text in seen.path],
            in_force=[to_wire.in_force(modifier, words) for modifier in seen.in_force],
            decisions=[
                to_wire_decisions.decision(decision, decision_id(position.asked, index), words)
                for index, decision in enumerate(seen.decisions)
            ],
            digest=self._program.view_digest(seen),
        )
        made.undo.CopyFrom(self._undo(seen, position, viewer, words))
        if seen.outcome is not None:
            made.outcome.CopyFrom(to_wire.outcome(seen.outcome, words))
        return made

    def _put_all(self, made: view_pb2.View, seen: records.View, viewer: str) -> None:
        kept = self._kept.setdefault(viewer, to_wire.Kept())
        made.places.extend(kept.places(seen.places))
        made.values.extend(kept.values(seen.values))

    def _undo(self, seen: records.View, position: Position, viewer: str, words: Words) -> view_pb2.Undo:
        if viewer == SPECTATOR:
            return view_pb2.Undo()
        if position.back is not None and position.mover == viewer:
            return view_pb2.Undo(allowed=True, to_version=position.back.version)
        over = seen.outcome is not None
        why_not = "over" if over else "barrier" if position.mover == viewer else "nothing"
        return view_pb2.Undo(why_not=words.text(_UNDO_REFUSED[why_not]))


def decision_id(asked: int, index: int = 0) -> str:
    """The id of a decision: made of the public version at which it was put, so that it tells nothing else."""
    return f"d{asked}" if index == 0 else f"d{asked}.{index}"


def _time(milliseconds: int) -> Timestamp:
    return Timestamp(seconds=milliseconds // 1000, nanos=milliseconds % 1000 * 1_000_000)


def _remember(kept: OrderedDict[K, V], key: K, make: Callable[[], V], most: int) -> V:
    """The value kept under the key, made if it isn't there; the one that was not used for longest goes."""
    found = kept.get(key)
    if found is None:
        found = kept[key] = make()
        if len(kept) > most:
            kept.popitem(last=False)
    else:
        kept.move_to_end(key)
    return found

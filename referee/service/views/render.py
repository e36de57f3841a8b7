"""What each viewer of a game gets to see, as messages ready to be sent: made once for all who see the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from google.protobuf.timestamp_pb2 import Timestamp

from referee.engine import Program, State, records
from referee.engine.touching import Differences
from referee.service.record import log
from referee.service.record.clock import Clock, Hands
from referee.service.record.position import Position, Step
from referee.service.views.boards import Boards, Written, place, value
from referee.service.views.frames import Frames, decision_id
from referee.service.views.happened import Happenings
from referee.service.views.kept import Kept
from referee.service.views.sights import SPECTATOR, Sight, Sights, given_up
from referee.service.wire import to_wire
from referee.service.wire.ready import Field
from referee.service.wire.words import Words
from referee.texts import Catalogs
from referee.v1 import event_pb2, game_pb2, view_pb2

__all__ = ["SPECTATOR", "Renderer", "decision_id"]

_UPDATES_KEPT, _LANGUAGES_KEPT = 12, 4
_RECORDS_KEPT = 60  # beyond those of one position
_CHANGES = Field(event_pb2.Update, "changes")

K = TypeVar("K", bound=Hashable)
R = TypeVar("R")
V = TypeVar("V")


class Renderer:
    """Renders one game. `entropies` are known from the beginning on.

    What is kept is kept by the record that was written, which holds nothing but what its viewer sees; whole updates by
    viewer and language.
    """

    def __init__(self, game: str, program: Program, catalogs: Catalogs, created: log.Created) -> None:
        self._game, self._program, self._catalogs, self._created = game, program, catalogs, created
        self.entropies: tuple[str, ...] = ()
        self._names: Mapping[str, str] = {}
        self._words: OrderedDict[str, Words] = OrderedDict()
        self._updates: OrderedDict[tuple[int, str, str, bool, Hands | None], bytes] = OrderedDict()
        self._sights, self._frames, self._happenings = Sights(program), Frames(game), Happenings(program)
        self._places: Kept[records.Place, Written] = Kept(place, _RECORDS_KEPT + len(program.views.spots))
        self._values: Kept[records.Value, Written] = Kept(value, _RECORDS_KEPT + len(program.views.named))
        self._last_head: tuple[Step | None, bytes] = (None, b"")
        self._boards = Boards(self._places, self._values)

    def set_names(self, names: Mapping[str, str]) -> None:
        """Players have come or gone: what was made with the old names is forgotten."""
        self._names = dict(names)
        self._words.clear()
        self._frames.clear()
        self._happenings.clear()
        self._updates.clear()

    def set_clock(self, clock: Clock | None) -> None:
        """The game has a clock: views say how long those who are asked have."""
        self._frames.clock = clock

    def words(self, accept_language: str) -> Words:
        """Texts in the best language there is for a reader."""
        catalog = self._catalogs.catalog(accept_language)
        return _remember(self._words, catalog.language, lambda: Words(catalog, self._names), _LANGUAGES_KEPT)

    def board(self, accept_language: str) -> game_pb2.Board:
        """The static board."""
        return to_wire.board(self._program.board(), self.words(accept_language))

    def view(self, position: Position, viewer: str, accept_language: str, with_blocked: bool = False) -> bytes:
        """The position as the viewer may see it: a View."""
        if position.state is None:
            return view_pb2.View(game=self._game, version=position.version, seat=viewer).SerializeToString()
        seen = self._sights.of(position, viewer, with_blocked)
        return self._frame(seen, position, self.words(accept_language)) + self._boards.data(seen)

    def preview(
        self, state: State, position: Position, viewer: str, accept_language: str, with_blocked: bool
    ) -> view_pb2.View:
        """What the viewer would see in a state that isn't the game's, and may never be: no secret is told."""
        shown = self._program.view(state, viewer, with_blocked=with_blocked)
        seen = given_up(self._program, shown, state, position.resigned)
        words = self.words(accept_language)
        outcome = None if seen.outcome is None else to_wire.outcome(seen.outcome, words)
        sight, boards = Sight(seen), Boards(self._places, self._values)
        frame = self._frames.tried().written(seen, position, boards.digest(sight), words, outcome)
        return view_pb2.View.FromString(frame + boards.data(sight))

    def update(self, step: Step, viewer: str, accept_language: str, with_blocked: bool = False) -> bytes:
        """What the step was to the viewer, events and whatever changed in the view: an Update."""
        words = self.words(accept_language)
        key = (step.version, viewer, words.language, with_blocked, step.after.hands)
        return _remember(self._updates, key, lambda: self._update(step, viewer, words, with_blocked), _UPDATES_KEPT)

    def events(self, happened: Sequence[records.Event], asked: int, words: Words) -> list[event_pb2.Event]:
        """Events as messages; `asked` gives the id of the decision that was answered."""
        return self._happenings.messages(happened, asked, words)

    def _update(self, step: Step, viewer: str, words: Words, with_blocked: bool) -> bytes:
        if step.before.state is None:
            now = self._sights.of(step.after, viewer, with_blocked)
            changed = self._boards.data(now)
        else:
            was = self._sights.of(step.before, viewer, with_blocked)
            now = self._sights.of(step.after, viewer, with_blocked)
            changed = self._changed(was, now, step.before.state)
        events = self._happenings.written(step, viewer, words)
        frame = self._frame(now, step.after, words)
        return b"".join((self._head(step), events, _CHANGES.of(frame + changed)))

    def _head(self, step: Step) -> bytes:
        if self._last_head[0] is not step:
            head = event_pb2.Update(version=step.version, seat=step.seat, time=_time(step.entry.at))
            self._last_head = step, head.SerializeToString()
        return self._last_head[1]

    def _changed(self, was: Sight, now: Sight, before: State) -> bytes:
        """The places and values that differ: those that all see alike come first."""
        change, own = now.change, now.own
        if change is None or own is None or change.before is not before:
            differences = self._program.differences(was.view, now.view)
            return b"".join([self._written(each) for each in differences])
        if change.data is None:
            told = Differences(change.touched.places.told or [], change.touched.values.told or [])
            change.data = self._written(told)
        return change.data + self._written(own) if own.places or own.values else change.data

    def _written(self, differences: Differences) -> bytes:
        places, values = differences.places, differences.values
        return _joined(self._places, [new for _, _, new in places]) + _joined(
            self._values, [new for _, _, new in values]
        )

    def _frame(self, sight: Sight, position: Position, words: Words) -> bytes:
        """A view of a position of the game, without places and values."""
        seen, outcome = sight.view, None
        if seen.outcome is not None:
            # Told when the game is over, so that anybody can recompute its shuffles.
            outcome = to_wire.outcome(seen.outcome, words)
            outcome.shuffle_seed = self._created.seed
            outcome.entropies.extend(self.entropies)
        return self._frames.written(seen, position, self._boards.digest(sight), words, outcome)


def _joined(kept: Kept[R, Written], records: Iterable[R]) -> bytes:
    return b"".join([each.data for each in kept.all(records)])


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

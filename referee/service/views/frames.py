"""Everything of a view but its places and values, as bytes."""

from __future__ import annotations

from collections.abc import Iterable

from referee.engine import records
from referee.language.text import Text
from referee.service.record.clock import BOT, DEFAULT, FORFEIT, Clock
from referee.service.record.position import Position, to_redo
from referee.service.record.timing import timestamp
from referee.service.views.everywhere import Everywhere
from referee.service.views.kept import Kept
from referee.service.views.sights import SPECTATOR
from referee.service.wire import to_wire, written_decisions
from referee.service.wire.ready import Field, Number
from referee.service.wire.words import Words
from referee.v1 import decision_pb2, view_pb2

_OPTIONS, _DEADLINE, _WHEN_IT_IS_UP = (
    Field(decision_pb2.Decision, name) for name in ("options", "deadline", "on_timeout")
)
_GAME, _SEAT, _DIGEST = (Field(view_pb2.View, name) for name in ("game", "seat", "digest"))
_UNDO, _OUTCOME = (Field(view_pb2.View, name) for name in ("undo", "outcome"))
_PATH, _IN_FORCE, _DECISIONS = (Field(view_pb2.View, name) for name in ("path", "in_force", "decisions"))
_VERSION = Number(view_pb2.View, "version")
_ALLOWED, _TO_VERSION, _REDO = (Number(view_pb2.Undo, name) for name in ("allowed", "to_version", "redo"))
_WHY_NOT = Field(view_pb2.Undo, "why_not")
_UNDO_REFUSED = {
    "over": Text("engine/undo.over", (), "The game is over."),
    "barrier": Text("engine/undo.barrier", (), "Something new was shown since."),
    "nothing": Text("engine/undo.nothing", (), "There is nothing of yours to take back."),
}


_ON_TIMEOUT = {
    DEFAULT: Text("engine/timeout.default", (), "Then the mildest answer is given."),
    BOT: Text("engine/timeout.bot", (), "Then a program ends the turn."),
    FORFEIT: Text("engine/timeout.forfeit", (), "Then the seat has given up."),
}
_Asked = tuple[int, int | None]  # the version at which a decision was put, the time when its answer is due


_OPTIONS_KEPT, _OPTIONS_EVERYWHERE = 60, 1000


class Frames:
    """Writes the frames of one game. Parts that were equal before, for whomever, aren't written again."""

    def __init__(self, game: str) -> None:
        self._game, self._head = game, _GAME.text(game)
        self.clock: Clock | None = None
        self._path: dict[str, tuple[tuple[Text, ...], bytes]] = {}  # by language: the last one
        self._in_force: dict[str, tuple[tuple[records.InForce, ...], bytes]] = {}
        self._options: dict[str, Kept[records.Option, bytes]] = {}
        self._asked: dict[str, tuple[_Asked, tuple[records.Decision, ...], bytes]] = {}

    def tried(self) -> Frames:
        """For positions that aren't the game's: nothing of them is kept."""
        frames = Frames(self._game)
        frames.clock = self.clock
        return frames

    def clear(self) -> None:
        """Names have changed, which stand in texts."""
        self._path.clear()
        self._in_force.clear()
        self._asked.clear()
        self._options.clear()

    def written(
        self, seen: records.View, position: Position, digest: str, words: Words, outcome: view_pb2.Outcome | None
    ) -> bytes:
        """The frame of a view. `outcome`: with what is told at the end only, if the game has ended."""
        return b"".join(
            (
                self._head,
                _VERSION.of(position.version),
                _SEAT.text(seen.seat),
                self._paths(seen.path, words),
                self._modifiers(seen.in_force, words),
                self._decisions(seen, position, words),
                _UNDO.of(self._undo(seen, position, words)),
                b"" if outcome is None else _OUTCOME.of(outcome.SerializeToString()),
                _DIGEST.text(digest),
            )
        )

    def _paths(self, path: tuple[Text, ...], words: Words) -> bytes:
        known = self._path.get(words.language)
        if known is None or known[0] != path:
            known = self._path[words.language] = (path, _joined(_PATH, map(words.data, path)))
        return known[1]

    def _modifiers(self, in_force: tuple[records.InForce, ...], words: Words) -> bytes:
        known = self._in_force.get(words.language)
        if known is None or (known[0] is not in_force and known[0] != in_force):
            written = [to_wire.in_force(modifier, words).SerializeToString() for modifier in in_force]
            known = self._in_force[words.language] = (in_force, _joined(_IN_FORCE, written))
        return known[1]

    def _decisions(self, seen: records.View, position: Position, words: Words) -> bytes:
        decisions = seen.decisions
        asked = (position.asked, self._deadline(seen, position))
        if any(one.options or one.blocked or one.answered for one in decisions):
            return self._write(decisions, asked, words)  # a seat's own
        known = self._asked.get(words.language)
        if known is None or known[0] != asked or known[1] != decisions:
            known = self._asked[words.language] = (asked, decisions, self._write(decisions, asked, words))
        return known[2]

    def _write(self, decisions: tuple[records.Decision, ...], asked: _Asked, words: Words) -> bytes:
        number, deadline = asked
        due = b""
        if self.clock is not None and deadline is not None:
            due = _DEADLINE.of(timestamp(deadline).SerializeToString())
            due += _WHEN_IT_IS_UP.of(words.data(_ON_TIMEOUT[self.clock.on_timeout]))
        return b"".join(
            [
                _DECISIONS.of(
                    written_decisions.question(decision, decision_id(number, index), words)
                    + due
                    + self._offered(decision.options, words)
                )
                for index, decision in enumerate(decisions)
            ]
        )

    def _offered(self, options: tuple[records.Option, ...], words: Words) -> bytes:
        if not options:
            return b""
        kept = self._options.get(words.language)
        if kept is None:
            kept = self._options[words.language] = Kept(lambda option: _option(option, words), _OPTIONS_KEPT)
        everywhere = _everywhere.of(words.catalog)
        return b"".join([_simple(option) and everywhere.one(option) or kept.one(option) for option in options])

    def _deadline(self, seen: records.View, position: Position) -> int | None:
        """When time will be up for the viewer, if it owes an answer, else for the first who does."""
        hands = position.hands
        if self.clock is None or hands is None:
            return None
        return hands.deadline(self.clock, seen.seat) or hands.due(self.clock)

    @staticmethod
    def _undo(seen: records.View, position: Position, words: Words) -> bytes:
        if seen.seat == SPECTATOR:
            return b""
        redo = _REDO.of(1) if to_redo(position, seen.seat) else b""
        if position.back is not None and position.mover == seen.seat:
            return _ALLOWED.of(1) + _TO_VERSION.of(position.back.version) + redo
        over = seen.outcome is not None
        why_not = "over" if over else "barrier" if position.mover == seen.seat else "nothing"
        return _WHY_NOT.of(words.data(_UNDO_REFUSED[why_not])) + redo


def _option(option: records.Option, words: Words) -> bytes:
    return _OPTIONS.of(written_decisions.option(option, words))


def _alike(option: records.Option, words: Words) -> bytes:
    """An option that names no player; empty for others."""
    return _option(option, words) if words.alike(option.label) else b""


def _simple(option: records.Option) -> bool:
    """Others are made anew in every position."""
    return option.form is None and option.refusal is None


_everywhere = Everywhere(_alike, _OPTIONS_EVERYWHERE)


def decision_id(asked: int, index: int = 0) -> str:
    """The id of a decision: made of the public version at which it was put, so that it tells nothing else."""
    return f"d{asked}" if index == 0 else f"d{asked}.{index}"


def _joined(field: Field, written: Iterable[bytes]) -> bytes:
    return b"".join([field.of(data) for data in written])

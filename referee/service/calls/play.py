"""Methods of GameService by which a seat plays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from referee.service.access import Caller
from referee.service.calls.desk import Desk
from referee.service.errors import Reason, Rejected
from referee.service.games import moving
from referee.service.games.asked import asked
from referee.service.games.catching_up import looked_up
from referee.service.games.live import LiveGame
from referee.service.wire import from_wire, to_wire_decisions
from referee.service.wire.ready import Field, Ready
from referee.texts import SOURCE
from referee.v1 import game_service_pb2 as api
from referee.v1 import seats_pb2 as s

_UPDATE, _VIEW = Field(api.SubmitMoveResponse, "update"), Field(api.SubmitMoveResponse, "view")
_UNDONE, _REDONE = Field(api.UndoMoveResponse, "update"), Field(s.RedoMoveResponse, "update")
_RESIGNED = Field(s.ResignSeatResponse, "update")


class CallsOfPlay:
    """PreviewMove, SubmitMove, UndoMove, RedoMove, ResignSeat."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def preview_move(self, request: api.PreviewMoveRequest, caller: Caller) -> api.PreviewMoveResponse:
        from_wire.an_id("decision", request.decision)
        choices = from_wire.choices(request.choices)
        game = await self._desk.admitted(request.game, request.seat, caller)
        self._desk.count(game, request.seat)
        with _explained(game, caller):
            await looked_up(game, lambda: moving.ready(game, request.seat, request.decision))
            tried, position = moving.preview(game, request.seat, choices), game.shown
        renderer, language = game.renderer, caller.accept_language
        words = renderer.words(language)
        happened = () if tried.applied is None else game.program.events_for(tried.applied, request.seat)
        found = api.PreviewMoveResponse(
            view=renderer.preview(tried.state, position, request.seat, language, request.with_blocked),
            events=renderer.events(happened, position.asked, words),
            at_barrier=tried.at_barrier,
        )
        if tried.refusal is not None:
            found.refusal.CopyFrom(to_wire_decisions.refusal(tried.refusal, words))
        return found

    async def submit_move(self, request: api.SubmitMoveRequest, caller: Caller) -> Ready[api.SubmitMoveResponse]:
        self._desk.stay()
        wanted = asked(request)
        from_wire.an_id("decision", request.decision)
        choices = from_wire.choices(request.choices)
        if not choices:
            raise Rejected(Reason.FIELD_INVALID, field="choices", problem="a move has at least one choice")
        game, generation = await self._admitted(request.game, request.seat, caller)
        with _explained(game, caller):
            version = await moving.submit(game, request.seat, generation, wanted, request.decision, choices)
        step = await game.history.step(version)  # with the clocks of then: a retry gets the same answer
        renderer, language = game.renderer, caller.accept_language
        done = _UPDATE.of(renderer.update(step, request.seat, language))
        if request.with_view:
            done += _VIEW.of(renderer.view(step.after, request.seat, language))
        return Ready(api.SubmitMoveResponse, done)

    async def undo_move(self, request: api.UndoMoveRequest, caller: Caller) -> Ready[api.UndoMoveResponse]:
        self._desk.stay()
        wanted = asked(request)
        from_wire.not_negative("version", request.version)
        from_wire.not_negative("to_version", request.to_version)
        game, generation = await self._admitted(request.game, request.seat, caller)
        version = await moving.take_back(game, request.seat, generation, wanted, request.version, request.to_version)
        return Ready(api.UndoMoveResponse, _UNDONE.of(await _update(game, version, request.seat, caller)))

    async def redo_move(self, request: s.RedoMoveRequest, caller: Caller) -> Ready[s.RedoMoveResponse]:
        self._desk.stay()
        wanted = asked(request)
        from_wire.not_negative("version", request.version)
        game, generation = await self._admitted(request.game, request.seat, caller)
        with _explained(game, caller):
            version = await moving.make_again(game, request.seat, generation, wanted, request.version)
        return Ready(s.RedoMoveResponse, _REDONE.of(await _update(game, version, request.seat, caller)))

    async def resign_seat(self, request: s.ResignSeatRequest, caller: Caller) -> Ready[s.ResignSeatResponse]:
        self._desk.stay()
        wanted = asked(request)
        game, generation = await self._admitted(request.game, request.seat, caller)
        version = await moving.give_up(game, request.seat, generation, wanted)
        return Ready(s.ResignSeatResponse, _RESIGNED.of(await _update(game, version, request.seat, caller)))

    async def _admitted(self, name: str, seat: str, caller: Caller) -> tuple[LiveGame, int]:
        """The game, and the generation of the caller's token: it may be revoked before the change is made."""
        game = await self._desk.admitted(name, seat, caller)
        self._desk.count(game, seat)
        return game, self._desk.gate.generation(caller)


async def _update(game: LiveGame, version: int, seat: str, caller: Caller) -> bytes:
    return game.renderer.update(await game.history.step(version), seat, caller.accept_language)


@contextmanager
def _explained(game: LiveGame, caller: Caller) -> Iterator[None]:
    """A refusal by the rules leaves in the words of the game."""
    try:
        yield
    except Rejected as error:
        if error.refusal is not None:
            words = game.renderer.words(caller.accept_language)
            error.details = (to_wire_decisions.refusal(error.refusal, words),)
            error.sentence = words.text(error.refusal.text).text
            error.english = game.renderer.words(SOURCE).text(error.refusal.text).text
        raise

"""GameService as plain functions on messages. They raise Rejected; who may call is settled before."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, contextmanager
from copy import deepcopy
from dataclasses import replace
from typing import Protocol

from google.protobuf.message import Message

from referee.service import from_wire, limits, log, read_packs, to_wire_decisions, wire_catalog
from referee.service.access import Caller, Gate
from referee.service.creating import Plan, answer, plan
from referee.service.errors import Reason, Rejected
from referee.service.facts import LISTED, OPEN, OVER, RUNNING, pack_label, read_facts, state_label
from referee.service.games import Games
from referee.service.limits import Rate
from referee.service.live import Asked, LiveGame
from referee.service.pages import page_start, page_token
from referee.service.rulesets import Rulesets
from referee.service.shelf import Shelf
from referee.service.tokens import INVITE, OWNER, SEAT, Tokens
from referee.service.try_job import TryOrder, one_pack, try_pack
from referee.service.watch import Draining, Watching, WatchLimits, watch
from referee.service.workshop import Workshop
from referee.store import (
    Append,
    Change,
    ErasePerson,
    Player,
    Request,
    RequestTaken,
    RulesetGone,
    RulesetUsed,
    Store,
    VersionTaken,
)
from referee.v1 import game_service_pb2 as api

_CREATE = "create"  # the scope of request ids of CreateGame


class GameService:
    """Playing."""

    def __init__(
        self,
        store: Store,
        rulesets: Rulesets,
        games: Games,
        tokens: Tokens,
        gate: Gate,
        moves: Rate,
        watching: WatchLimits,
        draining: Draining,
        shelf: Shelf,
        workshop: Workshop,
    ) -> None:
        self._store, self._rulesets, self._games = store, rulesets, games
        self._tokens, self._gate = tokens, gate
        self._moves, self._watching, self._draining = moves, watching, draining
        self._shelf, self._workshop = shelf, workshop

    # ---- games and seats

    async def create_game(self, request: api.CreateGameRequest, caller: Caller) -> api.CreateGameResponse:
        self._stay()
        asked = _asked(request)
        name = self._tokens.game_name(asked.id)
        if asked.id and await self._store.game(name) is not None:
            return await self._created_before(name, request, asked)
        loaded = await self._rulesets.get(from_wire.line("ruleset", request.ruleset, 64))
        planned = plan(request, name, loaded, self._tokens.server_seed(name))
        try:
            version, state = await self._create(planned, asked)
        except (VersionTaken, RequestTaken):  # the same request, at the same moment
            return await self._created_before(name, request, asked)
        return answer(planned, self._tokens, version, state)

    async def _create(self, planned: Plan, asked: Asked) -> tuple[int, str]:
        name, facts = planned.name, planned.facts
        changes: list[Change] = [Append(name, 0, log.write(planned.created)), *planned.players.values()]
        version, state, owes = 0, OPEN, tuple[str, ...]()
        if facts.full:
            game = await self._games.open(name, planned.created, facts.stored(name))
            step = game.begin(facts)
            changes.append(Append(name, 1, log.write(step.entry)))
            state = OVER if game.program.over(step.after.running) else RUNNING
            version, owes = 1, game.program.pending(step.after.running)
        changes += [replace(facts, state=state).stored(name, owes), RulesetUsed(facts.ruleset)]
        if asked.id:
            changes.append(Request(name, _CREATE, asked.id, asked.content, version))
        try:
            await self._store.commit(*changes)
        except RulesetGone:
            raise Rejected(Reason.RULESET_NOT_FOUND, metadata={"ruleset": facts.ruleset}) from None
        if version:
            await self._games.get(name)  # its bots begin to play
        return version, state

    async def _created_before(self, name: str, request: api.CreateGameRequest, asked: Asked) -> api.CreateGameResponse:
        """The answer to a retry: made of the request again, which is the same."""
        known = next((r for r in await self._store.requests(name) if r.seat == _CREATE and r.id == asked.id), None)
        if known is None or known.content != asked.content:
            raise Rejected(Reason.REQUEST_ID_REUSED)
        game = await self._games.get(name)
        loaded = await self._rulesets.get(game.created.ruleset)
        planned = plan(request, name, loaded, self._tokens.server_seed(name))
        state = OPEN
        if known.version:
            step = await game.history.step(known.version)
            state = OVER if game.program.over(step.after.running) else RUNNING
        return answer(planned, self._tokens, known.version, state)

    async def join_game(self, request: api.JoinGameRequest, caller: Caller) -> api.JoinGameResponse:
        self._stay()
        asked = _asked(request)
        invite = self._tokens.read(request.invite)
        if invite is None or invite.purpose != INVITE:
            raise Rejected(Reason.TOKEN_INVALID)
        entropy = from_wire.line("entropy", request.entropy, limits.ENTROPY)
        name = from_wire.line("player", request.player, limits.PLAYER_NAME)
        game = await self._games.get(invite.game)
        before = game.players.get(invite.seat, Player(game.name, invite.seat))
        player = replace(before, name=name or before.name)
        await game.join(invite.seat, invite.generation, asked, player, entropy)
        token = self._tokens.make(SEAT, game.name, invite.seat, invite.generation)
        return api.JoinGameResponse(token=token, seats=[invite.seat], game=game.name)

    async def get_game(self, request: api.GetGameRequest, caller: Caller) -> api.GetGameResponse:
        game = await self._games.get(request.name)
        found = api.GetGameResponse(game=game.public(show_ids=self._knows_ids(caller, game.name)))
        if request.board:
            found.board.CopyFrom(game.renderer.board(caller.accept_language))
        return found

    async def list_games(self, request: api.ListGamesRequest, caller: Caller) -> api.ListGamesResponse:
        size = limits.page_size(from_wire.not_negative("page_size", request.page_size))
        labels = [LISTED]
        if request.waiting_for:
            self._gate.creator(caller)
            labels = []  # whoever keeps the accounts sees the unlisted games of a person, too
        if request.state:
            labels.append(state_label(request.state))
        if request.pack:
            labels.append(pack_label(from_wire.an_id("pack", request.pack)))
        person = from_wire.line("waiting_for", request.waiting_for, limits.EXTERNAL_ID)
        rows = await self._store.games(labels, person, page_start(request.page_token), size + 1)
        listed = api.ListGamesResponse()
        for row in rows[:size]:
            version, players = await self._store.last_version(row.name), await self._store.players(row.name)
            shown = self._knows_ids(caller, row.name)
            listed.games.append(read_facts(row).message(row.name, version, players, shown))
        if len(rows) > size:
            listed.next_page_token = page_token(rows[size - 1].order)
        return listed

    # ---- playing

    async def get_view(self, request: api.GetViewRequest, caller: Caller) -> api.GetViewResponse:
        game = await self._admitted(request.game, request.seat, caller)
        if request.with_blocked and request.seat:
            self._moves.take(f"{game.name}/{request.seat}")
        view = game.renderer.view(game.position, request.seat, caller.accept_language, request.with_blocked)
        return api.GetViewResponse(view=view)

    async def preview_move(self, request: api.PreviewMoveRequest, caller: Caller) -> api.PreviewMoveResponse:
        from_wire.an_id("decision", request.decision)
        choices = from_wire.choices(request.choices)
        game = await self._admitted(request.game, request.seat, caller)
        self._moves.take(f"{game.name}/{request.seat}")
        with _explained(game, caller):
            position = game.ready(request.seat, request.decision)
            tried = game.preview(request.seat, choices)
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

    async def submit_move(self, request: api.SubmitMoveRequest, caller: Caller) -> api.SubmitMoveResponse:
        self._stay()
        asked = _asked(request)
        from_wire.an_id("decision", request.decision)
        choices = from_wire.choices(request.choices)
        if not choices:
            raise Rejected(Reason.FIELD_INVALID, field="choices", problem="a move has at least one choice")
        game = await self._admitted(request.game, request.seat, caller)
        self._moves.take(f"{game.name}/{request.seat}")
        with _explained(game, caller):
            version = await game.submit(request.seat, asked, request.decision, choices)
        step = await game.history.step(version)
        renderer, language = game.renderer, caller.accept_language
        done = api.SubmitMoveResponse(update=renderer.update(step, request.seat, language))
        if request.with_view:
            done.view.CopyFrom(renderer.view(step.after, request.seat, language))
        return done

    async def undo_move(self, request: api.UndoMoveRequest, caller: Caller) -> api.UndoMoveResponse:
        self._stay()
        asked = _asked(request)
        from_wire.not_negative("version", request.version)
        from_wire.not_negative("to_version", request.to_version)
        game = await self._admitted(request.game, request.seat, caller)
        self._moves.take(f"{game.name}/{request.seat}")
        version = await game.undo(request.seat, asked, request.version, request.to_version)
        step = await game.history.step(version)
        return api.UndoMoveResponse(update=game.renderer.update(step, request.seat, caller.accept_language))

    async def list_moves(self, request: api.ListMovesRequest, caller: Caller) -> api.ListMovesResponse:
        size = limits.page_size(from_wire.not_negative("page_size", request.page_size))
        after = page_start(request.page_token, from_wire.not_negative("after_version", request.after_version))
        game = await self._admitted(request.game, request.seat, caller)
        steps = await game.history.after(after, size)
        listed = api.ListMovesResponse(
            updates=[game.renderer.update(step, request.seat, caller.accept_language) for step in steps]
        )
        if steps and steps[-1].version < game.position.version:
            listed.next_page_token = page_token(steps[-1].version)
        return listed

    async def watch_game(self, request: api.WatchGameRequest, caller: Caller) -> AsyncGenerator[api.WatchGameResponse]:
        after = from_wire.not_negative("after_version", request.after_version)
        game = await self._admitted(request.game, request.seat, caller)
        generation = self._gate.generation(caller) if request.seat else -1
        who = Watching(request.seat, generation, caller.accept_language, request.with_blocked, after)
        async with aclosing(watch(game, who, self._watching, self._draining)) as messages:
            async for message in messages:
                yield message

    async def try_pack(self, request: api.TryPackRequest, caller: Caller) -> api.TryPackResponse:
        files = read_packs.files(request.files) or {}
        settings = read_packs.settings(request.options)
        one_pack(files)
        game = await self._admitted(request.game, request.seat, caller)
        if not game.created.chosen:
            raise Rejected(Reason.FAIR_GAME)
        self._moves.take(f"{game.name}/{request.seat}")
        position = game.position
        order = TryOrder(
            game=game.name,
            created=game.created,
            source=await self._rulesets.source(game.created.ruleset),
            position=game.program.dump(position.running),
            version=position.version,
            files=files,
            settings=settings,
            library=await self._shelf.library(),
            seat=request.seat,
            accept_language=caller.accept_language,
        )
        return wire_catalog.tried(await self._workshop.do(try_pack, order, caller.peer))

    # ---- for whoever runs the server

    async def revoke_seat(self, game: str, seat: str) -> str:
        """Frees a seat: its tokens and streams end, its person is forgotten. Gives an invite for the next player."""
        generation = await (await self._games.get(game)).revoke(seat)
        return self._tokens.make(INVITE, game, seat, generation)

    async def erase_person(self, external_id: str) -> None:
        """Forgets the names of a person in every game; the games stay as they are."""
        await self._store.commit(ErasePerson(external_id))
        for game in self._games.in_memory():
            game.meet(await self._store.players(game.name))

    # ---- inside

    def _stay(self) -> None:
        if self._draining.begun:
            raise Rejected(Reason.DRAINING, retry_after=1)

    async def _admitted(self, name: str, seat: str, caller: Caller) -> LiveGame:
        """The game, if the caller's token for the seat is still in force; a spectator needs none."""
        game = await self._games.get(name)
        if seat:
            game.admit(seat, self._gate.generation(caller))
        return game

    def _knows_ids(self, caller: Caller, game: str) -> bool:
        token = self._tokens.read(caller.token)
        owner = token is not None and token.purpose == OWNER and token.game == game
        return owner or self._gate.may_create(caller)


class _Changing(Protocol):
    request_id: str


def _asked(request: _Changing) -> Asked:
    """The request's id, and a hash of what it asks: not of how the answer should look."""
    id = from_wire.line("request_id", request.request_id, limits.REQUEST_ID)
    content = deepcopy(request)
    content.request_id = ""
    if isinstance(content, api.SubmitMoveRequest):
        content.with_view = False
    return Asked.of(id, _bytes(content))


def _bytes(message: object) -> bytes:
    assert isinstance(message, Message)
    return message.DESCRIPTOR.full_name.encode() + b"\0" + message.SerializeToString(deterministic=True)


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
        raise

"""A service and what the model says of it: every call is made here, held to the model, and kept for its retries."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from google.protobuf.message import Message

from referee.service.access import Caller
from referee.service.errors import Reason, Rejected
from referee.v1 import game_pb2 as g
from referee.v1 import game_service_pb2 as api
from referee.v1 import text_pb2
from referee.v1 import view_pb2 as v
from tests.faults.model import GameModel, SeatModel, content
from tests.service import blind_player
from tests.service.table import House, M

_READING = ("GetGame", "GetView", "ListMoves")
_SECONDS = 30  # in which what has to come must have come


@dataclass
class Sent:
    """A request that was carried out. `names`: of its game, when it was answered."""

    game: GameModel | None
    seat: str
    method: str
    request: Any
    answer: Message
    names: int = 0
    generation: int = 0


@dataclass
class Follower:
    """A client's own copy of a game as one viewer sees it, kept by the stream alone."""

    game: GameModel
    viewer: str
    token: str
    view: v.View | None = None
    facts: g.Game | None = None
    names: int = 0
    error: Rejected | None = None
    task: asyncio.Task[None] | None = None

    def begin(self, house: House) -> None:
        """Watches, from the last version that it knows on."""
        self.error = None
        self.task = asyncio.create_task(self._follow(house))

    async def _follow(self, house: House) -> None:
        after = self.view.version if self.view is not None else 0
        request = api.WatchGameRequest(game=self.game.name, seat=self.viewer, after_version=after)
        try:
            async for message in house.service.stream("referee.v1.GameService/WatchGame", request, Caller(self.token)):
                assert isinstance(message, api.WatchGameResponse)
                self._take(message)
        except Rejected as error:
            self.error = error

    def _take(self, message: api.WatchGameResponse) -> None:
        self.names = self.game.names
        match message.WhichOneof("message"):
            case "view":
                assert self.view is None or not self.view.version, "a view, though updates were asked for"
                self.view = message.view
            case "update":
                assert self.view is not None and message.update.version == self.view.version + 1
                self.view = blind_player.apply(self.view, message.update.changes)
            case "game":
                self.facts = message.game

    def goes_on(self) -> None:
        """Raises AssertionError if the stream has ended by itself."""
        assert self.task is not None
        if self.task.done():
            self.task.result()
            raise AssertionError(f"the stream of {self.game.name}/{self.viewer} has ended: {self.error}")

    async def end(self) -> None:
        """Hangs up."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
            self.task = None


@dataclass
class World:
    """Several services on one store (mostly one), the games made there, and all that was acknowledged."""

    houses: list[House]
    mark: str  # of this run's request ids and persons
    games: list[GameModel] = field(default_factory=list)
    sent: list[Sent] = field(default_factory=list)
    followers: dict[tuple[str, str], Follower] = field(default_factory=dict)
    calls: int = 0

    @property
    def house(self) -> House:
        """The next service, in turn."""
        self.calls += 1
        return self.houses[self.calls % len(self.houses)]

    async def call(self, method: str, request: Message, answer: type[M], token: str = "") -> M:
        return await self.house.call(method, request, answer, token)

    async def ask(
        self, method: str, request: Message, answer: type[M], token: str, against: Iterable[Reason] = ()
    ) -> M | None:
        """The answer; None where one of the reasons against it was given. Anything else is a failure."""
        reasons = set(against)
        try:
            given = await self.call(method, request, answer, token)
            while reasons and len(self.houses) > 1 and method in _READING:  # a neighbour hears of it a little later
                await asyncio.sleep(0.005)
                given = await self.call(method, request, answer, token)
        except Rejected as error:
            assert error.reason in reasons, f"{method} {request}: {error.reason}, the model says {reasons or 'yes'}"
            return None
        assert not reasons, f"{method} {request}: carried out, the model says {reasons}"
        return given

    def id_for(self, *scope: object) -> str:
        """A free request id: one that was refused is used again."""
        taken = sum(_scope(each) == scope for each in self.sent)
        return f"{self.mark}/{taken}" if scope == ("make",) else str(taken)

    def keep(
        self, game: GameModel | None, seat: str, method: str, request: Message, answer: Message, generation: int = 0
    ) -> None:
        """Remembers what was acknowledged."""
        names = game.names if game is not None else 0
        self.sent.append(Sent(game, seat, method, request, answer, names, generation))

    async def made(self, pack: str, made: Any, seats: dict[str, SeatModel], **more: Any) -> GameModel:
        """A new game: `made` is the answer that tells of it."""
        game = GameModel(made.game.name, pack, made.owner_token, seats, source=made.game.name, **more)
        self.games.append(game)
        return game

    # ---- what has to hold after every step

    async def hold(self) -> None:
        """Raises AssertionError if the service shows something else than the model says."""
        for game in self.games:
            async with asyncio.timeout(_SECONDS):
                await self._catch_up(game)
                await self._facts(game)
                await self._views(game)
                await self._strangers(game)
        await self._lists()

    def public(self, game: GameModel) -> str:
        """The token with which the game can be looked at from outside."""
        return game.owner if game.private else ""

    async def get_view(self, game: GameModel, viewer: str, token: str) -> v.View:
        request = api.GetViewRequest(game=game.name, seat=viewer)
        return (await self.call("GetView", request, api.GetViewResponse, token)).view

    async def _catch_up(self, game: GameModel) -> None:
        """Takes over what was answered for those who gave up, and whether the rules ended the game."""
        while True:
            view = await self.get_view(game, "", self.public(game))
            if view.version > game.version:
                listed = api.ListMovesRequest(game=game.name, after_version=game.version)
                for update in (await self.call("ListMoves", listed, api.ListMovesResponse, self.public(game))).updates:
                    assert update.version == game.version + 1
                    game.stood_in(update.seat)
            owes = {seat for decision in view.decisions for seat in decision.seats}
            late = view.version != game.version and len(self.houses) > 1  # who was asked or who listed: a neighbour
            working = bool(owes & set(game.resigned)) and not (game.halted or game.over or view.HasField("outcome"))
            if not (late or working):
                break
            await asyncio.sleep(0.005)
        assert view.version == game.version
        game.asked = tuple(owes)
        if view.HasField("outcome") and not game.over:
            game.ended()
        assert view.HasField("outcome") == bool(game.over)

    async def _facts(self, game: GameModel) -> None:
        def wanted() -> tuple[object, ...]:
            seats = [(seat.taken, seat.name, bool(seat.resigned)) for seat in game.seats.values()]
            state = g.GAME_STATE_OVER if game.over else g.GAME_STATE_RUNNING if game.version else g.GAME_STATE_OPEN
            flags = (game.paused, game.archived, game.private, game.unlisted, game.chosen, game.origin)
            return seats, state, game.version, flags

        def told(shown: g.Game) -> tuple[object, ...]:
            seats = [(seat.taken, seat.player, seat.resigned) for seat in shown.seats]
            flags = (shown.paused, shown.archived, shown.private, shown.unlisted, shown.seed_chosen, shown.origin)
            return seats, shown.state, shown.version, flags

        while True:
            request = api.GetGameRequest(name=game.name)
            shown = (await self.call("GetGame", request, api.GetGameResponse, self.public(game))).game
            if told(shown) == wanted():
                return
            assert len(self.houses) > 1, (told(shown), wanted())
            await asyncio.sleep(0.005)

    async def _views(self, game: GameModel) -> None:
        viewers = {"": self.public(game), **{id: seat.token for id, seat in game.seats.items() if seat.token}}
        for viewer, token in viewers.items():
            view = await self.get_view(game, viewer, token)
            while view.version < game.version and len(self.houses) > 1:
                await asyncio.sleep(0.005)
                view = await self.get_view(game, viewer, token)
            assert (view.game, view.version, view.seat) == (game.name, game.version, viewer)
            known = game.content.setdefault((game.version, viewer), content(view))
            assert known == content(view), f"{game.name}: another position than the model's at {game.version}"
            if viewer:
                self._can_take_back(game, viewer, view)
            await self._follow(game, viewer, token, view)

    @staticmethod
    def _can_take_back(game: GameModel, seat: str, view: v.View) -> None:
        back = game.back
        if game.halted:
            return  # what would be possible then isn't said
        undo = not game.over and back.mover == seat and bool(back.chain)
        assert view.undo.allowed == undo, f"{game.name}/{seat}: undo is {view.undo.allowed}"
        assert not undo or view.undo.to_version == back.chain[-1]
        redo = not game.over and bool(back.ahead) and back.ahead[0][0] == seat
        assert view.undo.redo == redo, f"{game.name}/{seat}: redo is {view.undo.redo}"

    async def _follow(self, game: GameModel, viewer: str, token: str, view: v.View) -> None:
        """The follower's own copy is the view; it has been told the facts, too."""
        follower = self.followers.get((game.name, viewer))
        if follower is None or follower.token != token:
            if follower is not None:
                await self._is_sent_away(follower)
            follower = self.followers[game.name, viewer] = Follower(game, viewer, token)
        if follower.task is None:
            follower.begin(self.house)
        while follower.view is None or follower.view.version < view.version:
            follower.goes_on()
            await asyncio.sleep(0)
        if follower.names == game.names:
            assert follower.view == view, f"{game.name}/{viewer}: a follower has another view"
        else:
            assert without_texts(follower.view) == without_texts(view)
        flags = (game.paused, game.archived)
        while follower.facts is None or (follower.facts.paused, follower.facts.archived) != flags:
            follower.goes_on()
            await asyncio.sleep(0)

    @staticmethod
    async def _is_sent_away(follower: Follower) -> None:
        """The stream of a dead token ends."""
        if follower.task is not None:
            await follower.task
            assert follower.error is not None and follower.error.reason is Reason.TOKEN_INVALID, follower.error

    async def _strangers(self, game: GameModel) -> None:
        """Dead tokens open nothing, and nobody else finds a private game."""
        for id, seat in game.seats.items():
            if not seat.taken and (follower := self.followers.pop((game.name, id), None)) is not None:
                await self._is_sent_away(follower)
            for token in seat.dead:
                view = api.GetViewRequest(game=game.name, seat=id)
                await self.ask("GetView", view, api.GetViewResponse, token, {Reason.TOKEN_INVALID})
                if game.private:
                    view = api.GetViewRequest(game=game.name)
                    await self.ask("GetView", view, api.GetViewResponse, token, {Reason.GAME_NOT_FOUND})
        if game.private:
            unseen = {Reason.GAME_NOT_FOUND}
            await self.ask("GetGame", api.GetGameRequest(name=game.name), api.GetGameResponse, "", unseen)
            await self.ask("GetView", api.GetViewRequest(game=game.name), api.GetViewResponse, "", unseen)
            await self.ask("ListMoves", api.ListMovesRequest(game=game.name), api.ListMovesResponse, "", unseen)

    async def _lists(self) -> None:
        ours = {game.name for game in self.games}
        for archived in (False, True):
            wanted = [game.name for game in reversed(self.games) if game.listed and game.archived is archived]
            request = api.ListGamesRequest(page_size=len(ours) + 1, archived=archived)
            shown = (await self.call("ListGames", request, api.ListGamesResponse)).games
            assert [game.name for game in shown if game.name in ours] == wanted
        for person in sorted({seat.person for game in self.games for seat in game.seats.values() if seat.person}):
            request = api.ListGamesRequest(page_size=50, waiting_for=person)
            shown = (await self.call("ListGames", request, api.ListGamesResponse)).games
            assert [game.name for game in shown] == [
                game.name
                for game in reversed(self.games)
                if not game.private
                and any(seat.person == person and game.waits_for(id) for id, seat in game.seats.items())
            ], f"whom {person} keeps waiting"

    # ---- the life of the services

    async def restart(self) -> None:
        """Every service ends and begins anew; whoever followed comes back later."""
        for follower in self.followers.values():
            await follower.end()
        for house in self.houses:
            await house.restart()

    async def end(self) -> None:
        """Everybody goes home."""
        for follower in self.followers.values():
            await follower.end()
        for house in self.houses:
            await house.close()


def _scope(sent: Sent) -> tuple[object, ...]:
    """Where ids meet: a seat's, the owner's, those of joining with one invite, and those of making games."""
    if sent.method in ("CreateGame", "ImportGame", "ForkGame"):
        return ("make",)
    assert sent.game is not None
    if sent.method == "JoinGame":
        return ("join", sent.game.name, sent.seat, sent.generation)
    if sent.method in ("PauseGame", "ArchiveGame", "ReplaceSeat"):
        return ("owner", sent.game.name)
    return ("seat", sent.game.name, sent.seat)


def without_texts(message: M) -> M:
    """The message without what is there for people to read."""
    bare = type(message)()
    bare.CopyFrom(message)
    _strip(bare)
    return bare


def _strip(message: Message) -> None:
    for part, value in message.ListFields():
        if part.message_type is None:
            continue
        if part.message_type is text_pb2.Text.DESCRIPTOR:
            message.ClearField(part.name)
            continue
        for each in value if part.is_repeated else [value]:
            _strip(each)

"""A service in this process and players around it, for tests."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from google.protobuf.message import Message

from referee.service.access import Caller
from referee.service.config import ServerConfig
from referee.service.errors import Reason, Rejected
from referee.service.record.timing import SteadyTime
from referee.service.service import Service
from referee.store import SqliteStore, Store
from referee.v1 import catalog_service_pb2 as catalog_api
from referee.v1 import decision_pb2 as d
from referee.v1 import event_pb2 as e
from referee.v1 import game_pb2 as g
from referee.v1 import game_service_pb2 as api
from referee.v1 import seats_pb2 as s
from referee.v1 import view_pb2 as v
from tests.service import blind_player

M = TypeVar("M", bound=Message)
PACKS = Path(__file__).parents[1] / "packs"
OWN = Path(__file__).parent / "packs"
KEY = bytes(range(32))
_ids = itertools.count(1)


def fresh_id() -> str:
    """A request id not used before."""
    return f"request-{next(_ids)}"


class House:
    """A service on a store in a folder. It can be closed and opened again, as a restarted server."""

    def __init__(self, folder: Path, config: ServerConfig | None = None) -> None:
        self.folder = folder
        self.config = config or ServerConfig(packs=[PACKS, OWN], moves_per_second=0, rulesets_per_second=0)
        self.rulesets: dict[str, str] = {}
        self.time: SteadyTime | None = None  # the real one

    async def open(self) -> None:
        self.store: Store = SqliteStore(self.folder / "games.sqlite")
        self.service = Service(self.config, self.store, KEY, self.time)
        self.service.time_outs.start()

    async def close(self) -> None:
        await self.service.close()
        await self.store.close()

    async def restart(self) -> None:
        """What was in memory is gone."""
        await self.close()
        await self.open()

    async def call(
        self, method: str, request: Message, answer: type[M], token: str = "", language: str = "", peer: str = ""
    ) -> M:
        service = "CatalogService" if method in _CATALOG else "GameService"
        given = await self.service.unary(f"referee.v1.{service}/{method}", request, Caller(token, language, peer))
        assert isinstance(given, answer)
        return given

    async def ruleset(self, pack: str) -> str:
        """The name of the ruleset of this pack."""
        if pack not in self.rulesets:
            request = catalog_api.CreateRulesetRequest(packs=[pack])
            made = await self.call("CreateRuleset", request, catalog_api.CreateRulesetResponse)
            self.rulesets[pack] = made.ruleset.name
        return self.rulesets[pack]

    async def create(self, pack: str, seats: int = 2, bots: str = "", **more: Any) -> api.CreateGameResponse:
        """A game; `bots`: the seats that the server plays, such as "23"."""
        asked = [g.Seat(bot="random" if str(n + 1) in bots else "") for n in range(seats)]
        request = api.CreateGameRequest(
            request_id=fresh_id(),
            ruleset=await self.ruleset(pack),
            seats=asked,
            **more,
        )
        return await self.call("CreateGame", request, api.CreateGameResponse)

    async def table(self, pack: str, seats: int = 2, bots: str = "", **more: Any) -> Table:
        """A game with everybody seated."""
        made = await self.create(pack, seats, bots, **more)
        table = Table(self, made.game.name, seats)
        table.owner = made.owner_token
        for index, invite in enumerate(made.invites):
            if invite:
                join = api.JoinGameRequest(request_id=fresh_id(), invite=invite, player=f"Player {index + 1}")
                table.tokens[str(index + 1)] = (await self.call("JoinGame", join, api.JoinGameResponse)).token
        return table


class Table:
    """A running game, with the tokens of its seats."""

    def __init__(self, house: House, game: str, seats: int) -> None:
        self.house, self.game = house, game
        self.seats = [str(n + 1) for n in range(seats)]
        self.tokens: dict[str, str] = {}
        self.owner = ""

    async def view(self, seat: str = "", with_blocked: bool = False, language: str = "") -> v.View:
        request = api.GetViewRequest(game=self.game, seat=seat, with_blocked=with_blocked)
        return (
            await self.house.call("GetView", request, api.GetViewResponse, self.tokens.get(seat, ""), language)
        ).view

    async def submit(
        self, seat: str, decision: str, *choices: d.Choice, request_id: str | None = None, with_view: bool = False
    ) -> api.SubmitMoveResponse:
        request = api.SubmitMoveRequest(
            request_id=fresh_id() if request_id is None else request_id,
            game=self.game,
            seat=seat,
            decision=decision,
            choices=choices,
            with_view=with_view,
        )
        return await self.house.call("SubmitMove", request, api.SubmitMoveResponse, self.tokens.get(seat, ""))

    async def undo(self, seat: str, version: int, to: int, request_id: str | None = None) -> e.Update:
        request = api.UndoMoveRequest(
            request_id=fresh_id() if request_id is None else request_id,
            game=self.game,
            seat=seat,
            version=version,
            to_version=to,
        )
        return (await self.house.call("UndoMove", request, api.UndoMoveResponse, self.tokens.get(seat, ""))).update

    async def preview(self, seat: str, decision: str, *choices: d.Choice) -> api.PreviewMoveResponse:
        request = api.PreviewMoveRequest(game=self.game, seat=seat, decision=decision, choices=choices)
        return await self.house.call("PreviewMove", request, api.PreviewMoveResponse, self.tokens.get(seat, ""))

    async def redo(self, seat: str, version: int, request_id: str | None = None) -> e.Update:
        request = s.RedoMoveRequest(
            request_id=fresh_id() if request_id is None else request_id, game=self.game, seat=seat, version=version
        )
        return (await self.house.call("RedoMove", request, s.RedoMoveResponse, self.tokens.get(seat, ""))).update

    async def resign(self, seat: str, request_id: str | None = None) -> e.Update:
        request = s.ResignSeatRequest(
            request_id=fresh_id() if request_id is None else request_id, game=self.game, seat=seat
        )
        return (await self.house.call("ResignSeat", request, s.ResignSeatResponse, self.tokens.get(seat, ""))).update

    async def replace(self, seat: str, bot: str = "", request_id: str | None = None) -> str:
        request = s.ReplaceSeatRequest(
            request_id=fresh_id() if request_id is None else request_id, game=self.game, seat=seat, bot=bot
        )
        return (await self.house.call("ReplaceSeat", request, s.ReplaceSeatResponse, self.owner)).invite

    async def pause(self, paused: bool = True, request_id: str | None = None) -> None:
        request = s.PauseGameRequest(
            request_id=fresh_id() if request_id is None else request_id, game=self.game, paused=paused
        )
        await self.house.call("PauseGame", request, s.PauseGameResponse, self.owner)

    async def archive(self, archived: bool = True, request_id: str | None = None) -> None:
        request = s.ArchiveGameRequest(
            request_id=fresh_id() if request_id is None else request_id, game=self.game, archived=archived
        )
        await self.house.call("ArchiveGame", request, s.ArchiveGameResponse, self.owner)

    async def join(self, invite: str, player: str = "") -> str:
        """Takes the invite's seat. Gives its id."""
        request = api.JoinGameRequest(request_id=fresh_id(), invite=invite, player=player)
        joined = await self.house.call("JoinGame", request, api.JoinGameResponse)
        self.tokens[joined.seats[0]] = joined.token
        return joined.seats[0]

    async def public(self) -> g.Game:
        """The public facts, as the owner sees them."""
        request = api.GetGameRequest(name=self.game)
        return (await self.house.call("GetGame", request, api.GetGameResponse, self.owner)).game

    async def moves(self, seat: str = "", after: int = 0, size: int = 0, page: str = "") -> api.ListMovesResponse:
        request = api.ListMovesRequest(game=self.game, seat=seat, after_version=after, page_size=size, page_token=page)
        return await self.house.call("ListMoves", request, api.ListMovesResponse, self.tokens.get(seat, ""))

    def watch(
        self, seat: str = "", after: int = 0, with_blocked: bool = False, language: str = ""
    ) -> AsyncGenerator[Message]:
        request = api.WatchGameRequest(game=self.game, seat=seat, after_version=after, with_blocked=with_blocked)
        caller = Caller(self.tokens.get(seat, ""), language)
        return self.house.service.stream("referee.v1.GameService/WatchGame", request, caller)

    async def asked(self) -> tuple[str, v.View, d.Decision] | None:
        """A seat that owes an answer, what it sees, and what it is asked; None when the game is over."""
        public = await self.view()
        if public.HasField("outcome"):
            return None
        seat = public.decisions[0].seats[0]
        view = await self.view(seat)
        return seat, view, view.decisions[0]

    async def random_move(self, rng: random.Random) -> api.SubmitMoveResponse | None:
        """One random choice of a seat that is asked; None when the game is over."""
        asked = await self.asked()
        if asked is None:
            return None
        seat, _, decision = asked
        return await self.submit(seat, decision.id, blind_player.choose(decision.options, rng, decision.step))

    async def play(self, rng: random.Random, moves: int = 10_000) -> None:
        """Random moves, up to the end of the game."""
        for _ in range(moves):
            if await self.random_move(rng) is None:
                return


@asynccontextmanager
async def rejected(reason: Reason) -> AsyncIterator[Rejected]:
    """The calls inside are refused for this reason; the error's fields can be looked at afterwards."""
    seen = Rejected(reason)
    try:
        yield seen
    except Rejected as error:
        assert error.reason is reason, f"refused with {error.reason}: {error}"
        seen.__dict__.update(error.__dict__)
        return
    raise AssertionError(f"nothing was refused, expected {reason}")


async def collect(stream: AsyncIterator[Message], count: int, seconds: float = 5) -> list[api.WatchGameResponse]:
    """The next messages of a stream, bookmarks left out."""
    found: list[api.WatchGameResponse] = []
    async with asyncio.timeout(seconds):
        while len(found) < count:
            message = await anext(stream)
            assert isinstance(message, api.WatchGameResponse)
            if message.WhichOneof("message") != "bookmark":
                found.append(message)
    return found


def with_config(house: House, **changes: Any) -> House:
    """A house like this one with another configuration."""
    return House(house.folder, replace(house.config, **changes))


_CATALOG = ("ListPacks", "CreateRuleset", "GetRuleset", "ListEntries", "GetPackFiles")

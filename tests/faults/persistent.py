"""A table of players that plays on whatever breaks: what got no answer is sent again with the same request id."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import grpc

from referee.v1 import decision_pb2 as d
from referee.v1 import game_pb2 as g
from referee.v1 import game_service_pb2 as api
from referee.v1 import view_pb2 as v
from referee.v1.game_service_pb2_grpc import GameServiceStub
from tests.service import blind_player
from tests.service.wire import SERVICE_CONFIG, bearer

T = TypeVar("T")
BROKEN = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.CANCELLED)
WRONG = (
    grpc.StatusCode.ABORTED,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.UNAUTHENTICATED,
)


def _quick_retries() -> str:
    """The published service config with a tenth of its pauses: that they are long enough is for `test_promises`."""
    config = json.loads(SERVICE_CONFIG.read_text(encoding="utf-8"))
    for policy in (method["retryPolicy"] for method in config["methodConfig"] if "retryPolicy" in method):
        for pause in ("initialBackoff", "maxBackoff"):
            policy[pause] = f"{float(policy[pause].rstrip('s')) / 10}s"
    return json.dumps(config)


_QUICK = [
    ("grpc.service_config", _quick_retries()),
    ("grpc.initial_reconnect_backoff_ms", 50),
    ("grpc.min_reconnect_backoff_ms", 50),
    ("grpc.max_reconnect_backoff_ms", 200),
]


def impatient(address: str) -> grpc.aio.Channel:
    """A channel with the published retries, but sooner, that is soon there again after a cut."""
    return grpc.aio.insecure_channel(address, _QUICK)


@dataclass
class Table:
    """One game and all its players. `acknowledged`: version by request id; `wrongs`: moves that were refused."""

    stub: GameServiceStub
    rng: random.Random
    name: str
    game: str = ""
    tokens: list[str] = field(default_factory=list)
    acknowledged: dict[str, int] = field(default_factory=dict)
    resent: int = 0
    wrongs: int = 0
    over: bool = False

    async def again(self, call: Callable[[], Awaitable[T]]) -> T:
        """Calls until there is an answer."""
        while True:
            try:
                return await asyncio.wait_for(call(), 20)
            except TimeoutError:
                self.resent += 1
            except grpc.aio.AioRpcError as error:
                if error.code() not in BROKEN:
                    raise
                self.resent += 1
                await asyncio.sleep(self.rng.uniform(0.01, 0.1))

    async def begin(self, ruleset: str, seats: int) -> None:
        """Makes the game and takes every seat."""
        request = api.CreateGameRequest(request_id=f"make/{self.name}", ruleset=ruleset, seats=[g.Seat()] * seats)
        made = await self.again(lambda: self.stub.CreateGame(request))
        self.game = made.game.name
        for number, invite in enumerate(made.invites):
            asked = api.JoinGameRequest(request_id=f"join/{number}", invite=invite)
            self.tokens.append((await self.again(lambda asked=asked: self.stub.JoinGame(asked))).token)  # type: ignore[misc]  # bound now

    def who(self, seat: str) -> tuple[tuple[str, str], ...]:
        """The metadata of a seat's player."""
        return bearer(self.tokens[int(seat) - 1])

    async def view(self, seat: str = "") -> v.View:
        """The position, as a seat or a spectator sees it."""
        asked = api.GetViewRequest(game=self.game, seat=seat)
        who = self.who(seat) if seat else ()
        return (await self.again(lambda: self.stub.GetView(asked, metadata=who))).view

    async def play(self, moves: int, wrong: float = 0.0) -> None:
        """So many moves, or to the end. `wrong`: how often a move is tried first that must be refused."""
        for _ in range(moves):
            public = await self.view()
            if public.HasField("outcome"):
                self.over = True
                return
            seat = self.rng.choice(list(public.decisions[0].seats))
            decision = (await self.view(seat)).decisions[0]
            if self.rng.random() < wrong:
                await self.err(seat, decision)
            await self.move(seat, decision)

    async def move(self, seat: str, decision: d.Decision) -> None:
        """A random move, sent until it is answered."""
        id = f"move/{len(self.acknowledged)}"
        choice = blind_player.choose(decision.options, self.rng)
        request = api.SubmitMoveRequest(
            request_id=id, game=self.game, seat=seat, decision=decision.id, choices=[choice]
        )
        done = await self.again(lambda: self.stub.SubmitMove(request, metadata=self.who(seat)))
        self.acknowledged[id] = done.update.version

    async def err(self, seat: str, decision: d.Decision) -> None:
        """Something that has to be refused; whether it was is for the test to see by `wrongs`."""
        good = blind_player.choose(decision.options, self.rng)
        wrong: list[dict[str, Any]] = [
            {"decision": "0", "choices": [good]},
            {"decision": decision.id, "choices": [d.Choice(option="no/such/option")]},
            {"decision": decision.id, "choices": []},
            {"decision": decision.id, "choices": [good], "seat": str(int(seat) % len(self.tokens) + 1)},
        ]
        tried = {"game": self.game, "seat": seat, "request_id": "wrong", **self.rng.choice(wrong)}
        request = api.SubmitMoveRequest(**tried)
        try:
            await self.again(lambda: self.stub.SubmitMove(request, metadata=self.who(seat)))
        except grpc.aio.AioRpcError as error:
            assert error.code() in WRONG, error
            self.wrongs += 1
        else:
            raise AssertionError(f"accepted: {tried}")

    async def history(self) -> list[int]:
        """Every version of the game, as the server lists them."""
        found, page = [], ""
        while True:
            asked = api.ListMovesRequest(game=self.game, page_size=200, page_token=page)
            part = await self.again(lambda asked=asked: self.stub.ListMoves(asked))  # type: ignore[misc]  # bound now
            found += [update.version for update in part.updates]
            page = part.next_page_token
            if not page:
                return found

    def check(self, history: list[int]) -> None:
        """Versions have no gap, and every acknowledged move is one of them, once: none lost, none doubled."""
        assert history == list(range(1, len(history) + 1)), history
        assert sorted(self.acknowledged.values()) == history[1:], (self.game, len(history), len(self.acknowledged))


@dataclass
class Watcher:
    """Follows a game and resumes after the last version that it knows. `slow`: seconds that it rests now and then."""

    stub: GameServiceStub
    table: Table
    seat: str
    rng: random.Random
    slow: float = 0.0
    versions: list[int] = field(default_factory=list)
    shown: v.View | None = None
    streams: int = 0

    async def follow(self, until: Callable[[], bool]) -> None:
        """Until it is up to date after `until` holds."""
        while not (until() and self.versions and self.versions[-1] >= 1 + len(self.table.acknowledged)):
            self.streams += 1
            try:
                async for message in self._messages():
                    self._take(message)
                    if self.slow and self.rng.random() < 0.05:
                        await asyncio.sleep(self.slow)
                    if until() and self.versions and self.versions[-1] >= 1 + len(self.table.acknowledged):
                        return
            except TimeoutError:
                continue
            except grpc.aio.AioRpcError as error:
                slow_reader = error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
                assert error.code() in BROKEN or slow_reader, error
                await asyncio.sleep(self.rng.uniform(0.01, 0.1))

    async def _messages(self) -> AsyncIterator[api.WatchGameResponse]:
        after = self.versions[-1] if self.versions else 0
        asked = api.WatchGameRequest(game=self.table.game, seat=self.seat, after_version=after)
        call = self.stub.WatchGame(asked, metadata=self.table.who(self.seat) if self.seat else ())
        try:
            while True:
                message = await asyncio.wait_for(call.read(), 3)
                if not isinstance(message, api.WatchGameResponse):
                    return
                yield message
        finally:
            call.cancel()

    def _take(self, message: api.WatchGameResponse) -> None:
        match message.WhichOneof("message"):
            case "view":
                assert not self.versions
                self.shown = message.view
                self.versions.append(message.view.version)
            case "update":
                assert self.shown is not None and message.update.version == self.versions[-1] + 1
                self.versions.append(message.update.version)
                self.shown = blind_player.apply(self.shown, message.update.changes)

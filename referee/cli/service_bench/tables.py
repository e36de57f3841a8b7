"""Games for a measurement: made and seated over the wire, and played beforehand, so that only bytes are sent later."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeVar

import grpc
from google.protobuf.message import Message

from referee.engine import Program
from referee.service.record import log
from referee.service.record.position import begin, move
from referee.service.views.render import decision_id
from referee.service.wire import to_wire
from referee.v1 import catalog_service_pb2 as catalog_api
from referee.v1 import game_pb2
from referee.v1 import game_service_pb2 as api

_NAME = "referee.v1.GameService/"
UPDATE = b"\x12"  # how a message with an update begins in a stream
SEED = "00" * 32

Metadata = tuple[tuple[str, str], ...]
A = TypeVar("A", bound=Message)


@dataclass
class Table:
    """A game with one stream for each watcher. `requests`: for each move the seat's index and the bytes to send.

    `answers`, `updates`: the sizes of what came back, for each move; for each watcher and move.
    """

    tokens: list[str]
    requests: list[tuple[int, bytes]]
    watchers: list[tuple[Metadata, bytes]]
    answers: list[int] = field(default_factory=list)
    updates: list[list[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.metadata = [bearer(token) for token in self.tokens]
        self._arrived = self._awaited = 0
        self._all: asyncio.Future[None] | None = None
        self.forget()

    def forget(self) -> None:
        """Before the next turn: nothing has arrived."""
        self.updates = [[] for _ in self.watchers]
        self.answers = []
        self._arrived = self._awaited = 0

    def arrived(self, watcher: int, size: int) -> None:
        """A watcher has got an update."""
        self.updates[watcher].append(size)
        self._arrived += 1
        if self._all is not None and self._arrived >= self._awaited and not self._all.done():
            self._all.set_result(None)

    async def everybody(self, moves: int) -> None:
        """Waits until every watcher has the updates of so many moves."""
        self._awaited = moves * len(self.watchers)
        if self._arrived < self._awaited:
            self._all = asyncio.get_running_loop().create_future()
            await self._all
            self._all = None

    def sizes(self) -> dict[str, object]:
        """The table as the peer is told of it."""
        return {"tokens": self.tokens, "answers": self.answers, "updates": self.updates}


class Maker:
    """Makes tables on a server of ours."""

    def __init__(self, channel: grpc.aio.Channel, program: Program, pack: str) -> None:
        self._channel, self._program, self._pack = channel, program, pack
        self._ruleset = ""
        self._numbers = itertools.count(1)

    async def table(self, seed: int, moves: int, spectators: int = 0) -> Table:
        """A running game, at most so many moves of it ready; watched by its seats or else by spectators."""
        name, tokens = await self.seated()
        requests = list(itertools.islice(self._played(name, seed), moves))
        if spectators:
            watchers = [(Metadata(), api.WatchGameRequest(game=name).SerializeToString())] * spectators
        else:
            watchers = [
                (bearer(token), api.WatchGameRequest(game=name, seat=str(index + 1)).SerializeToString())
                for index, token in enumerate(tokens)
            ]
        return Table(tokens, requests, watchers)

    async def seated(self) -> tuple[str, list[str]]:
        """A game with everybody seated: its name, the seats' tokens."""
        if not self._ruleset:
            asked = catalog_api.CreateRulesetRequest(packs=[self._pack])
            made = await self.call("referee.v1.CatalogService/CreateRuleset", asked, catalog_api.CreateRulesetResponse)
            self._ruleset = made.ruleset.name
        number = next(self._numbers)
        create = api.CreateGameRequest(
            request_id=f"bench-{number}-{random.getrandbits(64):x}",
            ruleset=self._ruleset,
            seats=[game_pb2.Seat()] * self._program.seats,
            seed=SEED,
        )
        game = await self.call(_NAME + "CreateGame", create, api.CreateGameResponse)
        tokens = list[str]()
        for invite in game.invites:
            name = f"Player {len(tokens) + 1} of {number}"  # as at a real table: texts with names aren't shared
            join = api.JoinGameRequest(request_id="join", invite=invite, player=name)
            tokens.append((await self.call(_NAME + "JoinGame", join, api.JoinGameResponse)).token)
        return game.game.name, tokens

    def _played(self, name: str, seed: int) -> Iterator[tuple[int, bytes]]:
        """A random game as requests. The seed of its shuffles is known, so it can be played before the server does."""
        program, rng = self._program, random.Random(seed)
        created = log.Created("", "", program.seats, SEED, True, 0)
        position = begin(program, name, created, log.Begun(("",) * program.seats, 0)).after
        while not position.over:
            state = position.running
            seat = program.pending(state)[0]
            choice = program.raw_to_choice(state, program.sample(state, rng, int(seat) - 1), seat)
            request = api.SubmitMoveRequest(
                request_id=f"m{position.version}",
                game=name,
                seat=seat,
                decision=decision_id(position.asked),
                choices=[to_wire.choice(choice)],
            )
            yield int(seat) - 1, request.SerializeToString()
            position = move(program, position, log.Moved(seat, (choice,), 0)).after

    async def call(self, method: str, request: Message, answer: type[A]) -> A:
        """One call of the API."""
        send = self._channel.unary_unary(
            f"/{method}", request_serializer=type(request).SerializeToString, response_deserializer=answer.FromString
        )
        made: A = await send(request)
        return made


def bearer(token: str) -> Metadata:
    """What a call with this token says beside its request."""
    return (("authorization", f"Bearer {token}"),)
